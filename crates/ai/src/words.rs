use longroll_kit::Side;

/// A stream of random words for whims of policies. Never used for dice. SplitMix64: a counter and a mixer, so any
/// machine gives the same stream.
#[derive(Clone, Debug)]
pub struct Words {
    counter: u64,
}

impl Words {
    pub fn new(number: u64, side: Side) -> Words {
        let mut words = Words { counter: number };
        let salt = words.word();
        Words { counter: salt ^ ((side as u64) << 63) }
    }

    /// A stream that begins with a word of another.
    pub fn from_word(word: u64) -> Words {
        Words { counter: word }
    }

    pub fn word(&mut self) -> u64 {
        self.counter = self.counter.wrapping_add(0x9E37_79B9_7F4A_7C15);
        let mut word = self.counter;
        word = (word ^ (word >> 30)).wrapping_mul(0xBF58_476D_1CE4_E5B9);
        word = (word ^ (word >> 27)).wrapping_mul(0x94D0_49BB_1331_11EB);
        word ^ (word >> 31)
    }

    /// A place in a list of so many; the bias of the modulus is far below what a whim could show.
    pub fn below(&mut self, count: usize) -> usize {
        (self.word() % count.max(1) as u64) as usize
    }
}
