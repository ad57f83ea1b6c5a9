//! Who has a seat, in the words of files, of the store and of the page.

use longroll_ai::{Computer, Opponent};
use longroll_wire::Player;

/// Who has a seat: a person, or a computer and how it plays.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) struct Seated {
    pub player: Player,
    pub computer: Option<Computer>,
}

impl From<Player> for Seated {
    fn from(player: Player) -> Seated {
        Seated { player, computer: opponent(player).map(Into::into) }
    }
}

impl Seated {
    /// With a handicap, if it is a computer.
    pub(crate) fn handicapped(self, handicap: u8) -> Seated {
        Seated { computer: self.computer.map(|computer| Computer { handicap, ..computer }), ..self }
    }

    /// As files and the store keep it.
    pub(crate) fn word(self) -> String {
        self.computer.map_or_else(|| "person".to_owned(), |computer| computer.to_string())
    }

    /// Any name that is not a computer's is a person's.
    pub(crate) fn named(word: &str) -> Seated {
        let computer: Option<Computer> = word.parse().ok();
        let player = match computer.map(|computer| computer.opponent) {
            None => Player::Person,
            Some(Opponent::Random) => Player::Random,
            Some(Opponent::Recruit) => Player::Recruit,
            Some(Opponent::Captain) => Player::Captain,
            Some(Opponent::General) => Player::General,
            Some(Opponent::PatientGeneral) => Player::PatientGeneral,
        };
        Seated { player, computer }
    }
}

fn opponent(player: Player) -> Option<Opponent> {
    match player {
        Player::Person => None,
        Player::Recruit => Some(Opponent::Recruit),
        Player::Captain => Some(Opponent::Captain),
        Player::General => Some(Opponent::General),
        Player::PatientGeneral => Some(Opponent::PatientGeneral),
        Player::Random => Some(Opponent::Random),
    }
}
