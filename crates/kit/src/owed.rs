use serde::{Deserialize, Serialize};

/// What is still owed before play goes on, newest on top. An interrupt is a push, never a callback, so a game can
/// be stored and taken up again in the middle of anything.
#[derive(Clone, PartialEq, Eq, Debug, Serialize, Deserialize)]
#[serde(transparent)]
pub struct Owed<T> {
    stack: Vec<T>,
}

/// More things were owed at once than any lawful chain of interrupts can pile up.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub struct TooDeep;

impl<T> Default for Owed<T> {
    fn default() -> Self {
        Owed { stack: Vec::new() }
    }
}

impl<T> Owed<T> {
    pub const DEEPEST: usize = 1000;

    pub fn push(&mut self, item: T) -> Result<(), TooDeep> {
        if self.stack.len() >= Self::DEEPEST {
            return Err(TooDeep);
        }
        self.stack.push(item);
        Ok(())
    }

    pub fn pop(&mut self) -> Option<T> {
        self.stack.pop()
    }

    pub fn top(&self) -> Option<&T> {
        self.stack.last()
    }

    pub fn top_mut(&mut self) -> Option<&mut T> {
        self.stack.last_mut()
    }

    pub fn is_empty(&self) -> bool {
        self.stack.is_empty()
    }

    pub fn len(&self) -> usize {
        self.stack.len()
    }

    /// From the oldest to the newest.
    pub fn iter(&self) -> impl Iterator<Item = &T> {
        self.stack.iter()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_newest_debt_is_paid_first() {
        let mut owed = Owed::default();
        owed.push("finish the march").unwrap();
        owed.push("reaction").unwrap();
        assert_eq!(owed.top(), Some(&"reaction"));
        assert_eq!(owed.pop(), Some("reaction"));
        assert_eq!(owed.pop(), Some("finish the march"));
        assert_eq!(owed.pop(), None);
    }

    #[test]
    fn the_stack_has_a_limit() {
        let mut owed = Owed::default();
        for n in 0..Owed::<usize>::DEEPEST {
            owed.push(n).unwrap();
        }
        assert_eq!(owed.push(0), Err(TooDeep));
        assert_eq!(owed.len(), Owed::<usize>::DEEPEST);
    }
}
