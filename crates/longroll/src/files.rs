//! Reading and writing files, with messages that say what to do.

use crate::report::Failure;
use std::fs::{self, OpenOptions};
use std::io::{BufWriter, ErrorKind, Read, Write};
use std::path::{Path, PathBuf};

/// No text that this program reads is longer.
pub(crate) const MOST_BYTES: u64 = 256 * 1024 * 1024;

/// May a file that is there be replaced?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Existing {
    Keep,
    Replace,
}

impl Existing {
    pub(crate) fn unless_forced(force: bool) -> Existing {
        if force { Existing::Replace } else { Existing::Keep }
    }
}

pub(crate) fn read_text(path: &Path) -> Result<String, Failure> {
    let shown = path.display();
    if path.is_dir() {
        return Err(Failure::usage(format!("{shown} is a folder; name a file in it")));
    }
    let file = fs::File::open(path).map_err(|error| match error.kind() {
        ErrorKind::NotFound => Failure::usage(format!("there is no file {shown}; check the path")),
        _ => Failure::usage(format!("{shown} cannot be opened: {error}")),
    })?;
    let mut bytes = Vec::new();
    let read = file.take(MOST_BYTES + 1).read_to_end(&mut bytes);
    read.map_err(|error| Failure::usage(format!("{shown} cannot be read: {error}")))?;
    if bytes.len() as u64 > MOST_BYTES {
        return Err(Failure::usage(format!(
            "{shown} is longer than {MOST_BYTES} bytes, which no file of ours is"
        )));
    }
    String::from_utf8(bytes)
        .map_err(|_| Failure::usage(format!("{shown} is not text in UTF-8; is it the right file?")))
}

/// Refuses early what `write` would refuse in the end.
pub(crate) fn check_writable(path: &Path, existing: Existing) -> Result<(), Failure> {
    if path.is_dir() {
        return Err(Failure::usage(format!("{} is a folder; name a file in it", path.display())));
    }
    if let Ok(there) = path.symlink_metadata() {
        // A device, a pipe or a link is never what somebody wants replaced by a file.
        if !there.is_file() {
            let shown = path.display();
            return Err(Failure::usage(format!("{shown} is not an ordinary file; name another")));
        }
        if existing == Existing::Keep {
            return Err(is_there(path));
        }
    }
    match path.parent() {
        Some(folder) if folder != Path::new("") && !folder.is_dir() => {
            Err(Failure::usage(format!("there is no folder {}; make it first", folder.display())))
        }
        _ => Ok(()),
    }
}

/// Writes a whole file under a temporary name beside its place, and only then gives it its name; so a file is
/// there whole or not at all.
pub(crate) fn write(path: &Path, text: &str, existing: Existing) -> Result<(), Failure> {
    write_bytes(path, text.as_bytes(), existing)
}

pub(crate) fn write_bytes(path: &Path, bytes: &[u8], existing: Existing) -> Result<(), Failure> {
    let cannot =
        |error: std::io::Error| Failure::usage(format!("{} cannot be written: {error}", path.display()));
    write_with(path, existing, Readers::AsUsual, |file| file.write_all(bytes).map_err(cannot))
}

/// Who may read a new file.
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Readers {
    AsUsual,
    OwnerOnly,
}

/// The same for what is too long to be held in memory.
pub(crate) fn write_with(
    path: &Path,
    existing: Existing,
    readers: Readers,
    write: impl FnOnce(&mut dyn Write) -> Result<(), Failure>,
) -> Result<(), Failure> {
    check_writable(path, existing)?;
    let cannot =
        |error: std::io::Error| Failure::usage(format!("{} cannot be written: {error}", path.display()));
    let beside =
        temporary(path).ok_or_else(|| Failure::usage(format!("{} names no file", path.display())))?;
    let mut options = OpenOptions::new();
    options.write(true).create_new(true);
    #[cfg(unix)]
    if readers == Readers::OwnerOnly {
        std::os::unix::fs::OpenOptionsExt::mode(&mut options, 0o600);
    }
    #[cfg(not(unix))]
    let _ = readers;
    let file = options.open(&beside).map_err(cannot)?;
    let mut writer = BufWriter::new(file);
    let written = write(&mut writer).and_then(|()| {
        writer.flush().map_err(cannot)?;
        writer.get_ref().sync_all().map_err(cannot)
    });
    if let Err(failure) = written {
        let _ = fs::remove_file(&beside);
        return Err(failure);
    }
    let named = match existing {
        Existing::Replace => fs::rename(&beside, path),
        // A link is refused when the name was taken meanwhile; a rename would replace the other file.
        Existing::Keep => fs::hard_link(&beside, path).or_else(|error| {
            let taken = error.kind() == ErrorKind::AlreadyExists || path.symlink_metadata().is_ok();
            if taken { Err(error) } else { fs::rename(&beside, path) }
        }),
    };
    // Gone already after a rename; otherwise the leftover is ours.
    let _ = fs::remove_file(&beside);
    named.map_err(
        |error| if error.kind() == ErrorKind::AlreadyExists { is_there(path) } else { cannot(error) },
    )
}

fn is_there(path: &Path) -> Failure {
    Failure::usage(format!(
        "{} is there already; name another file, or add --force to replace it",
        path.display()
    ))
}

fn temporary(path: &Path) -> Option<PathBuf> {
    let name = path.file_name()?.to_string_lossy();
    Some(path.with_file_name(format!(".{name}.{}.part", std::process::id())))
}
