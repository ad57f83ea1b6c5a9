//! Figures and sections: how they are lost and how they come back.

use crate::book::kinds::Stand;

/// ADF-UNIT-03: which of several stands loses first. The smallest only by the option, and only of trained and green regiments.
#[derive(Clone, Copy, PartialEq, Eq, Debug, Default)]
pub enum First {
    #[default]
    Fullest,
    Smallest,
}

/// ADF-UNIT-03: off one stand until it is empty, then off the next. ADF-UNIT-11: what exceeds the unit is lost.
pub fn take_stands(stands: &mut [Stand], first: First, mut lost: u8) {
    while lost > 0 {
        let Some(next) = next_to_lose(stands, first) else { return };
        let taken = stands[next].now.min(lost);
        stands[next].now -= taken;
        lost -= taken;
    }
}

/// One that has begun to lose goes first, then the fullest, or the smallest by the option.
pub(crate) fn next_to_lose(stands: &[Stand], first: First) -> Option<usize> {
    (0..stands.len()).filter(|place| stands[*place].now > 0).max_by_key(|place| {
        let stand = stands[*place];
        let size = match first {
            First::Fullest => i16::from(stand.now),
            First::Smallest => -i16::from(stand.now),
        };
        (stand.now < stand.full, size, std::cmp::Reverse(*place))
    })
}

/// ADF-UNIT-26: a figure comes back only where a stand that is left has a vacant place; a battery gets a section back.
pub fn give_back(stands: &mut [Stand], is_battery: bool) {
    let vacant = |stand: &&mut Stand| stand.now < stand.full && (is_battery || stand.now > 0);
    if let Some(stand) = stands.iter_mut().find(vacant) {
        stand.now += 1;
    }
}

/// Is there a place for a figure to come back to? A battery's sections are stands of one.
pub fn can_give_back(stands: &[Stand], is_battery: bool) -> bool {
    stands
        .iter()
        .any(|stand| if is_battery { stand.now == 0 } else { 0 < stand.now && stand.now < stand.full })
}
