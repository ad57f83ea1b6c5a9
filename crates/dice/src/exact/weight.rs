//! A whole number of ways: small while it fits, large when it must be, exact always.

use num_bigint::BigUint;
use num_integer::Integer;

/// A count of ways in which dice can fall. Products and sums go over to large numbers by themselves.
#[derive(Clone, Debug)]
pub(crate) enum Weight {
    Small(u128),
    /// May also hold a number that would fit into `Small`.
    Big(BigUint),
}

impl Weight {
    pub(crate) const ZERO: Self = Self::Small(0);
    pub(crate) const ONE: Self = Self::Small(1);

    pub(crate) fn times(&self, other: &Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(product) = a.checked_mul(*b)
        {
            return Self::Small(product);
        }
        Self::Big(self.to_big() * other.to_big())
    }

    pub(crate) fn plus(&self, other: &Self) -> Self {
        if let (Self::Small(a), Self::Small(b)) = (self, other)
            && let Some(sum) = a.checked_add(*b)
        {
            return Self::Small(sum);
        }
        Self::Big(self.to_big() + other.to_big())
    }

    /// The quotient and whether it is exact. The divisor is never zero.
    pub(crate) fn over(&self, other: &Self) -> (Self, bool) {
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return (Self::Small(a / b), a % b == 0);
        }
        let (quotient, rest) = self.to_big().div_rem(&other.to_big());
        (Self::Big(quotient), rest == BigUint::ZERO)
    }

    pub(crate) fn gcd(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => Self::Small(a.gcd(b)),
            _ => Self::Big(self.to_big().gcd(&other.to_big())),
        }
    }

    pub(crate) fn is_less_than(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a < b,
            _ => self.to_big() < other.to_big(),
        }
    }

    pub(crate) fn is_one(&self) -> bool {
        matches!(self, Self::Small(1)) || matches!(self, Self::Big(big) if *big == BigUint::from(1u8))
    }

    pub(crate) fn to_big(&self) -> BigUint {
        match self {
            Self::Small(small) => BigUint::from(*small),
            Self::Big(big) => big.clone(),
        }
    }
}

impl From<u32> for Weight {
    fn from(number: u32) -> Self {
        Self::Small(number.into())
    }
}

impl PartialEq for Weight {
    fn eq(&self, other: &Self) -> bool {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => a == b,
            _ => self.to_big() == other.to_big(),
        }
    }
}
