//! Golden replays: every kept battle is decided anew, to the byte.

#[allow(dead_code, reason = "each test file uses its share")]
mod common;

use common::fine;
use std::fs;
use std::path::{Path, PathBuf};

#[test]
fn every_kept_battle_is_decided_the_same_way_again() {
    let kept = files(&Path::new(env!("CARGO_MANIFEST_DIR")).join("../../replays"));
    assert!(kept.len() >= 2, "the replays are missing: {kept:?}");
    for file in kept {
        let text = fine(&["replay", &file.display().to_string(), "--verify"]);
        assert!(text.contains("every byte the same"), "{}: {text}", file.display());
    }
}

fn files(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder of replays");
    let mut found = Vec::new();
    for entry in entries {
        let path = entry.expect("an entry of the folder").path();
        if path.is_dir() {
            found.extend(files(&path));
        } else if path.extension().is_some_and(|ending| ending == "jsonl") {
            found.push(path);
        }
    }
    found.sort();
    found
}
