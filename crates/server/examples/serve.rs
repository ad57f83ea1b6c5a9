//! Runs the server alone: `cargo run -p longroll-server --example serve -- [--listen ADDRESS] [--data DIR] [--client DIR]`.
//! With `--client` it serves the built pages of the browser from a folder.

use longroll_game::ScenarioText;
use longroll_server::{Asset, Config, serve};
use longroll_store::{Sqlite, data_folder};
use longroll_testkit::{LEARNING, MCPHERSONS_RIDGE};
use std::error::Error;
use std::path::PathBuf;
use std::sync::{Arc, OnceLock};

static CLIENT: OnceLock<PathBuf> = OnceLock::new();

fn main() -> Result<(), Box<dyn Error>> {
    let mut listen = Config::USUAL_ADDRESS;
    let mut data = None;
    let mut arguments = std::env::args().skip(1);
    while let Some(name) = arguments.next() {
        let value = arguments.next().ok_or_else(|| format!("{name} wants a value"))?;
        match name.as_str() {
            "--listen" => listen = value.parse()?,
            "--data" => data = Some(PathBuf::from(value)),
            "--client" => drop(CLIENT.set(PathBuf::from(value))),
            _ => return Err(format!("{name} is not known").into()),
        }
    }
    let data = match data {
        Some(data) => data,
        None => data_folder(|name| std::env::var(name).ok())?,
    };
    std::fs::create_dir_all(&data)?;
    let scenarios = [LEARNING, MCPHERSONS_RIDGE].map(|texts| ScenarioText {
        name: texts.name.to_owned(),
        toml: texts.scenario.to_owned(),
        geojson: texts.terrain.to_owned(),
    });
    let mut config = Config::new(Arc::new(Sqlite::open(&data.join("games.db"))?), scenarios.to_vec());
    config.listen = listen;
    config.client = CLIENT.get().map(|_| from_folder as _);
    serve(config, |address| println!("Longroll is at http://{address}"))?;
    Ok(())
}

fn from_folder(path: &str) -> Option<Asset> {
    let plain = path.split('/').all(|part| !part.is_empty() && !part.starts_with('.'));
    let bytes = plain.then(|| std::fs::read(CLIENT.get()?.join(path)).ok()).flatten()?;
    let kind = match path.rsplit('.').next()? {
        "html" => "text/html; charset=utf-8",
        "js" => "text/javascript; charset=utf-8",
        "css" => "text/css; charset=utf-8",
        "svg" => "image/svg+xml",
        "json" => "application/json",
        "woff2" => "font/woff2",
        "png" => "image/png",
        _ => "application/octet-stream",
    };
    Some(Asset { content_type: kind.into(), bytes: bytes.into(), is_immutable: false })
}
