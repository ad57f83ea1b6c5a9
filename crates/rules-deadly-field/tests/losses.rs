//! Figures and sections come off stand by stand, and come back where a stand is left.

use longroll_rules_deadly_field::book::kinds::{Stand, spread};
use longroll_rules_deadly_field::procedures::losses::{First, can_give_back, give_back, take_stands};

fn after(figures: u8, stands: u8, losses: &[u8]) -> Vec<u8> {
    let mut list: Vec<Stand> = spread(figures, stands).collect();
    losses.iter().for_each(|lost| take_stands(&mut list, First::Fullest, *lost));
    list.iter().map(|stand| stand.now).collect()
}

// clauses: ADF-UNIT-03, ADF-UNIT-11
#[test]
fn losses_empty_the_fullest_stand_first() {
    assert_eq!(after(7, 2, &[4]), [0, 3]);
    assert_eq!(after(7, 2, &[3]), [1, 3], "still two stands");
    assert_eq!(after(7, 2, &[3, 1]), [0, 3], "the stand that was begun goes on losing");
    assert_eq!(after(7, 2, &[3, 2]), [0, 2]);
    assert_eq!(after(7, 2, &[20]), [0, 0], "excess hits are lost");
    assert_eq!(after(10, 3, &[4, 3]), [0, 0, 3], "4+3+3");
}

// clauses: ADF-UNIT-25, ADF-UNIT-26
#[test]
fn a_figure_comes_back_only_to_a_stand_that_is_left() {
    let mut list: Vec<Stand> = spread(7, 2).collect();
    take_stands(&mut list, First::Fullest, 3);
    give_back(&mut list, false);
    assert_eq!(list[0].now, 2);
    let mut list: Vec<Stand> = spread(8, 2).collect();
    take_stands(&mut list, First::Fullest, 4);
    assert!(!can_give_back(&list, false), "the stand of four is full, the other is lost for good");
    give_back(&mut list, false);
    assert_eq!(list.iter().map(|stand| stand.now).sum::<u8>(), 4);
    let mut battery: Vec<Stand> = spread(3, 3).collect();
    take_stands(&mut battery, First::Fullest, 2);
    assert!(can_give_back(&battery, true));
    give_back(&mut battery, true);
    assert_eq!(battery.iter().map(|stand| stand.now).sum::<u8>(), 2);
}
