//! The measuring tape: from nearest point to nearest point, as every ruleset measures.

use crate::failure::{Failed, Outcome};
use crate::preview::in_unit;
use longroll_kit::View;
use longroll_table::{Convex, FARTHEST, Point, distance};
use longroll_wire::{TapeEnd, TapeMeasure};

pub(crate) fn measure(view: &View, from: TapeEnd, to: TapeEnd) -> Outcome<TapeMeasure> {
    let (from, to) = (shapes(view, from)?, shapes(view, to)?);
    let length = distance(from.as_slice(), to.as_slice());
    let text = format!("{} {}", in_unit(length, view.unit_of_length), view.unit_of_length);
    Ok(TapeMeasure { distance: length.micrometres(), text })
}

/// What lies under an end of the tape.
fn shapes(view: &View, end: TapeEnd) -> Outcome<Vec<Convex>> {
    match end {
        TapeEnd::Unit(id) => {
            let unit = view.units.iter().find(|unit| unit.id.0 == id && unit.on_table);
            let unit = unit.ok_or_else(|| Failed::bad("that unit is not on the table"))?;
            Ok(unit.stands.iter().map(|stand| Convex::hull(&stand.corners)).collect())
        }
        TapeEnd::Point(at) => {
            let on_the_table = |n: i64| (-FARTHEST..=FARTHEST).contains(&n);
            if !on_the_table(at.x) || !on_the_table(at.y) {
                return Err(Failed::bad("that point is far off the table"));
            }
            Ok(vec![Convex::hull(&[Point::new(at.x, at.y)])])
        }
    }
}
