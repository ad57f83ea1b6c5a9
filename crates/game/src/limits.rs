//! How large a game may be. Generous for any battle, small enough that a broken or hostile file does no harm.

use longroll_scenario::limits::{MOST_SCENARIO_BYTES, MOST_TERRAIN_BYTES};

/// Entries and undos of one game.
pub const MOST_ENTRIES: usize = 100_000;
/// Bytes of one line of a game file. The header carries both texts of a scenario, whose signs may double in JSON.
pub const MOST_LINE_BYTES: usize = 2 * (MOST_SCENARIO_BYTES + MOST_TERRAIN_BYTES) + 1_000_000;
/// Bytes of a game file.
pub const MOST_FILE_BYTES: usize = 256_000_000;
/// Letters of a player's name.
pub const LONGEST_PLAYER: usize = 120;
