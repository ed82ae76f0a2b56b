//! Pieces that several pages use. Each is a plain function to a view; the state is in its arguments.

pub(crate) mod attempts;
pub(crate) mod breadcrumb;
pub(crate) mod calculator;
pub(crate) mod edge;
pub(crate) mod icon;
pub(crate) mod lab;
pub(crate) mod patterns;
pub(crate) mod question;
pub(crate) mod strip;
pub(crate) mod textarea;
