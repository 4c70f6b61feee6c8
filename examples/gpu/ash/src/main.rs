//! Sums 1, 2, 3, ... on the GPU: `cargo run -p vitrum-example-ash -- [COUNT]`.

use vitrum_example_ash::{Kernel, Result};

fn main() -> Result<()> {
    let count = std::env::args().nth(1).map_or(Ok(1000), |word| word.parse())?;
    let kernel = Kernel::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/prefix_sum.comp"))?;
    let mut numbers: Vec<u32> = (1..=count).collect();
    kernel.run(&mut numbers)?;
    for (start, sum) in (0..).step_by(256).zip(numbers.chunks(256)) {
        println!("from {start}: {:?}", sum.last().unwrap_or(&0));
    }
    Ok(())
}
