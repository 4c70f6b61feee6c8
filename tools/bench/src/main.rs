//! vitrum beside naga: `cargo xtask bench`.

fn main() -> anyhow::Result<()> {
    vitrum_bench::compare(&[vitrum_bench::NAGA], &[])
}
