//! Dice drawn by the program from a game's seed.

use rand_chacha::ChaCha8Rng;
use rand_chacha::rand_core::{Rng, SeedableRng};

use crate::{FaceList, Faces, Roll, Seed, Wanted};

/// The name of the way in which dice are drawn. It stands in every game file; a change of method is a new name.
///
/// `chacha8-keyed-v1`: the generator is ChaCha with eight rounds, its key the seed's 32 bytes, its 64-bit stream
/// number `command << 16 | roll` (the number of the command in the game, then the number of the roll within the
/// command, both from 0; a roll of no dice has no number), starting at word 0. The dice of the roll are taken one
/// after another from its 32-bit words. For a die with `f` faces, a word `w` is skipped when the low 32 bits of
/// `w × f` are below `2³² mod f`; otherwise the high 32 bits of `w × f` are the place, counted from 0, of the face
/// in [`Die::faces`](crate::Die::faces). So each face has exactly the same share of the words that are not skipped.
pub const GENERATOR: &str = "chacha8-keyed-v1";

/// The most rolls that one command may make.
pub const MAX_ROLLS: u32 = 1 << 16;

/// Dice drawn for one command of a game. Each roll has its own numbered stream, so that another roll more or less in
/// one command leaves the dice of all other commands as they were.
#[derive(Clone, Debug)]
pub struct Seeded {
    seed: Seed,
    command: u32,
    rolls: u32,
}

impl Seeded {
    /// The dice of command number `command` in the game with this seed.
    pub fn new(seed: Seed, command: u32) -> Self {
        Self { seed, command, rolls: 0 }
    }

    /// How many rolls were made.
    pub fn rolls(&self) -> u32 {
        self.rolls
    }
}

impl Faces for Seeded {
    fn faces(&mut self, roll: &Roll, out: &mut FaceList) -> Result<(), Wanted> {
        if self.rolls >= MAX_ROLLS {
            return Err(Wanted::TooManyRolls { roll: *roll });
        }
        let mut words = ChaCha8Rng::from_seed(*self.seed.bytes());
        words.set_stream(u64::from(self.command) << 16 | u64::from(self.rolls));
        self.rolls += 1;

        let faces = roll.die.faces();
        let count = faces.len() as u32;
        let skip_below = count.wrapping_neg() % count; // 2³² mod count
        while out.len() < roll.n as usize {
            let product = u64::from(words.next_u32()) * u64::from(count);
            if product as u32 >= skip_below {
                out.push(faces[(product >> 32) as usize]);
            }
        }
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{Clause, Dice, Die, Read, Rolling};

    const TEST: Clause = Clause::new("test");

    /// Freezes the format. These faces came out of the program once; if they change, old games no longer replay.
    #[test]
    fn golden_faces() {
        let mut dice = Rolling::new(Seeded::new(Seed::from_number(1863), 7));
        assert_eq!(dice.faces(TEST, 12, Die::D6).unwrap().as_slice(), GOLDEN_D6);
        assert_eq!(dice.faces(TEST, 12, Die::D10).unwrap().as_slice(), GOLDEN_D10);
        assert_eq!(dice.faces(TEST, 12, Die::Average).unwrap().as_slice(), GOLDEN_AVERAGE);
        assert_eq!(Seed::from_number(1863).to_hex(), GOLDEN_SEED);
        assert_eq!(Seed::from_number(1863).commitment(), GOLDEN_COMMITMENT);
    }

    const GOLDEN_D6: &[u8] = &[5, 6, 5, 6, 6, 3, 5, 4, 4, 4, 6, 3];
    const GOLDEN_D10: &[u8] = &[4, 2, 2, 5, 8, 2, 2, 4, 1, 8, 2, 4];
    const GOLDEN_AVERAGE: &[u8] = &[4, 5, 3, 2, 3, 4, 2, 3, 5, 3, 3, 2];
    const GOLDEN_SEED: &str = "c30383ddd07148bd3bfdd83ffd161f66a4b43a3c7baf912d5a80a2eea79614fa";
    const GOLDEN_COMMITMENT: &str = "2b340e2d81eb5d7434563780b5d77501a1507302ec82bf3cc3c1802995179c21";

    /// ChaCha with eight rounds, written out once more from its description: the first 16 words of block `block`.
    fn chacha8_block(key: &[u8; 32], stream: u64, block: u64) -> [u32; 16] {
        let mut start =
            [0x6170_7865, 0x3320_646e, 0x7962_2d32, 0x6b20_6574, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0];
        for (word, bytes) in start[4..12].iter_mut().zip(key.chunks_exact(4)) {
            *word = u32::from_le_bytes(bytes.try_into().unwrap());
        }
        start[12..].copy_from_slice(&[
            block as u32,
            (block >> 32) as u32,
            stream as u32,
            (stream >> 32) as u32,
        ]);
        let mut x = start;
        let mut quarter = |a: usize, b: usize, c: usize, d: usize| {
            for (i, j, k, turn) in [(a, b, d, 16), (c, d, b, 12), (a, b, d, 8), (c, d, b, 7)] {
                x[i] = x[i].wrapping_add(x[j]);
                x[k] = (x[k] ^ x[i]).rotate_left(turn);
            }
        };
        for _ in 0..4 {
            for i in 0..4 {
                quarter(i, i + 4, i + 8, i + 12);
            }
            for i in 0..4 {
                quarter(i, 4 + (i + 1) % 4, 8 + (i + 2) % 4, 12 + (i + 3) % 4);
            }
        }
        std::array::from_fn(|i| x[i].wrapping_add(start[i]))
    }

    /// The faces, computed anew from raw words with plain division in wide numbers.
    fn faces_anew(seed: &Seed, command: u64, roll: u64, die: Die, n: usize) -> Vec<u8> {
        let f = die.faces().len() as u64;
        let whole = 1u64 << 32;
        let words = (0..).flat_map(|block| chacha8_block(seed.bytes(), command << 16 | roll, block));
        words
            .map(u64::from)
            .filter(|word| (word * f) % whole >= whole % f)
            .map(|word| die.faces()[(word * f / whole) as usize])
            .take(n)
            .collect()
    }

    #[test]
    fn faces_agree_with_an_independent_computation() {
        let seed = Seed::from_number(9);
        for command in [0, 1, 70_000, u32::MAX] {
            let mut dice = Rolling::new(Seeded::new(seed.clone(), command));
            for (number, die) in Die::ALL.into_iter().cycle().take(12).enumerate() {
                let n = [1, 12, 100][number % 3];
                let drawn = dice.faces(TEST, n, die).unwrap();
                let anew = faces_anew(&seed, u64::from(command), number as u64, die, n as usize);
                assert_eq!(drawn.as_slice(), anew, "command {command}, roll {number}, {die}");
            }
        }
    }

    /// The rule for skipping words, tried on words of 16 bits, all 65 536 of them: every face of every die gets
    /// exactly ⌊65536/f⌋ words. (For f = 6: 65536 = 6·10922 + 4.)
    #[test]
    fn no_face_is_favoured() {
        for f in [3u32, 5, 6, 10, 12] {
            let mut share = vec![0; f as usize];
            for word in 0..1u32 << 16 {
                let product = word * f;
                if product % (1 << 16) >= (1 << 16) % f {
                    share[(product >> 16) as usize] += 1;
                }
            }
            assert_eq!(share, vec![(1 << 16) / f; f as usize]);
        }
    }

    #[test]
    fn another_roll_in_one_command_leaves_the_next_command_alone() {
        let seed = Seed::from_number(4);
        let mut first = Rolling::new(Seeded::new(seed.clone(), 1));
        first.sum(TEST, 0, Die::D6).unwrap();
        assert_eq!(first.source().rolls(), 0, "no dice, no roll");
        let (a, b) = (first.faces(TEST, 9, Die::D6).unwrap(), first.faces(TEST, 9, Die::D6).unwrap());
        assert_ne!(a, b);
        let mut again = Rolling::new(Seeded::new(seed, 1));
        assert_eq!(again.faces(TEST, 3, Die::D6).unwrap()[..], a[..3], "fewer dice are the first of them");
        assert_eq!(again.faces(TEST, 9, Die::D6).unwrap(), b, "the second roll does not depend on the first");
    }

    #[test]
    fn roll_numbers_end() {
        let mut source = Seeded { rolls: MAX_ROLLS - 1, ..Seeded::new(Seed::from_number(1), 1) };
        let roll = Roll { clause: TEST, n: 1, die: Die::D6, read: Read::Sum };
        assert_eq!(source.faces(&roll, &mut FaceList::new()), Ok(()));
        assert_eq!(source.faces(&roll, &mut FaceList::new()), Err(Wanted::TooManyRolls { roll }));
    }
}
