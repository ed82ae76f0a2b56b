//! The pages and islands of vramlab.
//!
//! This crate knows nothing of SQL, keys, files or CUDA: the server hands it plain data ([`view`]) and gets HTML back.
//! Built with `ssr` it renders pages; built with `hydrate`, for wasm32, it holds the islands alone.

#[cfg(feature = "ssr")]
pub mod render;
#[cfg(feature = "ssr")]
pub mod view;

#[cfg(feature = "ssr")]
pub mod fragment;
#[cfg(feature = "ssr")]
pub mod i18n;
#[cfg(feature = "ssr")]
pub mod pages;

#[cfg(feature = "ssr")]
mod components;
#[cfg(feature = "ssr")]
mod shell;

pub mod estimate;
#[cfg(any(feature = "ssr", feature = "lab"))]
pub mod film;
pub mod islands;
#[cfg(any(feature = "ssr", feature = "playground"))]
pub mod playground;

/// Prepares the browser for hydrating islands; the loader calls it once before it hydrates the first one.
#[cfg(feature = "hydrate")]
#[wasm_bindgen::prelude::wasm_bindgen]
pub fn hydrate() {
    leptos::mount::hydrate_islands();
}
