//! Battles of one's own: a folder that is looked at anew whenever somebody asks, and battles as files.

mod common;

use common::{Folder, ask, ask_json, config, create, new_game};
use longroll_server::Hall;
use longroll_testkit::LEARNING;
use longroll_wire::{BattleFile, NewGame, Player, StartPage};
use std::fs;
use std::path::Path;
use std::sync::Arc;

fn hall(folder: &Path) -> Arc<Hall> {
    let mut config = config();
    config.own_scenarios = Some(folder.to_owned());
    Hall::new(config).unwrap()
}

fn write(folder: &Path, name: &str, toml: &str) {
    fs::create_dir_all(folder.join(name)).unwrap();
    fs::write(folder.join(name).join("scenario.toml"), toml).unwrap();
    fs::write(folder.join(name).join("terrain.geojson"), LEARNING.terrain).unwrap();
}

fn titled(title: &str) -> String {
    let line = LEARNING.scenario.lines().find(|line| line.starts_with("title")).unwrap();
    LEARNING.scenario.replacen(line, &format!("title = \"{title}\""), 1)
}

async fn start(hall: &Arc<Hall>) -> StartPage {
    let (status, page) = ask(hall, "GET", "/api/start", "").await;
    assert_eq!(status, 200);
    serde_json::from_slice(&page).unwrap()
}

fn title_of(page: &StartPage, name: &str) -> Option<String> {
    page.scenarios.iter().find(|card| card.name == name).map(|card| card.title.clone())
}

#[tokio::test(flavor = "multi_thread")]
async fn the_folder_is_looked_at_anew() {
    let folder = Folder::new("own-anew");
    let hall = hall(&folder.0);
    let shipped = start(&hall).await.scenarios.len();
    write(&folder.0, "my-farm", &titled("My farm"));
    let page = start(&hall).await;
    assert_eq!(page.scenarios.len(), shipped + 1);
    assert_eq!(page.own.names, ["my-farm"]);
    assert_eq!(title_of(&page, "my-farm").as_deref(), Some("My farm"));
    let new = NewGame { scenario: "my-farm".to_owned(), ..new_game(Player::Person, Player::Captain) };
    create(&hall, &new).await;
    let (status, _) = ask(&hall, "GET", "/api/scenarios/my-farm/map", "").await;
    assert_eq!(status, 200);

    write(&folder.0, "my-farm", &titled("My farm, enlarged"));
    assert_eq!(title_of(&start(&hall).await, "my-farm").as_deref(), Some("My farm, enlarged"));

    write(&folder.0, "my-farm", "title = 5\n");
    let page = start(&hall).await;
    assert_eq!((page.own.names.len(), title_of(&page, "my-farm")), (0, None));
    assert_eq!(page.own.mistakes[0].name, "my-farm");
    assert!(page.own.mistakes[0].mistakes[0].contains("scenario.toml"), "{:?}", page.own.mistakes);

    fs::remove_dir_all(folder.0.join("my-farm")).unwrap();
    let own = start(&hall).await.own;
    assert!(own.names.is_empty() && own.mistakes.is_empty());
    assert_eq!(own.folder, Some(folder.0.display().to_string()));
}

#[tokio::test(flavor = "multi_thread")]
async fn names_and_files_that_cannot_be_are_named() {
    let folder = Folder::new("own-names");
    let hall = hall(&folder.0);
    write(&folder.0, "learning", LEARNING.scenario);
    write(&folder.0, "My Farm", LEARNING.scenario);
    fs::create_dir_all(folder.0.join("empty")).unwrap();
    fs::write(folder.0.join("notes.txt"), "no battle").unwrap();
    let page = start(&hall).await;
    let said: Vec<String> =
        page.own.mistakes.iter().map(|own| format!("{}: {}", own.name, own.mistakes.join("; "))).collect();
    assert_eq!(
        said,
        [
            "My Farm: the name of its folder is to have 1 to 60 small letters, digits and hyphens",
            "empty: there is no file scenario.toml; there is no file terrain.geojson",
            "learning: a battle of the program has this name; rename the folder",
        ]
    );
}

#[tokio::test(flavor = "multi_thread")]
async fn a_battle_goes_as_one_file_to_another_server() {
    let (folder, other) = (Folder::new("own-from"), Folder::new("own-to"));
    write(&folder.0, "my-farm", &titled("My farm"));
    let (from, to) = (hall(&folder.0), hall(&other.0.join("not-made-yet")));
    let (status, body) = ask(&from, "GET", "/api/scenarios/my-farm/file", "").await;
    assert_eq!(status, 200);
    let file: BattleFile = serde_json::from_slice(&body).unwrap();
    let (status, _) = ask_json(&to, "POST", "/api/scenarios", &file).await;
    assert_eq!(status, 201);
    assert_eq!(title_of(&start(&to).await, "my-farm").as_deref(), Some("My farm"));

    // Nothing is overwritten unless that is asked for.
    let changed = BattleFile { scenario: titled("Changed"), ..file.clone() };
    let (status, answer) = ask_json(&to, "POST", "/api/scenarios", &changed).await;
    assert_eq!(
        (status.as_u16(), answer["error"]["text"].as_str()),
        (409, Some("there is a battle my-farm already"))
    );
    let (status, _) = ask_json(&to, "POST", "/api/scenarios?replace=true", &changed).await;
    assert_eq!(status, 201);
    assert_eq!(title_of(&start(&to).await, "my-farm").as_deref(), Some("Changed"));
    let left: Vec<_> = fs::read_dir(other.0.join("not-made-yet")).unwrap().flatten().collect();
    assert_eq!(left.len(), 1, "nothing half-done is left");

    for (name, scenario, why) in [
        ("../outside", file.scenario.as_str(), "small letters"),
        ("learning", file.scenario.as_str(), "has this name"),
        ("broken", "title = 5", "scenario.toml"),
    ] {
        let bad = BattleFile { name: name.to_owned(), scenario: scenario.to_owned(), ..file.clone() };
        let (status, answer) = ask_json(&to, "POST", "/api/scenarios?replace=true", &bad).await;
        let text = answer["error"]["text"].as_str().unwrap();
        assert!(status == 400 && text.contains(why), "{name}: {text}");
    }
    assert!(!other.0.join("outside").exists());
}

#[tokio::test(flavor = "multi_thread")]
async fn on_a_server_for_others_battles_are_added_by_its_owner_alone() {
    let folder = Folder::new("own-public");
    write(&folder.0, "my-farm", &titled("My farm"));
    let mut public = config();
    public.own_scenarios = Some(folder.0.clone());
    public.proxy = Some("127.0.0.1".parse().unwrap());
    let hall = Hall::new(public).unwrap();
    let page = start(&hall).await;
    assert_eq!(page.own.names, ["my-farm"], "they can be played");
    assert_eq!(page.own.folder, None);
    let (_, body) = ask(&hall, "GET", "/api/scenarios/my-farm/file", "").await;
    let file: BattleFile = serde_json::from_slice(&body).unwrap();
    let more = BattleFile { name: "more".to_owned(), ..file };
    let (status, _) = ask_json(&hall, "POST", "/api/scenarios", &more).await;
    assert_eq!(status, 403);
    assert!(!folder.0.join("more").exists());
}
