//! Rates of movement, and the share of a turn that a stretch of ground takes.

use crate::book::kinds::{Arm, Body, Formation, Level, Terrain};
use crate::book::tables::rate;
use crate::turn::state::{Order, State};
use longroll_kit::UnitId;
use longroll_table::{Length, Point};

pub(crate) const INCH: i128 = 25_400;
/// A multiple of every rate in quarter inches, so that shares of a turn are exact (JR-MOVE-02).
pub(crate) const SHARES: i128 = 2 * lcm_to(60);
/// A whole turn in those shares; rates are counted in quarter inches, for what is halved twice.
pub const TURN: i128 = SHARES * INCH / 4;
/// Slack for places that were snapped to the micrometre.
pub(crate) const SLACK: i128 = SHARES * 5;

const fn lcm_to(most: i128) -> i128 {
    let (mut all, mut n) = (1, 2);
    while n <= most {
        let (mut a, mut b) = (all, n);
        while b != 0 {
            (a, b) = (b, a % b);
        }
        all = all / a * n;
        n += 1;
    }
    all
}

/// JR-MOVE-01, JR-MOVE-13, JR-ARTY-02: quarter inches a turn on this ground; 0 where it cannot go.
pub fn rate_in_quarters(
    state: &State,
    id: UnitId,
    formation: Formation,
    mounted: bool,
    ground: Terrain,
) -> u32 {
    let (unit, piece) = (state.unit(id), state.piece(id));
    let body = piece.body(mounted);
    let table = |row: &str, ground: Terrain| {
        let found =
            rate(&state.options, (piece.arm != Arm::Officer).then_some(body), row, piece.weapon, ground);
        // JR-MOVE-01: an empty cell uses the ground beside the road
        found.or_else(|| {
            let beside = state.ground.terrain_at(&state.field, unit.pose.at, false);
            let open = if ground <= Terrain::Trail { beside.max(Terrain::Open) } else { ground };
            rate(&state.options, (piece.arm != Arm::Officer).then_some(body), row, piece.weapon, open)
        })
    };
    if piece.arm == Arm::Officer {
        return 4 * table("officer", ground).unwrap_or(0);
    }
    // JR-OPT-15: crews without their guns go as foot in disorder
    if unit.guns_at.is_some() {
        let row = if unit.level == Level::Good { "disorder" } else { "shaken" };
        return 4 * rate(&state.options, Some(Body::Infantry), row, piece.weapon, ground).unwrap_or(0);
    }
    if body == Body::Artillery {
        let limbered = formation == Formation::Limbered;
        if limbered && unit.horses_lost >= 2 {
            return 0;
        }
        let shaken = unit.level != Level::Good;
        let quarters = |row: &str| 4 * table(row, ground).unwrap_or(0);
        if limbered {
            let halved = u32::from(shaken) + u32::from(unit.horses_lost == 1);
            return quarters("limbered") >> halved;
        }
        // JR-MOVE-13: shaken gunners roll their guns no farther than steady ones
        let steady = quarters("unlimbered");
        return if shaken { steady.min(quarters("limbered") / 2) } else { steady };
    }
    let row = match formation {
        // JR-MOVE-10 names the disorder rate
        Formation::Disorder if unit.order == Some(Order::Disengage) => "disorder",
        _ if unit.level != Level::Good => "shaken",
        Formation::SkirmishLine if body != Body::Infantry => "skirmish",
        Formation::SkirmishLine => "skirmish_line",
        Formation::SingleLine => "single_line",
        Formation::ExtendedLine => "extended_line",
        Formation::DoubleLine => "double_line",
        Formation::AttackColumn => "attack_column",
        Formation::MarchColumn => "march_column",
        Formation::Line => "line",
        Formation::Column => "column",
        _ => "disorder",
    };
    4 * table(row, ground).unwrap_or(0)
}

/// JR-MOVE-02: the share of a turn that a straight stretch takes; nothing where it has no rate.
pub fn share(
    state: &State,
    id: UnitId,
    how: (Formation, bool),
    a: Point,
    b: Point,
    length: Length,
) -> Option<i128> {
    let roads = how.0.is_column() || state.is_officer(id);
    let mut sum = 0;
    let pieces = state.ground.along(&state.field, a, b, roads);
    let measured: i64 = pieces.iter().map(|(part, _)| part.micrometres()).sum();
    for (place, (part, ground)) in pieces.iter().enumerate() {
        let rate = rate_in_quarters(state, id, how.0, how.1, *ground);
        if rate == 0 {
            return None;
        }
        // what the player said is what counts; the ends of the leg were snapped
        let part = if place == 0 {
            part.micrometres() + length.micrometres() - measured
        } else {
            part.micrometres()
        };
        sum += i128::from(part) * SHARES / i128::from(rate);
    }
    Some(sum)
}

/// JR-MOVE-01: the farthest a unit could go over open ground.
pub fn reach(state: &State, id: UnitId) -> Length {
    let unit = state.unit(id);
    let ground = if unit.formation.is_column() { Terrain::Road } else { Terrain::Open };
    let whole = i64::from(rate_in_quarters(state, id, unit.formation, unit.mounted, ground));
    Length::from_micrometres(whole * 6_350)
}
