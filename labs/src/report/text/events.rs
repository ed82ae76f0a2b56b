//! What was done, in as few lines as it takes.

use super::table::{Align, Grid};
use crate::report::unit::grouped;
use crate::report::{Event, Run, Unit};

/// Returns the events in columns, those that are repeated once.
pub(super) fn grid(run: &Run) -> Grid {
    let mut grid = Grid::new(&[Align::Left, Align::Right, Align::Left, Align::Left]);
    for fold in run.folded_events() {
        for (first, last) in fold.places() {
            grid.push(row(&run.events[first], run.events[last].step, fold.length, fold.turns as u64));
        }
    }
    grid
}

fn row(event: &Event, last_step: u64, length: usize, turns: u64) -> [String; 4] {
    let times = event.times * turns;
    let steps = if turns > 1 { format!("steps {}-{last_step}", event.step) } else { format!("step {}", event.step) };
    let times_text = if times > 1 { format!("{} ×", grouped(times)) } else { String::new() };
    let subject = if turns > 1 { event.family() } else { &event.subject };
    let turns_text = if length > 1 { ", taking turns" } else { "" };
    let what = match (subject, event.bytes) {
        ("", 0) => String::new(),
        ("", bytes) => format!("gave {} back", Unit::Bytes.format(bytes)),
        (subject, bytes) => format!("{subject}, {}{turns_text}", Unit::Bytes.format(bytes)),
    };
    [steps, times_text, event.action.words().text.to_owned(), what]
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::report::Action;

    fn events(list: &[(Action, &str, u64)]) -> Vec<Event> {
        let event = |(index, (action, subject, bytes)): (u64, &(Action, &str, u64))| Event {
            step: index + 1,
            action: *action,
            subject: (*subject).to_owned(),
            bytes: *bytes,
            address: None,
            times: 1,
        };
        (0..).zip(list).map(event).collect()
    }

    fn text(list: &[(Action, &str, u64)]) -> String {
        grid(&Run { events: events(list), ..Run::default() }).to_string()
    }

    #[test]
    fn what_is_repeated_is_one_line_and_turns_are_two() {
        let (made, dropped) = (Action::Allocate, Action::Free);
        let list = [
            (made, "a 1", 1 << 20),
            (made, "a 2", 1 << 20),
            (made, "a 3", 1 << 20),
            (dropped, "a 1", 1 << 20),
            (made, "b 1", 512),
            (made, "c 1", 1024),
            (made, "b 2", 512),
            (made, "c 2", 1024),
            (Action::EmptyCache, "", 0),
        ];
        let expected = [
            "  steps 1-3  3 ×  allocate     a, 1 MiB",
            "  step 4          free         a 1, 1 MiB",
            "  steps 5-7  2 ×  allocate     b, 512 bytes, taking turns",
            "  steps 6-8  2 ×  allocate     c, 1 KiB, taking turns",
            "  step 9          empty_cache",
        ];
        assert_eq!(text(&list), expected.join("\n"));
    }

    #[test]
    fn a_single_event_keeps_its_number() {
        assert_eq!(text(&[(Action::Allocate, "a 7", 1024)]), "  step 1    allocate  a 7, 1 KiB");
    }
}
