//! A game whose rules break down, and the whims of computers.

use super::*;
use crate::table::{Closed, Sight};
use longroll_store::Memory;
use longroll_wire::{
    ClauseText, FailureKind, FieldView, LogEntry, OrderLine, RangeRing, ReplayPart, SightView, Summary,
    TapeEnd, TapeMeasure,
};

/// A game whose rules break down over everything but its name and version.
#[derive(Debug)]
struct Broken;

impl Table for Broken {
    fn particulars(&self) -> Particulars {
        Particulars {
            ruleset: "none",
            ruleset_name: "None",
            edition: String::new(),
            unit_of_length: "in",
            scenario: String::new(),
            title: String::new(),
            date: String::new(),
            place: String::new(),
            summary: String::new(),
            blue: String::new(),
            gray: String::new(),
            field: FieldView { width: 0, height: 0, features: Vec::new() },
            interruptions: Vec::new(),
            shown_only: None,
        }
    }
    fn version(&self) -> u32 {
        0
    }
    fn is_current(&self, _: Seat, version: u32) -> bool {
        version == 0
    }
    fn file(&self, _: Seat) -> String {
        unreachable!()
    }
    fn awaited(&self) -> Vec<Side> {
        Vec::new()
    }
    fn is_closed(&self) -> bool {
        false
    }
    fn standing(&self) -> Standing {
        unreachable!()
    }
    fn sight(&self, _: Seat) -> Sight {
        unreachable!()
    }
    fn log(&self, _: Seat, _: Option<u32>) -> Vec<LogEntry> {
        unreachable!()
    }
    fn replay(&self, _: Seat, _: u32, _: u32) -> ReplayPart {
        unreachable!()
    }
    fn film(&self, _: Seat, _: u32) -> crate::table::Film {
        unreachable!()
    }
    fn is_signed(&self) -> bool {
        false
    }
    fn seal(&self, _: Side) -> Option<longroll_wire::SealNow> {
        unreachable!()
    }
    fn wants_witness(
        &self,
        _: Side,
        _: &Value,
        _: &longroll_wire::Signature,
    ) -> Outcome<Option<longroll_wire::WitnessAsk>> {
        unreachable!()
    }
    fn host_witness(&self) -> Option<longroll_game::Witness> {
        unreachable!()
    }
    fn approve(&mut self, _: Side, _: &str) -> Outcome<String> {
        unreachable!()
    }
    fn submit(
        &mut self,
        _: Side,
        _: &Value,
        _: Option<&crate::table::Sealed>,
        _: longroll_game::Notes,
        _: crate::table::DiceFrom<'_>,
    ) -> Outcome<String> {
        panic!("a rule broke down, as this test wants it to")
    }
    fn undo(&mut self, _: Side, _: Option<&longroll_wire::Signature>) -> Outcome<String> {
        unreachable!()
    }
    fn submit_given(
        &mut self,
        _: Side,
        _: &Wishes,
        _: crate::table::DiceFrom<'_>,
    ) -> Outcome<Option<String>> {
        unreachable!()
    }
    fn passing(
        &self,
        _: Side,
        _: Option<&Value>,
        _: PassFor,
    ) -> Option<(Value, Option<crate::interruptions::Passing>)> {
        None
    }
    fn close(&mut self) -> Outcome<Closed> {
        unreachable!()
    }
    fn thinking(&self, _: Side, _: Computer, _: u64) -> crate::table::Thinking {
        unreachable!()
    }
    fn advising(&self, _: Side, _: u64, _: Option<&Value>) -> Outcome<crate::table::Advising> {
        unreachable!()
    }
    fn analysing(&self) -> Outcome<crate::table::Analysing> {
        unreachable!()
    }
    fn orders(&self, _: Side, _: u16) -> Vec<OrderLine> {
        unreachable!()
    }
    fn side_orders(&self, _: Side) -> Vec<OrderLine> {
        unreachable!()
    }
    fn orders_together(&self, _: Side, _: &[u16]) -> Vec<OrderLine> {
        unreachable!()
    }
    fn formations(&self, _: Side) -> Vec<longroll_wire::FormationView> {
        unreachable!()
    }
    fn preview(&self, _: Side, _: &Value) -> Outcome<crate::table::Previewing> {
        unreachable!()
    }
    fn measure(&self, _: Seat, _: TapeEnd, _: TapeEnd) -> Outcome<TapeMeasure> {
        unreachable!()
    }
    fn sight_line(&self, _: Seat, _: u16, _: u16) -> Outcome<SightView> {
        unreachable!()
    }
    fn ranges(&self, _: Seat, _: u16) -> Vec<RangeRing> {
        unreachable!()
    }
    fn summary(&self, _: Seat) -> Summary {
        unreachable!()
    }
    fn clause(&self, _: &str) -> Option<ClauseText> {
        unreachable!()
    }
}

#[test]
fn a_panic_puts_the_game_aside_and_harms_nobody_else() {
    let players = [Player::Person, Player::Person];
    let players = players.map(Seated::from);
    let store: Arc<dyn Store> = Arc::new(Memory::new());
    let held = Held::take(&store, "a").unwrap();
    let room = Room::new(held, players, Box::new(Broken), store);
    assert_eq!(room.ask(|table| table.version()).unwrap(), 0);
    let unanswered = room.ask(|table| table.summary(Seat::Blue)).unwrap_err();
    assert_eq!(unanswered.failure.kind, FailureKind::Bad);
    assert!(!room.is_broken(), "a question changes nothing, so the game goes on");
    let failed = room.act(Side::Blue, 0, Deed::Command(&Value::Null)).unwrap_err();
    assert_eq!(failed.failure.kind, FailureKind::Gone);
    assert!(room.is_broken());
    assert!(room.ask(|table| table.version()).is_err(), "a broken game answers no more");
    assert!(room.news(Seat::Blue, None).is_err());
}

#[test]
fn whims_differ_from_command_to_command_and_game_to_game() {
    assert_eq!(whim("a", 1), whim("a", 1));
    assert_ne!(whim("a", 1), whim("a", 2));
    assert_ne!(whim("a", 1), whim("b", 1));
}
