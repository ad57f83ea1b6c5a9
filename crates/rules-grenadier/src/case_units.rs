//! One unit of a rule case.

use crate::contact::flush;
use crate::gunnery::GunGroup;
use crate::kinds::{Ability, Form, Grade, Kind, Rank, Weapon};
use crate::measure::{length, place};
use crate::melee::Arrival;
use crate::state::{BrigadeCard, Charge, Contact, Gone, Moment, Piece, Stage, Standing, State, Status};
use crate::tables;
use longroll_kit::{Side, UnitId, degrees_in, plain};
use longroll_table::{Heading, Length, Pose};
use serde::Deserialize;
use serde_json::Value;

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
        unit.came_on = self.came_on || unit.arrival != crate::melee::Arrival::Stood;
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
        crate::body::settle(state, id);
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
            crate::apply::carry(state, unit);
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
                flank: self.flank || crate::sight::is_on_flank(state, id, target),
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
