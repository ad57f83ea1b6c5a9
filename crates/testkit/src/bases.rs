//! Where bases may lie: on the table, on ground that is open to them, and not on one another.

use crate::playing::Moment;
use longroll_ai::Appraisal;
use longroll_kit::{Seat, UnitView, View};
use longroll_table::Point;

/// Which bases of a ruleset may lie where others may not.
pub trait Footing: Appraisal {
    /// The clause by which these two may overlap.
    fn may_share(view: &View, one: &UnitView, two: &UnitView) -> Option<&'static str>;
    /// The clause by which this piece may lie over the edge.
    fn may_overhang(unit: &UnitView) -> Option<&'static str>;
}

/// Bases closer than this do not overlap; places are whole micrometres and corners of turned bases are rounded.
const TOLERANCE: i128 = 60;

/// What was looked at.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub struct Looked {
    pub moments: u32,
    pub pairs: u64,
    /// Pairs that lay on one another by a clause.
    pub shared: u32,
}

/// Looks at all bases after a command.
///
/// # Errors
/// The first pair that overlaps by no clause, or the first base beyond the table.
pub fn check_bases<R: Footing>(moment: &Moment<'_, R>, looked: &mut Looked) -> Result<(), String> {
    let view = R::view(moment.after, Seat::Spectator);
    let before = R::view(moment.before, Seat::Spectator);
    looked.moments += 1;
    let on_table: Vec<&UnitView> = view.units.iter().filter(|unit| unit.on_table).collect();
    for (at, one) in on_table.iter().enumerate() {
        let lay_so = || before.units.iter().any(|was| was.id == one.id && check_table(&view, was).is_err());
        check_table(&view, one)
            .or_else(|what| if R::may_overhang(one).is_some() || lay_so() { Ok(()) } else { Err(what) })?;
        for two in &on_table[at + 1..] {
            looked.pairs += 1;
            if !overlap(one, two) {
                continue;
            }
            let stood = |unit: &UnitView| before.units.iter().find(|was| was.id == unit.id).cloned();
            // A pair that lay so before, as the scenario put it, is not this command's doing.
            let was_so = match (stood(one), stood(two)) {
                (Some(one), Some(two)) => one.on_table && two.on_table && overlap(&one, &two),
                _ => false,
            };
            if R::may_share(&view, one, two).is_some() {
                looked.shared += 1;
            } else if !was_so {
                return Err(format!("{} and {} lie on one another", one.key, two.key));
            }
        }
    }
    Ok(())
}

fn check_table(view: &View, unit: &UnitView) -> Result<(), String> {
    let (width, height) = (view.field.width.micrometres(), view.field.height.micrometres());
    let slack = i64::try_from(TOLERANCE).unwrap_or_default();
    let is_on = |point: &Point| {
        (-slack..=width + slack).contains(&point.x) && (-slack..=height + slack).contains(&point.y)
    };
    let corners = unit.stands.iter().flat_map(|stand| &stand.corners);
    match corners.into_iter().find(|corner| !is_on(corner)) {
        Some(corner) => Err(format!("{} lies beyond the table at {corner:?}", unit.key)),
        None => Ok(()),
    }
}

/// Do any stands of the two lie on one another, deeper than the tolerance?
pub fn overlap(one: &UnitView, two: &UnitView) -> bool {
    one.stands
        .iter()
        .any(|stand| two.stands.iter().any(|other| corners_overlap(&stand.corners, &other.corners)))
}

fn corners_overlap(one: &[Point; 4], two: &[Point; 4]) -> bool {
    !has_gap(one, two) && !has_gap(two, one)
}

/// Is there an edge of the one beyond which, but for the tolerance, the other lies?
fn has_gap(one: &[Point; 4], two: &[Point; 4]) -> bool {
    (0..4).any(|at| {
        let (from, to) = (one[at], one[(at + 1) % 4]);
        let (nx, ny) = (i128::from(from.y - to.y), i128::from(to.x - from.x));
        let spread = |corners: &[Point; 4]| {
            let along = corners.map(|corner| i128::from(corner.x) * nx + i128::from(corner.y) * ny);
            (along.into_iter().min().unwrap_or_default(), along.into_iter().max().unwrap_or_default())
        };
        let ((low, high), (other_low, other_high)) = (spread(one), spread(two));
        let depth = high.min(other_high) - low.max(other_low);
        depth <= 0 || depth * depth <= TOLERANCE * TOLERANCE * (nx * nx + ny * ny)
    })
}
