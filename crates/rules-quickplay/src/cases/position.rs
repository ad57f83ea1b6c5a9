//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::book::kinds::{Kind, Weapon};
use crate::book::options::Options;
use crate::book::tables::defaults;
use crate::field::charge_path::face_struck;
use crate::field::sight;
use crate::ruleset::{QuickplayDraft, blank_state};
use crate::turn::event::Event;
use crate::turn::sequence::go_on;
use crate::turn::state::{Contact, Face, Fate, Muster, Order, Piece, State, Step};
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{
    CaseSetup, Draft, EdgesByHand, ObjectiveByHand, Settings, Side, UnitId, degrees_in, degrees_shown,
    held_fact, inches_in, inches_shown, length_by_hand, place_by_hand, plain,
};
use longroll_table::{BaseSize, Edge, Length, Point, Pose, contact_edge, distance};
use serde::Deserialize;
use serde_json::{Value, json};

/// The position as the case describes it. Step 1 runs by itself if the case begins there.
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
    let pieces = units.iter().map(UnitSetup::piece).collect::<Result<Vec<_>, _>>()?;
    let muster = Muster {
        pieces,
        edges: [game.edges.blue, game.edges.gray],
        rounds: game.rounds,
        first: game.first,
        objectives: game
            .objectives
            .iter()
            .map(|objective| objective.objective(inches_in))
            .collect::<Result<_, _>>()?,
    };
    Event::Mustered(muster).apply(&mut state);
    state.round = game.round;
    state.attacker = game.attacker;
    state.first = game.first.unwrap_or(game.attacker);
    state.step = game.step;
    state.ready = [game.step != Step::Deployment; 2];
    for (place, unit) in units.iter().enumerate() {
        unit.dress(&mut state, UnitId(place as u16))?;
    }
    for (place, unit) in units.iter().enumerate() {
        unit.close_with(&mut state, UnitId(place as u16))?;
    }
    if state.step == Step::CommandDetermination {
        let mut draft: QuickplayDraft = Draft::of(&state);
        let mut dice = Rolling::new(Scripted::new(Vec::new()));
        go_on(&mut draft, &mut dice).map_err(|wanted| wanted.to_string())?;
        state = (*draft).clone();
    }
    Ok(state)
}

/// Facts by name: `A.order`, `A.at`, `A.distance.X`, `held.OBJECTIVE`, `round`, `attacker`, `step`, `winner`.
pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        return held_fact(&state.muster.objectives, &state.held, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let (piece, now) = (state.piece(id), state.unit(id));
    let names =
        |ids: Vec<UnitId>| json!(ids.iter().map(|id| state.piece(*id).key.clone()).collect::<Vec<_>>());
    Ok(match what {
        "at" => json!([inches_shown(now.pose.at.x), inches_shown(now.pose.at.y)]),
        "facing" => json!(degrees_shown(now.pose.facing)),
        "order" => json!(now.order),
        "strength" => json!(now.strength),
        "lost" => json!(piece.strength - now.strength),
        "limbered" => json!(now.limbered),
        "in_command" => json!(now.in_command),
        "stationary" => json!(now.stationary),
        "fate" => json!(now.fate),
        "recovered" => json!(now.recovered),
        "charged" => json!(now.charged),
        "fought" => json!(now.fought),
        "contact" => names(
            state
                .contacts_of(id)
                .map(|known| if known.charger == id { known.enemy } else { known.charger })
                .collect(),
        ),
        "face" => json!(state.charge_of(id).map(|contact| contact.face)),
        "attached" => names(crate::turn::generals::attached(state, id).collect()),
        "level" => json!(crate::field::sight::level(state, id)),
        _ => match what.strip_prefix("distance.").and_then(|other| state.find(other)) {
            Some(other) => json!(inches_shown(distance(&now.rect, &state.unit(other).rect).micrometres())),
            None => {
                return Err(format!(
                    "{name:?} is not a fact; a unit has at, facing, order, strength, lost, limbered, in_command, \
                     stationary, fate, recovered, charged, fought, contact, face, attached, level and distance.OTHER"
                ));
            }
        },
    })
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "round" => json!(state.round),
        "attacker" => json!(state.attacker),
        "step" => json!(state.step),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has round, attacker, step, over and winner"
            ));
        }
    })
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    attacker: Side,
    step: Step,
    round: u32,
    rounds: u32,
    first: Option<Side>,
    edges: EdgesByHand,
    objectives: Vec<ObjectiveByHand>,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            attacker: Side::Blue,
            step: Step::Movement,
            round: 1,
            rounds: 12,
            first: None,
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
    #[serde(rename = "type")]
    kind: Kind,
    at: [Value; 2],
    #[serde(default)]
    facing: Option<Value>,
    #[serde(default)]
    morale: Option<u8>,
    #[serde(default)]
    strength: Option<u8>,
    #[serde(default)]
    weapon: Option<Weapon>,
    #[serde(default)]
    order: Option<Order>,
    #[serde(default)]
    limbered: bool,
    #[serde(default = "yes")]
    in_command: bool,
    #[serde(default = "yes")]
    stationary: bool,
    #[serde(default)]
    fate: Option<Fate>,
    #[serde(default)]
    recovered: bool,
    #[serde(default)]
    charged: bool,
    #[serde(default)]
    fought: bool,
    #[serde(default)]
    acted: bool,
    #[serde(default)]
    army_commander: bool,
    #[serde(default)]
    base: Option<[Value; 2]>,
    /// In contact with this enemy, having charged it.
    #[serde(default)]
    charging: Option<String>,
    /// Where the charge struck; left out, judged by where the charger stands now.
    #[serde(default)]
    face: Option<Face>,
    /// The charge began on a lower level; left out: it began as high as the charger stands.
    #[serde(default)]
    uphill: Option<bool>,
}

fn yes() -> bool {
    true
}

impl UnitSetup {
    fn piece(&self) -> Result<Piece, String> {
        let usual = defaults(self.kind);
        let general = self.kind.is_general();
        let morale = self.morale.unwrap_or(if general { 0 } else { 4 });
        if !general && !(3..=6).contains(&morale) {
            return Err(format!("{}: Morale {morale} is not between 3 and 6", self.name));
        }
        let base = match &self.base {
            None => usual.base,
            Some([front, depth]) => BaseSize { front: length(front)?, depth: length(depth)? },
        };
        let at = point(&self.at)?;
        let facing = match &self.facing {
            None => Default::default(),
            Some(value) => degrees_in(&plain(value))?,
        };
        Ok(Piece {
            key: self.name.clone(),
            name: self.name.clone(),
            formation: String::new(),
            side: self.side,
            kind: self.kind,
            weapon: self.weapon.unwrap_or(usual.weapon),
            morale,
            strength: self.strength.unwrap_or(usual.strength),
            base,
            is_army_commander: self.army_commander,
            pose: Pose { at, facing },
            limbered: self.limbered,
        })
    }

    fn dress(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        if state.find(&self.name) != Some(id) {
            return Err(format!("two units are called {:?}", self.name));
        }
        let unit = &mut state.units[id.index()];
        unit.order = self.order.unwrap_or(Order::GoodOrder);
        unit.in_command = self.in_command;
        unit.stationary = self.stationary && self.charging.is_none() && !self.charged;
        unit.fate = self.fate.unwrap_or(Fate::OnTable);
        unit.recovered = self.recovered;
        unit.charged = self.charged || self.charging.is_some();
        unit.acted = self.acted || self.recovered || unit.charged;
        unit.stirred = unit.charged;
        unit.fought = self.fought;
        Ok(())
    }

    fn close_with(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        let Some(target) = &self.charging else { return Ok(()) };
        let enemy =
            state.find(target).ok_or_else(|| format!("{}: there is no unit {target:?}", self.name))?;
        let (charger, struck) = (state.unit(id).rect, state.unit(enemy).rect);
        let Some(contact) = contact_edge(&charger, &struck) else {
            let apart = distance(&charger, &struck).in_inches();
            return Err(format!("{} is {apart} in from {target} and does not touch it", self.name));
        };
        let edge: Edge = contact.edge;
        let face = self.face.unwrap_or_else(|| face_struck(state, enemy, edge, &charger));
        // Where it began is not told, so it began as high as it stands.
        let uphill = self.uphill.unwrap_or_else(|| sight::level(state, id) < sight::level(state, enemy));
        state.contacts.push(Contact { charger: id, enemy, edge, face, is_target: true, uphill });
        Ok(())
    }
}

/// A length of a case.
fn length(value: &Value) -> Result<Length, String> {
    length_by_hand(value, inches_in)
}

/// A place of a case.
fn point(at: &[Value; 2]) -> Result<Point, String> {
    place_by_hand(at, inches_in)
}
