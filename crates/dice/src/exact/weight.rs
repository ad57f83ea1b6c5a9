//! A whole number of ways: small while it fits, large when it must be, exact always.

use num_bigint::BigUint;
use num_integer::Integer;

/// A count of ways in which dice can fall. Products and sums go over to large numbers by themselves.
#[derive(Debug)]
pub(crate) enum Weight {
    Small(u128),
    /// May also hold a number that would fit into `Small`.
    Big(BigUint),
}

impl Weight {
    pub(crate) const ZERO: Self = Self::Small(0);
    pub(crate) const ONE: Self = Self::Small(1);

    pub(crate) fn times(&self, other: &Self) -> Self {
        match (self, other) {
            (Self::Small(a), Self::Small(b)) => match (u64::try_from(*a), u64::try_from(*b)) {
                // Two machine words: no product is too large.
                (Ok(a), Ok(b)) => Self::Small(u128::from(a) * u128::from(b)),
                _ => match a.checked_mul(*b) {
                    Some(product) => Self::Small(product),
                    None => Self::Big(BigUint::from(*a) * *b),
                },
            },
            (Self::Big(one), Self::Small(1)) | (Self::Small(1), Self::Big(one)) => Self::Big(one.clone()),
            (Self::Big(one), Self::Small(small)) | (Self::Small(small), Self::Big(one)) => {
                Self::Big(one * *small)
            }
            (Self::Big(a), Self::Big(b)) => Self::Big(a * b),
        }
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
        if other.is_one() {
            return (self.clone(), true);
        }
        if self == other {
            return (Self::ONE, true);
        }
        if let (Self::Small(a), Self::Small(b)) = (self, other) {
            return (Self::Small(a / b), a % b == 0);
        }
        let (quotient, rest) = self.to_big().div_rem(&other.to_big());
        (Self::Big(quotient), rest == BigUint::ZERO)
    }

    pub(crate) fn gcd(&self, other: &Self) -> Self {
        match (self, other) {
            _ if self.is_one() || other.is_one() => Self::ONE,
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
        match self {
            Self::Small(small) => *small == 1,
            Self::Big(big) => big.bits() == 1,
        }
    }

    pub(crate) fn into_big(self) -> BigUint {
        match self {
            Self::Small(small) => BigUint::from(small),
            Self::Big(big) => big,
        }
    }

    pub(crate) fn to_big(&self) -> BigUint {
        match self {
            Self::Small(small) => BigUint::from(*small),
            Self::Big(big) => big.clone(),
        }
    }
}

impl Clone for Weight {
    fn clone(&self) -> Self {
        match self {
            Self::Small(small) => Self::Small(*small),
            Self::Big(big) => Self::Big(big.clone()),
        }
    }

    /// A large number is written over the one that was there.
    fn clone_from(&mut self, other: &Self) {
        match (self, other) {
            (Self::Big(here), Self::Big(other)) => here.clone_from(other),
            (here, other) => *here = other.clone(),
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
            (Self::Big(a), Self::Big(b)) => a == b,
            (Self::Big(big), Self::Small(small)) | (Self::Small(small), Self::Big(big)) => {
                u128::try_from(big).is_ok_and(|big| big == *small)
            }
        }
    }
}
