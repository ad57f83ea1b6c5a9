//! Names that nobody can guess.

use longroll_dice::Seed;

/// A token of a seat: 160 bits.
pub(crate) fn token() -> Result<String, getrandom::Error> {
    letters::<32>()
}

/// The name of a game: short enough to say, long enough to be the only one.
pub(crate) fn game_name() -> Result<String, getrandom::Error> {
    letters::<12>()
}

pub(crate) fn seed() -> Result<Seed, getrandom::Error> {
    let mut bytes = [0; 32];
    getrandom::fill(&mut bytes)?;
    Ok(Seed::new(bytes))
}

/// Five bits a letter; no letter looks like another.
fn letters<const N: usize>() -> Result<String, getrandom::Error> {
    const LETTERS: &[u8; 32] = b"abcdefghijkmnpqrstuvwxyz23456789";
    let mut bytes = [0; N];
    getrandom::fill(&mut bytes)?;
    Ok(bytes.iter().map(|byte| char::from(LETTERS[usize::from(byte & 31)])).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn tokens_differ_and_have_their_length() {
        let tokens: Vec<String> = (0..100).map(|_| token().unwrap()).collect();
        for (place, token) in tokens.iter().enumerate() {
            assert_eq!(token.len(), 32);
            assert!(!tokens[..place].contains(token));
        }
        assert_eq!(game_name().unwrap().len(), 12);
    }
}
