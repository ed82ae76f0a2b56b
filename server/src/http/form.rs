//! Forms as browsers post them: pairs of names and values, in which a name may stand more than once.

use axum::extract::rejection::FormRejection;
use axum::extract::{FromRequest, Request};
use axum::http::StatusCode;

use super::App;
use super::error::HttpError;
use crate::service::answering::AnswerForm;

/// The fields of a posted form, in its order.
#[derive(Debug, Clone, Default)]
pub struct Fields(Vec<(String, String)>);

impl FromRequest<App> for Fields {
    type Rejection = HttpError;

    async fn from_request(request: Request, app: &App) -> Result<Self, HttpError> {
        match axum::Form::<Vec<(String, String)>>::from_request(request, app).await {
            Ok(axum::Form(fields)) => Ok(Self(fields)),
            Err(rejection) => Err(refused(&rejection)),
        }
    }
}

fn refused(rejection: &FormRejection) -> HttpError {
    if rejection.status() == StatusCode::PAYLOAD_TOO_LARGE {
        HttpError::too_large()
    } else {
        HttpError::bad_request(rejection.body_text())
    }
}

impl Fields {
    /// Returns the first value of that name, or nothing for a field left empty or out.
    pub fn text(&self, name: &str) -> &str {
        self.0.iter().find(|(key, _)| key == name).map_or("", |(_, value)| value)
    }

    /// Reads the fields of a question's form.
    pub fn answer(&self) -> Result<AnswerForm, HttpError> {
        let try_no: u32 =
            self.text("try").parse().map_err(|_| HttpError::bad_request("field `try` is not a number"))?;
        if try_no == 0 {
            return Err(HttpError::bad_request("field `try` counts from 1"));
        }
        let attempt = match self.text("attempt") {
            "" => None,
            id => Some(id.parse().map_err(|_| HttpError::bad_request("field `attempt` is not an id"))?),
        };
        let values =
            |name: &'static str| self.0.iter().filter(move |(key, _)| key == name).map(|(_, value)| value.clone());
        Ok(AnswerForm { try_no, attempt, options: values("option").collect(), number: values("number").next() })
    }
}
