//! What is asked of a position again and again.

use crate::kinds::{Ability, Form, Kind, Order, Rank};
use crate::morale::Arm;
use crate::pace::Mover;
use crate::state::{Contact, Moment, Piece, Stage, Standing, State, Step, Unit};
use longroll_kit::{Side, UnitId};
use longroll_table::{TableEdge, touching};

impl State {
    pub fn piece(&self, id: UnitId) -> &Piece {
        &self.muster.pieces[id.index()]
    }

    pub fn unit(&self, id: UnitId) -> &Unit {
        &self.units[id.index()]
    }

    pub fn kind(&self, id: UnitId) -> Kind {
        self.piece(id).kind
    }

    pub fn side(&self, id: UnitId) -> Side {
        self.piece(id).side
    }

    pub fn name(&self, id: UnitId) -> &str {
        &self.piece(id).name
    }

    pub fn edge(&self, side: Side) -> TableEdge {
        self.muster.edges[side as usize]
    }

    pub fn find(&self, key: &str) -> Option<UnitId> {
        self.muster.pieces.iter().position(|piece| piece.key == key).map(|place| UnitId(place as u16))
    }

    pub fn ids(&self) -> impl Iterator<Item = UnitId> + use<> {
        (0..self.units.len() as u16).map(UnitId)
    }

    pub fn is_on_table(&self, id: UnitId) -> bool {
        self.unit(id).standing == Standing::OnTable
    }

    /// Infantry, cavalry and batteries of a side on the table, detachments with them.
    pub fn troops(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids()
            .filter(move |id| self.is_on_table(*id) && self.side(*id) == side && self.kind(*id).is_unit())
    }

    pub fn all_troops(&self) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.kind(*id).is_unit())
    }

    pub fn generals(&self, side: Side) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            self.is_on_table(*id) && self.side(*id) == side && self.kind(*id) == Kind::General
        })
    }

    pub fn cinc(&self, side: Side) -> Option<UnitId> {
        self.generals(side).find(|id| self.piece(*id).rank == Some(Rank::CinC))
    }

    /// GRE-LEADER-02: a lightly wounded general gives nothing until he is back.
    pub fn is_fit(&self, general: UnitId) -> bool {
        self.is_on_table(general) && self.unit(general).out_until < self.turn
    }

    /// GRE-CMD-14: the brigadier, or the CinC who has joined the brigade in his place.
    pub fn brigadier(&self, brigade: u16) -> Option<UnitId> {
        let card = self.muster.brigades.get(usize::from(brigade))?;
        let own = card.brigadier.filter(|general| self.is_on_table(*general));
        own.or_else(|| {
            (self.cinc_commands[card.side as usize] == Some(brigade)).then(|| self.cinc(card.side)).flatten()
        })
    }

    /// Units of a brigade still on the table; detachments are not counted (GRE-UNIT-18).
    pub fn brigade_units(&self, brigade: u16) -> impl Iterator<Item = UnitId> + '_ {
        self.muster.brigades[usize::from(brigade)].units.iter().copied().filter(|id| self.is_on_table(*id))
    }

    pub fn order_of(&self, id: UnitId) -> Order {
        self.piece(id).brigade.map_or(Order::Engage, |brigade| self.brigades[usize::from(brigade)].order)
    }

    /// GRE-LEADER-04: fit generals attached to the unit.
    pub fn attached(&self, unit: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| self.is_on_table(*id) && self.unit(*id).attached == Some(unit))
    }

    pub fn best_general(&self, unit: UnitId) -> Option<Ability> {
        self.attached(unit)
            .filter(|general| self.is_fit(*general))
            .map(|general| self.unit(general).ability)
            .min()
    }

    pub fn touches(&self, a: UnitId, b: UnitId) -> bool {
        touching(&self.unit(a).rect, &self.unit(b).rect)
    }

    pub fn contacts_of(&self, id: UnitId) -> impl Iterator<Item = &Contact> {
        self.contacts.iter().filter(move |contact| contact.attacker == id || contact.defender == id)
    }

    pub fn is_in_melee(&self, id: UnitId) -> bool {
        self.contacts_of(id).next().is_some()
    }

    /// Chargers of this target whose charge is not over.
    pub fn chargers_of(&self, target: UnitId) -> impl Iterator<Item = UnitId> + '_ {
        self.ids().filter(move |id| {
            self.is_on_table(*id)
                && self
                    .unit(*id)
                    .charge
                    .is_some_and(|charge| charge.target == target && charge.stage != Stage::Done)
        })
    }

    /// GRE-UNIT-04: infantry or cavalry in Line or Column.
    pub fn is_order_unit(&self, id: UnitId) -> bool {
        matches!(self.kind(id), Kind::Infantry | Kind::Cavalry)
            && matches!(self.unit(id).form, Form::Line | Form::Column)
    }

    /// GRE-UNIT-04: infantry or dismounted cavalry in Line or Column.
    pub fn is_order_foot(&self, id: UnitId) -> bool {
        self.is_order_unit(id) && !self.is_mounted(id)
    }

    pub fn is_mounted(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Cavalry && self.unit(id).mounted
    }

    pub fn is_skirmishing(&self, id: UnitId) -> bool {
        self.kind(id) == Kind::Sniper || self.unit(id).form == Form::Skirmish
    }

    /// GRE-UNIT-25, GRE-MELEE-04: dismounted cavalry is foot.
    pub fn arm(&self, id: UnitId) -> Arm {
        match self.kind(id) {
            kind if kind.is_artillery() => Arm::Guns,
            Kind::Cavalry if self.unit(id).mounted => Arm::Horse,
            _ => Arm::Foot,
        }
    }

    pub fn mover(&self, id: UnitId) -> Mover {
        let unit = self.unit(id);
        let form = if self.kind(id) == Kind::Sniper { Form::Skirmish } else { unit.form };
        Mover { kind: self.kind(id), mounted: unit.mounted, grade: self.piece(id).grade, form }
    }

    /// GRE-UNIT-07: models with crew enough to serve them.
    pub fn served(&self, id: UnitId) -> u8 {
        let unit = self.unit(id);
        unit.models.min(unit.figures.div_ceil(4).min(255) as u8)
    }

    /// The regiment that a unit is or belongs to.
    pub fn whole(&self, id: UnitId) -> UnitId {
        self.piece(id).parent.unwrap_or(id)
    }

    /// GRE-UNIT-18: starting figures and figures left of the whole regiment, detachments with it.
    pub fn strength(&self, id: UnitId) -> (u32, u32) {
        let whole = self.whole(id);
        let now = self
            .ids()
            .filter(|part| self.whole(*part) == whole && self.unit(*part).standing != Standing::Absorbed)
            .map(|part| u32::from(self.unit(part).figures))
            .sum();
        (u32::from(self.piece(whole).figures), now)
    }

    pub fn has_facing(&self, id: UnitId) -> bool {
        !matches!(self.kind(id), Kind::General | Kind::Sniper) && self.unit(id).form != Form::Skirmish
    }

    /// GRE-UNIT-10: the moment of the turn it is now.
    pub fn moment(&self) -> Moment {
        match (self.step, self.part) {
            (Step::Morale, 0 | 1) => Moment::OtherTests,
            (Step::Morale, _) => Moment::Late,
            _ => Moment::Early,
        }
    }

    pub fn brigade_named(&self, key: &str) -> Option<u16> {
        self.muster.brigades.iter().position(|brigade| brigade.key == key).map(|place| place as u16)
    }
}
