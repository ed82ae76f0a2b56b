//! Learners and their tokens.

use server::storage::{MAX_TOKENS, Redeemed};

use super::database::on_both;
use super::samples::{add_browser, at, learner, learner_id, token};

on_both! {
    async fn a_token_leads_to_its_learner_and_no_other_does(db: &Database) {
        let id = learner_id();
        db.storage.create_learner(id, &token("a"), at(0)).await.unwrap();
        assert_eq!(db.storage.learner_by_token(&token("a")).await.unwrap(), Some(id));
        assert_eq!(db.storage.learner_by_token(&token("b")).await.unwrap(), None);
    }

    async fn a_second_token_leads_to_the_same_learner(db: &Database) {
        let id = learner(&db.storage).await;
        assert_eq!(add_browser(&db.storage, id, "b", at(1)).await, Redeemed::Continued(id));
        assert_eq!(db.storage.learner_by_token(&token("b")).await.unwrap(), Some(id));
    }

    async fn tokens_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for number in 1..MAX_TOKENS {
            let added = add_browser(&db.storage, id, &number.to_string(), at(number)).await;
            assert_eq!(added, Redeemed::Continued(id), "{number}");
        }
        assert_eq!(add_browser(&db.storage, id, "more", at(0)).await, Redeemed::TooManyTokens);
        assert_eq!(db.storage.learner_by_token(&token("more")).await.unwrap(), None);
    }

    async fn the_database_holds_no_token(db: &Database) {
        db.storage.create_learner(learner_id(), &token("secret"), at(0)).await.unwrap();
        let hashes = "SELECT count(*) FROM learner_token WHERE length(hash) = 32";
        assert_eq!(db.count(hashes).await, 1);
    }
}
