//! Dice thrown by hand and typed in.

use crate::{FaceList, Faces, Roll, Thrown, Wanted};

/// Dice as a person typed them: one list of faces for each roll.
///
/// When the lists run out, the next roll comes back as [`Wanted::NotThrown`]. Ask for those dice, add their list and
/// run the procedure again from its start with all lists: it reaches the same roll and goes on.
#[derive(Clone, Debug, Default, PartialEq, Eq)]
pub struct Typed {
    lists: Vec<Vec<u8>>,
    used: usize,
}

impl Typed {
    /// The lists given so far, in the order of the rolls.
    pub fn new(lists: Vec<Vec<u8>>) -> Self {
        Self { lists, used: 0 }
    }

    /// The same dice once more, from the record of a game.
    pub fn from_thrown(thrown: &[Thrown]) -> Self {
        Self::new(thrown.iter().map(|one| one.faces.to_vec()).collect())
    }

    /// The lists that no roll has asked for.
    pub fn left_over(&self) -> &[Vec<u8>] {
        &self.lists[self.used..]
    }
}

impl Faces for Typed {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        let list = self.lists.get(self.used).ok_or(Wanted::NotThrown { roll: *roll, given: 0 })?;
        out.extend_from_slice(list);
        self.used += 1;
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clause, Dice, Die, MAX_DICE, Read, Rolling, Scripted};

    const FIRE: Clause = Clause::new("test.fire");
    const MORALE: Clause = Clause::new("test.morale");

    /// Four dice that hit on 5 or more; for each hit a die is thrown in order; then 2d6 unless nobody was hit.
    fn fire(dice: &mut dyn Dice) -> Result<(u32, Vec<u8>, u32), Wanted> {
        let hits = dice.count(FIRE, 4, Die::D6, 5)?;
        let fate = dice.faces(FIRE, hits, Die::D10)?.to_vec();
        let morale = if hits > 0 { dice.sum(MORALE, 2, Die::D6)? } else { 0 };
        Ok((hits, fate, morale))
    }

    #[test]
    fn roll_by_roll_gives_what_the_script_gives_at_once() {
        let mut lists = Vec::new();
        let asked = |lists: &Vec<Vec<u8>>| fire(&mut Rolling::new(Typed::new(lists.clone())));
        let hit = Roll { clause: FIRE, n: 4, die: Die::D6, read: Read::AtLeast(5) };
        assert_eq!(asked(&lists), Err(Wanted::NotThrown { roll: hit, given: 0 }));
        lists.push(vec![5, 1, 6, 2]); // two hits
        let fate = Roll { clause: FIRE, n: 2, die: Die::D10, read: Read::Faces };
        assert_eq!(asked(&lists), Err(Wanted::NotThrown { roll: fate, given: 0 }));
        lists.push(vec![10, 3]);
        let morale = Roll { clause: MORALE, n: 2, die: Die::D6, read: Read::Sum };
        assert_eq!(asked(&lists), Err(Wanted::NotThrown { roll: morale, given: 0 }));
        lists.push(vec![4, 5]);
        let typed = asked(&lists).unwrap();
        assert_eq!(typed, (2, vec![10, 3], 9));

        let mut script = Rolling::new("5 1 6 2 | 10 3 | 4 5".parse::<Scripted>().unwrap());
        assert_eq!(fire(&mut script), Ok(typed));
        let mut again = Rolling::new(Typed::from_thrown(script.thrown()));
        assert_eq!(fire(&mut again), Ok((2, vec![10, 3], 9)));
        assert_eq!(again.thrown(), script.thrown());
        assert!(again.source().left_over().is_empty());
    }

    #[test]
    fn dice_that_do_not_fit_are_refused() {
        let hit = Roll { clause: FIRE, n: 4, die: Die::D6, read: Read::AtLeast(5) };
        let typed = |list: &[u8]| Rolling::new(Typed::new(vec![list.to_vec()])).throw(&hit);
        assert_eq!(typed(&[1, 2, 3]), Err(Wanted::WrongCount { roll: hit, given: 3 }));
        assert_eq!(typed(&[1, 2, 3, 4, 5]), Err(Wanted::WrongCount { roll: hit, given: 5 }));
        assert_eq!(typed(&[1, 2, 3, 7]), Err(Wanted::BadFace { roll: hit, face: 7 }));
        assert_eq!(typed(&[0, 2, 3, 6]), Err(Wanted::BadFace { roll: hit, face: 0 }));
        let average = Roll { die: Die::Average, n: 2, ..hit };
        let wrong = Rolling::new(Typed::new(vec![vec![5, 1]])).throw(&average);
        assert_eq!(wrong, Err(Wanted::BadFace { roll: average, face: 1 }));
    }

    #[test]
    fn a_refused_roll_is_not_recorded() {
        let mut dice = Rolling::new(Typed::new(vec![vec![9]]));
        assert!(dice.one(FIRE, Die::D6).is_err());
        assert!(dice.thrown().is_empty());
    }

    #[test]
    fn no_dice_ask_nobody_and_too_many_are_refused() {
        let mut dice = Rolling::new(Typed::default());
        assert_eq!(dice.sum(FIRE, 0, Die::D6), Ok(0));
        assert_eq!(dice.count(FIRE, 0, Die::D6, 5), Ok(0));
        assert!(dice.faces(FIRE, 0, Die::D6).unwrap().is_empty());
        assert!(dice.sorted(FIRE, 0, Die::D6).unwrap().is_empty());
        let none = Roll { clause: FIRE, n: 0, die: Die::D6, read: Read::Sum };
        assert_eq!(dice.throw(&none), Ok(crate::Reading::Number(0)));
        assert!(dice.thrown().is_empty());

        let most = Roll { n: MAX_DICE, ..none };
        assert_eq!(dice.throw(&most), Err(Wanted::NotThrown { roll: most, given: 0 }));
        let more = Roll { n: MAX_DICE + 1, ..none };
        assert_eq!(dice.throw(&more), Err(Wanted::TooMany { roll: more }));
    }
}
