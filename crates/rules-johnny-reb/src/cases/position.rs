//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::book::kinds::{Arm, Formation, Grade, Level, Quality, Weapon};
use crate::book::options::Options;
use crate::cases::words::order_in;
use crate::field::sight::{can_see, face_struck, has_in_arc, is_visible};
use crate::procedures::fire::band;
use crate::procedures::morale::{Cause, morale_point};
use crate::ruleset::blank_state;
use crate::turn::apply::place;
use crate::turn::event::Event;
use crate::turn::fire_step::targets;
use crate::turn::morale_step::measure;
use crate::turn::state::{Ammunition, Contact, Fate, Muster, Order, Phase, Piece, State};
use longroll_kit::{
    CaseSetup, EdgesByHand, ObjectiveByHand, Settings, Side, UnitId, degrees_in, degrees_shown, held_fact,
    inches_in, inches_shown, place_by_hand, plain,
};
use longroll_table::{Point, Pose, distance};
use serde::Deserialize;
use serde_json::{Value, json};

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
    let muster = Muster {
        pieces: units.iter().map(UnitSetup::piece).collect::<Result<Vec<_>, _>>()?,
        edges: [game.edges.blue, game.edges.gray],
        turns: game.turns,
        objectives: game
            .objectives
            .iter()
            .map(|objective| objective.objective(inches_in))
            .collect::<Result<_, _>>()?,
    };
    Event::Mustered(muster).apply(&mut state);
    state.turn = game.turn;
    state.phase = game.phase;
    state.revealed = game.phase >= Phase::Reveal;
    for (place, unit) in units.iter().enumerate() {
        unit.dress(&mut state, UnitId(place as u16))?;
    }
    for (place, unit) in units.iter().enumerate() {
        let Some(enemy) = &unit.in_melee_with else { continue };
        let defender = state.find(enemy).ok_or_else(|| format!("there is no unit {enemy:?}"))?;
        let attacker = UnitId(place as u16);
        let supports = [Vec::new(), Vec::new()];
        let (joined, from) = (Vec::new(), None);
        state.contacts.push(Contact { attacker, defender, supports, is_old: unit.old_melee, joined, from });
    }
    for (place, unit) in units.iter().enumerate() {
        let find = |name: &String| state.find(name).ok_or_else(|| format!("there is no unit {name:?}"));
        let with = unit.with.as_ref().map(find).transpose()?;
        let friend = unit.supporting.as_ref().map(find).transpose()?;
        state.units[place].with = with;
        if let Some(friend) = friend {
            Event::SupportJoined { unit: UnitId(place as u16), friend }.apply(&mut state);
        }
    }
    // who supports an old melee in the set-up has been there before
    state.contacts.iter_mut().filter(|contact| contact.is_old).for_each(|contact| contact.joined.clear());
    if let Some(mover) = &game.mover {
        state.mover = Some(state.find(mover).ok_or_else(|| format!("there is no unit {mover:?}"))?);
    }
    Ok(state)
}

pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        return held_fact(&state.muster.objectives, &state.held, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let now = state.unit(id);
    Ok(match what {
        "at" => json!([inches_shown(now.pose.at.x), inches_shown(now.pose.at.y)]),
        "facing" => json!(degrees_shown(now.pose.facing)),
        "formation" => json!(now.formation),
        "mounted" => json!(now.mounted),
        "level" => json!(now.level),
        "order" => json!(now.order.map(crate::cases::words::order_word)),
        "figures" => json!(now.figures),
        "lost" => json!(state.piece(id).start() - now.figures.min(state.piece(id).start())),
        "stands_lost" => json!(state.stands_lost(id)),
        "horses_lost" => json!(now.horses_lost),
        "ammunition" => json!(now.ammunition),
        "fate" => json!(now.fate),
        "fired" => json!(now.flags.fired),
        "moved" => json!(now.flags.moved),
        "formed" => json!(now.flags.formed),
        "fell_back" => json!(now.flags.fell_back),
        "charged" => json!(now.flags.charged),
        "pivoted" => json!(now.flags.pivoted),
        "opening_used" => json!(now.opening_used),
        "with" => {
            json!(crate::turn::officers::charge_of(state, id).map(|unit| state.piece(unit).key.clone()))
        }
        "melee" => json!(state.is_in_contact(id)),
        "behind_friends" => json!(crate::turn::morale_step::is_behind_friends(state, id)),
        "front" => json!(inches_shown(now.rect.size().front.micrometres())),
        "depth" => json!(inches_shown(now.rect.size().depth.micrometres())),
        "impacted" => json!(now.flags.impacted),
        "guns_left" => json!(now.guns_at.is_some()),
        "order_lost" => json!(now.flags.lost_order),
        "works" => json!(state.ground.works_of(&state.field, &now.rect)),
        "ground" => json!(state.ground.terrain_at(&state.field, now.pose.at, now.formation.is_column())),
        "level_of_ground" => json!(state.field.level_at(now.pose.at)),
        "morale_point" => json!(morale_point(&measure(state, id, Cause::Rally))),
        _ => {
            let pair = what.split_once('.').and_then(|(what, other)| Some((what, state.find(other)?)));
            let fact = pair.and_then(|(what, other)| pair_fact(state, id, what, other));
            fact.ok_or_else(|| format!("{name:?} is not a fact of a unit here"))?
        }
    })
}

/// A fact about two units: `distance.X`, `sees.X` and so on.
fn pair_fact(state: &State, id: UnitId, what: &str, other: UnitId) -> Option<Value> {
    let (now, there) = (state.unit(id), state.unit(other));
    let from = there.rect.front_middle();
    Some(match what {
        "distance" => json!(inches_shown(distance(&now.rect, &there.rect).micrometres())),
        "sees" => json!(can_see(state, id, other).is_ok()),
        "visible" => json!(is_visible(state, other, id)),
        "in_arc" => json!(has_in_arc(state, id, other)),
        "may_fire_at" => json!(targets(state, id).contains(&other)),
        "band" => {
            json!(band(state.piece(id).weapon, distance(&now.rect, &there.rect), false, &state.options))
        }
        "cover" => json!(state.ground.cover(&state.field, &now.rect, from)),
        "struck" => json!(face_struck(&now.rect, from)),
        _ => return None,
    })
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "turn" => json!(state.turn),
        "phase" => json!(state.phase),
        "mover" => json!(state.mover.map(|id| state.piece(id).key.clone())),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        "score_blue" => json!(crate::turn::victory::score(state, Side::Blue)),
        "score_gray" => json!(crate::turn::victory::score(state, Side::Gray)),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has turn, phase, mover, over, winner, score_blue, score_gray"
            ));
        }
    })
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    phase: Phase,
    turn: u32,
    turns: u32,
    mover: Option<String>,
    edges: EdgesByHand,
    objectives: Vec<ObjectiveByHand>,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            phase: Phase::MarkOrders,
            turn: 1,
            turns: 12,
            mover: None,
            edges: EdgesByHand::default(),
            objectives: Vec::new(),
        }
    }
}

/// One unit of a case. What is left out is as at the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct UnitSetup {
    name: String,
    side: Side,
    arm: Arm,
    at: [Value; 2],
    #[serde(default)]
    facing: Option<Value>,
    #[serde(default)]
    quality: Option<Quality>,
    #[serde(default)]
    weapon: Option<Weapon>,
    #[serde(default)]
    grade: Option<Grade>,
    #[serde(default)]
    brigade: Option<String>,
    /// The commands above its brigade, nearest first.
    #[serde(default)]
    above: Vec<String>,
    #[serde(default)]
    stands: Option<u32>,
    #[serde(default)]
    per_stand: Option<u32>,
    #[serde(default)]
    lost: u32,
    #[serde(default)]
    formation: Option<Formation>,
    #[serde(default)]
    mounted: Option<bool>,
    #[serde(default)]
    level: Option<Level>,
    #[serde(default)]
    order: Option<String>,
    #[serde(default)]
    horses_lost: u32,
    #[serde(default)]
    ammunition: Option<Ammunition>,
    #[serde(default)]
    fate: Option<Fate>,
    #[serde(default)]
    opening_used: bool,
    #[serde(default)]
    had_loss: Option<bool>,
    #[serde(default)]
    fired: bool,
    #[serde(default)]
    moved: bool,
    #[serde(default)]
    formed: bool,
    #[serde(default)]
    pivoted: bool,
    #[serde(default)]
    charged: bool,
    #[serde(default)]
    fell_back: bool,
    #[serde(default)]
    impacted: bool,
    #[serde(default)]
    won_impact: bool,
    #[serde(default)]
    order_lost: bool,
    /// It fired in phase 4.
    #[serde(default)]
    fired_in_phase_4: bool,
    /// JR-OFFICER-01: the unit that an officer was named for.
    #[serde(default)]
    with: Option<String>,
    /// The friend in melee whom it supports.
    #[serde(default)]
    supporting: Option<String>,
    #[serde(default)]
    in_melee_with: Option<String>,
    #[serde(default)]
    old_melee: bool,
    /// JR-OPT-15: where its crews have left their guns.
    #[serde(default)]
    guns_at: Option<[Value; 2]>,
}

impl UnitSetup {
    fn piece(&self) -> Result<Piece, String> {
        let facing = match &self.facing {
            None => Default::default(),
            Some(value) => degrees_in(&plain(value))?,
        };
        let mounted = self.mounted.unwrap_or(self.arm == Arm::Cavalry || self.arm == Arm::Officer);
        let usual = match self.arm {
            Arm::Infantry => Formation::SingleLine,
            Arm::Cavalry if mounted => Formation::SingleLine,
            Arm::Cavalry => Formation::Line,
            Arm::Artillery => Formation::Unlimbered,
            Arm::Officer => Formation::MarchColumn,
        };
        let (stands, per_stand, weapon) = match self.arm {
            Arm::Infantry => (4, 4, Weapon::RifleMusket),
            Arm::Cavalry => (4, 3, Weapon::BreechLoadingCarbine),
            Arm::Artillery => (1, 3, Weapon::Napoleon),
            Arm::Officer => (1, 1, Weapon::Pistol),
        };
        let (stands, per_stand) = (self.stands.unwrap_or(stands), self.per_stand.unwrap_or(per_stand));
        if !(1..=20).contains(&stands) || !(1..=20).contains(&per_stand) {
            return Err(format!("{}: 1 to 20 stands of 1 to 20 figures", self.name));
        }
        Ok(Piece {
            key: self.name.clone(),
            name: self.name.clone(),
            brigade: self.brigade.clone().unwrap_or_else(|| format!("{:?}", self.side)),
            above: self.above.clone(),
            side: self.side,
            arm: self.arm,
            quality: self.quality.unwrap_or(Quality::Veteran),
            weapon: self.weapon.unwrap_or(weapon),
            grade: (self.arm == Arm::Officer).then(|| self.grade.unwrap_or(Grade::Brigade)),
            stands,
            per_stand,
            formation: self.formation.unwrap_or(usual),
            mounted,
            pose: Pose { at: point(&self.at)?, facing },
        })
    }

    fn dress(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        if state.find(&self.name) != Some(id) {
            return Err(format!("two units are called {:?}", self.name));
        }
        let order: Option<Order> = self.order.as_deref().map(order_in).transpose()?;
        let unit = &mut state.units[id.index()];
        unit.figures = unit.figures.saturating_sub(self.lost);
        unit.had_loss = self.had_loss.unwrap_or(self.lost > 0);
        unit.level = self.level.unwrap_or(Level::Good);
        unit.order = order;
        unit.horses_lost = self.horses_lost;
        unit.ammunition = self.ammunition.unwrap_or(Ammunition::Full);
        unit.fate = self.fate.unwrap_or(Fate::OnTable);
        unit.opening_used = self.opening_used;
        unit.flags.fired = self.fired || self.fired_in_phase_4;
        unit.flags.fired_first = self.fired_in_phase_4;
        unit.flags.moved = self.moved;
        unit.flags.formed = self.formed;
        unit.flags.pivoted = self.pivoted;
        unit.flags.charged = self.charged;
        unit.flags.fell_back = self.fell_back;
        unit.flags.impacted = self.impacted || self.won_impact;
        unit.flags.won_impact = self.won_impact;
        unit.flags.lost_order = self.order_lost;
        if let Some(at) = &self.guns_at {
            unit.guns_at = Some(Pose { at: point(at)?, facing: unit.pose.facing });
            unit.formation = Formation::Disorder;
        }
        let pose = unit.pose;
        place(state, id, pose);
        Ok(())
    }
}

/// A place of a case.
fn point(at: &[Value; 2]) -> Result<Point, String> {
    place_by_hand(at, inches_in)
}
