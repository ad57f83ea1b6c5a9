//! Luck told from skill.
