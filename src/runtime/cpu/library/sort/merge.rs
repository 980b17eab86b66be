//! Stable merge sort of indices by a comparator that knows nothing but "less": the elements may be anything, and the
//! comparator need not be a consistent order.

use crate::runtime::cpu::pool::Pool;

/// Indices that are sorted by insertion.
const RUN: usize = 12;
/// Chunks of a long row, whatever the number of threads: what an inconsistent comparator makes of them is the same.
const CHUNKS: usize = 8;
const LONG: usize = 1 << 12;

/// Sorts indices; `less(a, b)` says whether element `a` comes before element `b`.
pub(super) fn sort(indices: &mut [u32], pool: Option<&Pool>, less: &(dyn Fn(u32, u32) -> bool + Sync)) {
    let mut aside = vec![0; indices.len()];
    let length = indices.len();
    if length < LONG {
        return sort_serially(indices, &mut aside, less);
    }
    let bound = |i: usize| length * i / CHUNKS;
    let (items, room) = (Shared(indices.as_mut_ptr()), Shared(aside.as_mut_ptr()));
    let (items, room) = (&items, &room);
    // SAFETY, here and below: tasks get parts that do not overlap.
    let part = |p: &Shared, first: usize, last: usize| unsafe {
        std::slice::from_raw_parts_mut(p.0.add(bound(first)), bound(last) - bound(first))
    };
    run(pool, CHUNKS, &|c| sort_serially(part(items, c, c + 1), part(room, c, c + 1), less));
    let mut width = 1;
    while width < CHUNKS {
        run(pool, CHUNKS / (2 * width), &|pair| {
            let first = pair * 2 * width;
            let whole = part(items, first, first + 2 * width);
            merge(whole, bound(first + width) - bound(first), part(room, first, first + 2 * width), less);
        });
        width *= 2;
    }
}

fn run(pool: Option<&Pool>, tasks: usize, body: &(dyn Fn(usize) + Sync)) {
    match pool {
        Some(pool) => pool.parallel_for(tasks, body),
        None => (0..tasks).for_each(body),
    }
}

struct Shared(*mut u32);

// SAFETY: tasks write different parts.
unsafe impl Sync for Shared {}

fn sort_serially(items: &mut [u32], aside: &mut [u32], less: &(dyn Fn(u32, u32) -> bool + Sync)) {
    items.chunks_mut(RUN).for_each(|run| insertion_sort(run, less));
    let mut width = RUN;
    while width < items.len() {
        for pair in items.chunks_mut(2 * width) {
            if pair.len() > width {
                let room = &mut aside[..pair.len()];
                merge(pair, width, room, less);
            }
        }
        width *= 2;
    }
}

fn insertion_sort(run: &mut [u32], less: &(dyn Fn(u32, u32) -> bool + Sync)) {
    for i in 1..run.len() {
        let mut j = i;
        while j > 0 && less(run[j], run[j - 1]) {
            run.swap(j, j - 1);
            j -= 1;
        }
    }
}

/// Merges the sorted parts before and after `middle`.
fn merge(items: &mut [u32], middle: usize, aside: &mut [u32], less: &(dyn Fn(u32, u32) -> bool + Sync)) {
    aside.copy_from_slice(items);
    let (left, right) = aside.split_at(middle);
    let (mut l, mut r) = (0, 0);
    for item in items {
        let from_right = l == left.len() || (r < right.len() && less(right[r], left[l]));
        *item = if from_right { right[r] } else { left[l] };
        if from_right { r += 1 } else { l += 1 }
    }
}
