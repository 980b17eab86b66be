use super::*;
use crate::hlo::DeviceCounts;
use crate::runtime::ExecutionErrorKind;
use crate::runtime::platform::Patience;
use crate::runtime::rendezvous::{Brought, Call, Parts, Presence, Readers, Rendezvous};
use std::sync::mpsc::{Receiver, Sender, channel};

/// Processes that are threads of this one.
struct Channels {
    rank: usize,
    others: Vec<Mutex<Sender<Received>>>,
    inbox: Mutex<Receiver<Received>>,
}

impl Transport for Channels {
    fn rank(&self) -> usize {
        self.rank
    }

    fn size(&self) -> usize {
        self.others.len()
    }

    fn send(&self, to: usize, header: &[u8], parts: &[&[u8]]) {
        let parts = parts.iter().map(|part| Bytes::copy_of(part)).collect();
        let message = Received { from: self.rank, header: header.to_vec(), parts };
        // Nobody listens after the end.
        let _ = self.others[to].lock().unwrap().send(message);
    }

    fn receive(&self) -> Option<Received> {
        self.inbox.lock().unwrap().try_recv().ok()
    }

    fn finish(&self) {}
}

impl Parts for Vec<u8> {
    fn parts(&self) -> Vec<&[u8]> {
        vec![self]
    }
}

/// What processes with so many devices each do.
fn on_each<O: Send>(devices: &[usize], work: impl Fn(&Arc<Processes>) -> O + Sync) -> Vec<O> {
    let (senders, receivers): (Vec<_>, Vec<_>) = devices.iter().map(|_| channel()).unzip();
    let transports = receivers.into_iter().enumerate().map(|(rank, inbox)| {
        let others = senders.iter().map(|sender| Mutex::new(sender.clone())).collect();
        Box::new(Channels { rank, others, inbox: Mutex::new(inbox) })
    });
    let work = &work;
    thread::scope(|scope| {
        let start = |(transport, &devices): (Box<Channels>, &usize)| {
            scope.spawn(move || work(&Processes::join(transport, devices).unwrap()))
        };
        let threads: Vec<_> = transports.zip(devices).map(start).collect();
        threads.into_iter().map(|thread| thread.join().unwrap()).collect()
    })
}

fn call<'c>(operation: &'c str, group: &'c [usize]) -> Call<'c> {
    Call { operation, name: "sum", location: &None, channel_id: None, group, readers: Readers::Everyone }
}

fn counts(partitions: usize) -> DeviceCounts {
    DeviceCounts { replicas: 1, partitions }
}

fn begin(processes: &Arc<Processes>, devices: usize) -> Arc<Rendezvous<Vec<u8>>> {
    Rendezvous::begin(counts(devices), Patience::default(), Some(processes), None)
}

/// What a device sees of a group, each value twice.
fn meet(run: &Rendezvous<Vec<u8>>, device: usize, group: &[usize], value: u8) -> Result<Vec<u8>, String> {
    let gathering = run.meet(device, &call("all-reduce", group), vec![value; 2]).map_err(|e| e.message.to_string())?;
    let _presence = Presence::of(&gathering);
    let values = gathering.values.iter().flat_map(|brought| match brought {
        Brought::Here(bytes) => bytes.clone(),
        Brought::Sent(parts) => parts[0].to_vec(),
    });
    Ok(values.collect())
}

#[test]
fn devices_are_numbered_process_by_process() {
    let found = on_each(&[1, 2, 1], |processes| {
        let of = [0, 1, 2, 3].map(|device| processes.process_of(device));
        processes.leave(None);
        (processes.own_devices(), processes.device_count(), of)
    });
    assert_eq!(found[1], (1..3, 4, [0, 1, 1, 2]));
    assert_eq!(found[2].0, 3..4);
}

#[test]
fn values_of_all_processes_come_in_the_order_of_the_group() {
    let rounds = 50;
    let found = on_each(&[2, 1], |processes| {
        // Runs after each other, of which one process may be ahead.
        for _ in 0..3 {
            let run = begin(processes, 3);
            let of_device = |device: usize| {
                let run = &run;
                move || {
                    for round in 0..rounds {
                        let values = meet(run, device, &[2, 0, 1], 3 * round + device as u8).unwrap();
                        let expected = [2, 2, 0, 0, 1, 1].map(|member| 3 * round + member);
                        assert_eq!(values, expected);
                    }
                    run.end(device, Ok(())).unwrap();
                }
            };
            thread::scope(|scope| {
                processes.own_devices().for_each(|device| drop(scope.spawn(of_device(device))));
            });
        }
        processes.leave(None);
        true
    });
    assert_eq!(found, [true, true]);
}

#[test]
fn an_error_ends_the_devices_of_other_processes_with_the_name_of_its_own() {
    let found = on_each(&[1, 1], |processes| {
        let run = begin(processes, 2);
        let outcome = match processes.rank() {
            0 => meet(&run, 0, &[0, 1], 0).map(|_| ()),
            _ => {
                let error = ExecutionError { kind: ExecutionErrorKind::Mismatch, message: "1 is not 2".into() };
                run.end(1, Err(error)).map_err(|e| e.message.to_string())
            }
        };
        processes.leave(None);
        outcome
    });
    let message = "device 1 (partition 1): 1 is not 2".to_string();
    assert_eq!(found, [Err(message.clone()), Err(message)]);
}

#[test]
fn a_process_that_has_left_is_missed_at_once() {
    let found = on_each(&[1, 1], |processes| {
        let outcome = match processes.rank() {
            0 => meet(&begin(processes, 2), 0, &[0, 1], 0).map(|_| ()),
            _ => Ok(()),
        };
        processes.leave(None);
        outcome
    });
    let message = "all-reduce %sum of devices [0, 1] can never go on: here: device 0 (partition 0); missing: device 1 \
                   (partition 1), whose run has ended";
    assert_eq!(found[0], Err(message.to_string()));
}

#[test]
fn devices_that_wait_for_each_other_in_two_processes_are_told() {
    let found = on_each(&[1, 1], |processes| {
        let run = begin(processes, 2);
        let channel_id = Some(processes.rank() as u64 + 1);
        let call = Call { channel_id, ..call("all-reduce", &[0, 1]) };
        let outcome = run.meet(processes.rank(), &call, vec![]).map(|_| ());
        processes.leave(None);
        outcome.unwrap_err().message.to_string()
    });
    assert!(found.iter().all(|message| message.contains("which waits for all-reduce %sum")), "{found:?}");
}

#[test]
fn another_collective_in_another_process_is_a_mismatch() {
    let found = on_each(&[1, 1], |processes| {
        let run = begin(processes, 2);
        let operation = ["all-reduce", "all-gather"][processes.rank()];
        let outcome = run.meet(processes.rank(), &call(operation, &[0, 1]), vec![]);
        let outcome = run.end(processes.rank(), outcome.map(|_| ()));
        processes.leave(None);
        outcome.err().map(|error| error.message.to_string()).unwrap_or_default()
    });
    for message in found {
        assert!(message.contains("all-reduce") && message.contains("all-gather"), "{message}");
    }
}

#[test]
fn operands_go_to_those_who_look_at_them() {
    // In a ring each looks at one other; of what is broadcast, at the first.
    let ring = [(0, 1), (1, 2), (2, 0)];
    for (readers, seen) in [
        (Readers::OfSources(&ring), [[false, false, true], [true, false, false], [false, true, false]]),
        (Readers::OfFirst, [[false; 3], [true, false, false], [true, false, false]]),
    ] {
        let found = on_each(&[1, 1, 1], |processes| {
            let (run, device) = (begin(processes, 3), processes.rank());
            let call = Call { readers, ..call("collective-permute", &[0, 1, 2]) };
            let gathering = run.meet(device, &call, vec![device as u8]).unwrap();
            let _presence = Presence::of(&gathering);
            let has_parts = |brought: &Brought<Vec<u8>>| matches!(brought, Brought::Sent(parts) if !parts.is_empty());
            let seen: Vec<bool> = gathering.values.iter().map(has_parts).collect();
            run.end(device, Ok(())).unwrap();
            processes.leave(None);
            seen
        });
        assert_eq!(found, seen);
    }
}
