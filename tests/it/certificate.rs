//! Certificates, checked by software that is not ours.

mod jose;
