//! Reads the rule cases of a ruleset.

use std::path::{Path, PathBuf};

/// Names and texts of all files of cases, in order of their names.
pub(crate) fn case_files(ruleset: &str) -> Vec<(String, String)> {
    let folder = Path::new(env!("CARGO_MANIFEST_DIR")).join("../../cases").join(ruleset);
    let mut files: Vec<PathBuf> =
        std::fs::read_dir(&folder).expect("a folder of cases").flatten().map(|entry| entry.path()).collect();
    files.sort();
    let read = |path: &PathBuf| {
        let text = std::fs::read_to_string(path).expect("a file of cases");
        (path.file_name().unwrap_or_default().to_string_lossy().into_owned(), text)
    };
    files.iter().map(read).collect()
}
