//! A foreign program as a child process: line by line, with deadlines, and always ended.

use crate::group;
use crate::lines::Lines;
use heibai_games::player::Fault;
use heibai_words::{failures, refusals};
use std::collections::VecDeque;
use std::io::{BufReader, Read, Write};
use std::process::{Child, Command, Stdio};
use std::sync::atomic::{AtomicBool, Ordering};
use std::sync::mpsc::{Receiver, RecvTimeoutError, SyncSender, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::thread::JoinHandle;
use std::time::{Duration, Instant};

/// Longer lines are truncated: a program may print endless garbage.
pub const LONGEST_LINE: usize = 1 << 16;
/// Unread lines before the program has to wait: at most 16 MiB.
const WAITING: usize = 256;
/// How much of standard error is kept, in bytes.
const KEPT: usize = 1 << 16;
/// How often a waiting reader polls the stop flag.
const POLL: Duration = Duration::from_millis(20);

/// A foreign program that reads and writes lines. Dropping it ends the program and its children.
pub struct Program {
    /// `None` if the peer is not a child process.
    child: Option<Child>,
    input: Option<Box<dyn Write + Send>>,
    lines: Receiver<String>,
    errors: Arc<Mutex<VecDeque<u8>>>,
    listener: Option<JoinHandle<()>>,
}

/// The program of a driver: started when first needed, and told to quit when dropped.
pub(crate) struct Peer {
    pub command: String,
    quit: &'static str,
    program: Option<Program>,
}

impl Peer {
    /// The program of a command line; `quit` is the protocol's command to end.
    pub fn new(command: &str, quit: &'static str) -> Peer {
        Peer { command: command.to_owned(), quit, program: None }
    }

    /// A program that is already connected.
    pub fn connected(program: Program, quit: &'static str) -> Peer {
        Peer { command: String::new(), quit, program: Some(program) }
    }

    /// The running program, started if necessary.
    pub fn program(&mut self) -> Result<&mut Program, Fault> {
        if self.program.is_none() {
            self.program = Some(Program::start(&self.command)?);
        }
        self.program.as_mut().ok_or(Fault::Silent)
    }

    /// What the program wrote to standard error.
    pub fn errors(&self) -> String {
        self.program.as_ref().map_or(String::new(), Program::errors)
    }
}

impl Drop for Peer {
    fn drop(&mut self) {
        if let Some(program) = &mut self.program {
            // It is ended in any case; this only gives it a chance to end by itself.
            let _ = program.send(self.quit);
        }
    }
}

impl Program {
    /// Starts a command line, split as a shell would, without a shell. A first word `memory=512` limits the memory of the
    /// program and of each of its children to so many MiB, where the system supports it.
    pub fn start(command: &str) -> Result<Program, Fault> {
        let words = shlex::split(command).filter(|words| !words.is_empty());
        let words = words.ok_or_else(|| refusals::no_command_line(command))?;
        let (memory, words) = memory_limit(&words)?;
        let mut command = Command::new(&words[0]);
        // Its own process group: a Ctrl-C in the terminal must not kill it, which would look like a lost game.
        #[cfg(unix)]
        std::os::unix::process::CommandExt::process_group(&mut command, 0);
        let mut child = command
            .args(&words[1..])
            .stdin(Stdio::piped())
            .stdout(Stdio::piped())
            .stderr(Stdio::piped())
            .spawn()
            .map_err(|error| failures::cannot_start(&words[0]).because(failures::system(&error)))?;
        if let Some(mebibytes) = memory {
            group::limit_memory(&child, mebibytes << 20);
        }
        let (Some(input), Some(output)) = (child.stdin.take(), child.stdout.take()) else {
            return Err(failures::cannot_start(&words[0]).into());
        };
        let errors = child.stderr.take();
        let mut program = Program::over(input, output);
        program.listener = errors.map(|output| {
            let kept = program.errors.clone();
            std::thread::spawn(move || keep_errors(output, &kept))
        });
        program.child = Some(child);
        Ok(program)
    }

    /// A peer that is not a child process: a socket, a recorded session.
    pub fn over(input: impl Write + Send + 'static, output: impl Read + Send + 'static) -> Program {
        let (sender, lines) = sync_channel(WAITING);
        std::thread::spawn(move || read_lines(output, &sender));
        let errors = Arc::new(Mutex::new(VecDeque::new()));
        Program { child: None, input: Some(Box::new(input)), lines, errors, listener: None }
    }

    /// Sends one line.
    pub fn send(&mut self, line: &str) -> Result<(), Fault> {
        let sent = match &mut self.input {
            Some(input) => {
                input.write_all(format!("{line}\n").as_bytes()).and_then(|()| input.flush()).is_ok()
            }
            None => false,
        };
        if sent { Ok(()) } else { Err(self.crash()) }
    }

    /// The next line, without its line end; a fault if none comes in time or the program has ended.
    pub fn line(&mut self, deadline: Instant, stop: &AtomicBool) -> Result<String, Fault> {
        loop {
            let left = deadline.saturating_duration_since(Instant::now());
            match self.lines.recv_timeout(left.min(POLL)) {
                Ok(line) => return Ok(line),
                Err(RecvTimeoutError::Disconnected) => return Err(self.crash()),
                Err(RecvTimeoutError::Timeout) if left.is_zero() || stop.load(Ordering::Relaxed) => {
                    return Err(Fault::Silent);
                }
                Err(RecvTimeoutError::Timeout) => {}
            }
        }
    }

    /// The end of what the program wrote to standard error.
    pub fn errors(&self) -> String {
        let kept = self.errors.lock().unwrap_or_else(PoisonError::into_inner);
        String::from_utf8_lossy(&kept.iter().copied().collect::<Vec<u8>>()).into_owned()
    }

    fn crash(&mut self) -> Fault {
        // The program has closed its output; wait briefly for it to end and for the rest of its standard error.
        let deadline = Instant::now() + Duration::from_millis(300);
        let heard = || self.listener.as_ref().is_none_or(JoinHandle::is_finished);
        while Instant::now() < deadline && !(self.child.as_mut().is_none_or(group::has_ended) && heard()) {
            std::thread::sleep(Duration::from_millis(5));
        }
        let status = self.child.take_if(group::has_ended).and_then(|mut child| {
            // Kills children that it may have left.
            group::kill(&mut child);
            child.wait().ok().map(|status| status.to_string())
        });
        let status = status.unwrap_or_else(|| "it closed its output".to_owned());
        let errors = self.errors();
        let last = errors.lines().rev().find(|line| !line.trim().is_empty()).unwrap_or("");
        Fault::Crashed(if last.is_empty() { status } else { format!("{status}; it said '{last}'") })
    }
}

impl Drop for Program {
    fn drop(&mut self) {
        self.input = None;
        let Some(child) = &mut self.child else { return };
        let deadline = Instant::now() + Duration::from_millis(300);
        while Instant::now() < deadline && !group::has_ended(child) {
            std::thread::sleep(Duration::from_millis(5));
        }
        // It had its chance to end by itself. This also ends its children.
        group::kill(child);
        let _ = child.wait();
    }
}

/// The memory limit at the front of a command line, and the rest.
fn memory_limit(words: &[String]) -> Result<(Option<u64>, &[String]), Fault> {
    let Some(limit) = words[0].strip_prefix("memory=") else { return Ok((None, words)) };
    match (limit.parse(), &words[1..]) {
        (Ok(mebibytes @ 1..=0xff_ffff), rest @ [_, ..]) => Ok((Some(mebibytes), rest)),
        _ => Err(refusals::no_memory_limit(&words[0]).into()),
    }
}

fn read_lines(output: impl Read, sender: &SyncSender<String>) {
    let mut lines = Lines::cut_at(BufReader::new(output), LONGEST_LINE);
    while let Ok(Some(line)) = lines.next() {
        if sender.send(line.trim_end().to_owned()).is_err() {
            return;
        }
    }
}

fn keep_errors(mut output: impl Read, kept: &Mutex<VecDeque<u8>>) {
    let mut buffer = [0; 4096];
    while let Ok(count @ 1..) = output.read(&mut buffer) {
        let mut kept = kept.lock().unwrap_or_else(PoisonError::into_inner);
        kept.extend(&buffer[..count]);
        let surplus = kept.len().saturating_sub(KEPT);
        kept.drain(..surplus);
    }
}

#[cfg(all(test, unix))]
mod tests {
    use super::*;

    /// Later than any answer, even on a busy machine.
    fn late() -> Instant {
        Instant::now() + Duration::from_secs(300)
    }

    static GO_ON: AtomicBool = AtomicBool::new(false);

    #[test]
    fn lines_go_out_and_come_back() {
        let mut cat = Program::start("cat").unwrap();
        cat.send("hello 世界").unwrap();
        assert_eq!(cat.line(late(), &GO_ON), Ok("hello 世界".to_owned()));
    }

    #[test]
    fn a_silent_program_is_not_waited_for() {
        let mut sleeper = Program::start("sleep 10000").unwrap();
        let soon = Instant::now() + Duration::from_millis(100);
        assert_eq!(sleeper.line(soon, &GO_ON), Err(Fault::Silent));
    }

    #[test]
    fn a_crash_is_reported_with_the_last_line_of_stderr() {
        let mut program = Program::start("sh -c 'echo out of luck >&2; exit 3'").unwrap();
        match program.line(late(), &GO_ON) {
            Err(Fault::Crashed(why)) => assert!(why.contains('3') && why.contains("out of luck"), "{why}"),
            other => panic!("{other:?}"),
        }
    }

    #[test]
    fn endless_garbage_neither_hangs_nor_grows() {
        let mut yes = Program::start("sh -c 'yes | tr -d \"\\n\"'").unwrap();
        assert_eq!(yes.line(late(), &GO_ON).map(|line| line.len()), Ok(LONGEST_LINE));
        let soon = Instant::now() + Duration::from_millis(200);
        assert_eq!(yes.line(soon, &GO_ON), Err(Fault::Silent), "the rest of the line is dropped");
    }

    /// Whether a process is there and not a zombie.
    #[cfg(target_os = "linux")]
    fn lives(pid: &str) -> bool {
        let stat = std::fs::read_to_string(format!("/proc/{pid}/stat")).unwrap_or_default();
        stat.rsplit_once(')').is_some_and(|(_, rest)| !rest.trim_start().starts_with('Z'))
    }

    /// Waits until it is gone; the system takes a moment.
    #[cfg(target_os = "linux")]
    fn dies(pid: &str) -> bool {
        (0..1000).any(|_| {
            std::thread::sleep(Duration::from_millis(10));
            !lives(pid)
        })
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn children_of_a_program_end_with_it() {
        // One that is killed, one that ends by itself, one that crashes: each leaves a child behind.
        for end in ["cat >/dev/null; sleep 60", "exit 0", "exit 3"] {
            let mut program = Program::start(&format!("sh -c 'sleep 600 & echo $!; {end}'")).unwrap();
            let child = program.line(late(), &GO_ON).unwrap();
            assert!(lives(&child));
            drop(program);
            assert!(dies(&child), "{end}");
        }
        let mut program = Program::start("sh -c 'sleep 600 >/dev/null 2>&1 & echo $!; exit 3'").unwrap();
        let child = program.line(late(), &GO_ON).unwrap();
        let crash = program.line(late(), &GO_ON);
        assert!(matches!(crash, Err(Fault::Crashed(_))), "{crash:?}");
        assert!(dies(&child), "a crash is found out before the program is dropped");
    }

    #[cfg(target_os = "linux")]
    #[test]
    fn a_program_has_the_memory_that_it_is_given() {
        let hungry = "memory=100 sh -c 'read x; head -c 300000000 /dev/zero | tail; echo fed'";
        let mut program = Program::start(hungry).unwrap();
        program.send("go").unwrap();
        let deadline = late();
        while program.line(deadline, &GO_ON).is_ok_and(|line| line != "fed") {}
        assert!(program.errors().contains("memory"), "{}", program.errors());
    }

    #[test]
    fn what_is_no_program() {
        for command in ["", "'", "/no/such/program", "memory=1", "memory=0 cat", "memory=much cat"] {
            assert!(matches!(Program::start(command), Err(Fault::Unable { .. })), "{command}");
        }
    }
}
