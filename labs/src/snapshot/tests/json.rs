//! Snapshots as JSON, which pages and job results carry.

use super::super::{Action, Snapshot, Stacks, Subject};
use super::files;

#[test]
fn a_snapshot_survives_json() {
    for name in ["t215_oom.pickle", "t211_tiny.pickle", "t215_streams_pools.pickle", "t215_empty.pickle"] {
        let mut snapshot = Snapshot::from_pickle(&files::read(name)).unwrap();
        if let Some(event) = snapshot.device_traces[0].first_mut() {
            event.action = Action::Other("teleport".into());
            event.size = u64::MAX;
        }
        let json = serde_json::to_string(&snapshot).unwrap();
        assert_eq!(serde_json::from_str::<Snapshot>(&json).unwrap(), snapshot, "{name}");
    }
}

#[test]
fn events_have_the_keys_of_pytorch() {
    let snapshot = Snapshot::from_pickle(&files::read("t215_oom.pickle")).unwrap();
    let oom = snapshot.device_traces[0].iter().find(|event| event.action == Action::Oom).unwrap();
    let Subject::DeviceFree(free) = oom.subject else { panic!("{oom:?}") };
    let json = serde_json::to_value(oom).unwrap();
    assert_eq!((json["action"].as_str(), json["device_free"].as_u64()), (Some("oom"), Some(free)));
    assert_eq!((json["pool_id"][1].as_u64(), json.get("addr")), (Some(0), None));
}

#[test]
fn a_table_of_stacks_that_names_no_frame_is_refused() {
    let frame = r#"{"name":"f","filename":"f.py","line":1}"#;
    let read = |stacks: &str| serde_json::from_str::<Stacks>(&format!(r#"{{"frames":[{frame}],"stacks":{stacks}}}"#));
    assert_eq!(read("[[],[0],[0,0]]").unwrap().len(), 3);
    assert_eq!(read("[]").unwrap().len(), 1, "the empty trace is always there");
    for stacks in ["[[0]]", "[[],[1]]", "[[],[]]", "[[],[-1]]"] {
        assert!(read(stacks).is_err(), "{stacks}");
    }
}
