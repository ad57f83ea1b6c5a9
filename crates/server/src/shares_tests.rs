//! Who is served when more is asked than can be done.

use super::*;
use std::net::Ipv4Addr;

const SMALL: Sizes = Sizes {
    play: 1,
    think: 1,
    look: 2,
    ponder: 1,
    waiting: 100,
    waiting_of_an_address: 50,
    waiting_of_a_client: 10,
};

fn asker(address: u8, game: &str, client: u64) -> Asker {
    Asker { address: Ipv4Addr::new(127, 0, 0, address).into(), game: game.to_owned(), client }
}

fn waiting(kind: Kind, asker: Asker) -> Waiting {
    let until = Instant::now() + kind.patience();
    Waiting { kind, asker, until, is_wanted: Arc::new(AtomicBool::new(true)), work: Box::new(|| {}) }
}

/// Serves all that wait one after another, each for so long, and says who came when.
fn served(line: &mut Line, each: Duration) -> Vec<Asker> {
    let mut order = Vec::new();
    while let Some(next) = line.next(SMALL, Instant::now()) {
        line.running[next.kind as usize] -= 1;
        line.charge(&next.asker, each);
        order.push(next.asker);
    }
    order
}

#[test]
fn play_goes_before_curiosity_whoever_came_first() {
    let mut line = Line::default();
    for kind in [Kind::Long, Kind::Look, Kind::Think, Kind::Play] {
        line.join(SMALL, waiting(kind, asker(1, "a", 1))).unwrap();
    }
    let kinds = std::iter::from_fn(|| line.next(SMALL, Instant::now())).map(|job| job.kind);
    assert_eq!(kinds.collect::<Vec<_>>(), [Kind::Play, Kind::Think, Kind::Look, Kind::Long]);
}

#[test]
fn who_has_had_least_is_next_by_address_then_game_then_client() {
    let mut line = Line::default();
    for _ in 0..5 {
        line.join(SMALL, waiting(Kind::Look, asker(1, "a", 1))).unwrap();
    }
    line.join(SMALL, waiting(Kind::Look, asker(1, "a", 2))).unwrap();
    line.join(SMALL, waiting(Kind::Look, asker(1, "b", 3))).unwrap();
    line.join(SMALL, waiting(Kind::Look, asker(2, "a", 4))).unwrap();
    let clients: Vec<u64> =
        served(&mut line, Duration::from_millis(10)).iter().map(|asker| asker.client).collect();
    // The one who came first, then the other address, the other game, the other client of the same game, and the rest.
    assert_eq!(clients, [1, 4, 3, 2, 1, 1, 1, 1]);
}

#[test]
fn long_work_leaves_a_place_for_short() {
    let mut line = Line::default();
    for client in 0..3 {
        line.join(SMALL, waiting(Kind::Long, asker(1, "a", client))).unwrap();
    }
    assert!(line.next(SMALL, Instant::now()).is_some());
    assert!(line.next(SMALL, Instant::now()).is_none(), "one of two places is kept free");
    line.join(SMALL, waiting(Kind::Look, asker(1, "a", 9))).unwrap();
    assert_eq!(line.next(SMALL, Instant::now()).map(|job| job.kind), Some(Kind::Look));
}

#[test]
fn the_line_is_bounded_for_a_client_an_address_and_all() {
    let mut line = Line::default();
    let mut join = |address, client| line.join(SMALL, waiting(Kind::Look, asker(address, "", client)));
    assert!((0..10).all(|_| join(1, 0).is_ok()));
    assert!(join(1, 0).is_err(), "ten of one client");
    assert!((1..5).all(|client| (0..10).all(|_| join(1, client).is_ok())));
    assert!(join(1, 99).is_err(), "fifty of one address");
    assert!((0..5).all(|client| (0..10).all(|_| join(2, client).is_ok())));
    assert!(join(3, 0).is_err(), "a hundred of all");
}

#[test]
fn what_nobody_waits_for_or_waits_too_long_is_not_begun() {
    let mut line = Line::default();
    let job = waiting(Kind::Look, asker(1, "", 1));
    let is_wanted = job.is_wanted.clone();
    line.join(SMALL, job).unwrap();
    line.join(SMALL, waiting(Kind::Look, asker(1, "", 2))).unwrap();
    is_wanted.store(false, Ordering::Relaxed);
    assert!(line.next(SMALL, Instant::now() + Duration::from_secs(6)).is_none());
    assert!(line.waiting.is_empty());
}

#[tokio::test]
async fn work_under_way_learns_that_its_asker_has_gone() {
    let shares = Shares::new(SMALL);
    let (began, has_begun) = oneshot::channel();
    let (gave_up, given_up) = oneshot::channel();
    let asking = tokio::spawn({
        let shares = shares.clone();
        async move {
            let work = move || {
                began.send(()).unwrap();
                let start = Instant::now();
                while is_still_wanted() && start.elapsed() < Duration::from_secs(20) {
                    std::thread::sleep(Duration::from_millis(1));
                }
                gave_up.send(start.elapsed()).unwrap();
                Ok(())
            };
            shares.run(Kind::Look, &asker(1, "", 1), work).await
        }
    });
    has_begun.await.unwrap();
    asking.abort();
    assert!(given_up.await.unwrap() < Duration::from_secs(10));
    // A panic costs nobody his place.
    for _ in 0..5 {
        let failed =
            shares.run(Kind::Play, &asker(1, "", 1), || -> Outcome<()> { panic!("on purpose") }).await;
        assert!(failed.is_err());
    }
    assert_eq!(shares.run(Kind::Play, &asker(1, "", 1), || Ok(7)).await.unwrap(), 7);
}
