//! RSA keys: one that signs, and every public key that still verifies.
//!
//! Keys made here have 3072 bits. Certificates are checked for years, and 2048 bits (112 bits of security) are
//! considered sufficient only until 2030 (NIST SP 800-57 part 1, table 4); 3072 bits give 128. Signing takes
//! milliseconds and happens once per certificate, and a signature of 384 bytes encodes to base64url without spare
//! bits. Every verifier of RS256 takes it.

mod files;
mod pem;
mod public;
mod signing;
mod store;

pub use self::public::{BadPublicKey, PublicKey};
pub use self::signing::{NotASigningKey, SigningKey};
pub use self::store::{KeyError, KeyStore, Keys};
