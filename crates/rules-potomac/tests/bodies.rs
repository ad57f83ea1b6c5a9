//! Ranks and files: formations, where each stand is, what goes first and where what comes back stands.

use longroll_rules_potomac::body::{Body, Hand};
use longroll_rules_potomac::kinds::Formation;
use longroll_table::{BaseSize, Edge, Heading, Point, Pose, Rect, cm, contact_edge};

const STAND: BaseSize = BaseSize::new(cm(4), cm(2));

fn body(stands: u8, files: u8) -> Body {
    Body::new(Pose::new(Point::at(cm(50), cm(50)), Heading::NORTH), stands, files)
}

// clauses: POT-UNIT-14
#[test]
fn formations_by_ranks_and_files() {
    let formation = |stands, files| body(stands, files).formation();
    assert_eq!(formation(6, 3), Formation::Line, "3 files by 2 ranks");
    assert_eq!(formation(6, 1), Formation::Column);
    assert_eq!(formation(6, 2), Formation::Column, "2 files by 3 ranks");
    assert_eq!(formation(2, 2), Formation::Line);
    assert_eq!(formation(2, 1), Formation::Column);
    assert_eq!(formation(4, 2), Formation::Line, "2 by 2: two ranks, and no more ranks than files");
    assert_eq!(formation(9, 3), Formation::Irregular, "3 by 3");
    assert_eq!(formation(5, 3), Formation::Line, "3 in front, 2 behind");
    let declared = Body { column: true, ..body(1, 1) };
    assert_eq!((formation(1, 1), declared.formation()), (Formation::Line, Formation::Column));
}

// clauses: POT-UNIT-08, POT-UNIT-13
#[test]
fn stands_are_4_by_2_and_touch() {
    let line = body(3, 3);
    let stands: Vec<Rect> = line.cells.iter().map(|cell| line.stand(*cell, STAND)).collect();
    // 12 cm wide around x = 50: centres at 46, 50, 54; the front edge is at y = 50, so they are centred at 49
    assert_eq!(stands[0].centre(), Point::at(cm(46), cm(49)));
    assert_eq!(stands[2].centre(), Point::at(cm(54), cm(49)));
    assert_eq!(contact_edge(&stands[0], &stands[1]).map(|contact| contact.edge), Some(Edge::Left));
    assert_eq!(line.front_corners(STAND), [Point::at(cm(44), cm(50)), Point::at(cm(56), cm(50))]);
}

// clauses: POT-FIRE-26, POT-UNIT-13
#[test]
fn rear_stands_go_first_and_a_line_closes_up() {
    let after = body(6, 3).without_one(Hand::Right, STAND);
    assert_eq!((after.stands(), after.files, after.ranks()), (5, 3, 2), "3 in front, 2 behind");
    assert_eq!(after.front, body(6, 3).front);
    let line = body(3, 3).without_one(Hand::Left, STAND);
    // The left stand from 44 to 48 is gone: the front runs from 48 to 56, its middle is 52
    assert_eq!((line.files, line.front.at), (2, Point::at(cm(52), cm(50))));
    assert_eq!(line.front_corners(STAND)[0], Point::at(cm(48), cm(50)));
}

// clauses: POT-SKIRM-06
#[test]
fn stands_come_back_to_the_rear_or_the_end() {
    let line = body(2, 2).with_one(Hand::Right, STAND);
    assert_eq!((line.files, line.front.at), (3, Point::at(cm(52), cm(50))), "from 46 to 58");
    let two_ranks = body(5, 3).with_one(Hand::Left, STAND);
    assert_eq!((two_ranks.stands(), two_ranks.files, two_ranks.ranks()), (6, 3, 2));
    assert_eq!(body(3, 1).with_one(Hand::Left, STAND).ranks(), 4, "a column stays a column");
}
