//! The codes that the driver answers with, as numbers, and what they mean to a caller.

use cudarc::driver::sys::CUresult;

pub(super) const SUCCESS: u32 = CUresult::CUDA_SUCCESS as u32;
pub(super) const INVALID_VALUE: u32 = CUresult::CUDA_ERROR_INVALID_VALUE as u32;
pub(super) const OUT_OF_MEMORY: u32 = CUresult::CUDA_ERROR_OUT_OF_MEMORY as u32;
pub(super) const STUB_LIBRARY: u32 = CUresult::CUDA_ERROR_STUB_LIBRARY as u32;
pub(super) const NO_DEVICE: u32 = CUresult::CUDA_ERROR_NO_DEVICE as u32;
pub(super) const SYSTEM_DRIVER_MISMATCH: u32 = CUresult::CUDA_ERROR_SYSTEM_DRIVER_MISMATCH as u32;
pub(super) const NOT_READY: u32 = CUresult::CUDA_ERROR_NOT_READY as u32;
pub(super) const NOT_SUPPORTED: u32 = CUresult::CUDA_ERROR_NOT_SUPPORTED as u32;

/// Answers after which every call in the same process fails. The manual of the driver says so of most of them ("leaves
/// the process in an inconsistent state"); the others tell of a device, a context or a server that is gone.
const LOST: [u32; 18] = [
    CUresult::CUDA_ERROR_DEINITIALIZED as u32,
    CUresult::CUDA_ERROR_DEVICE_UNAVAILABLE as u32,
    CUresult::CUDA_ERROR_ECC_UNCORRECTABLE as u32,
    CUresult::CUDA_ERROR_NVLINK_UNCORRECTABLE as u32,
    CONTAINED,
    CUresult::CUDA_ERROR_ILLEGAL_ADDRESS as u32,
    CUresult::CUDA_ERROR_LAUNCH_TIMEOUT as u32,
    CUresult::CUDA_ERROR_CONTEXT_IS_DESTROYED as u32,
    CUresult::CUDA_ERROR_ASSERT as u32,
    CUresult::CUDA_ERROR_HARDWARE_STACK_ERROR as u32,
    CUresult::CUDA_ERROR_ILLEGAL_INSTRUCTION as u32,
    CUresult::CUDA_ERROR_MISALIGNED_ADDRESS as u32,
    CUresult::CUDA_ERROR_INVALID_ADDRESS_SPACE as u32,
    CUresult::CUDA_ERROR_INVALID_PC as u32,
    CUresult::CUDA_ERROR_LAUNCH_FAILED as u32,
    TENSOR_MEMORY_LEAK,
    CUresult::CUDA_ERROR_MPS_CLIENT_TERMINATED as u32,
    CUresult::CUDA_ERROR_EXTERNAL_DEVICE as u32,
];

/// A memory fault that the driver kept from other processes. Newer than the bindings.
const CONTAINED: u32 = 226;
/// A kernel that left tensor memory behind. Newer than the bindings.
const TENSOR_MEMORY_LEAK: u32 = 721;

/// Says whether the device cannot be used again in this process.
pub(super) fn is_lost(code: u32) -> bool {
    LOST.contains(&code)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn only_what_spoils_the_process_means_that_the_device_is_lost() {
        for code in [700, 719, 214, 226, 46, 709] {
            assert!(is_lost(code), "{code}");
        }
        for code in [SUCCESS, OUT_OF_MEMORY, INVALID_VALUE, NOT_READY, NOT_SUPPORTED, NO_DEVICE, 701, 999] {
            assert!(!is_lost(code), "{code}");
        }
    }
}
