//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::case_units::UnitSetup;
use crate::event::Event;
use crate::grenadier::{GrenadierDraft, blank_state};
use crate::kinds::{Kind, Order, Rank};
use crate::measure::{length, place};
use crate::options::Options;
use crate::state::{BrigadeCard, Muster, Objective, Stage, State, Step};
use crate::turn::go_on;
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{CaseSetup, Draft, Settings, Side, UnitId};
use longroll_table::{TableEdge, distance};
use serde::Deserialize;
use serde_json::{Value, json};

/// The position as the case describes it. What needs nobody runs by itself before the first command, without dice.
pub(crate) fn arrange(setup: &CaseSetup, settings: &Settings) -> Result<State, String> {
    let game: GameSetup = serde_json::from_value(Value::Object(setup.game.clone()))
        .map_err(|error| format!("setup: {error}"))?;
    let units: Vec<UnitSetup> = setup
        .units
        .iter()
        .enumerate()
        .map(|(number, unit)| {
            UnitSetup::deserialize(unit)
                .map_err(|error| format!("setup.unit, number {}: {error}", number + 1))
        })
        .collect::<Result<_, _>>()?;
    let options = Options::from_settings(settings);
    let mut state = blank_state(setup.field.clone(), options);
    let brigades = brigades_of(&game, &units)?;
    let pieces = units.iter().map(|unit| unit.piece(&brigades)).collect::<Result<Vec<_>, _>>()?;
    let muster = Muster {
        pieces,
        brigades,
        edges: [game.edges.blue, game.edges.gray],
        turns: game.turns,
        attacker: game.attacker,
        objectives: game.objectives.iter().map(ObjectiveSetup::objective).collect::<Result<_, _>>()?,
        adcs: game.adcs,
    };
    Event::Mustered(Box::new(muster)).apply(&mut state);
    state.cinc_commands = [None, None];
    state.turn = game.turn;
    state.first = game.first;
    state.step = game.step;
    state.active = game.active.unwrap_or(game.first);
    state.adcs = game.adcs_used;
    let late = u8::from(state.active != game.first);
    state.part = match game.step {
        Step::Command | Step::Movement => 1 + 2 * late,
        Step::Charge => 1 + late,
        Step::Fire => late,
        _ => 0,
    };
    state.ready = [game.step != Step::Deployment; 2];
    for (number, unit) in units.iter().enumerate() {
        unit.dress(&mut state, UnitId(number as u16))?;
    }
    for (number, unit) in units.iter().enumerate() {
        unit.tie(&mut state, UnitId(number as u16))?;
    }
    // GRE-BRIG-08: what a brigade has lost before the case begins is no cause for a test, whether the case names the brigade or not
    for place in 0..state.brigades.len() as u16 {
        state.brigades[usize::from(place)].share = crate::morale_step::share_step(&state, place);
    }
    for brigade in game.brigades.iter() {
        brigade.dress(&mut state)?;
    }
    // who broke or was dispersed near a friend this turn has shaken it
    let broke: Vec<UnitId> = state
        .ids()
        .filter(|id| state.kind(*id).is_unit())
        .filter(|id| !state.is_on_table(*id) || state.unit(*id).status.is_broken())
        .filter(|id| crate::morale_step::is_fresh(&state, state.unit(*id).since, state.unit(*id).moment))
        .collect();
    broke.into_iter().for_each(|id| crate::apply::shake(&mut state, id));
    let waits =
        matches!(game.step, Step::Deployment | Step::Command | Step::Charge | Step::Movement | Step::Fire);
    if waits {
        return Ok(state);
    }
    let mut draft: GrenadierDraft = Draft::of(&state);
    let mut dice = Rolling::new(Scripted::new(Vec::new()));
    // dice that the step wants at once belong to a command: then the case begins one step earlier
    go_on(&mut draft, &mut dice).map_err(|wanted| wanted.to_string())?;
    Ok((*draft).clone())
}

/// Facts by name: `A.dp`, `A.distance.X`, `brigade.B.order`, `held.OBJECTIVE`, `turn`, `step`, `winner`.
pub(crate) fn look_up(state: &State, name: &str) -> Result<Value, String> {
    let Some((unit, what)) = name.split_once('.') else { return game_fact(state, name) };
    if unit == "held" {
        let found = state.muster.objectives.iter().position(|objective| objective.name == what);
        let found = found.ok_or_else(|| format!("there is no objective {what:?}"))?;
        return Ok(json!(state.held[found]));
    }
    if unit == "brigade" {
        return brigade_fact(state, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let now = state.unit(id);
    let key = |id: UnitId| state.piece(id).key.clone();
    Ok(match what {
        "at" => json!([inches_of(now.pose.at.x), inches_of(now.pose.at.y)]),
        "facing" => json!(f64::from(now.pose.facing.0) * 360.0 / 65536.0),
        "figures" => json!(now.figures),
        "models" => json!(now.models),
        "served" => json!(state.served(id)),
        "dp" => json!(now.dp),
        "form" => json!(now.form),
        "state" => json!(now.status),
        "standing" => json!(now.standing),
        "mounted" => json!(now.mounted),
        "prone" => json!(now.prone),
        "closed_up" => json!(now.closed_up),
        "low_ammunition" => json!(now.low_ammunition),
        "fired_last" => json!(now.fired_last),
        "pending" => json!(inches_of(now.pending.micrometres())),
        "front" => json!(inches_of(now.rect.size().front.micrometres())),
        "depth" => json!(inches_of(now.rect.size().depth.micrometres())),
        "ability" => json!(now.ability),
        "with" => json!(now.attached.map(key)),
        "in_command" => json!(crate::charge::is_in_command(state, id)),
        "charging" => {
            json!(now.charge.filter(|charge| charge.stage != Stage::Done).map(|charge| key(charge.target)))
        }
        "waves_before" => json!(now.charge.map(|charge| charge.waves_before)),
        "building" => json!(now.building.is_some()),
        "lost_to_fire" => json!(now.today.lost_to_fire),
        "flank_fire" => json!(now.today.flank_fire),
        "evaded" => json!(now.today.evaded),
        "yelled" => json!(now.yelled),
        "contact" => {
            let met = state.contacts_of(id).filter_map(|contact| contact.other(id));
            json!(met.map(key).collect::<Vec<_>>())
        }
        _ => match what.split_once('.').map(|(word, other)| (word, state.find(other))) {
            Some(("distance", Some(other))) => {
                json!(inches_of(distance(&now.rect, &state.unit(other).rect).micrometres()))
            }
            Some(("sees", Some(other))) => json!(crate::sight::can_see(state, id, other)),
            Some(("cover", Some(other))) => json!(state.ground.cover(state, id, Some(other))),
            _ => {
                return Err(format!(
                    "{name:?} is not a fact; a unit has at, facing, figures, models, served, dp, form, state, standing, \
                     mounted, prone, closed_up, low_ammunition, fired_last, pending, front, depth, ability, with, \
                     in_command, charging, waves_before, building, lost_to_fire, flank_fire, evaded, yelled, contact, \
                     distance.OTHER, sees.OTHER and cover.OTHER"
                ));
            }
        },
    })
}

fn brigade_fact(state: &State, what: &str) -> Result<Value, String> {
    let (key, fact) = what.split_once('.').ok_or("write brigade.NAME.order")?;
    let place = state.brigade_named(key).ok_or_else(|| format!("there is no brigade {key:?}"))?;
    let known = &state.brigades[usize::from(place)];
    Ok(match fact {
        "order" => json!(known.order),
        "broken" => json!(known.broken),
        "panicked" => json!(known.panicked),
        "retires" => json!(known.retires),
        "must_test" => json!(known.must_test),
        "share" => json!(known.share),
        _ => {
            return Err(format!(
                "{fact:?} is not a fact; a brigade has order, broken, panicked, retires, must_test, share"
            ));
        }
    })
}

fn game_fact(state: &State, name: &str) -> Result<Value, String> {
    Ok(match name {
        "turn" => json!(state.turn),
        "step" => json!(state.step),
        "first" => json!(state.first),
        "active" => json!(state.active),
        "over" => json!(state.end.is_some()),
        "winner" => json!(state.end.as_ref().and_then(|end| end.winner)),
        "adcs_blue" => json!(state.adcs[0]),
        "adcs_gray" => json!(state.adcs[1]),
        "namer" => json!(state.namer),
        _ => {
            return Err(format!(
                "{name:?} is not a fact; the game has turn, step, first, active, over, winner, namer, adcs_blue, adcs_gray"
            ));
        }
    })
}

/// For showing and comparing only; nothing is decided by it.
fn inches_of(micrometres: i64) -> f64 {
    let millionths = (i128::from(micrometres) * 1_000_000 / 25_400) as f64;
    millionths / 1e6
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    step: Step,
    turn: u32,
    turns: u32,
    first: Side,
    active: Option<Side>,
    attacker: Option<Side>,
    edges: Edges,
    adcs: u8,
    adcs_used: [u8; 2],
    brigades: Vec<BrigadeSetup>,
    objectives: Vec<ObjectiveSetup>,
}

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct Edges {
    blue: TableEdge,
    gray: TableEdge,
}

impl Default for GameSetup {
    fn default() -> Self {
        GameSetup {
            step: Step::Movement,
            turn: 1,
            turns: 12,
            first: Side::Blue,
            active: None,
            attacker: None,
            edges: Edges::default(),
            adcs: 3,
            adcs_used: [0, 0],
            brigades: Vec::new(),
            objectives: Vec::new(),
        }
    }
}

impl Default for Edges {
    fn default() -> Self {
        Edges { blue: TableEdge::South, gray: TableEdge::North }
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct BrigadeSetup {
    name: String,
    #[serde(default)]
    order: Order,
    #[serde(default)]
    original: Option<u32>,
    #[serde(default)]
    must_test: bool,
    #[serde(default)]
    broken: bool,
    #[serde(default)]
    retires: bool,
    #[serde(default)]
    broke_in: u32,
    #[serde(default)]
    share: Option<i32>,
    #[serde(default)]
    yelled: bool,
    /// The CinC commands it himself.
    #[serde(default)]
    cinc: bool,
    #[serde(default)]
    panicked: bool,
}

impl BrigadeSetup {
    fn dress(&self, state: &mut State) -> Result<(), String> {
        let place =
            state.brigade_named(&self.name).ok_or_else(|| format!("nobody is in brigade {:?}", self.name))?;
        let side = state.muster.brigades[usize::from(place)].side;
        let known = &mut state.brigades[usize::from(place)];
        known.must_test = self.must_test;
        known.broken = self.broken;
        known.retires = self.retires;
        known.broke_in = self.broke_in;
        known.yelled = self.yelled;
        known.panicked = self.panicked;
        known.share = self.share.unwrap_or(known.share);
        if self.cinc {
            state.cinc_commands[side as usize] = Some(place);
        }
        Ok(())
    }
}

#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
struct ObjectiveSetup {
    name: String,
    at: [Value; 2],
    radius: Value,
    points: u32,
    #[serde(default)]
    held_by: Option<Side>,
}

impl ObjectiveSetup {
    fn objective(&self) -> Result<Objective, String> {
        Ok(Objective {
            name: self.name.clone(),
            at: place(&self.at)?,
            radius: length(&self.radius)?,
            points: self.points,
            held_by: self.held_by,
        })
    }
}

/// Brigades in the order in which units name them; each side has one of its own for units that name none.
fn brigades_of(game: &GameSetup, units: &[UnitSetup]) -> Result<Vec<BrigadeCard>, String> {
    let mut cards: Vec<BrigadeCard> = Vec::new();
    for (number, unit) in units.iter().enumerate() {
        let key = unit.brigade_key();
        let order =
            game.brigades.iter().find(|brigade| brigade.name == key).map_or(Order::Engage, |b| b.order);
        let found = cards.iter().position(|card| card.key == key);
        let place = found.unwrap_or_else(|| {
            cards.push(BrigadeCard {
                key: key.clone(),
                name: key.clone(),
                side: unit.side,
                units: Vec::new(),
                brigadier: None,
                above: Vec::new(),
                order,
            });
            cards.len() - 1
        });
        if cards[place].side != unit.side {
            return Err(format!("brigade {key:?} has units of both sides"));
        }
        let id = UnitId(number as u16);
        match (unit.kind, unit.rank) {
            (Kind::General, Some(Rank::Brigadier) | None) => cards[place].brigadier = Some(id),
            (Kind::General, Some(Rank::Division)) => cards[place].above.push(id),
            (kind, _) if kind.is_unit() && unit.parent.is_none() => cards[place].units.push(id),
            _ => {}
        }
    }
    cards.retain(|card| !card.units.is_empty() || card.brigadier.is_some());
    for (card, wanted) in cards.iter_mut().filter_map(|card| {
        let wanted = game.brigades.iter().find(|brigade| brigade.name == card.key)?.original?;
        Some((card, wanted))
    }) {
        if (card.units.len() as u32) < wanted {
            return Err(format!(
                "brigade {:?}: name all {wanted} units, the lost ones with standing = \"dispersed\"",
                card.key
            ));
        }
    }
    Ok(cards)
}
