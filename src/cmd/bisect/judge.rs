//! Does a program fail, and how? A process of its own says so: it may crash, or not come to an end.

use super::files::Files;
use super::interrupt::is_interrupted;
use crate::cmd::failure::{Code, Failure, Outcome};
use crate::cmd::shell::quoted;
use std::fs::File;
use std::os::unix::process::{CommandExt, ExitStatusExt};
use std::path::Path;
use std::process::{Child, Command, ExitStatus, Stdio};
use std::time::{Duration, Instant};

/// Who judges.
pub struct Judge {
    /// A user's command; `pjrt compare` without.
    pub script: Option<String>,
    /// Flags of `pjrt compare`.
    pub flags: Vec<String>,
    /// What a program may take.
    pub time_limit: Duration,
}

#[derive(Debug, PartialEq, Eq)]
pub enum Verdict {
    Passes,
    Fails(Symptom),
    /// Why nothing can be said.
    Unknown(String),
}

/// How a program fails.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Symptom {
    /// What is the same for the same failure.
    pub kind: String,
    /// A line about this program.
    pub line: String,
}

impl Symptom {
    fn plain(line: impl Into<String>) -> Symptom {
        let line = line.into();
        Symptom { kind: line.clone(), line }
    }
}

/// How a process ended.
enum End {
    Exit(ExitStatus),
    TimeOut,
    Interrupted,
}

impl Judge {
    /// Judges what lies in the files.
    ///
    /// # Errors
    /// A process that cannot be started; a script that demands an end of the search.
    pub fn verdict(&self, files: &Files) -> Outcome<Verdict> {
        let log = files.folder().join("log");
        let end = self.run(files, &log).map_err(|error| Failure::io(&error.into()))?;
        let said = std::fs::read(&log).map_err(|error| Failure::io(&error.into()))?;
        let said = String::from_utf8_lossy(&said);
        match (end, &self.script) {
            (End::Interrupted, _) => Err(Failure::new(Code::RunFailed, "error: interrupted")),
            (end, Some(_)) => script_verdict(&end, &said),
            (end, None) => Ok(compare_verdict(&end, &said)),
        }
    }

    fn run(&self, files: &Files, log: &Path) -> std::io::Result<End> {
        let mut command = self.command(&files.program(), files.folder())?;
        command.stdin(Stdio::null()).stdout(Stdio::null()).stderr(File::create(log)?).process_group(0);
        // SAFETY: what runs between fork and exec is one system call.
        unsafe { command.pre_exec(end_with_parent) };
        let mut child = command.spawn()?;
        let start = Instant::now();
        let mut pause = Duration::from_millis(1);
        while start.elapsed() < self.time_limit {
            if let Some(status) = child.try_wait()? {
                return Ok(End::Exit(status));
            }
            if is_interrupted() {
                stop(&mut child)?;
                return Ok(End::Interrupted);
            }
            std::thread::sleep(pause);
            pause = (pause * 2).min(Duration::from_millis(20));
        }
        stop(&mut child)?;
        Ok(End::TimeOut)
    }

    fn command(&self, program: &Path, inputs: &Path) -> std::io::Result<Command> {
        let Some(script) = &self.script else {
            let mut command = Command::new(std::env::current_exe()?);
            command.arg("compare").arg(program).arg("--inputs-from").arg(inputs).args(&self.flags);
            return Ok(command);
        };
        let mut command = Command::new("sh");
        command.arg("-c").arg(format!("{script} \"$@\"")).arg("sh").arg(program).arg(inputs);
        Ok(command)
    }

    /// What a user types to see the failure again.
    pub fn command_line(&self, program: &str, inputs: &str) -> String {
        self.line(&quoted(program), &quoted(inputs))
    }

    /// The same in a script that knows the folder as `$folder`.
    pub fn script_line(&self) -> String {
        self.line("\"$folder/program.hlo\"", "\"$folder\"")
    }

    /// A program and a folder, quoted for a shell, in the command that judges them.
    fn line(&self, program: &str, inputs: &str) -> String {
        match &self.script {
            Some(script) => format!("{script} {program} {inputs}"),
            None => {
                let flags: String = self.flags.iter().map(|flag| format!(" {}", quoted(flag))).collect();
                format!("pjrt compare {program} --inputs-from={inputs}{flags}")
            }
        }
    }
}

/// Ends a process and what it started.
fn stop(child: &mut Child) -> std::io::Result<()> {
    if let Ok(group) = libc::pid_t::try_from(child.id()) {
        // SAFETY: sends a signal to the process group that the child leads; it has not been waited for.
        unsafe { libc::kill(-group, libc::SIGKILL) };
    }
    child.wait().map(drop)
}

/// A process of a search that is killed is killed too.
fn end_with_parent() -> std::io::Result<()> {
    // SAFETY: sets a property of the calling process.
    match unsafe { libc::prctl(libc::PR_SET_PDEATHSIG, libc::SIGKILL) } {
        0 => Ok(()),
        _ => Err(std::io::Error::last_os_error()),
    }
}

fn script_verdict(end: &End, said: &str) -> Outcome<Verdict> {
    let End::Exit(status) = end else { return Ok(Verdict::Unknown("the script does not come to an end".to_owned())) };
    let ended = |message: String| Err(Failure::new(Code::RunFailed, format!("error: {message}")));
    match status.code() {
        Some(0) => Ok(Verdict::Passes),
        Some(125) => Ok(Verdict::Unknown("the script exits with 125".to_owned())),
        // A shell's words for a command that it cannot run, or does not find.
        Some(126 | 127) => ended(format!("the script cannot be run ({status}): {}", first_line(said))),
        Some(1..128) => Ok(Verdict::Fails(Symptom::plain("the script says so"))),
        _ => ended(format!("the script ended the search: {status}")),
    }
}

fn compare_verdict(end: &End, said: &str) -> Verdict {
    const MISMATCH: i32 = Code::Mismatch as i32;
    const REFUSALS: [i32; 3] = [Code::BadProgram as i32, Code::BadUsage as i32, Code::Unsupported as i32];
    let End::Exit(status) = end else { return Verdict::Fails(Symptom::plain("it does not come to an end")) };
    match (status.code(), status.signal()) {
        (Some(0), _) => Verdict::Passes,
        (Some(MISMATCH), _) => Verdict::Fails(Symptom::plain("values differ")),
        (Some(code), _) if REFUSALS.contains(&code) => Verdict::Unknown(first_line(said).to_owned()),
        (Some(_), _) => Verdict::Fails(Symptom { kind: kind(said).to_owned(), line: first_line(said).to_owned() }),
        (None, signal) => Verdict::Fails(Symptom::plain(format!("the process ends by signal {}", signal.unwrap_or(0)))),
    }
}

fn first_line(said: &str) -> &str {
    said.lines().find(|line| !line.is_empty()).unwrap_or_default()
}

/// What a message says of every program that fails in this way: its beginning, without names and numbers.
fn kind(said: &str) -> &str {
    let line = first_line(said);
    line.split(|c: char| c == '%' || c.is_ascii_digit()).next().unwrap_or_default().trim_end()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn exit(code: i32) -> End {
        End::Exit(ExitStatus::from_raw(code << 8))
    }

    fn fails(symptom: &str) -> Verdict {
        Verdict::Fails(Symptom::plain(symptom))
    }

    #[test]
    fn failures_of_one_kind_are_told_alike() {
        let message = |name| format!("bug in pjrt: the pass panicked at %{name} (add): index 7\n  note: more");
        let [a, b] = ["a", "b"].map(|name| match compare_verdict(&exit(4), &message(name)) {
            Verdict::Fails(symptom) => symptom,
            other => panic!("{other:?}"),
        });
        assert_eq!(a.kind, b.kind);
        assert_eq!(a.line, "bug in pjrt: the pass panicked at %a (add): index 7");
    }

    #[test]
    fn refusals_are_no_failures() {
        for code in [2, 3, 77] {
            assert_eq!(compare_verdict(&exit(code), "unsupported: x"), Verdict::Unknown("unsupported: x".to_owned()));
        }
    }

    #[test]
    fn signals_and_hanging_are_failures() {
        let aborted = End::Exit(ExitStatus::from_raw(libc::SIGABRT));
        assert_eq!(compare_verdict(&aborted, ""), fails("the process ends by signal 6"));
        assert_eq!(compare_verdict(&End::TimeOut, ""), fails("it does not come to an end"));
    }

    #[test]
    fn scripts_exit_as_git_bisect_wants() {
        let verdict = |code| script_verdict(&exit(code), "sh: 1: ./fails.sh: not found\n");
        assert_eq!(verdict(0).expect("judged"), Verdict::Passes);
        assert!(matches!(verdict(125).expect("judged"), Verdict::Unknown(_)));
        for code in [1, 124] {
            assert!(matches!(verdict(code).expect("judged"), Verdict::Fails(_)), "{code}");
        }
        for code in [126, 127, 128] {
            assert!(verdict(code).is_err(), "{code}");
        }
        assert!(script_verdict(&End::Exit(ExitStatus::from_raw(libc::SIGKILL)), "").is_err());
    }

    #[test]
    fn the_command_line_is_one_for_a_shell() {
        let judge = Judge { script: None, flags: vec!["--ulp=2".to_owned()], time_limit: Duration::ZERO };
        assert_eq!(judge.command_line("a b/p.hlo", "a b"), "pjrt compare 'a b/p.hlo' --inputs-from='a b' --ulp=2");
    }
}
