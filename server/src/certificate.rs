//! Certificates: the Open Badges 3.0 credential, its signature, the keys behind it, and the checks that a page reports.
//!
//! Knows nothing of the database and nothing of HTTP: what was stored comes in as plain data, and addresses are built
//! from the origin of the site.

pub mod check;
pub mod credential;
pub mod jwks;
pub mod jwt;
pub mod keys;

#[cfg(test)]
mod fixture;
