//! Which calls are made to fail.

use std::collections::BTreeMap;
use std::str::FromStr;

/// `CUDA_ERROR_UNKNOWN`.
const UNKNOWN: u32 = 999;

/// Call number `first` fails with `code`, and all later ones if it is lasting.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Fault {
    first: u64,
    lasting: bool,
    code: u32,
}

/// A fault that counts calls of one name only.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Named {
    call: String,
    fault: Fault,
}

/// The faults of this process, and how many calls there were.
#[derive(Debug)]
pub(crate) struct Plan {
    any: Option<Fault>,
    named: Option<Named>,
    calls: u64,
    /// How many there were of each name.
    by_name: BTreeMap<String, u64>,
    /// How many calls were made to fail.
    failed: u64,
}

impl Plan {
    pub(crate) fn new(any: Option<Fault>, named: Option<Named>) -> Self {
        Self { any, named, calls: 0, by_name: BTreeMap::new(), failed: 0 }
    }

    /// Counts a call, and returns the code that it is to fail with, if it is to.
    pub(crate) fn next(&mut self, call: &str) -> Option<u32> {
        self.calls += 1;
        let of_this_name = self.by_name.entry(call.to_owned()).or_default();
        *of_this_name += 1;
        let any = self.any.and_then(|fault| fault.hits(self.calls));
        let named = self.named.as_ref().filter(|named| named.call == call);
        let named = named.and_then(|named| named.fault.hits(*of_this_name));
        let code = any.or(named);
        self.failed += u64::from(code.is_some());
        code
    }

    /// Returns how many calls there were, of each name, and how many were made to fail, a count a line.
    pub(crate) fn report(&self) -> String {
        let named = self.by_name.iter().map(|(name, count)| format!("calls {name} {count}\n"));
        let all = format!("calls {}\nfailed {}\n", self.calls, self.failed);
        named.chain([all]).collect()
    }
}

impl Fault {
    fn hits(self, call: u64) -> Option<u32> {
        let hit = call == self.first || (self.lasting && call > self.first);
        hit.then_some(self.code)
    }
}

impl FromStr for Fault {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (number, code) = match text.split_once(':') {
            Some((number, code)) => (number, code.parse().map_err(drop)?),
            None => (text, UNKNOWN),
        };
        let lasting = number.ends_with('+');
        let first = number.strip_suffix('+').unwrap_or(number).parse().map_err(drop)?;
        if first == 0 || code == 0 { Err(()) } else { Ok(Self { first, lasting, code }) }
    }
}

impl FromStr for Named {
    type Err = ();

    fn from_str(text: &str) -> Result<Self, ()> {
        let (call, fault) = text.split_once(':').ok_or(())?;
        if !call.starts_with("cu") || call.ends_with("_v2") {
            return Err(());
        }
        Ok(Self { call: call.to_owned(), fault: fault.parse()? })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn codes(any: Option<&str>, named: Option<&str>, calls: &[&str]) -> Vec<u32> {
        let mut plan = Plan::new(any.map(|text| text.parse().unwrap()), named.map(|text| text.parse().unwrap()));
        calls.iter().map(|call| plan.next(call).unwrap_or(0)).collect()
    }

    #[test]
    fn faults_hit_the_call_they_name_and_no_other() {
        let calls = ["cuInit", "cuMemMap", "cuMemFree", "cuMemMap", "cuMemMap"];
        assert_eq!(codes(Some("2"), None, &calls), [0, 999, 0, 0, 0]);
        assert_eq!(codes(Some("4+:700"), None, &calls), [0, 0, 0, 700, 700]);
        assert_eq!(codes(None, Some("cuMemMap:2:2"), &calls), [0, 0, 0, 2, 0]);
        assert_eq!(codes(None, Some("cuMemMap:2+"), &calls), [0, 0, 0, 999, 999]);
    }

    #[test]
    fn what_is_no_fault_is_refused() {
        for text in ["", "0", "x", "1:", "1:0", "+", "1::2", "-1"] {
            assert_eq!(text.parse::<Fault>(), Err(()), "{text}");
        }
        for text in ["cuMemMap", "3", "cuMemAlloc_v2:1", "MemMap:1"] {
            assert_eq!(text.parse::<Named>(), Err(()), "{text}");
        }
    }
}
