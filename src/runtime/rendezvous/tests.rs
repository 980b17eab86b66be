use super::*;
use crate::runtime::ExecutionErrorKind;
use std::thread;

const FOUR: DeviceCounts = DeviceCounts { replicas: 2, partitions: 2 };

impl Parts for () {
    fn parts(&self) -> Vec<&[u8]> {
        vec![]
    }
}

impl Parts for usize {
    fn parts(&self) -> Vec<&[u8]> {
        vec![]
    }
}

fn call(group: &[usize]) -> Call<'_> {
    Call { operation: "all-reduce", name: "sum", location: &None, channel_id: None, group, readers: Readers::Everyone }
}

fn patience(milliseconds: u64) -> Patience {
    Patience { timeout: Duration::from_millis(milliseconds), ..Patience::default() }
}

/// What the devices of a run get that all do the same.
fn on_each<O: Send>(devices: usize, work: impl Fn(usize) -> O + Sync) -> Vec<O> {
    let work = &work;
    thread::scope(|scope| {
        let threads: Vec<_> = (0..devices).map(|device| scope.spawn(move || work(device))).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

#[test]
fn values_come_in_the_order_of_the_group_again_and_again() {
    let rendezvous = Rendezvous::new(FOUR, Patience::default());
    let got = on_each(4, |device| {
        let group = if device % 2 == 0 { [2, 0] } else { [1, 3] };
        let rounds = (0..100).map(|round| {
            let gathering = rendezvous.meet(device, &call(&group), 10 * round + device).unwrap();
            let _presence = Presence::of(&gathering);
            let value = |brought: &Brought<usize>| if let Brought::Here(value) = brought { *value } else { 0 };
            gathering.values.iter().map(value).collect::<Vec<_>>()
        });
        rounds.last().unwrap()
    });
    assert_eq!(got, [vec![992, 990], vec![991, 993], vec![992, 990], vec![991, 993]]);
}

#[test]
fn a_device_that_ends_is_missed_at_once() {
    let rendezvous = Rendezvous::<()>::new(FOUR, Patience::default());
    let outcomes = on_each(4, |device| {
        let met = if device == 0 { Ok(()) } else { rendezvous.meet(device, &call(&[0, 1, 2, 3]), ()).map(|_| ()) };
        rendezvous.end(device, met)
    });
    let message = "all-reduce %sum of devices [0, 1, 2, 3] can never go on: here: device 1 (replica 0, partition 1), \
                   device 2 (replica 1, partition 0), device 3 (replica 1, partition 1); missing: device 0 (replica 0, \
                   partition 0), whose run has ended";
    assert_eq!(outcomes[0], Ok(()));
    assert!(outcomes[1..].iter().all(|outcome| &*outcome.as_ref().unwrap_err().message == message), "{outcomes:?}");
}

#[test]
fn devices_that_wait_for_each_other_are_told() {
    let rendezvous = Rendezvous::<()>::new(DeviceCounts { replicas: 2, partitions: 1 }, Patience::default());
    let outcomes = on_each(2, |device| {
        let channel_id = Some(device as u64 + 1);
        rendezvous.meet(device, &Call { channel_id, ..call(&[0, 1]) }, ()).map(|_| ())
    });
    let message = &outcomes[0].as_ref().unwrap_err().message;
    assert!(message.contains("device 1 (replica 1), which waits for all-reduce %sum"), "{message}");
}

#[test]
fn another_collective_is_a_mismatch() {
    let rendezvous = Rendezvous::<()>::new(DeviceCounts { replicas: 2, partitions: 1 }, Patience::default());
    let names = ["all-reduce", "all-gather"];
    let outcomes =
        on_each(2, |device| rendezvous.meet(device, &Call { operation: names[device], ..call(&[0, 1]) }, ()));
    for outcome in outcomes {
        let message = outcome.err().unwrap().message;
        assert!(names.iter().all(|name| message.contains(name)), "{message}");
    }
}

#[test]
fn the_late_are_named_when_time_is_over() {
    let rendezvous = Rendezvous::<()>::new(DeviceCounts { replicas: 1, partitions: 2 }, patience(20));
    let message = rendezvous.meet(0, &call(&[0, 1]), ()).err().unwrap().message;
    assert!(
        message.ends_with("here: device 0 (partition 0); missing: device 1 (partition 1), which has not come"),
        "{message}"
    );
    assert!(rendezvous.check().is_err(), "the run is over for the others too");
}

#[test]
fn the_error_of_one_ends_the_others_with_its_name() {
    let rendezvous = Rendezvous::<()>::new(DeviceCounts { replicas: 2, partitions: 1 }, Patience::default());
    let outcomes = on_each(2, |device| match device {
        0 => rendezvous.meet(0, &call(&[0, 1]), ()).map(|_| ()),
        _ => {
            let error = ExecutionError { kind: ExecutionErrorKind::Mismatch, message: "1 is not 2".into() };
            rendezvous.end(1, Err(error))
        }
    });
    for outcome in outcomes {
        let error = outcome.unwrap_err();
        assert_eq!((error.kind, &*error.message), (ExecutionErrorKind::Mismatch, "device 1 (replica 1): 1 is not 2"));
    }
}
