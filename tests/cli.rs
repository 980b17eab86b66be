//! Golden tests: one test a file below `testdata/`, driven by comment lines in the file itself.
//!
//! * `// RUN: COMMAND` runs a line of bash (with `pipefail`); it must succeed. `%s` is the file, `%t` a scratch path of
//!   this test, `%device` each runtime in turn. `pjrt` is the binary under test, `FileCheck` LLVM's;
//!   `exits CODE COMMAND…` demands an exit code.
//! * `// OUTPUT: COMMAND` compares all that the command prints (standard error included) with the `//| ` lines below
//!   it. `UPDATE_GOLDEN=1` rewrites those lines.
//! * `// REQUIRES: mpi` leaves the file out of a build without that feature.
//!
//! HLO files use the same lines: `//` begins a comment there too.

use libtest_mimic::{Arguments, Failed, Trial};
use std::path::{Path, PathBuf};
use std::process::{Command, ExitCode};

const DEVICES: [&str; 2] = ["cpu", "interpreter"];
const PRELUDE: &str = r#"set -o pipefail
exits() { local want=$1 got; shift; "$@"; got=$?; [ $got = $want ] || { echo "exit code $got, expected $want" >&2; return 1; }; }
"#;

/// What lets `mpirun` start more processes than there are processors, also in a container.
const MPI_ENVIRONMENT: [(&str, &str); 4] = [
    ("OMPI_ALLOW_RUN_AS_ROOT", "1"),
    ("OMPI_ALLOW_RUN_AS_ROOT_CONFIRM", "1"),
    ("OMPI_MCA_rmaps_base_oversubscribe", "1"),
    ("OMPI_MCA_btl_vader_single_copy_mechanism", "none"),
];

fn main() -> ExitCode {
    let mut arguments = Arguments::from_args();
    // Every command uses a thread a processor already.
    arguments.test_threads.get_or_insert(2);
    let root = Path::new(env!("CARGO_MANIFEST_DIR"));
    let trials = test_files(&root.join("testdata")).into_iter().map(|path| trial(root, path)).collect();
    libtest_mimic::run(&arguments, trials).exit_code()
}

/// Every `.mlir` and `.hlo` file below a folder, sorted.
fn test_files(folder: &Path) -> Vec<PathBuf> {
    let entries = std::fs::read_dir(folder).unwrap_or_else(|e| panic!("{}: {e}", folder.display()));
    let mut files = Vec::new();
    for path in entries.map(|entry| entry.expect("a readable folder").path()) {
        if path.is_dir() {
            files.extend(test_files(&path));
        } else if path.extension().is_some_and(|e| e == "mlir" || e == "hlo") {
            files.push(path);
        }
    }
    files.sort();
    files
}

fn trial(root: &Path, path: PathBuf) -> Trial {
    let relative = path.strip_prefix(root).expect("found below it").to_path_buf();
    let root = root.to_path_buf();
    let needs_mpi = std::fs::read_to_string(&path).is_ok_and(|text| text.contains("// REQUIRES: mpi\n"));
    let test = Trial::test(relative.display().to_string(), move || run_file(&root, &relative));
    test.with_ignored_flag(needs_mpi && !cfg!(feature = "mpi"))
}

fn run_file(root: &Path, file: &Path) -> Result<(), Failed> {
    let text = std::fs::read_to_string(root.join(file))?;
    let scratch = tempfile::tempdir()?;
    let shell = Shell { root, file, scratch: scratch.path() };
    let mut commands = 0;
    for line in text.lines() {
        if let Some(command) = line.trim_start().strip_prefix("// RUN:") {
            shell.run_on_each_device(command)?;
            commands += 1;
        }
    }
    commands += check_outputs(&shell, &text)?;
    if commands == 0 { Err("no RUN or OUTPUT line".into()) } else { Ok(()) }
}

struct Shell<'a> {
    root: &'a Path,
    file: &'a Path,
    scratch: &'a Path,
}

impl Shell<'_> {
    fn run_on_each_device(&self, command: &str) -> Result<(), Failed> {
        let devices = if command.contains("%device") { &DEVICES[..] } else { &DEVICES[..1] };
        devices.iter().try_for_each(|device| {
            let (success, output) = self.run(&command.replace("%device", device))?;
            let message = format!("failed on {device}:{command}\n{output}");
            if success { Ok(()) } else { Err(message.into()) }
        })
    }

    /// Whether the command succeeded, and all that it printed.
    fn run(&self, command: &str) -> Result<(bool, String), Failed> {
        let scratch = self.scratch.join("t").display().to_string();
        let command = command.replace("%s", &self.file.display().to_string()).replace("%t", &scratch);
        let script = format!("{PRELUDE}{{ {}\n}} 2>&1", command.trim());
        let output = Command::new("bash")
            .args(["-c", &script])
            .current_dir(self.root)
            .env("PATH", search_path()?)
            .env_remove("PJRT_DEVICE")
            .envs(MPI_ENVIRONMENT)
            .output()?;
        let printed = [output.stdout, output.stderr].concat();
        Ok((output.status.success(), String::from_utf8_lossy(&printed).into_owned()))
    }
}

/// The binary under test first, then LLVM's tools.
fn search_path() -> Result<std::ffi::OsString, Failed> {
    let binary = Path::new(env!("CARGO_BIN_EXE_pjrt")).parent().expect("a binary lies in a folder");
    let inherited = std::env::var_os("PATH").unwrap_or_default();
    let llvm = Path::new("/usr/lib/llvm-22/bin");
    let folders = [binary.to_path_buf(), llvm.to_path_buf()].into_iter().chain(std::env::split_paths(&inherited));
    Ok(std::env::join_paths(folders)?)
}

/// Compares (or rewrites) the blocks under `// OUTPUT:` lines; says how many there are.
fn check_outputs(shell: &Shell, text: &str) -> Result<usize, Failed> {
    let mut rewritten = String::new();
    let mut commands = 0;
    let mut lines = text.lines().peekable();
    while let Some(line) = lines.next() {
        rewritten += &format!("{line}\n");
        let Some(command) = line.strip_prefix("// OUTPUT:") else { continue };
        commands += 1;
        while lines.next_if(|line| line.starts_with("//|")).is_some() {}
        let (_, output) = shell.run(command)?;
        let block = output.lines().map(|line| format!("//| {line}").trim_end().to_string() + "\n");
        rewritten.extend(block);
    }
    if rewritten == text || (commands == 0 && rewritten.trim_end() == text.trim_end()) {
        return Ok(commands);
    }
    if std::env::var_os("UPDATE_GOLDEN").is_some() {
        std::fs::write(shell.root.join(shell.file), &rewritten)?;
        return Ok(commands);
    }
    Err(format!("output differs (UPDATE_GOLDEN=1 rewrites it); now it is\n{rewritten}").into())
}
