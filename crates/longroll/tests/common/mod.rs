//! Runs the real program, and keeps a folder for each test.

use std::fs;
use std::path::{Path, PathBuf};
use std::process::{Command, Stdio};

pub(crate) struct Said {
    pub(crate) code: Option<i32>,
    pub(crate) out: String,
    pub(crate) err: String,
}

/// Runs `longroll` with these words.
pub(crate) fn longroll(words: &[&str]) -> Said {
    let ran = Command::new(env!("CARGO_BIN_EXE_longroll")).args(words).stdin(Stdio::null()).output();
    let ran = ran.expect("the program can be started");
    Said {
        code: ran.status.code(),
        out: String::from_utf8(ran.stdout).expect("it writes UTF-8"),
        err: String::from_utf8(ran.stderr).expect("it writes UTF-8"),
    }
}

/// It did its work; what it said.
#[track_caller]
pub(crate) fn fine(words: &[&str]) -> String {
    let said = longroll(words);
    assert_eq!((said.code, said.err.as_str()), (Some(0), ""), "longroll {}", words.join(" "));
    said.out
}

/// It found a game file that holds but is not proven; what it said.
#[track_caller]
pub(crate) fn unproven(words: &[&str]) -> String {
    let said = longroll(words);
    assert_eq!((said.code, said.err.as_str()), (Some(3), ""), "longroll {}", words.join(" "));
    said.out
}

#[track_caller]
pub(crate) fn json(words: &[&str]) -> serde_json::Value {
    serde_json::from_str(&fine(words)).expect("it writes JSON")
}

/// It refused with this exit code, in a few lines that contain these words and no trace of a panic.
#[track_caller]
pub(crate) fn refused(words: &[&str], code: i32, contains: &str) {
    let said = longroll(words);
    let shown = format!("longroll {}\n{}{}", words.join(" "), said.out, said.err);
    assert_eq!(said.code, Some(code), "{shown}");
    assert!(said.err.contains(contains), "{contains:?} is missing in: {shown}");
    assert!(!said.err.contains("panicked") && !said.err.contains("mistake in this program"), "{shown}");
}

/// A folder of a test's own, empty at first and gone at the end.
pub(crate) struct Folder(PathBuf);

impl Folder {
    pub(crate) fn new(test: &str) -> Folder {
        let path = Path::new(env!("CARGO_TARGET_TMPDIR")).join(format!("{test}-{}", std::process::id()));
        let _ = fs::remove_dir_all(&path);
        fs::create_dir_all(&path).expect("a folder can be made");
        Folder(path)
    }

    pub(crate) fn path(&self, name: &str) -> String {
        self.0.join(name).to_str().expect("a plain path").to_owned()
    }

    pub(crate) fn write(&self, name: &str, contents: impl AsRef<[u8]>) -> String {
        let path = self.path(name);
        fs::write(&path, contents).expect("a file can be written");
        path
    }

    /// The names of all files in it.
    pub(crate) fn files(&self) -> Vec<String> {
        let all = fs::read_dir(&self.0).expect("the folder is there").flatten();
        let mut names: Vec<String> =
            all.map(|file| file.file_name().to_string_lossy().into_owned()).collect();
        names.sort();
        names
    }
}

impl Drop for Folder {
    fn drop(&mut self) {
        let _ = fs::remove_dir_all(&self.0);
    }
}
