//! The procedures that can be run from facts alone: for odds, for an umpire, for cases.

use crate::book::kinds::{Ability, Form, Grade, Kind};
use crate::book::options::Options;
use crate::book::tables::{self, Flight};
use crate::c;
use crate::procedures::fire::{
    FireFacts, FireResult, TargetFacts, fire, fire_mods, halvings, is_long, may_pour_formed,
};
use crate::procedures::guns::{GunFacts, fire_guns, gun_mods, salvos};
use crate::procedures::melee::{MeleeFacts, melee, melee_mods};
use crate::procedures::morale::{MoraleFacts, morale_mods, test};
use crate::procedures::pace::{self, Gait, MoveFacts, Mover, Thrown, march, movement_dp, pace};
use crate::procedures::skirmish_fire::{
    RecallFacts, SkirmishFacts, recall, recall_mods, skirmish_dice, skirmish_fire, snipe,
};
use crate::procedures::tests_of_command::{
    BrigadeFacts, InitiativeFacts, OrderFacts, PursuitFacts, PursuitResult, brigade_mods, brigade_test,
    change_order, initiative, order_mods, order_needs, pursuit, pursuit_mods, risk,
};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{
    Explained, Fact, Outcome, Prepared, Procedure, ProcedureError, Settings, Settled, facts_from,
};
use longroll_table::{Length, inches};
use schemars::{JsonSchema, schema_for};
use serde::{Deserialize, Serialize};
use serde_json::Value;

pub(crate) const ALL: &[Procedure] = &[
    Procedure {
        name: "fire",
        about: "One firing of a formed unit with small arms, Pour on Fire included.",
        clauses: &[
            c::FIRE_01,
            c::FIRE_02,
            c::FIRE_15,
            c::FIRE_16,
            c::FIRE_39,
            c::POUR_05,
            c::POUR_06,
            c::DP_03,
        ],
        facts: || schema_for!(FireFacts),
        prepare: prepare_fire,
        explain: explain_fire,
    },
    Procedure {
        name: "artillery",
        about: "One firing of a battery: every throw of it, bursting guns and bounce-through.",
        clauses: &[c::ARTY_01, c::ARTY_11, c::ARTY_13, c::ARTY_14, c::ARTY_24, c::ARTY_28],
        facts: || schema_for!(GunFacts),
        prepare: prepare_guns,
        explain: explain_guns,
    },
    Procedure {
        name: "skirmish",
        about: "One firing of a unit in Skirmish.",
        clauses: &[c::SKIRM_01, c::SKIRM_04, c::SKIRM_06, c::SKIRM_07, c::POUR_04],
        facts: || schema_for!(SkirmishFacts),
        prepare: |facts, settings| {
            let facts: SkirmishFacts = facts_from(facts)?;
            check(facts.figures, facts.dp, facts.target.dp)?;
            let options = Options::from_settings(settings);
            Ok(Box::new(move |dice| skirmish_fire(&facts, &options, dice).map(|result| hits(&result))))
        },
        explain: |facts, _| {
            let (dice, settled) = skirmish_dice(&facts_from(facts)?);
            Ok(vec![list("The skirmish fire", format!("{dice} dice, each 6 hits"), settled)])
        },
    },
    Procedure {
        name: "sniper",
        about: "The die of a sniper.",
        clauses: &[c::SKIRM_09],
        facts: || schema_for!(Nothing),
        prepare: |facts, _| {
            let _: Nothing = facts_from(facts)?;
            Ok(Box::new(|dice| snipe(dice).map(|hit| Outcome(vec![("hit", Fact::Yes(hit))]))))
        },
        explain: |_, _| Ok(Vec::new()),
    },
    Procedure {
        name: "recall",
        about: "The recall of skirmishers to Line or Column, or of a detachment to its regiment.",
        clauses: &[c::SKIRM_10, c::SKIRM_11, c::SKIRM_12, c::SKIRM_13, c::SKIRM_14],
        facts: || schema_for!(RecallFacts),
        prepare: |facts, _| {
            let facts: RecallFacts = facts_from(facts)?;
            Ok(Box::new(move |dice| {
                recall(&facts, dice).map(|back| Outcome(vec![("recalled", Fact::Yes(back))]))
            }))
        },
        explain: |facts, _| {
            let facts: RecallFacts = facts_from(facts)?;
            let needs = tables::recall_target(facts.grade);
            Ok(vec![list("The recall", format!("2D6, {needs} or more"), recall_mods(&facts))])
        },
    },
    Procedure {
        name: "morale",
        about: "One unit morale test in the column of its reason.",
        clauses: &[c::MORALE_01, c::CHARGE_10, c::CHARGE_11, c::MORALE_27, c::RALLY_01],
        facts: || schema_for!(MoraleFacts),
        prepare: |facts, _| {
            let facts: MoraleFacts = facts_from(facts)?;
            check(1, facts.dp, 0)?;
            Ok(Box::new(move |dice| {
                test(&facts, dice).map(|tested| {
                    Outcome(vec![
                        ("result", word(&tested.result)),
                        ("dp", number(tested.dp)),
                        ("score", number(tested.score)),
                    ])
                })
            }))
        },
        explain: |facts, _| {
            let facts: MoraleFacts = facts_from(facts)?;
            Ok(vec![list(facts.reason.words(), "2D6".to_owned(), morale_mods(&facts))])
        },
    },
    Procedure {
        name: "melee",
        about: "One round of melee between two sides, to result and casualties.",
        clauses: &[c::MELEE_01, c::MELEE_30, c::MELEE_31, c::MELEE_32, c::MELEE_33, c::MELEE_36, c::MELEE_50],
        facts: || schema_for!(MeleeFacts),
        prepare: prepare_melee,
        explain: |facts, settings| {
            let facts: MeleeFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            let of = |title: &str, own, enemy| {
                list(title, "2D6".to_owned(), melee_mods(own, enemy, facts.later_round, &options))
            };
            Ok(vec![of("Side a", &facts.a, &facts.b), of("Side b", &facts.b, &facts.a)])
        },
    },
    Procedure {
        name: "pursuit",
        about: "The pursuit test of a winner.",
        clauses: &[c::PURSUIT_01, c::PURSUIT_05, c::PURSUIT_06, c::PURSUIT_07, c::PURSUIT_09],
        facts: || schema_for!(PursuitFacts),
        prepare: |facts, settings| {
            let facts: PursuitFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            Ok(Box::new(move |dice| {
                pursuit(&facts, &options, dice).map(|(score, result, dp)| {
                    let does = match (result, facts.infantry) {
                        (PursuitResult::GoBack, true) => Fact::Word("stand"),
                        _ => word(&result),
                    };
                    Outcome(vec![("result", does), ("dp", number(dp)), ("score", number(score))])
                })
            }))
        },
        explain: |facts, _| {
            Ok(vec![list(
                "The pursuit test",
                "2D6, 6 or less pursues".to_owned(),
                pursuit_mods(&facts_from(facts)?),
            )])
        },
    },
    Procedure {
        name: "order",
        about: "A change of a brigade's order by its brigadier, who may lose his nerve, or by the CinC.",
        clauses: &[c::CMD_05, c::CMD_15, c::CMD_17, c::CMD_18, c::CMD_19, c::CMD_20],
        facts: || schema_for!(OrderFacts),
        prepare: prepare_order,
        explain: |facts, _| {
            let facts: OrderFacts = facts_from(facts)?;
            Ok(vec![list(
                "The change of orders",
                format!("2D6, {} or more", order_needs(&facts)),
                order_mods(&facts),
            )])
        },
    },
    Procedure {
        name: "brigade",
        about: "The morale test of a whole brigade.",
        clauses: &[c::BRIG_02, c::BRIG_15, c::BRIG_17],
        facts: || schema_for!(BrigadeFacts),
        prepare: |facts, _| {
            let facts: BrigadeFacts = facts_from(facts)?;
            if facts.original == 0 || facts.broken > facts.original || facts.original > 1000 {
                return Err(ProcedureError(
                    "a brigade has at least one unit, and no more broken than it has".to_owned(),
                ));
            }
            Ok(Box::new(move |dice| {
                brigade_test(&facts, dice)
                    .map(|(score, result)| Outcome(vec![("result", word(&result)), ("score", number(score))]))
            }))
        },
        explain: |facts, _| {
            Ok(vec![list(
                "The brigade test",
                "2D6, 6 or more stands".to_owned(),
                brigade_mods(&facts_from(facts)?),
            )])
        },
    },
    Procedure {
        name: "movement",
        about: "One throw for movement: how far, and how many DPs the dice bring.",
        clauses: &[c::MOVE_01, c::MOVE_09, c::DP_06, c::DP_07, c::TERRAIN_01, c::TERRAIN_04],
        facts: || schema_for!(MoveFacts),
        prepare: |facts, settings| {
            let facts: MoveFacts = facts_from(facts)?;
            let options = Options::from_settings(settings);
            if pace(facts.mover(), facts.gait, &options).is_none() {
                return Err(ProcedureError(format!(
                    "{} {} has no movement dice",
                    facts.kind.words(),
                    facts.form.words()
                )));
            }
            Ok(Box::new(move |dice| {
                march(&facts, &options, dice).map(|moved| {
                    let (far, dp) = moved.unwrap_or_default();
                    let halves = far.micrometres() / crate::book::lengths::half_inches(1).micrometres();
                    Outcome(vec![("half_inches", Fact::Number(halves)), ("dp", number(dp))])
                })
            }))
        },
        explain: |_, _| Ok(Vec::new()),
    },
    Procedure {
        name: "initiative",
        about: "The throw for the initiative of a turn.",
        clauses: &[c::TURN_02],
        facts: || schema_for!(InitiativeFacts),
        prepare: |facts, _| {
            let facts: InitiativeFacts = facts_from(facts)?;
            Ok(Box::new(move |dice| {
                initiative(&facts, dice).map(|[blue, gray]| {
                    let winner = match blue.cmp(&gray) {
                        std::cmp::Ordering::Greater => "blue",
                        std::cmp::Ordering::Less => "gray",
                        std::cmp::Ordering::Equal => "again",
                    };
                    Outcome(vec![("winner", Fact::Word(winner))])
                })
            }))
        },
        explain: |_, _| Ok(Vec::new()),
    },
    Procedure {
        name: "risk",
        about: "What becomes of a general at risk.",
        clauses: &[c::LEADER_01],
        facts: || schema_for!(Nothing),
        prepare: |facts, _| {
            let _: Nothing = facts_from(facts)?;
            Ok(Box::new(|dice| risk(dice).map(|risk| Outcome(vec![("result", word(&risk))]))))
        },
        explain: |_, _| Ok(Vec::new()),
    },
    ACTION,
    CHARGE,
    COMPULSORY,
    ADC,
    OUT_OF_COMMAND,
];

/// A procedure that looks at nothing.
#[derive(Clone, Copy, Debug, Default, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
struct Nothing {}

fn prepare_fire(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check(facts.figures, facts.dp, facts.target.dp)?;
    if facts.mounted && !facts.cavalry {
        return Err(ProcedureError::contradiction("mounted", "cavalry=no", "only cavalry is mounted"));
    }
    agree(&facts.target)?;
    if is_long(facts.weapon, facts.range).is_none() {
        let message = format!("{} do not reach {} in", facts.weapon.words(), facts.range.in_inches());
        return Err(ProcedureError(message));
    }
    if facts.pour && !may_pour_formed(facts.weapon, facts.cavalry, facts.low_ammunition, &options) {
        return Err(ProcedureError("this unit may not pour on fire (GRE-POUR-01, GRE-POUR-02)".to_owned()));
    }
    Ok(Box::new(move |dice| fire(&facts, &options, dice).map(|result| hits(&result))))
}

/// What a target cannot be at the same time.
fn agree(target: &TargetFacts) -> Result<(), ProcedureError> {
    let pairs = [
        (target.charging_cavalry && target.deployed_artillery, "charging_cavalry", "deployed_artillery"),
        (target.skirmishers && target.column, "skirmishers", "column"),
        (target.skirmishers && target.deployed_artillery, "skirmishers", "deployed_artillery"),
        (target.massed && !target.column, "massed", "column=no"),
    ];
    match pairs.into_iter().find(|(both, ..)| *both) {
        Some((_, one, other)) => {
            Err(ProcedureError::contradiction(one, other, "a target is not both at once"))
        }
        None => Ok(()),
    }
}

fn hits(result: &FireResult) -> Outcome {
    Outcome(vec![
        ("hits", number(result.hits)),
        ("dp", number(result.dp)),
        ("figures_lost", number(result.figures_lost)),
        ("destroyed", Fact::Yes(result.destroyed)),
        ("ran_low", Fact::Yes(result.ran_low)),
        ("generals_at_risk", Fact::Yes(result.generals_at_risk)),
    ])
}

fn explain_fire(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: FireFacts = facts_from(facts)?;
    Ok(vec![
        list("The fire", format!("2D6 with {} figures", facts.figures), fire_mods(&facts)),
        list("The hits", "after the table".to_owned(), halvings(&facts)),
    ])
}

fn prepare_guns(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: GunFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check(facts.guns.iter().map(|group| group.models.min(1000)).sum(), facts.dp, facts.target.dp)?;
    if salvos(&facts).is_empty() {
        return Err(ProcedureError(format!("no gun of the battery reaches {} in", facts.range.in_inches())));
    }
    Ok(Box::new(move |dice| {
        fire_guns(&facts, &options, dice).map(|result| {
            let mut outcome = hits(&result.fire);
            outcome.0.push(("bounced", number(result.bounced)));
            outcome.0.push(("burst", number(result.burst.len() as u32)));
            outcome
        })
    }))
}

fn explain_guns(facts: &Value, _: &Settings) -> Result<Vec<Explained>, ProcedureError> {
    let facts: GunFacts = facts_from(facts)?;
    Ok(salvos(&facts)
        .iter()
        .map(|salvo| {
            let models: u32 = salvo.guns.iter().map(|group| group.models.min(1000)).sum();
            list("The guns", format!("2D6 with {models} models, {:?}", salvo.class), gun_mods(&facts, salvo))
        })
        .collect())
}

fn prepare_melee(facts: &Value, settings: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: MeleeFacts = facts_from(facts)?;
    let options = Options::from_settings(settings);
    check(facts.a.figures, facts.a.dp, facts.b.dp)?;
    check(facts.b.figures, 0, 0)?;
    if facts.a.numbers().max(facts.b.numbers()) > 100_000 {
        return Err(ProcedureError("too many figures for one melee".to_owned()));
    }
    Ok(Box::new(move |dice| {
        melee(&facts, &options, dice).map(|result| {
            let winner = match result.winner {
                Some(0) => "a",
                Some(_) => "b",
                None => "draw",
            };
            Outcome(vec![
                ("winner", Fact::Word(winner)),
                ("result", word(&result.fate)),
                ("loser_dp", number(result.loser_dp)),
                ("winner_dp", number(result.winner_dp)),
                ("a_lost", number(result.casualties[0])),
                ("b_lost", number(result.casualties[1])),
            ])
        })
    }))
}

fn prepare_order(facts: &Value, _: &Settings) -> Result<Prepared, ProcedureError> {
    let facts: OrderFacts = facts_from(facts)?;
    if !tables::order_row(facts.wanted).2 || facts.wanted == facts.present {
        return Err(ProcedureError(
            "choose another order, and never Retire (GRE-CMD-11, GRE-CMD-23)".to_owned(),
        ));
    }
    Ok(Box::new(move |dice| {
        change_order(&facts, dice).map(|result| {
            Outcome(vec![
                ("changed", Fact::Yes(result.changed)),
                ("lost_nerve", Fact::Yes(result.lost_nerve)),
                ("order", Fact::Word(result.order.key())),
            ])
        })
    }))
}

pub(crate) fn list(title: &str, result: String, settled: Settled) -> Explained {
    Explained { title: title.to_owned(), result, settled }
}

fn check(figures: u32, dp: u8, target_dp: u8) -> Result<(), ProcedureError> {
    if figures == 0 || figures > 10_000 {
        return Err(ProcedureError("a unit on the table has at least one figure (GRE-UNIT-09)".to_owned()));
    }
    if dp > 3 || target_dp > 3 {
        return Err(ProcedureError("a unit holds at most 3 DPs (GRE-DP-02)".to_owned()));
    }
    Ok(())
}

fn number(value: impl Into<i64>) -> Fact {
    Fact::Number(value.into())
}

/// The snake-case word of a plain enum.
fn word(value: &impl std::fmt::Debug) -> Fact {
    Fact::Word(match format!("{value:?}").as_str() {
        "Charge" => "charge",
        "CounterchargeOrStand" => "countercharge_or_stand",
        "Stand" => "stand",
        "Obey" => "obey",
        "Halt" => "halt",
        "Retreat" => "retreat",
        "Rout" => "rout",
        "Rally" => "rally",
        "Fail" => "fail",
        "Disperse" => "disperse",
        "Draw" => "draw",
        "PushedBack" => "pushed_back",
        "Dispersed" => "dispersed",
        "Stay" => "stay",
        "StandOrRetire" => "stand_or_retire",
        "GoBack" => "go_back",
        "Pursue" => "pursue",
        "Stands" => "stands",
        "Breaks" => "breaks",
        "Panics" => "panics",
        "Killed" => "killed",
        "Captured" => "captured",
        "BadlyWounded" => "badly_wounded",
        "LightlyWounded" => "lightly_wounded",
        _ => "unharmed",
    })
}

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
    length.micrometres() / crate::book::lengths::half_inches(1).micrometres()
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
