//! What a unit does in place under a Move order: limber, mount, change formation, turn (POT-MOVE-16 to -20, -25).

use crate::book::kinds::{Formation, Kind};
use crate::book::options::HorseHolders;
use crate::book::tables::Mover;
use crate::c;
use crate::field::body::Body;
use crate::field::ground::is_in_difficult;
use crate::field::movement::{Change, Walker};
use crate::ruleset::{Refused, refuse};
use crate::shown::why::Why;
use longroll_kit::UnitId;
use longroll_table::{Footprint, Length, QUARTER, overlaps, touching};
use smallvec::SmallVec;

impl Walker<'_> {
    pub(crate) fn act(&mut self, act: &str, at_an_end: bool) -> Result<(), Refused> {
        let (verb, rest) = act.split_once(' ').unwrap_or((act, ""));
        // In a group the act names its unit last: "limber B", "line 2 B"
        let mut words: SmallVec<[&str; 3]> = rest.split_whitespace().collect();
        let named =
            words.last().and_then(|key| self.mates.iter().position(|m| self.state.piece(m.id).key == **key));
        if named.is_some() {
            words.pop();
        }
        let mate = named.unwrap_or(0);
        let number = words.first().and_then(|word| word.parse::<u8>().ok());
        if self.mates.len() > 1 && named.is_none() && !matches!(verb, "about" | "face") {
            return refuse(c::GROUP_08, Why::NameTheUnit { act: verb.chars().take(20).collect() });
        }
        match verb {
            "limber" | "unlimber" => self.limber(mate, verb == "limber"),
            "mount" | "dismount" => self.mount(mate, verb == "mount", at_an_end),
            "line" | "column" | "files" => self.reform(mate, verb, number, at_an_end),
            "about" => self.face(named, 2 * i32::from(QUARTER), at_an_end),
            "face" => match words.first().copied() {
                Some("left") => self.face(named, -i32::from(QUARTER), at_an_end),
                Some("right") => self.face(named, i32::from(QUARTER), at_an_end),
                _ => refuse(c::MOVE_20, Why::UnknownAct { act: act.chars().take(40).collect() }),
            },
            _ => refuse(c::TURN_10, Why::UnknownAct { act: act.chars().take(40).collect() }),
        }
    }

    /// POT-MOVE-16, -17, -25: a whole order, not in difficult terrain.
    fn limber(&mut self, mate: usize, limber: bool) -> Result<(), Refused> {
        let id = self.mates[mate].id;
        let name = || self.state.name(id).to_owned();
        if !self.state.is_artillery(id) || self.state.has_left_guns(id) {
            return refuse(c::MOVE_16, Why::NoGunsToLimber { unit: name() });
        }
        if self.state.unit(id).limbered == limber || self.has_changed(id) {
            return refuse(c::MOVE_16, Why::AlreadySo { unit: name() });
        }
        if is_in_difficult(self.state, &self.state.unit(id).print) {
            return refuse(c::MOVE_25, Why::InDifficultTerrain { unit: name() });
        }
        if self.moved || self.reformed {
            return refuse(c::MOVE_16, Why::WholeOrder);
        }
        self.changes.push((id, if limber { Change::Limber } else { Change::Unlimber }));
        self.mates[mate].body.laid = None;
        self.check_turned()
    }

    fn has_changed(&self, id: UnitId) -> bool {
        self.changes.iter().any(|(known, _)| *known == id)
    }

    /// POT-MOVE-18, -25: half an order, before or after the move.
    fn mount(&mut self, mate: usize, mount: bool, at_an_end: bool) -> Result<(), Refused> {
        let id = self.mates[mate].id;
        let name = || self.state.name(id).to_owned();
        if self.state.kind(id) != Kind::Cavalry {
            return refuse(c::MOVE_18, Why::NotCavalry { unit: name() });
        }
        if self.state.unit(id).mounted == mount || self.has_changed(id) {
            return refuse(c::MOVE_18, Why::AlreadySo { unit: name() });
        }
        if !at_an_end {
            return refuse(c::MOVE_18, Why::OnlyAtAnEnd);
        }
        if mount && self.state.line_of(id).is_some() {
            return refuse(c::SKIRM_16, Why::SkirmishersAreOut { unit: name() });
        }
        let print = self.mates[mate].body.footprint(self.stand());
        if mount && is_in_difficult(self.state, &print) {
            return refuse(c::MOVE_25, Why::InDifficultTerrain { unit: name() });
        }
        if mount && self.state.options.horse_holders == HorseHolders::OnlyWhereTheHorseHoldersWereLeft {
            let horses = self.state.unit(id).horses;
            if horses.is_some_and(|horses| !touching(&print, &horses)) {
                return refuse(c::OPT_34, Why::HorsesAreElsewhere { unit: name() });
            }
        }
        self.changes.push((id, if mount { Change::Mount } else { Change::Dismount }));
        self.rode_first = self.moved;
        self.mates[mate].mover = if mount { Mover::CavalryMounted } else { Mover::CavalryDismounted };
        Ok(())
    }

    /// POT-MOVE-20: once, at the start or at the end, about the centre of the front, at half rate.
    fn reform(
        &mut self,
        mate: usize,
        verb: &str,
        number: Option<u8>,
        at_an_end: bool,
    ) -> Result<(), Refused> {
        let id = self.mates[mate].id;
        self.may_reform(at_an_end)?;
        let body = &self.mates[mate].body;
        let stands = body.stands();
        let files = match verb {
            "line" => stands.div_ceil(number.unwrap_or(1).clamp(1, stands.max(1))),
            "column" => number.unwrap_or(1).clamp(1, 2),
            _ => number.unwrap_or(1).clamp(1, stands.max(1)),
        };
        let after = Body { laid: None, ..body.formed(files, verb == "column") };
        let formation = after.formation();
        let wanted = match verb {
            "line" => formation == Formation::Line,
            "column" => formation == Formation::Column,
            _ => true,
        };
        if !wanted {
            return refuse(c::UNIT_14, Why::NoSuchFormation { unit: self.state.name(id).to_owned() });
        }
        self.mates[mate].body = after;
        self.mates[mate].halve(c::MOVE_20);
        self.reformed = true;
        self.check_mates(mate)?;
        self.check_room()
    }

    /// POT-GROUP-02: who changes formation in a group stands on none of his mates, and all of them still touch.
    fn check_mates(&self, changed: usize) -> Result<(), Refused> {
        let prints: Vec<Footprint> =
            self.mates.iter().map(|mate| mate.body.footprint(self.stand())).collect();
        for (place, mate) in self.mates.iter().enumerate().filter(|(place, _)| *place != changed) {
            if overlaps(&prints[changed], &prints[place]) {
                return refuse(c::MOVE_22, Why::InTheWay { other: self.state.name(mate.id).to_owned() });
            }
        }
        if longroll_table::chains(&prints, Length::ZERO).len() > 1 {
            return refuse(c::GROUP_02, Why::NotTouchingEachOther);
        }
        Ok(())
    }

    pub(crate) fn may_reform(&self, at_an_end: bool) -> Result<(), Refused> {
        self.is_free_to_move()?;
        if self.reformed {
            return refuse(c::MOVE_20, Why::SecondChange);
        }
        if !at_an_end {
            return refuse(c::MOVE_20, Why::OnlyAtAnEnd);
        }
        if let Some(mate) = self.mates.iter().find(|mate| mate.mover == Mover::ArtilleryUnlimbered) {
            return refuse(c::MOVE_17, Why::Unlimbered { unit: self.state.name(mate.id).to_owned() });
        }
        Ok(())
    }

    /// A quarter turn or about, about the centre of the front; a group turns as one about the front of its first unit, or
    /// the unit that is named turns alone.
    fn face(&mut self, named: Option<usize>, by: i32, at_an_end: bool) -> Result<(), Refused> {
        self.is_free_to_move()?;
        let alone = named.or((self.mates.len() == 1).then_some(0));
        if let Some(mate) = alone.map(|place| &mut self.mates[place])
            && mate.mover == Mover::ArtilleryUnlimbered
        {
            mate.body.laid = Some(mate.body.facing().turned(by));
            self.moved = true;
            return self.check_turned();
        }
        if let Some(place) = alone.filter(|_| self.mates.len() > 1) {
            self.may_reform(at_an_end)?;
            let mate = &mut self.mates[place];
            mate.body = mate.body.turned_about(mate.body.front.at, by);
            mate.halve(c::MOVE_20);
            self.reformed = true;
            self.check_mates(place)?;
            return self.check_room();
        }
        self.may_reform(at_an_end)?;
        let pivot = self.lead().front.at;
        for mate in &mut self.mates {
            mate.body = mate.body.turned_about(pivot, by);
            mate.halve(c::MOVE_20);
        }
        self.reformed = true;
        self.check_room()
    }
}
