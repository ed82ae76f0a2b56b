//! "Continue on another device".

use server::domain::Timestamp;
use server::storage::{Device, LinkCreated, MAX_LINKS, MAX_TOKENS, Redeemed};

use super::database::on_both;
use super::samples::{add_browser, at, course, learner, learner_id, learner_of, practice, record, token};

const LATER: i64 = 900_000;

fn expiry() -> Timestamp {
    at(LATER)
}

on_both! {
    async fn a_link_takes_a_fresh_device_to_the_learner_once(db: &Database) {
        let id = learner(&db.storage).await;
        let created = db.storage.create_device_link(&token("link"), id, at(0), expiry()).await.unwrap();
        assert_eq!(created, LinkCreated::Created);
        assert_eq!(db.storage.device_link(&token("link"), at(1)).await.unwrap(), Some(id), "looking does not use it");

        let fresh = Device::Fresh(token("new browser"));
        let redeemed = db.storage.redeem_device_link(&token("link"), fresh, at(2)).await.unwrap();
        assert_eq!(redeemed, Redeemed::Continued(id));
        assert_eq!(learner_of(&db.storage, &token("new browser")).await, Some(id));

        let again = Device::Fresh(token("thief"));
        assert_eq!(db.storage.redeem_device_link(&token("link"), again, at(3)).await.unwrap(), Redeemed::Spent);
        assert_eq!(db.storage.device_link(&token("link"), at(3)).await.unwrap(), None);
        assert_eq!(learner_of(&db.storage, &token("thief")).await, None);
    }

    async fn of_many_who_follow_a_link_at_once_one_gets_in(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.create_device_link(&token("link"), id, at(0), expiry()).await.unwrap();
        let tasks: Vec<_> = (0..20).map(|number| {
            let storage = db.storage.clone();
            tokio::spawn(async move {
                let device = Device::Fresh(token(&format!("browser {number}")));
                storage.redeem_device_link(&token("link"), device, at(1)).await.unwrap()
            })
        }).collect();
        let mut continued = 0;
        for task in tasks {
            match task.await.unwrap() {
                Redeemed::Continued(found) => { assert_eq!(found, id); continued += 1; }
                other => assert_eq!(other, Redeemed::Spent),
            }
        }
        assert_eq!(continued, 1);
        assert_eq!(db.count("SELECT count(*) FROM learner_token").await, 2);
    }

    async fn a_link_expires_to_the_millisecond(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.create_device_link(&token("link"), id, at(0), expiry()).await.unwrap();
        assert_eq!(db.storage.device_link(&token("link"), at(LATER - 1)).await.unwrap(), Some(id));
        let device = Device::Fresh(token("b"));
        let late = db.storage.redeem_device_link(&token("link"), device, at(LATER)).await.unwrap();
        assert_eq!(late, Redeemed::Spent);
        assert_eq!(db.storage.device_link(&token("link"), at(LATER)).await.unwrap(), None);
    }

    async fn a_further_link_replaces_the_oldest(db: &Database) {
        let id = learner(&db.storage).await;
        for number in 0..=MAX_LINKS {
            let link = token(&format!("link {number}"));
            db.storage.create_device_link(&link, id, at(number), expiry()).await.unwrap();
        }
        assert_eq!(db.storage.device_link(&token("link 0"), at(100)).await.unwrap(), None);
        for number in 1..=MAX_LINKS {
            let link = token(&format!("link {number}"));
            assert_eq!(db.storage.device_link(&link, at(100)).await.unwrap(), Some(id), "{number}");
        }
        db.storage.create_device_link(&token("much later"), id, at(LATER), at(LATER * 2)).await.unwrap();
        assert_eq!(db.count("SELECT count(*) FROM device_link").await, 1, "expired ones are cleared away");
    }

    async fn a_device_with_progress_brings_it_along(db: &Database) {
        let (laptop, phone) = (learner(&db.storage).await, learner(&db.storage).await);
        record(&db.storage, &practice(laptop, "first", 1)).await;
        record(&db.storage, &practice(phone, "second", 1)).await;
        db.storage.create_device_link(&token("link"), laptop, at(0), expiry()).await.unwrap();
        let redeemed = db.storage.redeem_device_link(&token("link"), Device::Known { learner: phone, token: token(&phone.to_string()) }, at(1)).await.unwrap();
        assert_eq!(redeemed, Redeemed::Continued(laptop));
        let cookie = token(&phone.to_string());
        assert_eq!(learner_of(&db.storage, &cookie).await, Some(laptop), "the cookie of the phone stays");
        assert_eq!(db.storage.answers_for_course(laptop, &course()).await.unwrap().len(), 2);
    }

    async fn ones_own_link_changes_nothing_but_is_used_up(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.create_device_link(&token("link"), id, at(0), expiry()).await.unwrap();
        let own = Device::Known { learner: id, token: token(&id.to_string()) };
        let redeemed = db.storage.redeem_device_link(&token("link"), own, at(1)).await.unwrap();
        assert_eq!(redeemed, Redeemed::Continued(id));
        assert_eq!(db.storage.redeem_device_link(&token("link"), own, at(1)).await.unwrap(), Redeemed::Spent);
    }

    async fn a_link_that_could_not_be_followed_still_works(db: &Database) {
        let id = learner(&db.storage).await;
        db.storage.create_device_link(&token("link"), id, at(0), expiry()).await.unwrap();
        let gone = Device::Known { learner: learner_id(), token: token("gone") };
        let redeemed = db.storage.redeem_device_link(&token("link"), gone, at(1)).await.unwrap();
        assert_eq!(redeemed, Redeemed::UnknownLearner);

        for number in 1..MAX_TOKENS {
            add_browser(&db.storage, id, &number.to_string(), at(number)).await;
        }
        let device = Device::Fresh(token("one too many"));
        let redeemed = db.storage.redeem_device_link(&token("link"), device, at(1)).await.unwrap();
        assert_eq!(redeemed, Redeemed::TooManyTokens);
        assert_eq!(db.storage.device_link(&token("link"), at(1)).await.unwrap(), Some(id));
    }

    async fn nobody_gets_no_link(db: &Database) {
        let created = db.storage.create_device_link(&token("link"), learner_id(), at(0), expiry()).await.unwrap();
        assert_eq!(created, LinkCreated::UnknownLearner);
    }
}
