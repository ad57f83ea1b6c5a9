//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::book::kinds::{Arm, Formation, Level, Quality, Stand, Weapon, Woods, Works, spread};
use crate::book::options::Options;
use crate::field::ground::Covered;
use crate::field::measured::{is_behind_friends, is_near_enemy, may_fire_at, morale_facts, supports};
use crate::field::sight::{
    apart, are_adjacent, can_see, has_in_arc, is_in_primary_zone, range, sector, under,
};
use crate::procedures::fire::Manner;
use crate::procedures::impact::cmm;
use crate::procedures::losses::take_stands;
use crate::procedures::morale::{Cause, basic, mmp};
use crate::turn::apply::settle;
use crate::turn::event::Event;
use crate::turn::muster::blank_state;
use crate::turn::state::{Fate, Muster, Piece, State, Step};
use longroll_kit::{
    CaseSetup, EdgesByHand, ObjectiveByHand, Settings, Side, UnitId, degrees_in, degrees_shown, held_fact,
    inches_in, inches_shown, place_by_hand, plain,
};
use longroll_table::{Point, Pose};
use serde::Deserialize;
use serde_json::{Value, json};

/// The position as the case describes it: in the actions of the active side unless it says otherwise.
pub(crate) fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
    let game: GameSetup = serde_json::from_value(Value::Object(setup.game.clone()))
        .map_err(|error| format!("setup: {error}"))?;
    let units: Vec<UnitSetup> = setup
        .units
        .iter()
        .enumerate()
        .map(|(place, unit)| {
            UnitSetup::deserialize(unit).map_err(|error| format!("setup.unit, number {}: {error}", place + 1))
        })
        .collect::<Result<_, _>>()?;
    let mut state = blank_state(setup.field.clone(), Options::from_settings(settings));
    let mut formations: Vec<String> = Vec::new();
    let pieces = units.iter().map(|unit| unit.piece(&mut formations)).collect::<Result<Vec<_>, _>>()?;
    let muster = Muster {
        pieces,
        formations,
        edges: [game.edges.blue, game.edges.gray],
        turns: game.turns,
        first: game.first,
        objectives: game
            .objectives
            .iter()
            .map(|objective| objective.objective(inches_in))
            .collect::<Result<_, _>>()?,
    };
    Event::Mustered(muster).apply(&mut state);
    state.first = game.first.unwrap_or(game.active);
    Event::TurnBegan { active: game.active, turn: game.turn }.apply(&mut state);
    state.step = game.step;
    for (place, unit) in units.iter().enumerate() {
        unit.dress(&mut state, UnitId(place as u16))?;
    }
    for (place, unit) in units.iter().enumerate() {
        unit.join(&mut state, UnitId(place as u16))?;
    }
    for id in state.ids() {
        settle(&mut state, id);
    }
    Ok(state)
}

/// Facts by name: `A.level`, `A.at`, `A.distance.X`, `held.OBJECTIVE`, `turn`, `active`, `step`, `winner`.
pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        return held_fact(&state.muster.objectives, &state.held, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let (piece, now) = (state.piece(id), state.unit(id));
    let key = |id: UnitId| state.piece(id).key.clone();
    let facts = || morale_facts(state, id, Cause::Event, None);
    Ok(match what {
        "at" => json!([inches_shown(now.pose.at.x), inches_shown(now.pose.at.y)]),
        "facing" => json!(degrees_shown(now.pose.facing)),
        "level" => json!(now.level),
        "figures" => json!(state.figures(id)),
        "lost" => json!(piece.strength().saturating_sub(state.regiment_figures(id))),
        "stands" => json!(state.stands(id)),
        "depleted" => json!(state.is_depleted(id)),
        "formation" => json!(now.formation),
        "mounted" => json!(now.mounted),
        "fate" => json!(now.fate),
        "actions" => json!(now.actions),
        "reacted" => json!(now.reacted),
        "volleyed" => json!(now.volleyed),
        "in_command" => json!(now.in_command),
        "charging" => json!(now.charging),
        "with" => json!(now.with.map(key)),
        "merged" => json!(now.merged.map(key)),
        "remnant" => json!(now.remnant.map(key)),
        "bmp" => json!(basic(&facts())),
        "mmp" => json!(mmp(&facts(), &state.options)),
        "elements_lost" => json!(state.elements_lost(id)),
        "ground" => json!(under(state, id)),
        "supports" => json!(supports(state, id).count()),
        "near_enemy" => json!(is_near_enemy(state, id)),
        "behind_friends" => json!(is_behind_friends(state, id, Cause::Event)),
        "disengaging" => json!(now.disengaging),
        "charge_modifier" => {
            json!(cmm(piece.arm, now.formation, now.mounted, now.level, &state.options))
        }
        "front" => json!(inches_shown(now.rect.size().front.micrometres())),
        "depth" => json!(inches_shown(now.rect.size().depth.micrometres())),
        _ => {
            let of = |prefix: &str| what.strip_prefix(prefix).and_then(|other| state.find(other));
            if let Some(other) = of("distance.") {
                json!(inches_shown(apart(state, id, other).micrometres()))
            } else if let Some(other) = of("range.") {
                json!(inches_shown(range(state, id, other).micrometres()))
            } else if let Some(other) = of("adjacent.") {
                json!(are_adjacent(state, id, other))
            } else if let Some(other) = of("sees.") {
                json!(can_see(state, id, other).is_ok())
            } else if let Some(other) = of("in_arc.") {
                json!(has_in_arc(state, id, other))
            } else if let Some(other) = of("in_zone.") {
                json!(is_in_primary_zone(state, id, other))
            } else if let Some(other) = of("may_fire_at.") {
                json!(may_fire_at(state, id, other, Manner::Ordinary).is_ok())
            } else if let Some(other) = of("cover.") {
                json!(cover_word(&state.ground.cover(
                    &state.field,
                    &now.rect,
                    Some(state.rect(other).front_middle())
                )))
            } else if let Some(other) = of("sector.") {
                json!(sector(state, id, state.rect(other).front_middle()))
            } else {
                return Err(format!(
                    "{name:?} is not a fact; a unit has at, facing, level, figures, lost, stands, depleted, formation, mounted, fate, \
                     actions, reacted, volleyed, in_command, charging, with, merged, remnant, bmp, mmp, elements_lost, ground, \
                     front, depth, supports, near_enemy, behind_friends, charge_modifier, distance.OTHER, range.OTHER, \
                     adjacent.OTHER, sees.OTHER, in_arc.OTHER, in_zone.OTHER, may_fire_at.OTHER, cover.OTHER and sector.OTHER"
                ));
            }
        }
    })
}

/// What covers a unit from there, the best first.
fn cover_word(cover: &Covered) -> &'static str {
    match (cover.village, cover.works, cover.wall, cover.woods, cover.fence) {
        (true, ..) => "village",
        (_, Works::Heavy, ..) => "heavy_works",
        (_, Works::Light, ..) => "light_works",
        (_, Works::Hasty, ..) => "hasty_works",
        (_, _, true, ..) => "stone_wall",
        (_, _, _, Woods::Heavy, _) => "heavy_woods",
        (_, _, _, Woods::Light, _) => "light_woods",
        (.., true) => "fence",
        _ => "none",
    }
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "turn" => json!(state.turn),
        "active" => json!(state.active),
        "first" => json!(state.first),
        "step" => json!(state.step),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        "owed" => json!(state.owed.len()),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has turn, active, first, step, over, winner and owed"
            ));
        }
    })
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    active: Side,
    step: Step,
    turn: u32,
    turns: u32,
    first: Option<Side>,
    edges: EdgesByHand,
    objectives: Vec<ObjectiveByHand>,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            active: Side::Blue,
            step: Step::Actions,
            turn: 1,
            turns: 8,
            first: None,
            edges: EdgesByHand::default(),
            objectives: Vec::new(),
        }
    }
}

/// One unit of a case. What is left out: six veteran rifle-muskets in good order, in battle line on two stands, in command, with
/// the opening volley fired.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSetup {
    name: String,
    side: Side,
    #[serde(rename = "type")]
    arm: Arm,
    at: [Value; 2],
    #[serde(default)]
    facing: Option<Value>,
    #[serde(default)]
    quality: Option<Quality>,
    #[serde(default)]
    weapon: Option<Weapon>,
    /// At the start; sections of a battery.
    #[serde(default)]
    figures: Option<u8>,
    #[serde(default)]
    stands: Option<u8>,
    #[serde(default)]
    lost: u8,
    #[serde(default)]
    formation: Option<Formation>,
    #[serde(default)]
    mounted: bool,
    #[serde(default)]
    level: Option<Level>,
    #[serde(default)]
    fate: Option<Fate>,
    #[serde(default)]
    brigade: Option<String>,
    #[serde(default)]
    above: Vec<String>,
    #[serde(default)]
    benefit: u8,
    #[serde(default = "yes")]
    leads_brigade: bool,
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    merged: Option<String>,
    #[serde(default)]
    remnant: Option<String>,
    #[serde(default)]
    opening: bool,
    #[serde(default)]
    reacted: bool,
    /// Enemies fired at in reaction, and in desperation, in this player turn.
    #[serde(default)]
    fired_at: Vec<String>,
    #[serde(default)]
    desperate_at: Vec<String>,
    #[serde(default)]
    charging: bool,
    #[serde(default)]
    disengaging: bool,
    /// Of a leader: he has moved already.
    #[serde(default)]
    moved: bool,
    #[serde(default = "yes")]
    in_command: bool,
    #[serde(default)]
    sharpshooters: bool,
    #[serde(default = "yes")]
    pistols: bool,
    #[serde(default)]
    actions: Option<u8>,
    #[serde(default)]
    muster_points: Option<u32>,
}

fn yes() -> bool {
    true
}

impl UnitSetup {
    fn piece(&self, formations: &mut Vec<String>) -> Result<Piece, String> {
        let mut place = |name: String| match formations.iter().position(|known| *known == name) {
            Some(place) => place as u16,
            None => {
                formations.push(name);
                (formations.len() - 1) as u16
            }
        };
        let brigade = self.brigade.clone().unwrap_or_else(|| format!("{}'s brigade", self.side));
        let chain = std::iter::once(brigade).chain(self.above.iter().cloned()).map(&mut place).collect();
        let (weapon, formation, figures) = match self.arm {
            Arm::Infantry => (Weapon::RifleMusket, Formation::BattleLine, 6),
            Arm::Cavalry => (Weapon::SharpsBlCarbine, Formation::CavalryLine, 6),
            Arm::Artillery => (Weapon::Napoleon, Formation::Unlimbered, 3),
            Arm::Leader => (Weapon::None, Formation::BattleLine, 0),
        };
        let figures = self.figures.unwrap_or(figures);
        let stands = if self.arm == Arm::Artillery { figures } else { self.stands.unwrap_or(2) };
        if self.arm != Arm::Leader && (figures == 0 || !(1..=3).contains(&stands)) {
            return Err(format!("{}: a unit has figures, on one to three stands", self.name));
        }
        let facing = match &self.facing {
            None => Default::default(),
            Some(value) => degrees_in(&plain(value))?,
        };
        Ok(Piece {
            key: self.name.clone(),
            name: self.name.clone(),
            side: self.side,
            arm: self.arm,
            quality: self.quality.unwrap_or(Quality::Veteran),
            weapon: self.weapon.unwrap_or(weapon),
            stands: if figures == 0 { Default::default() } else { spread(figures, stands).collect() },
            pistols: self.pistols && self.arm == Arm::Cavalry,
            sharpshooters: self.sharpshooters || self.weapon == Some(Weapon::SharpshooterRifleMusket),
            chain,
            leads_brigade: self.leads_brigade,
            benefit: self.benefit,
            muster_points: self.muster_points,
            pose: Pose { at: point(&self.at)?, facing },
            formation: self.formation.unwrap_or(formation),
            mounted: self.mounted,
        })
    }

    fn dress(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        let active = state.active;
        let first = state.options.loses_first(state.piece(id).quality);
        let unit = &mut state.units[id.index()];
        let stands: &mut [Stand] = &mut unit.stands;
        take_stands(stands, first, self.lost);
        unit.level = self.level.unwrap_or(Level::GoodOrder);
        unit.fate = self.fate.unwrap_or(Fate::OnTable);
        unit.volleyed = !self.opening;
        unit.reacted = self.reacted;
        unit.charging = self.charging;
        unit.disengaging = self.disengaging;
        unit.moved = self.moved;
        unit.in_command = self.in_command;
        unit.actions = self.actions.unwrap_or(if self.side == active { 2 } else { 0 });
        if state.is_depleted(id) && state.units[id.index()].level == Level::GoodOrder {
            state.units[id.index()].level = Level::Disorder;
        }
        Ok(())
    }

    fn join(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        let find = |state: &State, name: &Option<String>| match name {
            None => Ok(None),
            Some(name) => state.find(name).map(Some).ok_or_else(|| format!("there is no unit {name:?}")),
        };
        let all = |names: &[String]| -> Result<Vec<UnitId>, String> {
            let known = |name: &String| state.find(name).ok_or_else(|| format!("there is no unit {name:?}"));
            names.iter().map(known).collect()
        };
        let (fired_at, desperate_at) = (all(&self.fired_at)?, all(&self.desperate_at)?);
        state.units[id.index()].fired_at = fired_at.into();
        state.units[id.index()].desperate_at = desperate_at.into();
        state.units[id.index()].with = find(state, &self.with)?;
        if let Some(other) = find(state, &self.merged)? {
            state.units[other.index()].fate = Fate::Joined;
            state.units[id.index()].merged = Some(other);
        }
        if let Some(other) = find(state, &self.remnant)? {
            state.units[other.index()].fate = Fate::Joined;
            state.units[id.index()].remnant = Some(other);
        }
        Ok(())
    }
}

/// A place of a case.
fn point(at: &[Value; 2]) -> Result<Point, String> {
    place_by_hand(at, inches_in)
}
