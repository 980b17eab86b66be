//! What exchanges between devices cost: bytes that a device receives, and as many more as it could have received while
//! it waited for the exchange to begin. Exchanges that give more, or less, than they move count between the two.

/// Bytes that a link would carry in the time that an exchange takes to begin. Far too little for any real one: what
/// counts in programs of many bytes are the bytes, and few exchanges are better than many in all.
const LATENCY: u64 = 128;

/// Of `gathered` bytes together, among `devices`. Between what it moves and what it gives.
pub fn all_gather(gathered: u64, devices: usize) -> u64 {
    LATENCY + (gathered + others_share(gathered, devices)) / 2
}

/// Of `bytes` on each device.
pub fn all_to_all(bytes: u64, devices: usize) -> u64 {
    LATENCY + others_share(bytes, devices)
}

/// Of `bytes` on each device before. Between what it moves and what it gives, as it is with others.
pub fn reduce_scatter(bytes: u64, devices: usize) -> u64 {
    LATENCY + (others_share(bytes, devices) + bytes / devices.max(1) as u64) / 2
}

/// Of `bytes` on each device: scattered and gathered, in one exchange that begins once. Between what it moves and what
/// it gives.
pub fn all_reduce(bytes: u64, devices: usize) -> u64 {
    LATENCY + 3 * others_share(bytes, devices) / 2
}

/// Of `bytes` on each device.
pub fn permute(bytes: u64) -> u64 {
    LATENCY + bytes
}

fn others_share(bytes: u64, devices: usize) -> u64 {
    let devices = devices.max(1) as u64;
    bytes / devices * (devices - 1)
}
