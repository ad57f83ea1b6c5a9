//! The addresses of umpires' tables, and the socket by which tablets hear what others do.

use crate::doors::{Door, Guest, Pass};
use crate::failure::{Failed, Outcome};
use crate::hall::{Hall, ruleset};
use crate::http::{Token, bad_query, json_of};
use crate::shares::Kind;
use crate::sheets;
use crate::umpire::UmpireTable;
use axum::Router;
use axum::body::Bytes;
use axum::extract::ws::{Message, WebSocket, WebSocketUpgrade};
use axum::extract::{Path, Query, State};
use axum::http::{HeaderMap, StatusCode};
use axum::response::{Json, Response};
use axum::routing::get;
use longroll_umpire::plan_view;
use longroll_wire::{ActAnswer, ListedTable, NewTable, TableAsk, TableCreated, TableNews, UmpirePlan};
use serde::Deserialize;
use std::sync::Arc;
use std::time::{Duration, Instant};

type Body = Result<Bytes, axum::extract::rejection::BytesRejection>;

/// A tablet that takes longer than this to take a message is given up.
const PATIENCE: Duration = Duration::from_secs(20);
/// A sign of life is asked for this often.
const HEARTBEAT: Duration = Duration::from_secs(25);

pub(crate) fn routes() -> Router<Arc<Hall>> {
    Router::new()
        .route("/api/umpire", get(list).post(open))
        .route("/api/umpire/plans/{ruleset}", get(the_plan))
        .route("/api/umpire/tables/{table}", get(news).post(act))
        .route("/api/umpire/tables/{table}/socket", get(socket))
        .route("/api/umpire/tables/{table}/sheets/{kind}", get(table_sheet))
        .route("/api/sheets/{ruleset}/{kind}", get(a_sheet))
}

async fn the_plan(Path(named): Path<String>) -> Outcome<Json<&'static UmpirePlan>> {
    ruleset(&named).map(|set| Json(plan_view(set)))
}

async fn list(State(hall): State<Arc<Hall>>, guest: Guest) -> Outcome<Json<Vec<ListedTable>>> {
    let shares = hall.shares.clone();
    shares.run(Kind::Look, &guest.asking_for(""), move || hall.list_tables()).await.map(Json)
}

async fn open(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    headers: HeaderMap,
    body: Body,
) -> Outcome<(StatusCode, Json<TableCreated>)> {
    let new: NewTable = json_of(&headers, body)?;
    hall.count_one_more(guest)?;
    let shares = hall.shares.clone();
    let created = shares.run(Kind::Look, &guest.asking_for(""), move || hall.open_table(&new)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The table, if the token is its token.
async fn opened(hall: &Arc<Hall>, guest: Guest, table: &str, token: String) -> Outcome<Arc<UmpireTable>> {
    let (finder, named) = (hall.clone(), table.to_owned());
    let find = move || {
        finder.check_table(&named, &token)?;
        finder.table(&named)
    };
    hall.shares.run(Kind::Play, &guest.asking_for(table), find).await
}

async fn news(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(table): Path<String>,
    Token(token): Token,
) -> Outcome<Json<TableNews>> {
    opened(&hall, guest, &table, token).await.map(|table| Json(table.news(0)))
}

async fn act(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(named): Path<String>,
    Token(token): Token,
    headers: HeaderMap,
    body: Body,
) -> Outcome<Json<ActAnswer>> {
    let asked: TableAsk = json_of(&headers, body)?;
    let table = opened(&hall, guest, &named, token).await?;
    let store = hall.config.tables.clone();
    let act = move || table.act(store.as_ref(), &asked);
    hall.shares.run(Kind::Play, &guest.asking_for(&named), act).await.map(Json)
}

#[derive(Deserialize)]
struct SheetQuery {
    scenario: Option<String>,
    #[serde(default = "usual_paper")]
    paper: String,
}

fn usual_paper() -> String {
    "a4".to_owned()
}

type SheetAsked = Result<Query<SheetQuery>, axum::extract::rejection::QueryRejection>;

async fn a_sheet(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path((named, kind)): Path<(String, String)>,
    query: SheetAsked,
) -> Outcome<Response> {
    let Query(SheetQuery { scenario, paper }) = query.map_err(bad_query)?;
    let paper = sheets::paper(&paper)?;
    let shares = hall.shares.clone();
    let write = move || hall.sheet(&named, &kind, scenario.as_deref(), paper);
    shares.run(Kind::Look, &guest.asking_for(""), write).await.map(sheets::answer)
}

async fn table_sheet(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path((named, kind)): Path<(String, String)>,
    Token(token): Token,
    query: SheetAsked,
) -> Outcome<Response> {
    let Query(SheetQuery { paper, .. }) = query.map_err(bad_query)?;
    let paper = sheets::paper(&paper)?;
    let table = opened(&hall, guest, &named, token).await?;
    let write = move || table.sheet(&kind, paper);
    hall.shares.run(Kind::Look, &guest.asking_for(&named), write).await.map(sheets::answer)
}

async fn socket(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(named): Path<String>,
    Token(token): Token,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Outcome<Response> {
    let upgrade = upgrade.map_err(|_| Failed::bad("this address wants a WebSocket"))?;
    let limits = hall.config.limits;
    let full = |_| Failed::busy("as many browsers are connected as this server takes");
    let pass = hall.doors.enter(Door::Socket, guest.address, &limits).map_err(full)?;
    let table = opened(&hall, guest, &named, token).await?;
    if !table.come(limits.sockets_of_a_game) {
        return Err(Failed::busy("as many tablets have this table open as one table takes"));
    }
    let not_begun = table.clone();
    Ok(upgrade
        .protocols([crate::http::PROTOCOL])
        .max_message_size(limits.message)
        .max_frame_size(limits.message)
        .on_failed_upgrade(move |_| not_begun.go())
        .on_upgrade(move |socket| talk(socket, table, limits.silence, pass)))
}

/// Tells a tablet what changes until one of the two goes away. What tablets ask comes by requests of its own.
async fn talk(mut socket: WebSocket, table: Arc<UmpireTable>, silence: Duration, pass: Pass) {
    // However it ends, the tablet is gone.
    let _ = told(&mut socket, &table, silence).await;
    table.go();
    drop(pass);
}

struct Gone;

async fn told(socket: &mut WebSocket, table: &UmpireTable, silence: Duration) -> Result<(), Gone> {
    let (mut changes, mut from, mut heard) = (table.changes(), 0, Instant::now());
    let mut heartbeat = tokio::time::interval(HEARTBEAT);
    heartbeat.tick().await;
    loop {
        changes.mark_unchanged();
        let news = table.news(from);
        from = news.from.saturating_add(u32::try_from(news.lines.len()).unwrap_or(u32::MAX));
        let text = serde_json::to_string(&news).map_err(|_| Gone)?;
        say(socket, Message::Text(text.into())).await?;
        loop {
            tokio::select! {
                changed = changes.changed() => {
                    changed.map_err(|_| Gone)?;
                    break;
                }
                message = socket.recv() => match message {
                    Some(Ok(Message::Close(_)) | Err(_)) | None => return Err(Gone),
                    Some(Ok(_)) => heard = Instant::now(),
                },
                _ = heartbeat.tick() => {
                    if heard.elapsed() > silence {
                        return Err(Gone);
                    }
                    say(socket, Message::Ping(Vec::new().into())).await?;
                }
            }
        }
    }
}

async fn say(socket: &mut WebSocket, message: Message) -> Result<(), Gone> {
    match tokio::time::timeout(PATIENCE, socket.send(message)).await {
        Ok(Ok(())) => Ok(()),
        Ok(Err(_)) | Err(_) => Err(Gone),
    }
}
