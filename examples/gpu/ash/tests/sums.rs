//! The sums are those that the CPU computes.

use vitrum_example_ash::Kernel;

#[test]
fn numbers_are_summed_by_workgroups() {
    let kernel = Kernel::new(concat!(env!("CARGO_MANIFEST_DIR"), "/../../shaders/prefix_sum.comp"));
    let kernel = kernel.unwrap_or_else(|error| panic!("{error}"));
    for count in [0, 1, 255, 256, 257, 1000] {
        let mut numbers: Vec<u32> = (1..=count).map(|number| number * number).collect();
        let sum = |total: &mut u32, number: &u32| {
            *total += number;
            Some(*total)
        };
        let sums = numbers.chunks(256).flat_map(|chunk| chunk.iter().scan(0, sum).collect::<Vec<u32>>());
        let sums: Vec<u32> = sums.collect();
        kernel.run(&mut numbers).unwrap_or_else(|error| panic!("{error}"));
        assert_eq!(numbers, sums, "{count}");
    }
}

#[test]
fn a_wrong_shader_is_an_error_with_its_place() {
    let path = std::env::temp_dir().join("vitrum-example-wrong.comp");
    let source = "#version 450\nlayout(local_size_x = 1) in;\nvoid main() { nothing = 1; }\n";
    std::fs::write(&path, source).unwrap_or_else(|error| panic!("{error}"));
    let error = Kernel::new(&path).err().map(|error| error.to_string()).unwrap_or_default();
    assert!(error.contains("vitrum-example-wrong.comp:3:15"), "{error}");
}
