//! The pages and islands of vramlab.
//!
//! This crate knows nothing of SQL, keys, files or CUDA: the server hands it plain data ([`view`]) and gets HTML back.

#[cfg(feature = "ssr")]
pub mod view;
