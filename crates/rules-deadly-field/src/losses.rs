//! Figures and sections: how they are lost and how they come back.

use crate::kinds::Stand;

/// ADF-UNIT-03: off one stand until it is empty, then off the next. ADF-UNIT-11: what exceeds the unit is lost.
pub(crate) fn take_stands(stands: &mut [Stand], mut lost: u8) {
    while lost > 0 {
        let Some(next) = next_to_lose(stands) else { return };
        let taken = stands[next].now.min(lost);
        stands[next].now -= taken;
        lost -= taken;
    }
}

/// One that has begun to lose goes first, then the fullest.
pub(crate) fn next_to_lose(stands: &[Stand]) -> Option<usize> {
    (0..stands.len()).filter(|place| stands[*place].now > 0).max_by_key(|place| {
        let stand = stands[*place];
        (stand.now < stand.full, stand.now, std::cmp::Reverse(*place))
    })
}

/// ADF-UNIT-26: a figure comes back only where a stand that is left has a vacant place; a battery gets a section back.
pub(crate) fn give_back(stands: &mut [Stand], is_battery: bool) {
    let vacant = |stand: &&mut Stand| stand.now < stand.full && (is_battery || stand.now > 0);
    if let Some(stand) = stands.iter_mut().find(vacant) {
        stand.now += 1;
    }
}

/// Is there a place for a figure to come back to? A battery's sections are stands of one.
pub(crate) fn can_give_back(stands: &[Stand], is_battery: bool) -> bool {
    stands
        .iter()
        .any(|stand| if is_battery { stand.now == 0 } else { 0 < stand.now && stand.now < stand.full })
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::kinds::spread;

    fn after(figures: u8, stands: u8, losses: &[u8]) -> Vec<u8> {
        let mut list: Vec<Stand> = spread(figures, stands).collect();
        losses.iter().for_each(|lost| take_stands(&mut list, *lost));
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
        take_stands(&mut list, 3);
        give_back(&mut list, false);
        assert_eq!(list[0].now, 2);
        let mut list: Vec<Stand> = spread(8, 2).collect();
        take_stands(&mut list, 4);
        assert!(!can_give_back(&list, false), "the stand of four is full, the other is lost for good");
        give_back(&mut list, false);
        assert_eq!(list.iter().map(|stand| stand.now).sum::<u8>(), 4);
        let mut battery: Vec<Stand> = spread(3, 3).collect();
        take_stands(&mut battery, 2);
        assert!(can_give_back(&battery, true));
        give_back(&mut battery, true);
        assert_eq!(battery.iter().map(|stand| stand.now).sum::<u8>(), 2);
    }
}
