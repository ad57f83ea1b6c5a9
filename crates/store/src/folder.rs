//! Where the games are, when nobody says.

use std::path::PathBuf;

/// No folder for the user's data is known.
#[derive(Clone, Copy, PartialEq, Eq, Debug, thiserror::Error)]
#[error(
    "no folder for games is known: neither XDG_DATA_HOME nor HOME nor APPDATA is set; name one with --data"
)]
pub struct NoFolder;

/// The user's data folder, by the variables of the environment: `$XDG_DATA_HOME/longroll`, `%APPDATA%\longroll`, or
/// `~/.local/share/longroll`.
pub fn data_folder(variable: impl Fn(&str) -> Option<String>) -> Result<PathBuf, NoFolder> {
    let set = |name| variable(name).filter(|value| !value.is_empty()).map(PathBuf::from);
    set("XDG_DATA_HOME")
        .or_else(|| set("APPDATA"))
        .or_else(|| set("HOME").map(|home| home.join(".local").join("share")))
        .map(|folder| folder.join("longroll"))
        .ok_or(NoFolder)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_first_variable_that_is_set_counts() {
        let folder = |set: &[(&str, &str)]| {
            data_folder(|name| set.iter().find(|(known, _)| *known == name).map(|(_, v)| (*v).to_owned()))
        };
        assert_eq!(folder(&[("HOME", "/h")]), Ok(PathBuf::from("/h/.local/share/longroll")));
        assert_eq!(folder(&[("HOME", "/h"), ("XDG_DATA_HOME", "/x")]), Ok(PathBuf::from("/x/longroll")));
        assert_eq!(
            folder(&[("HOME", "/h"), ("XDG_DATA_HOME", "")]),
            Ok(PathBuf::from("/h/.local/share/longroll"))
        );
        assert_eq!(folder(&[]), Err(NoFolder));
    }
}
