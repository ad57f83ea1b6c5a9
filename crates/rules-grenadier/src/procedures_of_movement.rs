//! Procedures of dice that move units or cost them DPs, and of the single dice of command, from facts alone.

use crate::c;
use crate::kinds::{Ability, Form, Grade, Kind};
use crate::options::Options;
use crate::pace::{self, Gait, Mover, Thrown, movement_dp};
use crate::tables::{self, Flight};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Fact, Outcome, Prepared, Procedure, ProcedureError, facts_from};
use longroll_table::{Length, inches};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};

/// GRE-FORM-01: an action of the formation table.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ActionFacts {
    kind: Kind,
    dismounted: bool,
    grade: Grade,
    /// The formation after the action.
    form: Form,
    /// The share of a move it costs: half or full.
    costs: Gait,
    rough: bool,
}

impl Default for ActionFacts {
    fn default() -> Self {
        ActionFacts {
            kind: Kind::Infantry,
            dismounted: false,
            grade: Grade::Regular,
            form: Form::Line,
            costs: Gait::Half,
            rough: false,
        }
    }
}

/// The stages of a charge that throw dice.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum ChargeStage {
    Approach,
    #[default]
    Closing,
    Countercharge,
    /// Cavalry going back at charge speed, without DPs.
    GoingBack,
}

/// GRE-CHARGE-03, GRE-CHARGE-06, GRE-CHARGE-14.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct ChargeFacts {
    mounted: bool,
    grade: Grade,
    form: Form,
    stage: ChargeStage,
    rough: bool,
    /// Inches to the target, of which it is told whether they are covered.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    gap: Length,
}

impl Default for ChargeFacts {
    fn default() -> Self {
        ChargeFacts {
            mounted: false,
            grade: Grade::Regular,
            form: Form::Line,
            stage: ChargeStage::Closing,
            rough: false,
            gap: inches(5),
        }
    }
}

/// Why a compulsory distance is thrown.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(rename_all = "snake_case")]
enum FlightWhy {
    #[default]
    Retreat,
    Rout,
    Evade,
    Pursuit,
}

/// GRE-MOVE-20, GRE-MOVE-21, GRE-MOVE-22.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct CompulsoryFacts {
    kind: Kind,
    dismounted: bool,
    grade: Grade,
    form: Form,
    why: FlightWhy,
    rough: bool,
}

impl Default for CompulsoryFacts {
    fn default() -> Self {
        CompulsoryFacts {
            kind: Kind::Infantry,
            dismounted: false,
            grade: Grade::Regular,
            form: Form::Line,
            why: FlightWhy::Retreat,
            rough: false,
        }
    }
}

/// A procedure that looks at nothing.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Nothing {}

pub(crate) const ACTION: Procedure = Procedure {
    name: "action",
    about: "The dice of a formation change or another action, read for DPs.",
    clauses: &[c::FORM_01, c::DP_06, c::DP_07, c::TERRAIN_01],
    facts: || schema_for!(ActionFacts),
    prepare: |facts, settings| {
        let facts: ActionFacts = facts_from(facts)?;
        let options = Options::from_settings(settings);
        let mover =
            Mover { kind: facts.kind, mounted: !facts.dismounted, grade: facts.grade, form: facts.form };
        let halves = if facts.costs == Gait::Half { 1 } else { 2 };
        let Some((n, die)) = pace::action_dice(mover, halves, &options) else {
            return Err(no_dice(facts.kind));
        };
        Ok(Box::new(move |dice| {
            let thrown = pace::throw(c::FORM_01, n, die, dice)?;
            let dp = movement_dp(&thrown, facts.kind, facts.form, facts.rough, false);
            Ok(Outcome(vec![("dp", Fact::Number(dp.into()))]))
        }))
    },
    explain: |_, _| Ok(Vec::new()),
};

pub(crate) const CHARGE: Procedure = Procedure {
    name: "charge",
    about: "The dice of an approach, a closing, a countercharge, or of cavalry going back: inches, DPs, and whether a gap is covered.",
    clauses: &[c::CHARGE_03, c::CHARGE_04, c::CHARGE_05, c::CHARGE_06, c::CHARGE_14, c::MELEE_37],
    facts: || schema_for!(ChargeFacts),
    prepare: |facts, settings| {
        let facts: ChargeFacts = facts_from(facts)?;
        let options = Options::from_settings(settings);
        let Some(row) = tables::charge_move(facts.mounted, facts.grade, facts.form) else {
            return Err(ProcedureError(format!("{} does not charge", facts.form.words())));
        };
        let (n, add) = match facts.stage {
            ChargeStage::Approach | ChargeStage::Countercharge => (row.approach, 0),
            ChargeStage::Closing => (row.closing + row.bonus, row.add),
            ChargeStage::GoingBack if options.whole_charge_back => {
                (row.approach + row.closing + row.bonus, row.add)
            }
            ChargeStage::GoingBack => (row.approach + row.bonus, 0),
        };
        Ok(Box::new(move |dice| {
            let thrown = pace::throw(c::CHARGE_03, n, row.die, dice)?;
            let kind = if facts.mounted { Kind::Cavalry } else { Kind::Infantry };
            let free = facts.stage == ChargeStage::GoingBack;
            let dp = if free { 0 } else { movement_dp(&thrown, kind, facts.form, facts.rough, false) };
            let far = thrown.total() + add;
            let covered = facts.gap.within(inches(i64::from(far)));
            Ok(Outcome(vec![
                ("inches", Fact::Number(far.into())),
                ("dp", Fact::Number(dp.into())),
                ("covered", Fact::Yes(covered)),
            ]))
        }))
    },
    explain: |_, _| Ok(Vec::new()),
};

pub(crate) const COMPULSORY: Procedure = Procedure {
    name: "compulsory",
    about: "The dice of a retreat, rout, evade or pursuit: the whole distance, what is run at once, and DPs.",
    clauses: &[c::MOVE_20, c::MOVE_21, c::MOVE_22, c::MOVE_23, c::DP_08],
    facts: || schema_for!(CompulsoryFacts),
    prepare: prepare_compulsory,
    explain: |_, _| Ok(Vec::new()),
};

fn prepare_compulsory(
    facts: &serde_json::Value,
    settings: &longroll_kit::Settings,
) -> Result<Prepared, ProcedureError> {
    let facts: CompulsoryFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    let why = if facts.why == FlightWhy::Pursuit { Flight::Pursuit } else { Flight::Away };
    if tables::compulsory(facts.kind, !facts.dismounted, facts.grade, why).is_none() {
        return Err(no_dice(facts.kind));
    }
    let mover = Mover { kind: facts.kind, mounted: !facts.dismounted, grade: facts.grade, form: facts.form };
    Ok(Box::new(move |dice| {
        let (thrown, far) = pace::compulsory(mover, why, c::MOVE_23, dice)?;
        let flees = matches!(facts.why, FlightWhy::Retreat | FlightWhy::Rout);
        let at_once = if flees { far.half() } else { far };
        let dp = if flees && !options.flight_dp { 0 } else { dp_of(&thrown, &facts) };
        Ok(Outcome(vec![
            ("inches", Fact::Number(in_halves(far) / 2)),
            ("half_inches_at_once", Fact::Number(in_halves(at_once))),
            ("dp", Fact::Number(dp.into())),
        ]))
    }))
}

fn dp_of(thrown: &Thrown, facts: &CompulsoryFacts) -> u8 {
    movement_dp(thrown, facts.kind, facts.form, facts.rough, false)
}

fn in_halves(length: Length) -> i64 {
    length.micrometres() / crate::measure::half_inches(1).micrometres()
}

fn no_dice(kind: Kind) -> ProcedureError {
    ProcedureError(format!("{} throws no such dice", kind.words()))
}

pub(crate) const ADC: Procedure = Procedure {
    name: "adc",
    about: "The ability of an ADC who takes over from a lost general.",
    clauses: &[c::CMD_13],
    facts: || schema_for!(Nothing),
    prepare: |facts, _| {
        let _: Nothing = facts_from(facts)?;
        Ok(Box::new(|dice| {
            let ability = match tables::adc(dice.one(c::CMD_13, Die::D6)?) {
                Ability::Excellent => "excellent",
                Ability::Average => "average",
                Ability::Poor => "poor",
            };
            Ok(Outcome(vec![("ability", Fact::Word(ability))]))
        }))
    },
    explain: |_, _| Ok(Vec::new()),
};

pub(crate) const OUT_OF_COMMAND: Procedure = Procedure {
    name: "out_of_command",
    about: "The die of an out-of-command unit that wants to charge.",
    clauses: &[c::CMD_04],
    facts: || schema_for!(Nothing),
    prepare: |facts, _| {
        let _: Nothing = facts_from(facts)?;
        Ok(Box::new(|dice: &mut dyn Dice| -> Result<Outcome, Wanted> {
            let may = dice.count(c::CMD_04, 1, Die::D6, 5)? == 1;
            Ok(Outcome(vec![("may_charge", Fact::Yes(may))]))
        }))
    },
    explain: |_, _| Ok(Vec::new()),
};
