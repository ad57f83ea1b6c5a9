//! A laboratory for opponents: duels, features of positions, seconds.

use longroll_ai::{
    Appraisal, Computer, Effort, Features, General, Horizon, Policy, Trial, Words, next_command,
};
use longroll_dice::{Rolling, Seed, Seeded};
use longroll_kit::{Seat, Settings, Setup, Side};
use longroll_rulesets::{RulesetId, Visit};
use longroll_scenario::{Files, NamedText, Scenario, check};
use std::collections::BTreeMap;
use std::sync::atomic::{AtomicU64, Ordering};
use std::sync::{Arc, Mutex};
use std::time::Instant;

struct Lab {
    args: Vec<String>,
    scenario: Arc<Scenario>,
}

fn main() {
    let args: Vec<String> = std::env::args().skip(1).collect();
    let set = RulesetId::parse(&args[1]).unwrap();
    let folder = format!("scenarios/{}", args[2]);
    let read = |name: &str| std::fs::read_to_string(format!("{folder}/{name}")).unwrap();
    let (toml, geojson) = (read("scenario.toml"), read("terrain.geojson"));
    let scenario = check(&Files {
        scenario: NamedText { file: "scenario.toml", text: &toml },
        terrain: NamedText { file: "terrain.geojson", text: &geojson },
        rulesets: &[],
    })
    .unwrap();
    set.visit(Lab { args, scenario: Arc::new(scenario) });
}

impl Visit for Lab {
    type Out = ();
    fn visit<R: Appraisal>(self) {
        match self.args[0].as_str() {
            "duel" => self.duel::<R>(),
            "features" => self.features::<R>(),
            "time" => self.time::<R>(),
            _ => panic!(),
        }
    }
}

fn opened<R: Appraisal>(scenario: &Arc<Scenario>) -> R::State {
    let setup = Setup { scenario: scenario.clone(), settings: Settings::default() };
    let mut start = R::blank(&setup).unwrap();
    for event in R::open(&setup).unwrap() {
        R::apply(&mut start, &event);
    }
    start
}

fn player<R: Appraisal>(name: &str, number: u64, side: Side) -> Box<dyn Policy<R>> {
    if let Some(rest) = name.strip_prefix("search:") {
        // search:candidates:horizon:r1,r2,r3
        let parts: Vec<&str> = rest.split(':').collect();
        let rounds: Vec<u32> = parts[2].split(',').map(|n| n.parse().unwrap()).collect();
        let effort = Effort {
            candidates: parts[0].parse().unwrap(),
            horizon: parts[1].parse().unwrap(),
            rounds: Box::leak(rounds.into_boxed_slice()),
        };
        return Box::new(General::new(Words::new(number, side), effort));
    }
    name.parse::<Computer>().unwrap().policy::<R>(number, side)
}

struct Fought {
    winner: Option<Side>,
    seconds: [f64; 2],
    decisions: [u64; 2],
    slowest: Vec<f64>,
    given: [BTreeMap<String, u64>; 2],
    rounds: u32,
}

fn fight<R: Appraisal>(start: &R::State, players: [&str; 2], number: u64) -> Fought {
    let seed = Seed::from_number(number);
    let mut policies =
        [player::<R>(players[0], number, Side::Blue), player::<R>(players[1], number, Side::Gray)];
    let mut state = start.clone();
    let mut fought = Fought {
        winner: None,
        seconds: [0.0; 2],
        decisions: [0; 2],
        slowest: vec![],
        given: Default::default(),
        rounds: 0,
    };
    let mut n = 0;
    loop {
        let clock = Instant::now();
        let Some((side, command)) = next_command::<R>(&state, &mut policies) else { break };
        let took = clock.elapsed().as_secs_f64();
        fought.seconds[side as usize] += took;
        fought.decisions[side as usize] += 1;
        fought.slowest.push(took);
        let command = command.expect("a command");
        let kind = match serde_json::to_value(&command).unwrap() {
            serde_json::Value::String(name) => name,
            serde_json::Value::Object(fields) => {
                let (name, inner) = fields.iter().next().unwrap();
                let more = inner
                    .get("kind")
                    .or_else(|| inner.get("order"))
                    .or_else(|| inner.get("act"))
                    .or_else(|| inner.get("how"))
                    .map(|v| match v {
                        serde_json::Value::String(s) => s.clone(),
                        serde_json::Value::Object(o) => o.keys().next().unwrap().clone(),
                        v => v.to_string(),
                    });
                more.map_or_else(|| name.clone(), |more| format!("{name}.{more}"))
            }
            _ => "?".to_owned(),
        };
        *fought.given[side as usize].entry(kind).or_default() += 1;
        let events =
            R::handle(&state, side, &command, &mut Rolling::new(Seeded::new(seed.clone(), n))).unwrap();
        for event in &events {
            R::apply(&mut state, event);
        }
        n += 1;
    }
    let view = R::view(&state, Seat::Spectator);
    fought.winner = view.outcome.and_then(|outcome| outcome.winner);
    fought.rounds = view.round;
    fought
}

fn parallel<T: Send>(count: u64, threads: usize, work: impl Fn(u64) -> T + Sync) -> Vec<T> {
    let next = AtomicU64::new(0);
    let all: Mutex<Vec<(u64, T)>> = Mutex::new(Vec::new());
    std::thread::scope(|scope| {
        for _ in 0..threads {
            scope.spawn(|| {
                loop {
                    let number = next.fetch_add(1, Ordering::Relaxed);
                    if number >= count {
                        break;
                    }
                    let done = work(number);
                    all.lock().unwrap().push((number, done));
                }
            });
        }
    });
    let mut all = all.into_inner().unwrap();
    all.sort_by_key(|(n, _)| *n);
    all.into_iter().map(|(_, t)| t).collect()
}

impl Lab {
    fn threads(&self) -> usize {
        std::env::var("THREADS").ok().and_then(|t| t.parse().ok()).unwrap_or(1)
    }

    /// duel SET SCENARIO A B PAIRS SEED: score of A against B; each seed is fought twice with the sides exchanged.
    fn duel<R: Appraisal>(&self) {
        let (a, b) = (self.args[3].as_str(), self.args[4].as_str());
        let pairs: u64 = self.args[5].parse().unwrap();
        let seed: u64 = self.args[6].parse().unwrap();
        let start = opened::<R>(&self.scenario);
        let clock = Instant::now();
        let fought = parallel(pairs * 2, self.threads(), |number| {
            let first = number % 2 == 0;
            fight::<R>(&start, if first { [a, b] } else { [b, a] }, seed + number / 2)
        });
        let mut scores = Vec::new();
        let mut kinds: [BTreeMap<String, u64>; 2] = Default::default();
        let (mut sa, mut da, mut ta, mut sb, mut db) = (0.0, 0, Vec::<f64>::new(), 0.0, 0);
        let mut blue = 0.0;
        let mut rounds = 0;
        for pair in fought.chunks(2) {
            let mut sum = 0.0;
            for (i, f) in pair.iter().enumerate() {
                let me = if i == 0 { Side::Blue } else { Side::Gray };
                sum += match f.winner {
                    Some(w) if w == me => 0.5,
                    Some(_) => 0.0,
                    None => 0.25,
                };
                blue += match f.winner {
                    Some(Side::Blue) => 1.0,
                    Some(_) => 0.0,
                    None => 0.5,
                };
                sa += f.seconds[me as usize];
                da += f.decisions[me as usize];
                sb += f.seconds[me.enemy() as usize];
                db += f.decisions[me.enemy() as usize];
                ta.extend(&f.slowest);
                rounds += f.rounds;
                for (k, n) in &f.given[me as usize] {
                    *kinds[0].entry(k.clone()).or_default() += n;
                }
                for (k, n) in &f.given[me.enemy() as usize] {
                    *kinds[1].entry(k.clone()).or_default() += n;
                }
            }
            scores.push(sum);
        }
        let n = scores.len() as f64;
        let mean = scores.iter().sum::<f64>() / n;
        let var = scores.iter().map(|s| (s - mean) * (s - mean)).sum::<f64>() / (n - 1.0).max(1.0);
        let games = 2.0 * n;
        ta.sort_by(f64::total_cmp);
        println!(
            "{} {} {a} v {b}: {mean:.3} ± {:.3} ({pairs} pairs); A {:.1} ms/decision ({:.2} s/battle), B {:.1} ms ({:.2}); blue {:.2}; rounds {:.1}; wall {:.0} s; p50 {:.3} p99 {:.3}",
            self.args[1],
            self.args[2],
            1.96 * (var / n).sqrt(),
            1000.0 * sa / da as f64,
            sa / games,
            1000.0 * sb / db as f64,
            sb / games,
            blue / games,
            rounds as f64 / games,
            clock.elapsed().as_secs_f64(),
            ta[ta.len() / 2],
            ta[ta.len() * 99 / 100]
        );
        if std::env::var("KINDS").is_ok() {
            let names: std::collections::BTreeSet<_> =
                kinds[0].keys().chain(kinds[1].keys()).cloned().collect();
            for name in names {
                println!(
                    "   {name:30} A {:.2} B {:.2}",
                    kinds[0].get(&name).copied().unwrap_or(0) as f64 / games,
                    kinds[1].get(&name).copied().unwrap_or(0) as f64 / games
                );
            }
        }
    }

    /// features SET SCENARIO GAMES SEED: a line for each half turn: features of Blue, and how it ended.
    fn features<R: Appraisal>(&self) {
        let games: u64 = self.args[3].parse().unwrap();
        let seed: u64 = self.args[4].parse().unwrap();
        let starts = [opened::<R>(&self.scenario), opened::<R>(&Arc::new(self.scenario.mirrored()))];
        let lines = parallel(games, self.threads(), |number| {
            let start = &starts[(number % 2) as usize];
            let seed = seed + number;
            let dice = Seed::from_number(seed);
            let mut policies =
                [player::<R>("captain", seed, Side::Blue), player::<R>("captain", seed, Side::Gray)];
            let mut state = start.clone();
            let mut half = 0;
            let mut seen = Vec::new();
            let mut n = 0;
            while let Some((side, command)) = next_command::<R>(&state, &mut policies) {
                if R::half_turns(&state) > half {
                    half = R::half_turns(&state);
                    seen.push(Features::of::<R>(&state, Side::Blue).0);
                }
                let events = R::handle(
                    &state,
                    side,
                    &command.unwrap(),
                    &mut Rolling::new(Seeded::new(dice.clone(), n)),
                )
                .unwrap();
                events.iter().for_each(|event| R::apply(&mut state, event));
                n += 1;
            }
            let won = match R::view(&state, Seat::Spectator).outcome.and_then(|o| o.winner) {
                Some(Side::Blue) => 1.0,
                Some(_) => 0.0,
                None => 0.5,
            };
            seen.into_iter()
                .map(|f| format!("{won} {}", f.map(|x| x.to_string()).join(" ")))
                .collect::<Vec<_>>()
                .join("\n")
        });
        for line in lines {
            println!("{line}");
        }
    }

    /// time SET SCENARIO GAMES
    fn time<R: Appraisal>(&self) {
        let games: u64 = self.args[3].parse().unwrap();
        let start = opened::<R>(&self.scenario);
        let clock = Instant::now();
        let mut commands = 0;
        for seed in 0..games {
            let f = fight::<R>(&start, ["captain", "captain"], seed);
            commands += f.decisions[0] + f.decisions[1];
        }
        println!(
            "{} {}: {:.3} s a battle, {} commands",
            self.args[1],
            self.args[2],
            clock.elapsed().as_secs_f64() / games as f64,
            commands / games
        );
        let _ = Trial::new(1).from::<R>(start, Side::Blue, Horizon::HalfTurns(1));
    }
}
