//! The addresses of the server.

use crate::doors::{Door, Full, Guest};
use crate::failure::{Failed, Outcome};
use crate::hall::{Hall, binary_kind, ruleset};
use crate::judge::judge;
use crate::odds::odds_of;
use crate::room::Room;
use crate::shares::Kind;
use crate::socket::talk;
use crate::start::clause_text;
use axum::Router;
use axum::body::{Body, Bytes};
use axum::extract::ws::WebSocketUpgrade;
use axum::extract::{DefaultBodyLimit, FromRequestParts, MatchedPath, Path, Query, Request, State};
use axum::http::header::{
    AUTHORIZATION, CACHE_CONTROL, CONTENT_DISPOSITION, CONTENT_SECURITY_POLICY, CONTENT_TYPE, HOST,
    HeaderName, ORIGIN, REFERRER_POLICY, SEC_WEBSOCKET_PROTOCOL, X_CONTENT_TYPE_OPTIONS,
};
use axum::http::request::Parts;
use axum::http::{HeaderMap, HeaderValue, StatusCode, Uri};
use axum::middleware::{Next, from_fn_with_state};
use axum::response::{IntoResponse, Json, Response};
use axum::routing::{delete, get, post};
use longroll_kit::{Seat, Settings};
use longroll_rulesets::RulesetId;
use longroll_wire::{
    AnalysisNow, BattleFile, Book, Claim, ClauseText, Created, GameLine, Imported, Invitation, Judgement,
    KnownGames, NewGame, NewTitle, OddsAnswer, ReplayPart, ScenarioMap, StartPage, WorkedExample,
};
use serde::Deserialize;
use serde::de::DeserializeOwned;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, OnceLock};
use std::time::Instant;

/// Frames of a replay sent at once.
const MOST_FRAMES: u32 = 50;

/// Worked examples of a clause sent at once; some clauses have over a hundred.
const MOST_EXAMPLES: usize = 24;

/// The whole server but for the socket that it listens on.
pub fn app(hall: Arc<Hall>) -> Router {
    let limits = hall.config.limits;
    Router::new()
        .route("/health", get(crate::metrics::health))
        .route("/metrics", get(crate::metrics::metrics))
        .route("/api/start", get(start))
        .route("/api/scenarios", post(take_battle).layer(DefaultBodyLimit::max(limits.import)))
        .route("/api/scenarios/{scenario}/map", get(scenario_map))
        .route("/api/scenarios/{scenario}/file", get(battle_file))
        .route("/api/games", get(list).post(create))
        .route("/api/games/known", post(known))
        .route("/api/games/import", post(import).layer(DefaultBodyLimit::max(limits.import)))
        .route("/api/verify", post(verify).layer(DefaultBodyLimit::max(limits.import)))
        .route("/api/games/{game}", delete(remove))
        .route("/api/games/{game}/title", post(title))
        .route("/api/games/{game}/save", get(save))
        .route("/api/games/{game}/invitation", get(invitation))
        .route("/api/games/{game}/claim", post(claim))
        .route("/api/games/{game}/file", get(file))
        .route("/api/games/{game}/replay", get(replay))
        .route("/api/games/{game}/analysis", get(analysis))
        .route("/api/games/{game}/socket", get(socket))
        .route("/api/rules/{ruleset}", get(book))
        .route("/api/rules/{ruleset}/{clause}", get(clause))
        .route("/api/rules/{ruleset}/{clause}/examples", get(examples))
        .route("/api/odds/{ruleset}/{procedure}", post(odds))
        .merge(crate::umpire_http::routes())
        .merge(crate::laboratory::routes())
        .route("/api", axum::routing::any(no_such_address))
        .route("/api/", axum::routing::any(no_such_address))
        .route("/api/{*rest}", axum::routing::any(no_such_address))
        .fallback(client)
        .method_not_allowed_fallback(wrong_method)
        .layer(DefaultBodyLimit::max(limits.body))
        .layer(tower_http::compression::CompressionLayer::new())
        .layer(from_fn_with_state(hall.clone(), doorkeeper))
        .with_state(hall)
}

/// The token of a seat, from the header `Authorization: Bearer …` or, for a socket, from the second of its protocols. Never from the
/// address, which is kept in histories and logs.
pub(crate) struct Token(pub(crate) String);

/// The protocol that sockets speak; whoever asks for one names his token after it.
pub(crate) const PROTOCOL: &str = "longroll";

impl<S: Sync> FromRequestParts<S> for Token {
    type Rejection = Failed;

    async fn from_request_parts(parts: &mut Parts, _: &S) -> Result<Token, Failed> {
        if parts.uri.query().is_some_and(|query| query.split('&').any(|pair| pair.starts_with("token="))) {
            return Err(Failed::bad("a token goes into the header Authorization, not into the address"));
        }
        let text = |name| parts.headers.get(name).and_then(|value| value.to_str().ok());
        let bearer = text(AUTHORIZATION).and_then(|value| value.strip_prefix("Bearer "));
        let protocols = text(SEC_WEBSOCKET_PROTOCOL).and_then(|value| value.split_once(','));
        let socket = protocols.filter(|(first, _)| first.trim() == PROTOCOL).map(|(_, token)| token);
        Ok(Token(bearer.or(socket).unwrap_or_default().trim().to_owned()))
    }
}

#[derive(Deserialize)]
struct ImportQuery {
    steps: Option<u32>,
}

#[derive(Deserialize)]
struct ReplayQuery {
    #[serde(default)]
    from: u32,
    #[serde(default = "a_few")]
    count: u32,
}

/// Departures from the usual readings: `OPTION:CHOICE`, with commas between.
#[derive(Deserialize)]
struct OddsQuery {
    #[serde(default)]
    options: String,
}

fn a_few() -> u32 {
    20
}

async fn start(State(hall): State<Arc<Hall>>, guest: Guest) -> Outcome<Json<StartPage>> {
    let shares = hall.shares.clone();
    shares.run(Kind::Look, &guest.asking_for(""), move || Ok(hall.start_page())).await.map(Json)
}

async fn battle_file(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(scenario): Path<String>,
) -> Outcome<Response> {
    let shares = hall.shares.clone();
    let file = shares.run(Kind::Look, &guest.asking_for(""), move || hall.battle_file(&scenario)).await?;
    // The battle is known, so its name is plain.
    let name = HeaderValue::from_str(&format!("attachment; filename=\"{}.battle.json\"", file.name))
        .unwrap_or(HeaderValue::from_static("attachment"));
    Ok(([(CONTENT_DISPOSITION, name)], Json(file)).into_response())
}

/// May a battle of the same name be replaced?
#[derive(Deserialize)]
struct ReplaceQuery {
    #[serde(default)]
    replace: bool,
}

async fn take_battle(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    query: Result<Query<ReplaceQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<(StatusCode, Json<StartPage>)> {
    let Query(ReplaceQuery { replace }) = query.map_err(bad_query)?;
    let file: BattleFile = json_of(&headers, body)?;
    let shares = hall.shares.clone();
    let take = move || hall.take_battle(file, replace);
    let page = shares.run(Kind::Look, &guest.asking_for(""), take).await?;
    Ok((StatusCode::CREATED, Json(page)))
}

async fn scenario_map(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(scenario): Path<String>,
) -> Outcome<Json<ScenarioMap>> {
    let shares = hall.shares.clone();
    let map = move || hall.scenario_map(&scenario);
    shares.run(Kind::Look, &guest.asking_for(""), map).await.map(Json)
}

async fn list(State(hall): State<Arc<Hall>>, guest: Guest) -> Outcome<Json<Vec<GameLine>>> {
    let shares = hall.shares.clone();
    shares.run(Kind::Look, &guest.asking_for(""), move || hall.list()).await.map(Json)
}

async fn create(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<(StatusCode, Json<Created>)> {
    let new: NewGame = json_of(&headers, body)?;
    let shares = hall.shares.clone();
    let created = shares.run(Kind::Look, &guest.asking_for(""), move || hall.create(guest, &new)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

async fn known(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<Json<Vec<GameLine>>> {
    let known: KnownGames = json_of(&headers, body)?;
    let shares = hall.shares.clone();
    shares.run(Kind::Look, &guest.asking_for(""), move || hall.known(&known.tokens)).await.map(Json)
}

async fn import(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    query: Result<Query<ImportQuery>, axum::extract::rejection::QueryRejection>,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<(StatusCode, Json<Imported>)> {
    let Query(ImportQuery { steps }) = query.map_err(|_| Failed::bad("steps is a whole number"))?;
    let body = body_of(body)?;
    let shares = hall.shares.clone();
    let import = move || {
        let text = text_of(&body)?;
        hall.import(guest, text, steps)
    };
    let imported = shares.run(Kind::Long, &guest.asking_for(""), import).await?;
    Ok((StatusCode::CREATED, Json(imported)))
}

async fn verify(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<Json<Judgement>> {
    let body = body_of(body)?;
    let judge = move || judge(text_of(&body)?);
    hall.shares.run(Kind::Long, &guest.asking_for(""), judge).await.map(Json)
}

fn text_of(body: &Bytes) -> Outcome<&str> {
    std::str::from_utf8(body)
        .map_err(|_| Failed::bad(format!("this is not a game file: it looks like {}", binary_kind(body))))
}

async fn title(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<Json<NewTitle>> {
    let new: NewTitle = json_of(&headers, body)?;
    let shares = hall.shares.clone();
    let asker = guest.asking_for(&game);
    let rename = move || hall.rename(&game, &token, &new.title).map(|()| new);
    shares.run(Kind::Look, &asker, rename).await.map(Json)
}

async fn remove(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
) -> Outcome<StatusCode> {
    let shares = hall.shares.clone();
    let asker = guest.asking_for(&game);
    shares.run(Kind::Look, &asker, move || hall.remove(&game, &token)).await?;
    Ok(StatusCode::NO_CONTENT)
}

async fn save(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
) -> Outcome<Response> {
    let shares = hall.shares.clone();
    let asker = guest.asking_for(&game);
    let text = shares.run(Kind::Long, &asker, move || hall.save(&game, &token)).await?;
    Ok(([(CONTENT_TYPE, HeaderValue::from_static("text/plain; charset=utf-8"))], text).into_response())
}

async fn invitation(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
) -> Outcome<Json<Invitation>> {
    let shares = hall.shares.clone();
    let asker = guest.asking_for(&game);
    shares.run(Kind::Look, &asker, move || hall.invitation(&game, &token)).await.map(Json)
}

async fn claim(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<(StatusCode, Json<Created>)> {
    let claim: Claim = json_of(&headers, body)?;
    let shares = hall.shares.clone();
    let asker = guest.asking_for(&game);
    let created = shares.run(Kind::Look, &asker, move || hall.claim(&game, &claim)).await?;
    Ok((StatusCode::CREATED, Json(created)))
}

/// The seat that a token opens, and the game in memory.
async fn seated(hall: &Arc<Hall>, guest: Guest, game: &str, token: String) -> Outcome<(Seat, Arc<Room>)> {
    let (finder, named) = (hall.clone(), game.to_owned());
    let asker = guest.asking_for(game);
    let seat = hall.shares.run(Kind::Play, &asker, move || finder.seat(&named, &token)).await?;
    Ok((seat, hall.room(&asker, game).await?))
}

async fn file(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
) -> Outcome<Response> {
    let (seat, room) = seated(&hall, guest, &game, token).await?;
    let asker = guest.asking_for(&game);
    let text = hall.shares.run(Kind::Long, &asker, move || room.ask(|table| table.file(seat))).await?;
    // The seat is known, so the name is one of ours: letters and digits.
    let name = HeaderValue::from_str(&format!("attachment; filename=\"longroll-{game}.jsonl\""))
        .unwrap_or(HeaderValue::from_static("attachment"));
    let kind = HeaderValue::from_static("application/jsonl; charset=utf-8");
    Ok(([(CONTENT_TYPE, kind), (CONTENT_DISPOSITION, name)], text).into_response())
}

async fn replay(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
    query: Result<Query<ReplayQuery>, axum::extract::rejection::QueryRejection>,
) -> Outcome<Json<ReplayPart>> {
    let Query(ReplayQuery { from, count }) = query.map_err(bad_query)?;
    let (seat, room) = seated(&hall, guest, &game, token).await?;
    let frames = move || room.ask(|table| table.replay(seat, from, count.min(MOST_FRAMES)));
    hall.shares.run(Kind::Look, &guest.asking_for(&game), frames).await.map(Json)
}

/// How far the analysis of a battle is, or what it found. Whoever asks first sets it going.
async fn analysis(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
) -> Outcome<Json<AnalysisNow>> {
    let (_, room) = seated(&hall, guest, &game, token).await?;
    let asker = guest.asking_for(&game);
    let asked = room.clone();
    let may = move || asked.ask(|table| table.analysing().map(drop))?;
    hall.shares.run(Kind::Look, &asker, may).await?;
    if let Some(now) = room.analysis() {
        return Ok(Json(now));
    }
    tokio::spawn(async move {
        // Nobody waits here: how it ended is kept with the game.
        let _ = hall.shares.run(Kind::Analyse, &asker, move || room.analyse()).await;
    });
    Ok(Json(AnalysisNow::Working { done: 0, of: 0 }))
}

async fn socket(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(game): Path<String>,
    Token(token): Token,
    upgrade: Result<WebSocketUpgrade, axum::extract::ws::rejection::WebSocketUpgradeRejection>,
) -> Outcome<Response> {
    let upgrade = upgrade.map_err(|_| Failed::bad("this address wants a WebSocket"))?;
    let limits = hall.config.limits;
    let pass = hall.doors.enter(Door::Socket, guest.address, &limits).map_err(|full| match full {
        Full::House => Failed::busy("as many browsers are connected as this server takes"),
        Full::Address => Failed::busy("your address has as many games open as this server takes from one"),
    })?;
    let (seat, room) = seated(&hall, guest, &game, token).await?;
    if room.come(seat, limits.sockets_of_a_game).is_none() {
        return Err(Failed::busy("as many browsers have this game open as one game takes"));
    }
    let (asker, failed_room) = (guest.asking_for(&game), room.clone());
    Ok(upgrade
        .protocols([PROTOCOL])
        .max_message_size(limits.message)
        .max_frame_size(limits.message)
        .on_failed_upgrade(move |_| {
            failed_room.go(seat);
        })
        .on_upgrade(move |socket| talk(socket, hall, room, seat, asker, pass)))
}

async fn clause(Path((named, clause)): Path<(String, String)>) -> Outcome<Json<ClauseText>> {
    let set = ruleset(&named)?;
    clause_text(set.registry(), &clause, &Settings::default())
        .map(Json)
        .ok_or_else(|| Failed::not_found("these rules have no such clause"))
}

/// A rulebook is the same for as long as the program runs.
async fn book(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path(named): Path<String>,
) -> Outcome<Json<&'static Book>> {
    static BOOKS: OnceLock<Vec<Book>> = OnceLock::new();
    let set = ruleset(&named)?;
    let read = move || {
        let books =
            BOOKS.get_or_init(|| RulesetId::ALL.iter().map(|set| longroll_library::book(*set)).collect());
        let found = books.iter().find(|book| book.id == set.id());
        found.ok_or_else(|| Failed::not_found("this rulebook is not in the library"))
    };
    hall.shares.run(Kind::Look, &guest.asking_for(""), read).await.map(Json)
}

async fn examples(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path((named, clause)): Path<(String, String)>,
) -> Outcome<Json<Vec<&'static WorkedExample>>> {
    let set = ruleset(&named)?;
    let find = move || {
        let mut found = longroll_library::examples(set, &clause);
        found.truncate(MOST_EXAMPLES);
        Ok(found)
    };
    hall.shares.run(Kind::Look, &guest.asking_for(""), find).await.map(Json)
}

async fn odds(
    State(hall): State<Arc<Hall>>,
    guest: Guest,
    Path((named, procedure)): Path<(String, String)>,
    query: Result<Query<OddsQuery>, axum::extract::rejection::QueryRejection>,
    headers: HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<Json<OddsAnswer>> {
    let facts: serde_json::Value = json_of(&headers, body)?;
    let limits = hall.config.limits;
    let Query(OddsQuery { options }) = query.map_err(bad_query)?;
    let odds = move || odds_of(&named, &procedure, &facts, &options, &limits);
    hall.shares.run(Kind::Look, &guest.asking_for(""), odds).await.map(Json)
}

async fn no_such_address() -> Failed {
    Failed::not_found("there is nothing at this address")
}

async fn wrong_method() -> Failed {
    let text = "this address takes another kind of request";
    Failed::new(StatusCode::METHOD_NOT_ALLOWED, longroll_wire::FailureKind::Bad, text)
}

/// The browser's files. Addresses of pages, which have no dot, all get the one page.
async fn client(State(hall): State<Arc<Hall>>, uri: Uri) -> Response {
    let path = uri.path().trim_start_matches('/');
    let path = if path.contains('.') { path } else { "index.html" };
    let Some(assets) = hall.config.client else {
        let kind = HeaderValue::from_static("text/html; charset=utf-8");
        return ([(CONTENT_TYPE, kind)], NO_CLIENT).into_response();
    };
    let Some(asset) = assets(path) else {
        return Failed::not_found("there is no such page").into_response();
    };
    let kind = HeaderValue::from_str(&asset.content_type)
        .unwrap_or(HeaderValue::from_static("application/octet-stream"));
    let keep = if asset.is_immutable { "public, max-age=31536000, immutable" } else { "no-cache" };
    let keep = HeaderValue::from_static(keep);
    ([(CONTENT_TYPE, kind), (CACHE_CONTROL, keep)], Body::from(asset.bytes.into_owned())).into_response()
}

const NO_CLIENT: &str = "<!doctype html><html lang=\"en\"><meta charset=\"utf-8\"><title>Longroll</title>\
    <h1>Longroll</h1><p>The server runs, but the pages of the game are not part of this program. Build it where \
    Node is installed.</p></html>";

fn late() -> Failed {
    let text = "the request was not there, or not answered, in time";
    Failed::new(StatusCode::REQUEST_TIMEOUT, longroll_wire::FailureKind::Busy, text)
}

/// Turns away pages of other sites, and puts the strict headers on everything.
async fn doorkeeper(State(hall): State<Arc<Hall>>, request: Request, next: Next) -> Response {
    let is_api = request.uri().path().starts_with("/api/");
    let asked = Asked::of(&request);
    let under_way = hall.metrics.begin();
    let mut response = match check_names(&hall, request.headers()) {
        Ok(()) => tokio::time::timeout(hall.config.limits.request, next.run(request))
            .await
            .unwrap_or_else(|_| late().into_response()),
        Err(failed) => failed.into_response(),
    };
    let headers = response.headers_mut();
    const ALWAYS: [(HeaderName, &str); 5] = [
        (
            CONTENT_SECURITY_POLICY,
            "default-src 'self'; img-src 'self' data: blob:; object-src 'none'; base-uri 'none'; \
             form-action 'self'; frame-ancestors 'none'",
        ),
        (X_CONTENT_TYPE_OPTIONS, "nosniff"),
        (REFERRER_POLICY, "no-referrer"),
        (HeaderName::from_static("cross-origin-opener-policy"), "same-origin"),
        (HeaderName::from_static("cross-origin-resource-policy"), "same-origin"),
    ];
    for (name, value) in ALWAYS {
        // A sheet to print has a policy of its own.
        headers.entry(name).or_insert(HeaderValue::from_static(value));
    }
    if is_api {
        headers.insert(CACHE_CONTROL, HeaderValue::from_static("no-store"));
    }
    headers.insert(HeaderName::from_static("x-request-id"), HeaderValue::from(asked.number));
    asked.answered(&hall, response.status());
    drop(under_way);
    response
}

/// What the log says of a request: never a token, and never the part of the address after the question mark.
struct Asked {
    /// Its number since the server was started; the browser gets it too.
    number: u64,
    method: axum::http::Method,
    /// The pattern of the address.
    address: String,
    game: Option<String>,
    guest: Option<Guest>,
    began: Instant,
}

impl Asked {
    fn of(request: &Request) -> Asked {
        static NEXT: AtomicU64 = AtomicU64::new(1);
        let pattern = request.extensions().get::<MatchedPath>().map(MatchedPath::as_str);
        let path = request.uri().path();
        let is_game = pattern.is_some_and(|pattern| pattern.starts_with("/api/games/{game}"));
        Asked {
            number: NEXT.fetch_add(1, Ordering::Relaxed),
            method: request.method().clone(),
            address: pattern.unwrap_or("page").to_owned(),
            game: path.split('/').nth(3).filter(|_| is_game).map(str::to_owned),
            guest: request.extensions().get().copied(),
            began: Instant::now(),
        }
    }

    fn answered(&self, hall: &Hall, status: StatusCode) {
        let took = self.began.elapsed();
        hall.metrics.answered(self.method.as_str(), &self.address, status, took);
        let from = self.guest.map(|guest| guest.address.to_string());
        tracing::info!(
            request = self.number,
            method = %self.method,
            address = self.address,
            game = self.game,
            status = status.as_u16(),
            milliseconds = took.as_millis() as u64,
            from,
            "answered"
        );
    }
}

/// A private server answers only to its own names, so that no foreign name can be made to point to it; and a page that
/// comes from elsewhere may not ask anything.
fn check_names(hall: &Hall, headers: &HeaderMap) -> Outcome<()> {
    let text = |name| headers.get(name).and_then(|value| value.to_str().ok());
    let host = text(HOST);
    if hall.config.is_private()
        && let Some(host) = host
        && !matches!(without_port(host), "localhost" | "127.0.0.1" | "[::1]")
    {
        return Err(Failed::forbidden("this server answers only to localhost and 127.0.0.1"));
    }
    if let Some(origin) = headers.get(ORIGIN) {
        let origin = origin.to_str().ok().and_then(|origin| origin.split_once("://"));
        if origin.map(|(_, from)| from) != host {
            return Err(Failed::forbidden("this request comes from a page of another site"));
        }
    }
    Ok(())
}

fn without_port(host: &str) -> &str {
    match host.rsplit_once(':') {
        Some((name, port)) if port.bytes().all(|byte| byte.is_ascii_digit()) => name,
        _ => host,
    }
}

fn body_of(body: Result<Bytes, axum::extract::rejection::BytesRejection>) -> Outcome<Bytes> {
    body.map_err(|rejection| match rejection.status() {
        StatusCode::PAYLOAD_TOO_LARGE => Failed::too_large("that is larger than the server takes"),
        _ => Failed::bad("the request ended before all of it was there"),
    })
}

pub(crate) fn json_of<T: DeserializeOwned>(
    headers: &HeaderMap,
    body: Result<Bytes, axum::extract::rejection::BytesRejection>,
) -> Outcome<T> {
    let kind = headers.get(CONTENT_TYPE).and_then(|kind| kind.to_str().ok()).unwrap_or_default();
    if !kind.starts_with("application/json") {
        let text = "send JSON, with the content type application/json";
        let kind = longroll_wire::FailureKind::Bad;
        return Err(Failed::new(StatusCode::UNSUPPORTED_MEDIA_TYPE, kind, text));
    }
    serde_json::from_slice(&body_of(body)?).map_err(|error| {
        let why: String = error.to_string().chars().take(200).collect();
        Failed::bad(format!("this request cannot be read: {why}"))
    })
}

pub(crate) fn bad_query(_: axum::extract::rejection::QueryRejection) -> Failed {
    Failed::bad("the part of the address after the question mark cannot be read")
}
