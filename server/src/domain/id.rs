//! Ids that the server makes. They are UUIDs, made here and never by the database.

use std::fmt;
use std::str::FromStr;

use rand::Rng;
use uuid::{Builder, Uuid};

use super::Timestamp;

/// The text is not a UUID in its usual form of 36 characters.
#[derive(Debug, Clone, Copy, PartialEq, Eq, thiserror::Error)]
#[error("an id has the form 00000000-0000-0000-0000-000000000000")]
pub struct IdError;

macro_rules! uuid_id {
    ($(#[$doc:meta])* $name:ident) => {
        $(#[$doc])*
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub struct $name(Uuid);

        impl $name {
            /// Takes a UUID as it is.
            pub fn from_uuid(uuid: Uuid) -> Self {
                Self(uuid)
            }

            /// Returns the UUID.
            pub fn as_uuid(self) -> Uuid {
                self.0
            }
        }

        impl FromStr for $name {
            type Err = IdError;

            fn from_str(text: &str) -> Result<Self, IdError> {
                parse(text).map(Self)
            }
        }

        impl fmt::Display for $name {
            /// Writes lower-case hexadecimal with hyphens, 36 characters.
            fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
                self.0.as_hyphenated().fmt(f)
            }
        }
    };
}

/// Ids that begin with the time, so that rows made together lie together in the index.
macro_rules! time_ordered {
    ($($name:ident),*) => {$(
        impl $name {
            /// Returns a new id: a UUID of version 7 with 74 random bits.
            pub fn generate(now: Timestamp, rng: &mut impl Rng) -> Self {
                let mut random = [0; 10];
                rng.fill_bytes(&mut random);
                let millis = u64::try_from(now.as_millis()).unwrap_or(0);
                Self(Builder::from_unix_timestamp_millis(millis, &random).into_uuid())
            }
        }
    )*};
}

uuid_id!(
    /// Names a learner. Never shown: whoever holds the cookie is the learner, see [`super::TokenHash`].
    LearnerId
);
uuid_id!(
    /// Names an attempt at a final quiz.
    AttemptId
);
uuid_id!(
    /// Names a certificate; stands in its public address.
    CertificateId
);
uuid_id!(
    /// Names a report of a mistake.
    ReportId
);

uuid_id!(
    /// Names a run of a lab; stands in its address, by which anybody may look at it.
    RunId
);

time_ordered!(LearnerId, AttemptId, ReportId);

/// Ids that nobody can guess.
macro_rules! unguessable {
    ($($name:ident),*) => {$(
        impl $name {
            /// Returns a new id: a UUID of version 4. Its 122 random bits are what keeps it from being guessed, so `rng`
            /// must be fit for cryptography.
            pub fn generate(rng: &mut impl rand::CryptoRng) -> Self {
                let mut random = [0; 16];
                rng.fill_bytes(&mut random);
                Self(Builder::from_random_bytes(random).into_uuid())
            }
        }
    )*};
}

unguessable!(CertificateId, RunId);

/// Accepts the one form that we write, in either case, so that an id has one address.
fn parse(text: &str) -> Result<Uuid, IdError> {
    if text.len() != 36 {
        return Err(IdError);
    }
    Uuid::try_parse(text).map_err(|_| IdError)
}

#[cfg(test)]
mod tests {
    use rand::SeedableRng;
    use rand::rngs::StdRng;

    use super::*;

    #[test]
    fn ids_have_the_version_they_promise_and_read_back() {
        let mut rng = StdRng::seed_from_u64(7);
        let learner = LearnerId::generate(Timestamp::from_millis(1_700_000_000_000), &mut rng);
        let certificate = CertificateId::generate(&mut rng);
        assert_eq!(learner.as_uuid().get_version_num(), 7);
        assert_eq!(certificate.as_uuid().get_version_num(), 4);
        assert_eq!(learner.to_string().parse(), Ok(learner));
        assert_eq!(certificate.to_string().to_uppercase().parse(), Ok(certificate));
    }

    #[test]
    fn only_the_usual_form_is_an_id() {
        let simple = "67e5504410b1426f9247bb680e5fe0c8";
        for bad in ["", "x", simple, &format!("{{{simple}}}"), &format!("urn:uuid:{simple}"), &"g".repeat(36)] {
            assert_eq!(bad.parse::<CertificateId>(), Err(IdError), "{bad}");
        }
    }

    #[test]
    fn later_learners_have_greater_ids() {
        let mut rng = StdRng::seed_from_u64(7);
        let mut at = |millis| LearnerId::generate(Timestamp::from_millis(millis), &mut rng);
        assert!(at(1_000) < at(1_001));
    }
}
