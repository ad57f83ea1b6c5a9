//! Where games and the tables of umpires are kept: in a folder, or in a PostgreSQL database.

use crate::report::Failure;
use longroll_store::{Postgres, Sqlite, Store, data_folder};
use std::fmt::{self, Display};
use std::path::{Path, PathBuf};
use std::sync::Arc;

/// A place, before anything is opened.
#[derive(Clone, PartialEq, Eq, Debug)]
pub(crate) enum Place {
    Folder(PathBuf),
    /// The address, with its password if it has one.
    Database(String),
}

/// The stores of one place.
#[derive(Clone, Debug)]
pub(crate) struct Shelves {
    pub games: Arc<dyn Store>,
    pub tables: Arc<dyn Store>,
}

/// Is a folder that is missing made?
#[derive(Clone, Copy, PartialEq, Eq, Debug)]
pub(crate) enum Missing {
    Make,
    Refuse,
}

impl Place {
    /// As somebody names it; left out, the user's data folder.
    pub(crate) fn named(name: Option<&str>) -> Result<Place, Failure> {
        match name {
            Some(name) if name.starts_with("postgres://") || name.starts_with("postgresql://") => {
                Ok(Place::Database(name.to_owned()))
            }
            Some(name) if name.contains("://") => Err(Failure::usage(
                "games are kept in a folder or in a PostgreSQL database; an address looks like postgres://NAME@HOST/DATABASE",
            )),
            Some(name) => Ok(Place::Folder(PathBuf::from(name))),
            None => data_folder(|name| std::env::var(name).ok())
                .map(Place::Folder)
                .map_err(|error| Failure::usage(format!("{error}; --data FOLDER names one"))),
        }
    }

    pub(crate) fn open(&self, missing: Missing) -> Result<Shelves, Failure> {
        match self {
            Place::Folder(folder) => in_folder(folder, missing),
            Place::Database(address) => {
                let open = |schema: &str| -> Result<Arc<dyn Store>, Failure> {
                    let store = Postgres::open(address, schema);
                    Ok(Arc::new(
                        store.map_err(|fault| Failure::usage(format!("{self} cannot be opened: {fault}")))?,
                    ))
                };
                Ok(Shelves { games: open("longroll")?, tables: open("longroll_tables")? })
            }
        }
    }
}

fn in_folder(folder: &Path, missing: Missing) -> Result<Shelves, Failure> {
    let shown = folder.display();
    match missing {
        Missing::Make => std::fs::create_dir_all(folder).map_err(|error| {
            Failure::usage(format!("the folder {shown} cannot be made: {error}; --data names another"))
        })?,
        Missing::Refuse if folder.join("games.db").is_file() => {}
        Missing::Refuse => {
            return Err(Failure::usage(format!("there are no games in {shown}: it has no file games.db")));
        }
    }
    let open = |name: &str| -> Result<Arc<dyn Store>, Failure> {
        let file = folder.join(name);
        let store = Sqlite::open(&file)
            .map_err(|fault| Failure::usage(format!("{} cannot be opened: {fault}", file.display())))?;
        Ok(Arc::new(store))
    };
    Ok(Shelves { games: open("games.db")?, tables: open("tables.db")? })
}

impl Shelves {
    /// Each store with the name that it has in backups.
    pub(crate) fn named(&self) -> [(&'static str, &dyn Store); 2] {
        [("games", self.games.as_ref()), ("tables", self.tables.as_ref())]
    }
}

/// Never with a password.
impl Display for Place {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Place::Folder(folder) => write!(f, "{}", folder.display()),
            Place::Database(address) => match address.rsplit_once('@') {
                Some((_, host)) => write!(f, "the database {host}"),
                None => write!(f, "the database"),
            },
        }
    }
}
