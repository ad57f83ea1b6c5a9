//! Movement dice: how far they carry and how many DPs they bring. Natural faces are kept until the move is over.

use crate::book::kinds::{Form, Grade, Kind};
use crate::book::options::Options;
use crate::book::tables::{self, Flight};
use crate::c;
use longroll_dice::{Dice, Die, FaceList, Wanted};
use longroll_kit::Clause;
use longroll_table::{Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};

/// GRE-MOVE-01: declared before the dice are thrown.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
pub enum Gait {
    Half,
    #[default]
    Full,
}

/// Movement dice on the table, highest first: average dice (GRE-GEN-04), ordinary ones, or the D5 of ox teams (GRE-GEN-05).
#[derive(Clone, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
pub struct Thrown {
    pub faces: Vec<u8>,
}

impl Thrown {
    pub fn none() -> Thrown {
        Thrown::default()
    }

    pub fn total(&self) -> u32 {
        self.faces.iter().map(|face| u32::from(*face)).sum()
    }

    /// GRE-DP-06: each natural 1 or 2 is a DP; GRE-TERRAIN-01: for formed units in rough going each 3 too.
    pub fn low(&self, rough: bool) -> u8 {
        let worst = if rough { 3 } else { 2 };
        self.faces.iter().filter(|face| **face <= worst).count() as u8
    }
}

pub fn throw(clause: Clause, n: u32, die: Die, dice: &mut dyn Dice) -> Result<Thrown, Wanted> {
    let faces: FaceList = dice.sorted(clause, n, die)?;
    Ok(Thrown { faces: faces.to_vec() })
}

/// Who moves: what the tables ask.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Mover {
    pub kind: Kind,
    pub mounted: bool,
    pub grade: Grade,
    pub form: Form,
}

impl Mover {
    /// GRE-UNIT-25: dismounted cavalry moves as infantry.
    pub fn row_kind(&self) -> Kind {
        if self.kind == Kind::Cavalry && !self.mounted { Kind::Infantry } else { self.kind }
    }
}

/// Dice of a half or full move and how far a total carries: GRE-MOVE-09 halves a single figure, keeping half inches.
pub fn pace(mover: Mover, gait: Gait, options: &Options) -> Option<(u32, Die, Carry)> {
    let row = tables::movement(mover.row_kind(), mover.grade, mover.form, options.horse_half_and_full)?;
    Some(match (gait, row.half) {
        (Gait::Full, _) => (row.full, row.die, Carry { add: row.add, halved: false }),
        (Gait::Half, Some(half)) => (half, row.die, Carry { add: 0, halved: false }),
        (Gait::Half, None) => (row.full, row.die, Carry { add: row.add, halved: true }),
    })
}

/// What is made of a total.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct Carry {
    pub add: u32,
    pub halved: bool,
}

impl Carry {
    pub fn distance(self, total: u32) -> Length {
        let whole = inches(i64::from(total + self.add));
        if self.halved { whole.half() } else { whole }
    }
}

/// GRE-FORM-01: the dice that an action throws for DPs, by the halves of a move it costs: those of the Line, or of
/// limbered line for guns.
pub fn action_dice(mover: Mover, halves: u8, options: &Options) -> Option<(u32, Die)> {
    let line = if mover.kind.is_artillery() { Form::LimberedLine } else { Form::Line };
    let row = tables::movement(mover.row_kind(), mover.grade, line, options.horse_half_and_full)?;
    Some((if halves == 1 { row.half.unwrap_or(row.full) } else { row.full }, row.die))
}

/// A compulsory distance thrown whole: GRE-MOVE-20, GRE-MOVE-21, GRE-MOVE-22.
pub fn compulsory(
    mover: Mover,
    why: Flight,
    clause: Clause,
    dice: &mut dyn Dice,
) -> Result<(Thrown, Length), Wanted> {
    let Some(row) = tables::compulsory(mover.kind, mover.mounted, mover.grade, why) else {
        return Ok((Thrown::none(), Length::ZERO));
    };
    let thrown = throw(clause, row.dice, row.die, dice)?;
    let total = (thrown.total() as i32 + row.add).max(row.floor as i32);
    Ok((thrown, inches(i64::from(total))))
}

/// Everything that a throw for movement looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct MoveFacts {
    pub kind: Kind,
    pub dismounted: bool,
    pub grade: Grade,
    pub form: Form,
    pub gait: Gait,
    /// Through woods, swamp, a stream bed or other rough going.
    pub rough: bool,
    /// In column, the whole move on a road.
    pub on_road: bool,
}

impl Default for MoveFacts {
    fn default() -> Self {
        MoveFacts {
            kind: Kind::Infantry,
            dismounted: false,
            grade: Grade::Regular,
            form: Form::Line,
            gait: Gait::Full,
            rough: false,
            on_road: false,
        }
    }
}

impl MoveFacts {
    pub fn mover(&self) -> Mover {
        Mover { kind: self.kind, mounted: !self.dismounted, grade: self.grade, form: self.form }
    }
}

/// GRE-DP-07: skirmishers at most one a turn; GRE-TERRAIN-04: none in column along a road; GRE-MOVE-08: generals none.
pub fn movement_dp(thrown: &Thrown, kind: Kind, form: Form, rough: bool, on_road: bool) -> u8 {
    if kind == Kind::General || kind == Kind::Sniper || (on_road && form.is_column()) {
        return 0;
    }
    let skirmish = form == Form::Skirmish;
    let low = thrown.low(rough && !skirmish);
    if skirmish { low.min(1) } else { low }
}

/// One throw for movement: distance and DPs.
pub fn march(
    facts: &MoveFacts,
    options: &Options,
    dice: &mut dyn Dice,
) -> Result<Option<(Length, u8)>, Wanted> {
    let Some((n, die, carry)) = pace(facts.mover(), facts.gait, options) else { return Ok(None) };
    let thrown = throw(c::MOVE_01, n, die, dice)?;
    let dp = movement_dp(&thrown, facts.kind, facts.form, facts.rough, facts.on_road);
    Ok(Some((carry.distance(thrown.total()), dp)))
}
