use std::fmt;

/// A row of figures read by "up to and including": the first band whose limit is not exceeded answers. What lies
/// beyond the last limit has no band, unless the printed table says that its last column goes on.
#[derive(Clone, PartialEq, Eq, Debug)]
pub struct Bands<K, T> {
    bands: Vec<(K, T)>,
}

/// The limits of a table do not rise from column to column.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct BandsError;

impl fmt::Display for BandsError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str("the limits of the bands do not rise from one to the next")
    }
}

impl<K: Ord + Copy, T> Bands<K, T> {
    pub fn new(bands: Vec<(K, T)>) -> Result<Self, BandsError> {
        if bands.windows(2).any(|pair| pair[0].0 >= pair[1].0) {
            return Err(BandsError);
        }
        Ok(Bands { bands })
    }

    pub fn find(&self, value: K) -> Option<&T> {
        self.find_by(|limit| value <= limit)
    }

    /// As [`Bands::find`], where "not exceeded" is the caller's own comparison (lengths carry a grain of slack).
    pub fn find_by(&self, is_within: impl Fn(K) -> bool) -> Option<&T> {
        self.bands.iter().find(|(limit, _)| is_within(*limit)).map(|(_, band)| band)
    }

    pub fn iter(&self) -> impl Iterator<Item = &(K, T)> {
        self.bands.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_value_falls_into_the_first_band_that_holds_it() {
        let bands = Bands::new(vec![(4, "close"), (10, "long")]).unwrap();
        let found: Vec<_> = (0..=11).map(|range| bands.find(range).copied()).collect();
        let close = Some("close");
        let long = Some("long");
        assert_eq!(found, [close, close, close, close, close, long, long, long, long, long, long, None]);
    }

    #[test]
    fn limits_must_rise() {
        assert_eq!(Bands::new(vec![(4, ()), (4, ())]), Err(BandsError));
        assert_eq!(Bands::new(vec![(5, ()), (4, ())]), Err(BandsError));
    }
}
