//! Writes loops out, and gives tensors their ids.

use std::collections::{BTreeMap, HashMap};

use super::error::{ScriptError, ScriptErrorKind as Kind};
use super::syntax::{Freed, Kind as Does, Number, NumberKind, Statement, Tensor};
use super::token::Span;
use super::{Limits, Program};
use crate::bytes::MIB;
use crate::trace::{Op, Trace};

/// MiB of memory of a device that is not chosen.
const DEVICE_MIB: u64 = 8192;
/// Statements carried out and rounds of loops, for each operation that is allowed: what a script does without asking the
/// allocator for anything is bounded as well.
const STEPS_PER_OPERATION: usize = 4;
/// Tensors that are looked through in a step.
const LOOKED_THROUGH: usize = 16;
/// The largest number of a stream, far more than any program has.
const MAX_STREAM: u64 = 1024;

/// Carries out everything in a script that does not need an allocator.
pub(super) fn program(script: &[Statement], limits: Limits) -> Result<Program, ScriptError> {
    let mut expansion = Expansion::new(limits);
    expansion.all(script)?;
    Ok(expansion.program)
}

/// A tensor's name with its number, if it has one.
type Name = (String, Option<u64>);

#[derive(Debug, Clone, Copy)]
enum State {
    Alive { id: u64, since: u32 },
    Freed { line: u32 },
}

struct Expansion {
    program: Program,
    limits: Limits,
    steps: usize,
    /// Where the device was chosen.
    device: Option<u32>,
    /// Something was said that the device has to come before.
    begun: bool,
    tensors: HashMap<Name, State>,
    /// Those that are alive, oldest first.
    alive: BTreeMap<u64, Name>,
    /// The numbers of the loops around this place, outermost first.
    loops: Vec<(String, u64)>,
    stream: u64,
    /// Names of private pools, by number.
    pools: Vec<String>,
    /// Those around this place.
    in_pools: Vec<u64>,
}

impl Expansion {
    fn new(limits: Limits) -> Self {
        let trace = Trace {
            name: String::new(),
            topic: String::new(),
            note: String::new(),
            config: String::new(),
            total_mib: DEVICE_MIB,
            context_mib: None,
            addr: None,
            nvml: None,
            ops: Vec::new(),
        };
        Self {
            program: Program { trace, lines: Vec::new(), names: Vec::new() },
            limits,
            steps: 0,
            device: None,
            begun: false,
            tensors: HashMap::new(),
            alive: BTreeMap::new(),
            loops: Vec::new(),
            stream: 0,
            pools: Vec::new(),
            in_pools: Vec::new(),
        }
    }

    fn all(&mut self, statements: &[Statement]) -> Result<(), ScriptError> {
        statements.iter().try_for_each(|statement| self.one(statement))
    }

    fn one(&mut self, statement: &Statement) -> Result<(), ScriptError> {
        let span = statement.span;
        self.step(span, 1)?;
        if let Does::Device(size) = &statement.kind {
            return self.choose_device(span, size);
        }
        self.begun = true;
        match &statement.kind {
            Does::Device(_) => Ok(()),
            Does::Settings(text) => self.set(span, text),
            Does::Others(size) => self.give_to_others(span, size),
            Does::Alloc { tensor, size } => self.allocate(tensor, size),
            Does::Free(freed) => freed.iter().try_for_each(|freed| self.free(span, freed)),
            Does::EmptyCache => self.push(span, Op::EmptyCache {}),
            Does::Synchronize => self.push(span, Op::Sync {}),
            Does::ResetPeak => self.push(span, Op::ResetPeak {}),
            Does::Snapshot => self.push(span, Op::Snapshot {}),
            Does::RecordStream { tensor, stream } => {
                let (_, id) = self.find(tensor)?;
                let stream = self.stream_number(stream)?;
                self.push(span, Op::RecordStream { id, stream })
            }
            Does::Busy { stream, busy } => {
                let stream = self.stream_number(stream)?;
                self.push(span, Op::StreamBusy { stream, value: *busy })
            }
            Does::Fraction { value } => self.push(span, Op::SetFraction { value: *value }),
            Does::Repeat { count, index, body } => self.repeat(span, count, index.as_deref(), body),
            Does::Stream { stream, body } => {
                let stream = self.stream_number(stream)?;
                let before = std::mem::replace(&mut self.stream, stream);
                self.all(body)?;
                self.stream = before;
                Ok(())
            }
            Does::Pool { name, body } => self.pool(span, name, body),
            Does::DropPool { name } => self.drop_pool(span, name),
        }
    }

    fn choose_device(&mut self, span: Span, size: &Number) -> Result<(), ScriptError> {
        let at = |kind| ScriptError { span, kind };
        if let Some(line) = self.device {
            return Err(at(Kind::DeviceTwice { line }));
        }
        if self.begun {
            return Err(at(Kind::DeviceLate));
        }
        let mib = self.mib(size)?.filter(|mib| *mib > 0);
        self.program.trace.total_mib = mib.ok_or(ScriptError { span: size.span, kind: Kind::DeviceSize })?;
        self.device = Some(span.line);
        Ok(())
    }

    fn set(&mut self, span: Span, text: &str) -> Result<(), ScriptError> {
        if self.program.trace.ops.is_empty() {
            text.clone_into(&mut self.program.trace.config);
            return Ok(());
        }
        self.push(span, Op::SetConfig { value: text.to_owned() })
    }

    fn give_to_others(&mut self, span: Span, size: &Number) -> Result<(), ScriptError> {
        let mib = self.mib(size)?.ok_or(ScriptError { span: size.span, kind: Kind::OthersSize })?;
        if self.program.trace.ops.is_empty() {
            self.program.trace.context_mib = Some(mib);
            return Ok(());
        }
        self.push(span, Op::External { mib })
    }

    fn allocate(&mut self, tensor: &Tensor, size: &Number) -> Result<(), ScriptError> {
        let (name, bytes) = (self.name(tensor)?, self.value(size)?);
        if let Some(State::Alive { since, .. }) = self.tensors.get(&name) {
            let kind = Kind::Alive { name: written(&name), since: *since };
            return Err(ScriptError { span: tensor.span, kind });
        }
        let id = self.program.names.len() as u64;
        self.push(tensor.span, Op::Alloc { id, bytes, stream: self.stream })?;
        self.program.names.push(written(&name));
        self.alive.insert(id, name.clone());
        self.tensors.insert(name, State::Alive { id, since: tensor.span.line });
        Ok(())
    }

    fn free(&mut self, span: Span, freed: &Freed) -> Result<(), ScriptError> {
        match freed {
            Freed::One(tensor) => {
                let (name, id) = self.find(tensor)?;
                self.drop_tensor(tensor.span, name, id)
            }
            Freed::Several { name, span } => {
                self.step(*span, self.alive.len() / LOOKED_THROUGH)?;
                let of_name = self.alive.iter().filter(|(_, (other, index))| other == name && index.is_some());
                let mut found: Vec<(u64, Name)> = of_name.map(|(id, name)| (*id, name.clone())).collect();
                if found.is_empty() {
                    let kind = Kind::NoTensor { name: format!("{name}[*]") };
                    return Err(ScriptError { span: *span, kind });
                }
                found.sort_by_key(|(_, (_, index))| *index);
                found.into_iter().try_for_each(|(id, name)| self.drop_tensor(*span, name, id))
            }
            Freed::All => {
                let all = self.alive.clone();
                all.into_iter().try_for_each(|(id, name)| self.drop_tensor(span, name, id))
            }
        }
    }

    fn drop_tensor(&mut self, span: Span, name: Name, id: u64) -> Result<(), ScriptError> {
        self.push(span, Op::Free { id })?;
        self.alive.remove(&id);
        self.tensors.insert(name, State::Freed { line: span.line });
        Ok(())
    }

    fn repeat(
        &mut self,
        span: Span,
        count: &Number,
        index: Option<&str>,
        body: &[Statement],
    ) -> Result<(), ScriptError> {
        let count = self.value(count)?;
        if let Some(name) = index
            && self.loops.iter().any(|(other, _)| other == name)
        {
            return Err(ScriptError { span, kind: Kind::LoopTwice { name: name.to_owned() } });
        }
        for number in 0..count {
            self.step(span, 1)?;
            self.loops.extend(index.map(|name| (name.to_owned(), number)));
            self.all(body)?;
            if index.is_some() {
                self.loops.pop();
            }
        }
        Ok(())
    }

    fn pool(&mut self, span: Span, name: &str, body: &[Statement]) -> Result<(), ScriptError> {
        let known = self.pools.iter().position(|other| other == name);
        let pool = known.unwrap_or_else(|| {
            self.pools.push(name.to_owned());
            self.pools.len() - 1
        }) as u64;
        self.push(span, Op::PoolBegin { pool, use_on_oom: false, no_split: false })?;
        self.in_pools.push(pool);
        self.all(body)?;
        self.in_pools.pop();
        self.push(span, Op::PoolEnd { pool: Some(pool) })
    }

    fn drop_pool(&mut self, span: Span, name: &str) -> Result<(), ScriptError> {
        let at = |kind| ScriptError { span, kind };
        let known = self.pools.iter().position(|other| other == name);
        let pool = known.ok_or_else(|| at(Kind::NoPool { name: name.to_owned() }))? as u64;
        if self.in_pools.contains(&pool) {
            return Err(at(Kind::PoolInUse { name: name.to_owned() }));
        }
        self.push(span, Op::PoolDel { pool })
    }

    fn step(&mut self, span: Span, steps: usize) -> Result<(), ScriptError> {
        self.steps += steps;
        if self.steps > self.limits.operations * STEPS_PER_OPERATION { Err(self.too_many(span)) } else { Ok(()) }
    }

    fn push(&mut self, span: Span, op: Op) -> Result<(), ScriptError> {
        if self.program.trace.ops.len() == self.limits.operations {
            return Err(self.too_many(span));
        }
        self.program.trace.ops.push(op);
        self.program.lines.push(span.line);
        Ok(())
    }

    fn too_many(&self, span: Span) -> ScriptError {
        ScriptError { span, kind: Kind::TooManyOperations { most: self.limits.operations } }
    }

    fn find(&self, tensor: &Tensor) -> Result<(Name, u64), ScriptError> {
        let name = self.name(tensor)?;
        let kind = match self.tensors.get(&name) {
            Some(State::Alive { id, .. }) => return Ok((name, *id)),
            Some(State::Freed { line }) => Kind::Freed { name: written(&name), freed: *line },
            None => Kind::NoTensor { name: written(&name) },
        };
        Err(ScriptError { span: tensor.span, kind })
    }

    fn name(&self, tensor: &Tensor) -> Result<Name, ScriptError> {
        let index = tensor.index.as_ref().map(|index| self.value(index)).transpose()?;
        Ok((tensor.name.clone(), index))
    }

    /// Returns a whole number of MiB, if it is one.
    fn mib(&self, size: &Number) -> Result<Option<u64>, ScriptError> {
        let bytes = self.value(size)?;
        Ok(bytes.is_multiple_of(MIB).then_some(bytes / MIB))
    }

    fn stream_number(&self, number: &Number) -> Result<u64, ScriptError> {
        let stream = self.value(number)?;
        if stream > MAX_STREAM {
            return Err(ScriptError { span: number.span, kind: Kind::StreamNumber { most: MAX_STREAM } });
        }
        Ok(stream)
    }

    fn value(&self, number: &Number) -> Result<u64, ScriptError> {
        match &number.kind {
            NumberKind::Literal(value) => Ok(*value),
            NumberKind::Loop(name) => self.loop_number(number.span, name),
            NumberKind::Pair { left, sign, right } => {
                let (left, right) = (self.value(left)?, self.value(right)?);
                let result = match sign {
                    '+' => left.checked_add(right).ok_or(Kind::TooLarge),
                    '-' => left.checked_sub(right).ok_or(Kind::Negative),
                    '*' => left.checked_mul(right).ok_or(Kind::TooLarge),
                    '/' => left.checked_div(right).ok_or(Kind::DivisionByZero),
                    _ => left.checked_rem(right).ok_or(Kind::DivisionByZero),
                };
                result.map_err(|kind| ScriptError { span: number.span, kind })
            }
        }
    }

    fn loop_number(&self, span: Span, name: &str) -> Result<u64, ScriptError> {
        let found = self.loops.iter().find(|(other, _)| other == name);
        found.map(|(_, number)| *number).ok_or_else(|| {
            let known = self.loops.iter().map(|(name, _)| name.as_str()).collect::<Vec<_>>().join(", ");
            let known = if known.is_empty() { "none".to_owned() } else { known };
            ScriptError { span, kind: Kind::UnknownNumber { name: name.to_owned(), known } }
        })
    }
}

fn written((name, index): &Name) -> String {
    index.map_or_else(|| name.clone(), |index| format!("{name}[{index}]"))
}
