//! The browser table on its own: `cargo run -p longroll-web-assets --example table -- DATA-FOLDER PORT`.
//! The browser tests run it; `longroll serve` is the same with more manners.

use longroll_game::ScenarioText;
use longroll_server::{Asset, Config, serve};
use longroll_store::Sqlite;
use std::borrow::Cow;
use std::error::Error;
use std::net::{Ipv4Addr, SocketAddr};
use std::path::PathBuf;
use std::sync::Arc;

fn main() -> Result<(), Box<dyn Error>> {
    let mut arguments = std::env::args().skip(1);
    let folder = PathBuf::from(arguments.next().unwrap_or_else(|| "table-data".to_owned()));
    let port = arguments.next().map_or(Ok(1863), |port| port.parse())?;
    std::fs::create_dir_all(&folder)?;
    let store = Sqlite::open(&folder.join("longroll.sqlite"))?;
    let mut config = Config::new(Arc::new(store), vec![read("learning")?, read("mcphersons-ridge")?]);
    config.listen = SocketAddr::from((Ipv4Addr::LOCALHOST, port));
    config.client = Some(asset);
    serve(config, |address| println!("http://{address}"))?;
    Ok(())
}

fn asset(path: &str) -> Option<Asset> {
    let file = longroll_web_assets::file(path)?;
    Some(Asset {
        content_type: Cow::Borrowed(file.content_type),
        bytes: file.bytes,
        is_immutable: file.is_immutable,
    })
}

fn read(name: &str) -> std::io::Result<ScenarioText> {
    let folder = PathBuf::from(concat!(env!("CARGO_MANIFEST_DIR"), "/../../scenarios")).join(name);
    Ok(ScenarioText {
        name: name.to_owned(),
        toml: std::fs::read_to_string(folder.join("scenario.toml"))?,
        geojson: std::fs::read_to_string(folder.join("terrain.geojson"))?,
    })
}
