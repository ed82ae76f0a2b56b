//! Learners and their tokens.

use server::storage::{MAX_TOKENS, TokenAdded};

use super::database::on_both;
use super::samples::{at, learner, learner_id, token};

on_both! {
    async fn a_token_leads_to_its_learner_and_no_other_does(db: &Database) {
        let id = learner_id();
        db.storage.create_learner(id, &token("a"), at(0)).await.unwrap();
        assert_eq!(db.storage.learner_by_token(&token("a")).await.unwrap(), Some(id));
        assert_eq!(db.storage.learner_by_token(&token("b")).await.unwrap(), None);
    }

    async fn a_second_token_leads_to_the_same_learner(db: &Database) {
        let id = learner(&db.storage).await;
        assert_eq!(db.storage.add_token(id, &token("b"), at(1)).await.unwrap(), TokenAdded::Added);
        assert_eq!(db.storage.learner_by_token(&token("b")).await.unwrap(), Some(id));
        let nobody = db.storage.add_token(learner_id(), &token("c"), at(1)).await.unwrap();
        assert_eq!(nobody, TokenAdded::UnknownLearner);
    }

    async fn tokens_have_a_cap(db: &Database) {
        let id = learner(&db.storage).await;
        for number in 1..MAX_TOKENS {
            let added = db.storage.add_token(id, &token(&number.to_string()), at(number)).await.unwrap();
            assert_eq!(added, TokenAdded::Added, "{number}");
        }
        assert_eq!(db.storage.add_token(id, &token("more"), at(0)).await.unwrap(), TokenAdded::TooMany);
        assert_eq!(db.storage.learner_by_token(&token("more")).await.unwrap(), None);
    }

    async fn the_database_holds_no_token(db: &Database) {
        db.storage.create_learner(learner_id(), &token("secret"), at(0)).await.unwrap();
        let hashes = "SELECT count(*) FROM learner_token WHERE length(hash) = 32";
        assert_eq!(db.count(hashes).await, 1);
    }
}
