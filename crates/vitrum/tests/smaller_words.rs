//! Tests of the words that optimised SPIR-V leaves out, beside what passes of the pipeline remove.

use vitrum::{DebugInfo, OptLevel, Options, Stage, compile};

const SOURCE: &str = "#version 450
layout(local_size_x = 64) in;
layout(push_constant) uniform Push { float a; int count; float b; vec4 end; };
layout(binding = 0) buffer Data { float data[]; };
void main() {
    int at = int(gl_GlobalInvocationID.x);
    if (at < count) data[at * 2] = 1.0;
}
";

/// The number of instructions with this opcode in the words that the options lead to.
fn count(opcode: u32, options: &Options) -> usize {
    let words = compile(SOURCE, options).unwrap().spirv().unwrap();
    let mut rest = &words[5..];
    let mut found = 0;
    while let Some(&head) = rest.first() {
        found += usize::from(head & 0xffff == opcode);
        rest = &rest[(head >> 16) as usize..];
    }
    found
}

const BITCAST: u32 = 124;
const MEMBER_DECORATE: u32 = 72;

#[test]
fn optimised_words_have_no_needless_casts() {
    let options = Options::new(Stage::Compute);
    assert_eq!(count(BITCAST, &options), 1);
    let optimised = options.opt_level(OptLevel::Default);
    assert_eq!(count(BITCAST, &optimised), 0);
    assert_eq!(count(BITCAST, &optimised.debug(DebugInfo::Names)), 1);
}

#[test]
fn unread_members_go_unless_they_end_the_block() {
    let options = Options::new(Stage::Compute);
    // One of them is the array in the buffer.
    assert_eq!(count(MEMBER_DECORATE, &options), 5);
    let optimised = options.opt_level(OptLevel::Default);
    assert_eq!(count(MEMBER_DECORATE, &optimised), 3);
    assert_eq!(count(MEMBER_DECORATE, &optimised.clone().opt_level(OptLevel::Size)), 2);
    assert_eq!(count(MEMBER_DECORATE, &optimised.clone().debug(DebugInfo::Names)), 5);
    let mut kept = optimised;
    kept.pass_options.set("remove_unused_resources.bindings=keep").unwrap();
    assert_eq!(count(MEMBER_DECORATE, &kept), 5);
}
