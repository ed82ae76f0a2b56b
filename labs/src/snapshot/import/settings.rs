//! The settings of the allocator.

use super::super::pickle::Value;
use super::super::{RoundupDivisions, Settings};
use super::context::Context;
use super::error::{ImportError, Mismatch, Result};
use super::fields;

/// Reads the settings. What an old version lacks has the default of 2.15.
pub(super) fn read<'p>(value: Value<'p>, context: &mut Context<'p>) -> Result<Option<Settings>> {
    if let Value::None = value {
        return Ok(None);
    }
    let mut settings = Settings::default();
    context.each_text(fields::entries(&value)?, |key, value, context| set(&mut settings, key.text, value, context))?;
    Ok(Some(settings))
}

fn set<'p>(settings: &mut Settings, key: &str, value: Value<'p>, context: &mut Context<'p>) -> Result<()> {
    match key {
        "PYTORCH_CUDA_ALLOC_CONF" => settings.conf = context.share(fields::text(value)?),
        "max_split_size" => settings.max_split_size = fields::limit(value)?,
        "garbage_collection_threshold" => settings.garbage_collection_threshold = fields::float(value)?,
        "expandable_segments" => settings.expandable_segments = fields::bool(value)?,
        "pinned_num_register_threads" => settings.pinned_num_register_threads = fields::unsigned(value)?,
        "release_lock_on_cudamalloc" => settings.release_lock_on_cudamalloc = fields::bool(value)?,
        "pinned_use_cuda_host_register" => settings.pinned_use_cuda_host_register = fields::bool(value)?,
        "graph_capture_record_stream_reuse" => settings.graph_capture_record_stream_reuse = fields::bool(value)?,
        "max_round_threshold" => settings.max_round_threshold = fields::limit(value)?,
        "max_cached_size" => settings.max_cached_size = fields::limit(value)?,
        "roundup_power2_divisions" => divisions(value, &mut settings.roundup_power2_divisions, context)?,
        _ => {}
    }
    Ok(())
}

fn divisions<'p>(value: Value<'p>, table: &mut RoundupDivisions, context: &mut Context<'p>) -> Result<()> {
    context.each_text(fields::entries(&value)?, |key, value, _| {
        let mib: u64 = key.text.parse().unwrap_or(0);
        let row = (mib.is_power_of_two()).then(|| table.0.get_mut(mib.ilog2() as usize)).flatten();
        let row = row.ok_or_else(|| {
            ImportError::new(Mismatch::unknown("a power of two from 1 to 32768 as the key", key.text))
        })?;
        *row = fields::unsigned(value)?;
        Ok(())
    })
}
