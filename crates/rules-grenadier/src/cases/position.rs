//! Positions set up by hand, and facts of a position by name, for rule cases.

use crate::book::kinds::{Ability, Form, Grade, Kind, Order, Rank, Weapon};
use crate::book::lengths::{length, place};
use crate::book::options::Options;
use crate::book::tables;
use crate::procedures::guns::GunGroup;
use crate::procedures::melee::Arrival;
use crate::ruleset::{GrenadierDraft, blank_state};
use crate::turn::contact::flush;
use crate::turn::event::Event;
use crate::turn::sequence::go_on;
use crate::turn::state::{
    BrigadeCard, Charge, Contact, Gone, Moment, Muster, Piece, Stage, Standing, State, Status, Step,
};
use longroll_dice::{Rolling, Scripted};
use longroll_kit::{
    CaseSetup, Draft, EdgesByHand, ObjectiveByHand, Settings, Side, UnitId, degrees_in, degrees_shown,
    held_fact, inches_in, inches_shown, plain,
};
use longroll_table::{Heading, Length, Pose, distance};
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
        objectives: game
            .objectives
            .iter()
            .map(|objective| objective.objective(inches_in))
            .collect::<Result<_, _>>()?,
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
        state.brigades[usize::from(place)].share = crate::turn::morale_step::share_step(&state, place);
    }
    for brigade in game.brigades.iter() {
        brigade.dress(&mut state)?;
    }
    // who broke or was dispersed near a friend this turn has shaken it
    let broke: Vec<UnitId> = state
        .ids()
        .filter(|id| state.kind(*id).is_unit())
        .filter(|id| !state.is_on_table(*id) || state.unit(*id).status.is_broken())
        .filter(|id| {
            crate::turn::morale_step::is_fresh(&state, state.unit(*id).since, state.unit(*id).moment)
        })
        .collect();
    broke.into_iter().for_each(|id| crate::turn::apply::shake(&mut state, id));
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
        return held_fact(&state.muster.objectives, &state.held, what);
    }
    if unit == "brigade" {
        return brigade_fact(state, what);
    }
    let id = state.find(unit).ok_or_else(|| format!("there is no unit {unit:?}"))?;
    let now = state.unit(id);
    let key = |id: UnitId| state.piece(id).key.clone();
    Ok(match what {
        "at" => json!([inches_shown(now.pose.at.x), inches_shown(now.pose.at.y)]),
        "facing" => json!(degrees_shown(now.pose.facing)),
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
        "pending" => json!(inches_shown(now.pending.micrometres())),
        "front" => json!(inches_shown(now.rect.size().front.micrometres())),
        "depth" => json!(inches_shown(now.rect.size().depth.micrometres())),
        "ability" => json!(now.ability),
        "with" => json!(now.attached.map(key)),
        "in_command" => json!(crate::turn::charge::is_in_command(state, id)),
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
                json!(inches_shown(distance(&now.rect, &state.unit(other).rect).micrometres()))
            }
            Some(("sees", Some(other))) => json!(crate::field::sight::can_see(state, id, other)),
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

#[derive(Deserialize)]
#[serde(default, deny_unknown_fields)]
struct GameSetup {
    step: Step,
    turn: u32,
    turns: u32,
    first: Side,
    active: Option<Side>,
    attacker: Option<Side>,
    edges: EdgesByHand,
    adcs: u8,
    adcs_used: [u8; 2],
    brigades: Vec<BrigadeSetup>,
    objectives: Vec<ObjectiveByHand>,
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
            edges: EdgesByHand::default(),
            adcs: 3,
            adcs_used: [0, 0],
            brigades: Vec::new(),
            objectives: Vec::new(),
        }
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

/// One unit of a case. What is left out is as at the start of a game.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub(crate) struct UnitSetup {
    pub name: String,
    pub side: Side,
    #[serde(rename = "type")]
    pub kind: Kind,
    at: [Value; 2],
    #[serde(default)]
    facing: Option<Value>,
    #[serde(default)]
    brigade: Option<String>,
    #[serde(default)]
    grade: Grade,
    #[serde(default)]
    figures: Option<u16>,
    /// Starting figures, if some are lost.
    #[serde(default)]
    start: Option<u16>,
    #[serde(default)]
    guns: Vec<GunGroup>,
    #[serde(default)]
    models: Option<u8>,
    #[serde(default)]
    start_models: Option<u8>,
    #[serde(default)]
    weapon: Option<Weapon>,
    #[serde(default)]
    second_weapon: Option<Weapon>,
    #[serde(default)]
    skirmish_class: Option<u8>,
    #[serde(default)]
    irregular: bool,
    #[serde(default)]
    lancers: bool,
    #[serde(default)]
    fixed: bool,
    #[serde(default)]
    pub rank: Option<Rank>,
    #[serde(default)]
    ability: Ability,
    #[serde(default)]
    form: Option<Form>,
    #[serde(default)]
    dismounted: bool,
    #[serde(default)]
    dp: u8,
    #[serde(default)]
    state: Status,
    /// The turn in which the state was received; left out, this turn.
    #[serde(default)]
    since: Option<u32>,
    #[serde(default)]
    moment: Moment,
    #[serde(default)]
    pending: Option<Value>,
    #[serde(default)]
    flight: Option<Value>,
    #[serde(default)]
    prey: Option<String>,
    #[serde(default)]
    uncontrolled: bool,
    #[serde(default)]
    standing: Standing,
    #[serde(default)]
    prone: bool,
    #[serde(default)]
    closed_up: bool,
    #[serde(default)]
    low_ammunition: bool,
    #[serde(default)]
    fired_last: bool,
    #[serde(default)]
    halves: u8,
    #[serde(default)]
    stirred: bool,
    #[serde(default)]
    fired: bool,
    #[serde(default)]
    lost_to_fire: u16,
    #[serde(default)]
    shot_by: Option<String>,
    #[serde(default)]
    flank_fire: bool,
    #[serde(default)]
    lost_general: bool,
    #[serde(default)]
    bushwhacked: bool,
    #[serde(default)]
    fought: bool,
    #[serde(default)]
    rallies_dp: bool,
    #[serde(default)]
    tested: bool,
    #[serde(default)]
    evaded: bool,
    #[serde(default)]
    yelled: bool,
    #[serde(default)]
    yell_penalty: bool,
    #[serde(default)]
    unlimbered: bool,
    #[serde(default)]
    turned: bool,
    #[serde(default)]
    retire_owed: bool,
    #[serde(default)]
    recalled: bool,
    #[serde(default)]
    retired_broken: bool,
    #[serde(default)]
    post: Option<[Value; 2]>,
    /// In the building of this name.
    #[serde(default)]
    building: Option<String>,
    /// A general attached to this unit.
    #[serde(default)]
    with: Option<String>,
    #[serde(default)]
    out_until: u32,
    #[serde(default)]
    lost_in: u32,
    #[serde(default)]
    pub parent: Option<String>,
    /// Charging this unit; the approach is over.
    #[serde(default)]
    charging: Option<String>,
    #[serde(default)]
    yell: bool,
    #[serde(default)]
    gave_way: bool,
    #[serde(default)]
    waves_before: u8,
    /// In melee with this enemy, having come to it.
    #[serde(default)]
    fighting: Option<String>,
    #[serde(default)]
    flank: bool,
    #[serde(default)]
    inside: bool,
    #[serde(default)]
    arrival: Arrival,
    #[serde(default)]
    run: Option<Value>,
    #[serde(default)]
    rounds: u8,
    #[serde(default)]
    came_on: bool,
    #[serde(default)]
    pushed: bool,
}

impl UnitSetup {
    pub(crate) fn brigade_key(&self) -> String {
        self.brigade.clone().unwrap_or_else(|| self.side.word().to_owned())
    }

    pub(crate) fn piece(&self, brigades: &[BrigadeCard]) -> Result<Piece, String> {
        if self.dp > 3 {
            return Err(format!("{}: a unit holds at most 3 DPs", self.name));
        }
        let guns = match (self.kind, self.guns.is_empty()) {
            (Kind::Gatling, _) => Vec::new(),
            (kind, true) if kind.is_artillery() => vec![GunGroup { gun: Default::default(), models: 2 }],
            _ => self.guns.clone(),
        };
        let present: u32 = guns.iter().map(|group| group.models).sum();
        let models = self.models.unwrap_or_else(|| {
            if self.kind == Kind::Gatling { 1 } else { u8::try_from(present).unwrap_or(u8::MAX) }
        });
        let start_models = self.start_models.unwrap_or(models);
        let usual = match self.kind {
            Kind::Infantry => 24,
            Kind::Cavalry => 12,
            Kind::Sniper => 1,
            Kind::General => 0,
            _ => u16::from(start_models) * 4,
        };
        let start = self.start.or(self.figures).unwrap_or(usual);
        let weapon = self.weapon.or(match self.kind {
            Kind::Infantry => Some(Weapon::RifledMusket),
            Kind::Cavalry => Some(Weapon::MuzzleloadingCarbine),
            Kind::Gatling => Some(Weapon::Gatling),
            _ => None,
        });
        let form = self.form.unwrap_or(match self.kind {
            kind if kind.is_artillery() => Form::Unlimbered,
            Kind::Sniper => Form::Skirmish,
            _ => Form::Line,
        });
        let facing = match &self.facing {
            None => Heading::NORTH,
            Some(value) => degrees_in(&plain(value))?,
        };
        let key = self.brigade_key();
        let place_of = brigades.iter().position(|card| card.key == key).map(|place| place as u16);
        let rank = (self.kind == Kind::General).then_some(self.rank.unwrap_or(Rank::Brigadier));
        Ok(Piece {
            key: self.name.clone(),
            name: self.name.clone(),
            formation: key,
            side: self.side,
            kind: self.kind,
            grade: self.grade,
            figures: start,
            guns,
            models: start_models,
            weapon,
            second_weapon: self.second_weapon,
            skirmish_class: self.skirmish_class.unwrap_or_else(|| tables::skirmish_class(self.grade)),
            irregular: self.irregular,
            lancers: self.lancers,
            fixed: self.fixed,
            brigade: place_of.filter(|_| self.kind.is_unit()),
            rank,
            ability: self.ability,
            pose: Pose { at: place(&self.at)?, facing },
            form,
            mounted: self.kind == Kind::Cavalry && !self.dismounted,
            low_ammunition: self.low_ammunition,
            parent: None,
        })
    }

    pub(crate) fn dress(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        if state.find(&self.name) != Some(id) {
            return Err(format!("two units are called {:?}", self.name));
        }
        let turn = state.turn;
        let building = match &self.building {
            None => None,
            Some(name) => {
                let found = state
                    .ground
                    .buildings(&state.field)
                    .find(|(_, feature, _)| feature.name.as_deref() == Some(name.as_str()))
                    .map(|(place, _, _)| place);
                Some(found.ok_or_else(|| format!("{}: there is no building {name:?}", self.name))?)
            }
        };
        let post = self.post.as_ref().map(place).transpose()?;
        let pending = self.pending.as_ref().map(length).transpose()?;
        let flight = self.flight.as_ref().map(|value| degrees_in(&plain(value))).transpose()?;
        let run = self.run.as_ref().map(length).transpose()?;
        let unit = &mut state.units[id.index()];
        unit.figures = self.figures.unwrap_or(unit.figures);
        unit.models = self.models.unwrap_or(unit.models);
        unit.dp = self.dp;
        unit.status = self.state;
        unit.since = self.since.unwrap_or(turn);
        unit.moment = self.moment;
        unit.pending = pending.unwrap_or(Length::ZERO);
        unit.flight = flight.unwrap_or(unit.flight);
        unit.standing = self.standing;
        unit.prone = self.prone;
        unit.closed_up = self.closed_up;
        unit.fired_last = self.fired_last;
        unit.uncontrolled = self.uncontrolled;
        unit.bushwhacked = self.bushwhacked;
        unit.yelled = self.yelled;
        unit.yell_penalty = self.yell_penalty;
        unit.retire_owed = self.retire_owed;
        unit.out_until = self.out_until;
        unit.lost_in = self.lost_in;
        unit.arrival = self.arrival;
        unit.rounds = self.rounds;
        unit.came_on = self.came_on || unit.arrival != crate::procedures::melee::Arrival::Stood;
        unit.pushed = self.pushed;
        unit.run = run.unwrap_or(Length::ZERO);
        unit.spot = post.unwrap_or(unit.spot);
        unit.building = building;
        if building.is_some() {
            unit.form = Form::Garrison;
        }
        if self.closed_up {
            unit.front_figures = unit.figures;
        }
        let today = &mut unit.today;
        today.halves = self.halves;
        today.stirred = self.stirred || self.halves > 0;
        today.moved = self.halves > 0 && !self.unlimbered && !self.turned;
        today.unlimbered = self.unlimbered;
        today.turned = self.turned;
        today.fired = self.fired;
        today.lost_to_fire = self.lost_to_fire;
        today.flank_fire = self.flank_fire;
        today.lost_general = self.lost_general;
        today.fought = self.fought;
        today.rallies_dp = self.rallies_dp;
        today.tested = self.tested;
        today.evaded = self.evaded;
        today.recalled = self.recalled;
        today.retired_broken = self.retired_broken;
        crate::field::body::settle(state, id);
        Ok(())
    }

    /// What binds units to each other.
    pub(crate) fn tie(&self, state: &mut State, id: UnitId) -> Result<(), String> {
        let named = |state: &State, name: &String| {
            state.find(name).ok_or_else(|| format!("{}: there is no unit {name:?}", self.name))
        };
        if let Some(name) = &self.parent {
            let parent = named(state, name)?;
            std::sync::Arc::make_mut(&mut state.muster).pieces[id.index()].parent = Some(parent);
        }
        if let Some(name) = &self.with {
            let unit = named(state, name)?;
            state.units[id.index()].attached = Some(unit);
            crate::turn::apply::carry(state, unit);
        }
        if let Some(name) = &self.prey {
            state.units[id.index()].prey = Some(named(state, name)?);
        }
        if self.standing != Standing::OnTable && self.kind.is_unit() {
            let unit = state.unit(id);
            let gone = Gone { unit: id, at: unit.pose.at, turn: unit.since, moment: self.moment };
            state.gone.push(gone);
        }
        if let Some(name) = &self.charging {
            let target = named(state, name)?;
            let charge = Charge {
                target,
                yell: self.yell,
                uncontrolled: self.uncontrolled,
                waves_before: self.waves_before,
                flank: self.flank || crate::field::sight::is_on_flank(state, id, target),
                stage: Stage::Approached,
                reached: self.fighting.as_ref() == Some(name),
                gave_way: self.gave_way,
            };
            state.units[id.index()].charge = Some(charge);
        }
        if let Some(name) = &self.shot_by {
            let enemy = state.find(name).ok_or_else(|| format!("there is no unit {name:?}"))?;
            state.units[id.index()].today.shot_by = Some(enemy);
        }
        if let Some(name) = &self.fighting {
            let enemy = named(state, name)?;
            if !state.touches(id, enemy) {
                let pose = flush(state, id, enemy, self.flank);
                return Err(format!("{} does not touch {name}; it would stand at {:?}", self.name, pose.at));
            }
            let contact = Contact { attacker: id, defender: enemy, flank: self.flank, inside: self.inside };
            state.contacts.push(contact);
            for unit in [id, enemy] {
                state.units[unit.index()].today.fought = true;
            }
        }
        Ok(())
    }
}
