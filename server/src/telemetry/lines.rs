//! Lines of the log on their way to standard error.
//!
//! # Note: written together
//! To write to a file or a pipe costs as much as to make the line. So lines are gathered for [`MOMENT`] and written at once,
//! by a thread that sleeps while there are none. A warning, or worse, is written with all before it as soon as it is there.

use std::io::{self, Write};
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::thread;
use std::time::Duration;

use tracing::{Level, Metadata};
use tracing_subscriber::fmt::MakeWriter;

/// Longest that a line waits.
const MOMENT: Duration = Duration::from_millis(20);

/// Bytes that are written without waiting for more.
const MANY: usize = 64 * 1024;

/// A place where lines gather. A clone is another handle to it.
#[derive(Debug)]
pub(super) struct Lines<W> {
    gathered: Arc<Mutex<Gathered<W>>>,
    writer: thread::Thread,
}

#[derive(Debug)]
struct Gathered<W> {
    bytes: Vec<u8>,
    to: W,
}

impl<W: Write + Send + 'static> Lines<W> {
    /// Starts the thread that writes to `to`.
    pub(super) fn to(to: W) -> io::Result<Self> {
        let gathered = Arc::new(Mutex::new(Gathered { bytes: Vec::new(), to }));
        let written = Arc::clone(&gathered);
        let writer = thread::Builder::new().name("log".to_owned()).spawn(move || {
            loop {
                thread::park();
                thread::sleep(MOMENT);
                lock(&written).write_out();
            }
        })?;
        Ok(Self { gathered, writer: writer.thread().clone() })
    }

    /// Writes what has gathered.
    pub(super) fn flush(&self) {
        lock(&self.gathered).write_out();
    }
}

impl<W> Clone for Lines<W> {
    fn clone(&self) -> Self {
        Self { gathered: Arc::clone(&self.gathered), writer: self.writer.clone() }
    }
}

impl<W: Write> Gathered<W> {
    /// A log that cannot be written is nothing that could be logged.
    fn write_out(&mut self) {
        let _ = self.to.write_all(&self.bytes);
        self.bytes.clear();
    }
}

fn lock<W>(gathered: &Mutex<Gathered<W>>) -> MutexGuard<'_, Gathered<W>> {
    gathered.lock().unwrap_or_else(PoisonError::into_inner)
}

/// One line.
#[derive(Debug)]
pub(super) struct Line<'l, W> {
    lines: &'l Lines<W>,
    urgent: bool,
}

impl<'l, W: Write + 'l> MakeWriter<'l> for Lines<W> {
    type Writer = Line<'l, W>;

    fn make_writer(&'l self) -> Line<'l, W> {
        Line { lines: self, urgent: true }
    }

    fn make_writer_for(&'l self, of: &Metadata<'_>) -> Line<'l, W> {
        Line { lines: self, urgent: *of.level() <= Level::WARN }
    }
}

impl<W: Write> Write for Line<'_, W> {
    fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
        let mut gathered = lock(&self.lines.gathered);
        let first = gathered.bytes.is_empty();
        gathered.bytes.extend_from_slice(bytes);
        if self.urgent || gathered.bytes.len() >= MANY {
            gathered.write_out();
        } else if first {
            self.lines.writer.unpark();
        }
        Ok(bytes.len())
    }

    fn flush(&mut self) -> io::Result<()> {
        Ok(())
    }
}

#[cfg(test)]
mod tests {
    use std::sync::mpsc::{self, Receiver, Sender};

    use super::*;

    /// Passes on what is written at once.
    struct Passed(Sender<String>);

    impl Write for Passed {
        fn write(&mut self, bytes: &[u8]) -> io::Result<usize> {
            let text = String::from_utf8(bytes.to_vec()).unwrap();
            self.0.send(text).map_err(io::Error::other)?;
            Ok(bytes.len())
        }

        fn flush(&mut self) -> io::Result<()> {
            Ok(())
        }
    }

    fn lines() -> (Lines<Passed>, Receiver<String>) {
        let (sender, receiver) = mpsc::channel();
        (Lines::to(Passed(sender)).unwrap(), receiver)
    }

    fn log(lines: &Lines<Passed>, urgent: bool, text: &str) {
        Line { lines, urgent }.write_all(text.as_bytes()).unwrap();
    }

    #[test]
    fn lines_come_out_whole_in_their_order_and_together() {
        let (lines, written) = lines();
        let mut logged = String::new();
        for number in 0..100 {
            let line = format!("line {number}\n");
            log(&lines, false, &line);
            logged += &line;
        }
        let mut text = String::new();
        let mut times = 0;
        while !text.ends_with("line 99\n") {
            text += &written.recv_timeout(Duration::from_secs(10)).unwrap();
            times += 1;
        }
        assert_eq!(text, logged);
        assert!(times < 100, "in {times} pieces");
    }

    #[test]
    fn what_is_urgent_is_written_at_once_with_all_before_it() {
        let (lines, written) = lines();
        log(&lines, false, "calm\n");
        log(&lines, true, "urgent\n");
        let text: String = written.try_iter().collect();
        assert_eq!(text, "calm\nurgent\n");
        log(&lines, false, "last\n");
        lines.flush();
        assert_eq!(written.try_iter().collect::<String>(), "last\n");
    }
}
