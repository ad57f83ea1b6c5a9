//! Artillery fire, from facts alone: bands, canister, mixed batteries, bursting guns, bounce-through.

use crate::book::kinds::{Cover, Grade, Gun, Kind};
use crate::book::lengths::inches_up;
use crate::book::options::{DoubleSix, Options};
use crate::book::tables::{self, RangeClass, artillery_class, score_column};
use crate::c;
use crate::procedures::fire::{FireResult, TargetFacts, bonus, halved, landed, target_mods};
use longroll_dice::{Dice, Die, Wanted};
use longroll_kit::{Mods, Settled, Stack};
use longroll_table::{Length, inches};
use schemars::JsonSchema;
use serde::{Deserialize, Serialize};
use smallvec::SmallVec;

/// GRE-ARTY-05: the table ends at three models.
const BLOCK: u32 = 3;

/// Models of one type that are served and fire.
#[derive(Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(deny_unknown_fields)]
pub struct GunGroup {
    pub gun: Gun,
    pub models: u32,
}

/// Everything that one firing of a battery looks at.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize, JsonSchema)]
#[serde(default, deny_unknown_fields)]
pub struct GunFacts {
    /// Served models by type.
    pub guns: Vec<GunGroup>,
    /// How the battery is drawn or mounted.
    pub kind: Kind,
    pub grade: Grade,
    pub dp: u8,
    /// Inches between the nearest points of the two bases.
    #[serde(with = "longroll_kit::inches")]
    #[schemars(with = "f64")]
    pub range: Length,
    /// Unlimbered, turned or manhandled this turn (horse artillery only; others may not fire then).
    pub turned: bool,
    pub fired_last_turn: bool,
    pub low_ammunition: bool,
    /// From the flank zone of a Line or of an unlimbered battery.
    pub enfilade: bool,
    /// Somebody stands directly behind the target within 5 in.
    pub unit_behind: bool,
    pub target: TargetFacts,
}

impl Default for GunFacts {
    fn default() -> Self {
        GunFacts {
            guns: vec![GunGroup { gun: Gun::Napoleon, models: 2 }],
            kind: Kind::FootArtillery,
            grade: Grade::Regular,
            dp: 0,
            range: inches(15),
            turned: false,
            fired_last_turn: false,
            low_ammunition: false,
            enfilade: false,
            unit_behind: false,
            target: TargetFacts::default(),
        }
    }
}

/// One throw: which guns make it, at what class of range.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Salvo {
    pub guns: SmallVec<[GunGroup; 2]>,
    pub class: RangeClass,
}

/// What a firing did: hits on the target, hits on the unit behind, guns burst.
#[derive(Clone, PartialEq, Eq, PartialOrd, Ord, Debug)]
pub struct GunResult {
    pub fire: FireResult,
    pub bounced: u32,
    pub burst: SmallVec<[Gun; 2]>,
}

/// GRE-ARTY-24, GRE-ARTY-25: one throw if all types are in the same class of range, else one for each type in range.
pub fn salvos(facts: &GunFacts) -> SmallVec<[Salvo; 2]> {
    let away = inches_up(facts.range);
    let classes: SmallVec<[(GunGroup, Option<RangeClass>); 2]> = facts
        .guns
        .iter()
        .filter(|group| group.models > 0)
        .map(|group| (*group, artillery_class(tables::gun(group.gun).band, away)))
        .collect();
    let Some((_, first)) = classes.first() else { return SmallVec::new() };
    if classes.iter().all(|(_, class)| class == first) {
        let guns = classes.iter().map(|(group, _)| *group).collect();
        return first.iter().map(|class| Salvo { guns: SmallVec::clone(&guns), class: *class }).collect();
    }
    let apart = classes.iter().filter_map(|(group, class)| Some((*group, (*class)?)));
    apart.map(|(group, class)| Salvo { guns: SmallVec::from_slice(&[group]), class }).collect()
}

/// The list of one throw: GRE-ARTY-12 and the lines after it, and the target's column.
pub fn gun_mods(facts: &GunFacts, salvo: &Salvo) -> Settled {
    let mut mods = Mods::new();
    mods.when(!facts.grade.is_steady(), c::ARTY_12, "battery Trained or Raw", -1);
    // GRE-ARTY-13, GRE-ARTY-31: within canister range it is always canister; GRE-ARTY-25: the lower bonus in a joint throw
    let canister = salvo.guns.iter().map(|group| tables::gun(group.gun).canister).min().unwrap_or(0);
    mods.when(salvo.class == RangeClass::Canister, c::ARTY_13, "canister", canister);
    let turned = facts.turned && facts.kind == Kind::HorseArtillery;
    mods.when(turned, c::ARTY_19, "horse battery unlimbered or turned", -2);
    let sheltered = facts.target.cover != Cover::None || facts.target.prone;
    let shell = salvo.class != RangeClass::Canister && sheltered;
    mods.when(shell, c::ARTY_21, "shell against building, prone or cover", 1);
    let naval =
        facts.kind == Kind::NavalArtillery || salvo.guns.iter().any(|group| tables::gun(group.gun).naval);
    mods.when(naval, c::ARTY_22, "naval guns", -1);
    mods.when(facts.dp > 0, c::ARTY_23, "each DP on the battery", -i32::from(facts.dp));
    mods.when(salvo.guns.len() > 1, c::ARTY_24, "mixed battery", -1);
    mods.when(facts.enfilade, c::ARTY_26, "enfilade", 3);
    target_mods(&mut mods, &facts.target);
    mods.settle(Stack::All)
}

/// Hits of one score by so many models: GRE-ARTY-01, GRE-ARTY-05.
pub fn table_hits(models: u32, score: i32) -> u32 {
    let Some(column) = score_column(score) else { return 0 };
    let (blocks, rest) = (models / BLOCK, models % BLOCK);
    blocks * tables::artillery_hits(BLOCK, column)
        + if rest > 0 { tables::artillery_hits(rest, column) } else { 0 }
}

pub fn fire_guns(facts: &GunFacts, options: &Options, dice: &mut dyn Dice) -> Result<GunResult, Wanted> {
    let (mut hits, mut sixes) = (0, 0);
    let mut burst = SmallVec::new();
    for salvo in salvos(facts) {
        let mods = gun_mods(facts, &salvo).total;
        let faces = dice.sorted(c::ARTY_01, 2, Die::D6)?;
        let (a, b) = (faces[0], faces[1]);
        let models = salvo.guns.iter().map(|group| group.models).sum();
        // GRE-ARTY-11: long range and low ammunition halve
        let times = u32::from(salvo.class == RangeClass::Long) + u32::from(facts.low_ammunition);
        hits += halved(table_hits(models, i32::from(a) + i32::from(b) + mods), times);
        sixes += u32::from(a == 6 && b == 6);
        // GRE-ARTY-28: fired last turn too, and any natural double but sixes
        if facts.fired_last_turn && a == b && a != 6 {
            burst
                .extend(salvo.guns.iter().find(|group| tables::gun(group.gun).bursts).map(|group| group.gun));
        }
    }
    let hits = hits + bonus(sixes, options);
    let risk = sixes > 0 && options.double_six != DoubleSix::Nothing;
    let bounced = if facts.unit_behind { bounce(hits, options, dice)? } else { 0 };
    // GRE-ARTY-30: the hits of the throw that burst a gun count
    Ok(GunResult { fire: landed(hits, &facts.target, false, risk), bounced, burst })
}

/// GRE-ARTY-14: half of the hits go on to the unit behind; a D12 settles an odd half. GRE-ARTY-15: it bounces once.
pub fn bounce(hits: u32, options: &Options, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    if hits == 0 {
        return Ok(0);
    }
    if !options.bounce_odd_half {
        let high = dice.count(c::ARTY_14, 1, Die::D12, 7)? == 1;
        return Ok(if high { 0 } else { hits.div_ceil(2) });
    }
    odd_half(hits, c::ARTY_14, dice)
}

/// Half of some hits; the owner of the victim throws a D12 for an odd half, and high is good for him.
pub(crate) fn odd_half(hits: u32, clause: longroll_kit::Clause, dice: &mut dyn Dice) -> Result<u32, Wanted> {
    if hits.is_multiple_of(2) {
        return Ok(hits / 2);
    }
    let high = dice.count(clause, 1, Die::D12, 7)? == 1;
    Ok(if high { hits / 2 } else { hits.div_ceil(2) })
}
