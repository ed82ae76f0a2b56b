//! The parser.
//!
//! PyTorch reads a text twice, once for settings of all accelerators and once for those of CUDA; each pass skips the keys
//! of the other. The order of the passes depends on where the text comes from, and so does which of two errors is told.

use super::error::{ConfigError, Fault, Stage};
use super::notice::{self, Notice};
use super::tokens::{Tokens, unclosed};
use super::{Config, Reserve, Source};
use crate::bytes::MIB;

/// Keys that the first pass reads.
const GENERIC: [&str; 9] = [
    "large_segment_size_mb",
    "max_split_size_mb",
    "max_non_split_rounding_mb",
    "garbage_collection_threshold",
    "roundup_power2_divisions",
    "expandable_segments",
    "pinned_use_background_threads",
    "pinned_max_round_threshold_mb",
    "pinned_max_cached_size_mb",
];

/// Keys that the second pass reads.
const CUDA: [&str; 13] = [
    "backend",
    "release_lock_on_cudamalloc",
    "release_lock_on_hipmalloc",
    "pinned_use_cuda_host_register",
    "pinned_use_hip_host_register",
    "graph_capture_record_stream_reuse",
    "pinned_reserve_segment_size_mb",
    "pinned_num_register_threads",
    "per_process_memory_fraction",
    "pinned_free_catch_all",
    "throw_on_cudamalloc_oom",
    "expandable_segments_reserve",
    "expandable_segments_reserve_by_class",
];

/// A limit in MiB is cut to this, so that it can be told in bytes.
const MAX_MIB: u64 = u64::MAX / MIB;

type Parsed = Result<usize, Fault>;

/// See [`Config::apply`].
pub(super) fn apply(config: &mut Config, text: &str, source: Source) -> Result<Vec<Notice>, ConfigError> {
    let (mut generic, mut cuda) = (Tokens::new(text), Tokens::new(text));
    let result = match source {
        Source::Environment => {
            scan_for_backend(&generic)
                .map_err(|fault| ConfigError { stage: Stage::Import, ..fault.seen_from(source) })?;
            cuda_pass(config, &mut cuda).and_then(|()| generic_pass(config, text, &mut generic))
        }
        Source::RunTime => generic_pass(config, text, &mut generic).and_then(|()| cuda_pass(config, &mut cuda)),
    };
    result.map_err(|fault| fault.seen_from(source))?;
    let mut notices = generic.notices;
    // Both passes read over the separators between items.
    notices
        .extend(cuda.notices.into_iter().filter(|notice| !matches!(notice, Notice::Separator { expected: ",", .. })));
    Ok(notice::complete(config, text, source, notices))
}

/// While PyTorch is imported it looks for the back end, and for nothing else (`parseEnvForBackend`).
fn scan_for_backend(tokens: &Tokens) -> Result<(), Fault> {
    let mut index = 0;
    while index < tokens.len() {
        if tokens.get(index)? == "backend" {
            tokens.is(index + 1, ":")?;
            tokens.get(index + 2)?;
            return Ok(());
        }
        index = tokens.skip_key(index)?;
        if index + 1 < tokens.len() {
            index += 1;
        }
        index += 1;
    }
    Ok(())
}

/// `AcceleratorAllocatorConfig::parseArgs`.
fn generic_pass(config: &mut Config, text: &str, tokens: &mut Tokens) -> Result<(), Fault> {
    config.max_split_size = u64::MAX;
    config.divisions = [0; 16];
    config.gc_threshold = 0.0;
    text.clone_into(&mut config.text);
    large_segments(config, tokens)?;
    config.max_non_split_rounding = config.large_segment_size;
    each_key(tokens, |tokens, index| {
        let key = tokens.get(index)?.to_owned();
        match key.as_str() {
            "max_split_size_mb" => limit(tokens, index, &key, &mut config.max_split_size, config.large_segment_size),
            "max_non_split_rounding_mb" => {
                limit(tokens, index, &key, &mut config.max_non_split_rounding, config.large_segment_size)
            }
            "garbage_collection_threshold" => threshold(config, tokens, index),
            "roundup_power2_divisions" => divisions(config, tokens, index),
            "expandable_segments" => flag(tokens, index, &mut config.expandable_segments),
            "pinned_use_background_threads" => flag(tokens, index, &mut config.pinned_use_background_threads),
            "pinned_max_round_threshold_mb" => mib(tokens, index, &mut config.pinned_max_round_threshold),
            "pinned_max_cached_size_mb" => mib(tokens, index, &mut config.pinned_max_cached_size),
            key if key == GENERIC[0] || CUDA.contains(&key) => tokens.skip_key(index),
            key => Err(Fault::Value(format!("Unrecognized key '{key}' in Accelerator allocator config."))),
        }
    })
}

/// `CUDAAllocatorConfig::parseArgs`.
fn cuda_pass(config: &mut Config, tokens: &mut Tokens) -> Result<(), Fault> {
    each_key(tokens, |tokens, index| match tokens.get(index)?.to_owned().as_str() {
        "backend" => backend(tokens, index),
        "release_lock_on_cudamalloc" | "release_lock_on_hipmalloc" => {
            flag(tokens, index, &mut config.release_lock_on_cudamalloc)
        }
        "pinned_use_cuda_host_register" | "pinned_use_hip_host_register" => {
            flag(tokens, index, &mut config.pinned_use_cuda_host_register)
        }
        "graph_capture_record_stream_reuse" => flag(tokens, index, &mut config.graph_capture_record_stream_reuse),
        "pinned_free_catch_all" => flag(tokens, index, &mut config.pinned_free_catch_all),
        "throw_on_cudamalloc_oom" => flag(tokens, index, &mut config.throw_on_oom),
        "pinned_num_register_threads" => register_threads(config, tokens, index),
        "pinned_reserve_segment_size_mb" => pinned_reserve(config, tokens, index),
        "per_process_memory_fraction" => fraction(config, tokens, index),
        "expandable_segments_reserve" => reserve(config, tokens, index),
        "expandable_segments_reserve_by_class" => reserve_by_class(config, tokens, index),
        key if GENERIC.contains(&key) => tokens.skip_key(index),
        key => Err(Fault::Value(format!("Unrecognized key '{key}' in CUDA allocator config."))),
    })
}

/// Walks over the keys. `read` gets the index of a key and returns that of the last word of its value.
fn each_key(tokens: &mut Tokens, mut read: impl FnMut(&mut Tokens, usize) -> Parsed) -> Result<(), Fault> {
    let mut index = 0;
    while index < tokens.len() {
        index = read(tokens, index)? + 1;
        if index < tokens.len() {
            tokens.separator(index, ",")?;
            index += 1;
        }
    }
    Ok(())
}

/// The size of large segments is read first, wherever it stands, since other limits must not be below it.
fn large_segments(config: &mut Config, tokens: &mut Tokens) -> Result<(), Fault> {
    let mut index = 0;
    while index < tokens.len() {
        if tokens.get(index)? == GENERIC[0] {
            tokens.separator(index + 1, ":")?;
            let value = tokens.size(index + 2)?;
            if value <= 10 {
                return Err(Fault::value("CachingAllocator option large_segment_size_mb must be > 10 MB"));
            }
            config.large_segment_size = value.min(MAX_MIB) * MIB;
            index += 2;
        }
        index += 1;
    }
    Ok(())
}

fn flag(tokens: &mut Tokens, index: usize, target: &mut bool) -> Parsed {
    tokens.separator(index + 1, ":")?;
    *target = tokens.boolean(index + 2)?;
    Ok(index + 2)
}

fn mib(tokens: &mut Tokens, index: usize, target: &mut u64) -> Parsed {
    tokens.separator(index + 1, ":")?;
    *target = tokens.size(index + 2)?.wrapping_mul(MIB);
    Ok(index + 2)
}

fn limit(tokens: &mut Tokens, index: usize, key: &str, target: &mut u64, least: u64) -> Parsed {
    tokens.separator(index + 1, ":")?;
    let value = tokens.size(index + 2)?;
    let least = least / MIB;
    if value < least {
        return Err(Fault::Value(format!("CachingAllocator option {key} too small, must be >= {least}")));
    }
    *target = value.min(MAX_MIB) * MIB;
    Ok(index + 2)
}

fn threshold(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    let value = tokens.double(index + 2)?;
    if !(value > 0.0 && value < 1.0) {
        return Err(Fault::value("garbage_collect_threshold is invalid, set it in (0.0, 1.0)"));
    }
    config.gc_threshold = value;
    Ok(index + 2)
}

fn fraction(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    let value = tokens.double(index + 2)?;
    if !(0.0..=1.0).contains(&value) {
        return Err(Fault::value("per_process_memory_fraction is invalid, set it in [0.0, 1.0]"));
    }
    config.memory_fraction = value;
    Ok(index + 2)
}

fn divisions(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    if tokens.get(index + 2)? == "[" {
        return division_list(config, tokens, index + 3);
    }
    let value = tokens.size(index + 2)?;
    if !value.is_power_of_two() {
        return Err(Fault::value("For roundups, the divisions has to be power of 2 "));
    }
    config.divisions = [value; 16];
    Ok(index + 2)
}

/// `64:8,256:4,>:1]`. Rows before the first boundary get its value; rows between boundaries stay as they are.
fn division_list(config: &mut Config, tokens: &mut Tokens, mut index: usize) -> Parsed {
    let mut last: Option<usize> = None;
    while index < tokens.len() && tokens.get(index)? != "]" {
        tokens.separator(index + 1, ":")?;
        let value = tokens.size(index + 2)?;
        if value != 0 && !value.is_power_of_two() {
            return Err(Fault::value("For roundups, the divisions has to be power of 2 or 0 to disable roundup "));
        }
        if tokens.get(index)? == ">" {
            config.divisions[last.unwrap_or(0) + 1..].fill(value);
        } else {
            let boundary = tokens.size(index)?;
            if !boundary.is_power_of_two() {
                return Err(Fault::value("For roundups, the intervals have to be power of 2 "));
            }
            let row = (boundary.ilog2() as usize).min(15);
            if last.is_none() {
                config.divisions[..row].fill(value);
            }
            config.divisions[row] = value;
            last = Some(row);
        }
        index += 3;
        if tokens.get(index)? != "]" {
            tokens.separator(index, ",")?;
            index += 1;
        }
    }
    if index < tokens.len() {
        Ok(index)
    } else {
        Err(unclosed("i < tokenizer.size()", "core/AllocatorConfig.cpp\":211"))
    }
}

fn backend(tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    match tokens.get(index + 2)? {
        "native" => Ok(index + 2),
        // The back end is chosen when PyTorch is imported, and here it is always the native one.
        "cudaMallocAsync" => Err(Fault::Assertion {
            condition: "tokenizer[i] == get()->name()",
            place: "cuda/CUDAAllocatorConfig.cpp\":48",
            text: "Allocator backend parsed at runtime != allocator backend parsed at load time, cudaMallocAsync != native"
                .into(),
        }),
        _ => Err(Fault::value("Unknown allocator backend, options are native and cudaMallocAsync")),
    }
}

fn register_threads(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    const MOST: u64 = 128;
    tokens.separator(index + 1, ":")?;
    let value = tokens.size(index + 2)?;
    if !value.is_power_of_two() {
        return Err(Fault::Value(format!("Number of register threads has to be power of 2, got {value}")));
    }
    if value > MOST {
        let text = format!("Number of register threads should be less than or equal to {MOST}, got {value}");
        return Err(Fault::Value(text));
    }
    config.pinned_num_register_threads = value;
    Ok(index + 2)
}

fn pinned_reserve(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    let value = tokens.size(index + 2)?;
    if value == 0 {
        return Err(Fault::value("Pinned reserve segment size has to be greater than 0"));
    }
    config.pinned_reserve_segment_size_mb = value;
    Ok(index + 2)
}

/// A reserve that makes no sense is a warning, not an error.
fn reserve(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    if let Some(reserve) = one_reserve(tokens, index + 2)? {
        config.reserve = Some(reserve);
    }
    Ok(index + 2)
}

fn reserve_by_class(config: &mut Config, tokens: &mut Tokens, index: usize) -> Parsed {
    tokens.separator(index + 1, ":")?;
    tokens.separator(index + 2, "[")?;
    let mut classes = std::collections::BTreeMap::new();
    let mut index = index + 3;
    while !tokens.is(index, "]")? {
        let name = tokens.get(index)?.to_owned();
        tokens.separator(index + 1, ":")?;
        if let Some(reserve) = one_reserve(tokens, index + 2)? {
            classes.insert(name, reserve);
        }
        index += 3;
        if tokens.is(index, ",")? {
            index += 1;
        }
    }
    config.reserve_by_class = classes;
    Ok(index)
}

fn one_reserve(tokens: &mut Tokens, index: usize) -> Result<Option<Reserve>, Fault> {
    let text = tokens.get(index)?.to_owned();
    let reserve = Reserve::parse(&text);
    if reserve.is_none() {
        tokens.notices.push(Notice::InvalidReserve { value: text });
    }
    Ok(reserve)
}
