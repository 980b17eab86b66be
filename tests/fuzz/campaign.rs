//! Many seeds: batches of them run in child processes, so that a crash costs one seed and not the run.

use crate::check::{Counts, Verdict};
use crate::subject::Subject;
use std::collections::BTreeMap;
use std::io::{BufRead, BufReader};
use std::process::{Child, Command, ExitCode, Stdio};
use std::sync::mpsc::{self, RecvTimeoutError};
use std::time::{Duration, Instant};

/// Seeds of one child.
const BATCH: u64 = 200;
/// What a seed may take, also where others have the processors.
pub const TIME_LIMIT: Duration = Duration::from_secs(1200);

/// In the child: runs seeds and reports each on a line.
pub fn batch(subject: &Subject, first: u64, count: u64) -> ExitCode {
    for seed in first..first + count {
        println!("seed {seed}");
        match subject.verdict(seed) {
            Verdict::Same(Counts { exact, bounded, unknown }) => println!("same {exact} {bounded} {unknown}"),
            Verdict::Refused(reason) => println!("refused {}", one_line(&reason)),
            Verdict::Different(reason) => println!("different {}", one_line(&reason)),
        }
    }
    ExitCode::SUCCESS
}

fn one_line(text: &str) -> &str {
    text.lines().next().unwrap_or_default()
}

/// What became of a run.
#[derive(Default)]
pub struct Tally {
    seeds: u64,
    counts: Counts,
    /// Times and the first seed, by reason.
    refused: BTreeMap<String, (u64, u64)>,
    /// Seed and reason.
    pub failures: Vec<(u64, String)>,
}

/// A run of many seeds.
pub struct Campaign {
    pub first: u64,
    pub seeds: u64,
    pub time: Duration,
    /// What children are told besides their seeds.
    pub options: Vec<String>,
}

impl Campaign {
    /// Runs batches until the time is over or all seeds are done.
    pub fn run(&self) -> Tally {
        let deadline = Instant::now() + self.time;
        let end = self.first.saturating_add(self.seeds);
        let mut tally = Tally::default();
        let mut next = self.first;
        while next < end && Instant::now() < deadline {
            next = self.batch(next, BATCH.min(end - next), deadline, &mut tally);
        }
        tally
    }

    /// Runs a child; gives the seed after its last one.
    fn batch(&self, first: u64, count: u64, deadline: Instant, tally: &mut Tally) -> u64 {
        let mut child = spawn(&[&self.options[..], &["--batch".into(), format!("{first}:{count}")]].concat());
        let lines = lines_of(&mut child);
        let mut open = None;
        loop {
            match lines.recv_timeout(TIME_LIMIT) {
                Ok(line) => {
                    match line.strip_prefix("seed ").and_then(|number| number.parse().ok()) {
                        Some(seed) => open = Some(seed),
                        None => open = open.filter(|&seed| !tally.take(seed, &line)),
                    }
                    if open.is_none() && Instant::now() > deadline {
                        stop(&mut child);
                        return u64::MAX;
                    }
                }
                Err(ended) => {
                    let reason = ending(&mut child, ended);
                    let Some(seed) = open else { return first + count };
                    tally.fail(seed, reason);
                    return seed + 1;
                }
            }
        }
    }
}

/// How a child ended, or that it had to be ended.
fn ending(child: &mut Child, ended: RecvTimeoutError) -> String {
    if ended == RecvTimeoutError::Timeout {
        stop(child);
        return "no answer in time".to_string();
    }
    format!("the process ended: {}", child.wait().map(|status| status.to_string()).unwrap_or_default())
}

pub fn spawn(arguments: &[String]) -> Child {
    let program = std::env::current_exe().expect("this program's path");
    let mut command = Command::new(program);
    command.args(arguments).stdout(Stdio::piped()).stderr(Stdio::null());
    command.spawn().expect("a child process")
}

pub fn stop(child: &mut Child) {
    // It may have ended by itself.
    _ = child.kill();
    _ = child.wait();
}

fn lines_of(child: &mut Child) -> mpsc::Receiver<String> {
    let output = child.stdout.take().expect("a piped output");
    let (sender, receiver) = mpsc::channel();
    std::thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            if sender.send(line).is_err() {
                break;
            }
        }
    });
    receiver
}

impl Tally {
    /// Takes a child's verdict; false for a line that is none.
    fn take(&mut self, seed: u64, line: &str) -> bool {
        let Some((word, rest)) = line.split_once(' ') else { return false };
        match word {
            "same" => {
                let numbers: Vec<usize> = rest.split(' ').filter_map(|n| n.parse().ok()).collect();
                if let [exact, bounded, unknown] = numbers[..] {
                    self.counts += Counts { exact, bounded, unknown };
                }
            }
            "refused" => self.refused.entry(rest.to_string()).or_insert((0, seed)).0 += 1,
            "different" => {
                self.fail(seed, rest.to_string());
                return true;
            }
            _ => return false,
        }
        self.seeds += 1;
        true
    }

    fn fail(&mut self, seed: u64, reason: String) {
        self.seeds += 1;
        println!("seed {seed}: {reason}");
        self.failures.push((seed, reason));
    }

    pub fn report(&self) {
        let Counts { exact, bounded, unknown } = self.counts;
        let refused: u64 = self.refused.values().map(|(count, _)| count).sum();
        println!("{} seeds, {refused} refused, {} failed", self.seeds, self.failures.len());
        if self.counts != Counts::default() {
            println!("numbers compared: {exact} bit by bit, {bounded} within a bound; {unknown} left out");
        }
        for (reason, (count, seed)) in &self.refused {
            println!("refused {count} times, first seed {seed}: {reason}");
        }
    }
}
