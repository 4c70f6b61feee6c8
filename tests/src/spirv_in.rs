//! SPIR-V read back: what vitrum and glslang make of each shader of the suite becomes IR that does the same, as it is and
//! optimised, becomes valid SPIR-V again, and is printed as GLSL that does the same, too.

use libtest_mimic::Trial;
use vitrum::{DebugInfo, OptLevel, Options};
use vitrum_ir::Module;

use crate::differential::{Binding, TOLERANCE, difference, runs};
use crate::files::Shader;
use crate::header::Header;
use crate::judges::Judges;
use crate::{caught, files};

/// Shaders whose module is not compared, each with a part of what is said instead, and the reason.
const EXCEPTED: &[(&str, &str, &str)] = &[
    ("suite/block/align_of_block.comp", "48 bytes, were 64", SIZE),
    ("suite/block/bool_members.frag", "lane 0: `o`", BOOLS),
    ("suite/block/implicit_member.comp", "memory 0 behind buffer references", REFERENCES),
    ("suite/block/offset_align.frag", "112 bytes, were 128", SIZE),
    ("suite/block/ssbo_std140.comp", "buffer `x`", BOOLS),
    ("suite/block/ubo_std140.vert", "buffer `cam`", BOOLS),
    ("suite/builtin/gcn_clock.comp", "buffer `Results`, element 0", CLOCK),
    ("suite/builtin/votes_460.comp", "4 bytes, were 16", SIZE),
    ("suite/compat/vulkan.vert", "no output `gl_BackColor`", NAMES),
    ("suite/compute/counter_barrier.comp", "buffer `gl_AtomicCounterBlock_0` is gone", NAMES),
    ("suite/const/builtin_limits.frag", "lane 0: `color`", "glslang has other limits"),
    ("suite/const/infinities.frag", "lane 0: `o`", "glslang folds a comparison with an infinity otherwise"),
    (
        "suite/ctor/unsized_nested.frag",
        "lane 0: `o` is (undefined",
        "an index out of range, which memory has no value for",
    ),
    (
        "suite/func/spirv_references.comp",
        "expected floats, found",
        "glslang passes an address where a value belongs",
    ),
    ("suite/hazards/argument_order.frag", "lane 0: `o`", "glslang evaluates arguments in another order"),
    ("suite/image/arm_framebuffer_fetch.frag", "lane 0: `gl_FragColor`", LOWERED),
    ("suite/image/es300_arm_framebuffer_fetch.frag", "lane 0: `color`", LOWERED),
    ("suite/image/framebuffer_fetch.frag", "lane 0: `color`", LOWERED),
    ("suite/image/last_frag_data.frag", "lane 0: `gl_FragColor`", LOWERED),
    ("suite/qual/vulkan_memory_stores.comp", "buffer `B`", BOOLS),
    ("suite/image/tile_shading.comp", "image `color`, element 0", RATE),
    ("suite/sampler/es300_yuv.frag", "gl_DefaultUniformBlock", LOWERED),
    ("suite/sampler/gl400_in_structs.frag", "lane 0: `color`", LOWERED),
    ("suite/sampler/separate_buffer.frag", "image `s` is gone", PRINTED),
    ("suite/spec/shared_ids.comp", "buffer `b`", PRINTED),
];

const NAMES: &str = "what a compiler made has a name of the language, and another one in the print";
const SIZE: &str = "SPIR-V does not say how far a block reaches beyond its last member";
const BOOLS: &str = "bools in blocks are integers in SPIR-V, so that made-up memory differs";
const LOWERED: &str = "a lowering changes the names or types of what made-up inputs are for";
const REFERENCES: &str = "memory behind references is made up for their types, of which glslang has two";
const CLOCK: &str = "the clock is undefined here, and a choice by it is printed as a branch";
const RATE: &str = "SPIR-V has the rate of tiles in place of the size of a workgroup";
const PRINTED: &str = "GLSL has no form, or the printer lacks one, for what SPIR-V says";

/// One test per shader below `suite/`.
pub(crate) fn trials(judges: &'static Judges) -> std::io::Result<Vec<Trial>> {
    let shaders = files::shaders("suite")?;
    let trial = |shader: Shader| {
        Trial::test(format!("spirv_in/{}", shader.name), move || caught(|| check(&shader, judges)))
    };
    Ok(shaders.into_iter().map(trial).collect())
}

fn check(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let checked = compare(shader, judges);
    let Some((_, expected, _)) = EXCEPTED.iter().find(|row| row.0 == shader.name) else { return checked };
    match checked {
        Ok(()) => Err("no longer needs its exception".to_owned()),
        Err(message) if message.contains(expected) => Ok(()),
        Err(message) => Err(message),
    }
}

fn compare(shader: &Shader, judges: &Judges) -> Result<(), String> {
    let source = shader.source()?;
    let header = Header::of(&source)?;
    if header.xfail.is_some() {
        return Ok(());
    }
    let stage = shader.stage()?;
    let options =
        Options::new(stage).target(header.target).defines(header.defines.clone()).debug(DebugInfo::Names);
    let optimized = options.clone().opt_level(OptLevel::Default);
    for (what, options) in [("as it is", &options), ("optimised", &optimized)] {
        let compiled =
            vitrum::compile(&source, options).map_err(|failure| format!("does not compile:\n{failure}"))?;
        // Some shaders are for GLSL alone.
        let Ok(lowered) = compiled.lowered() else { return Ok(()) };
        let words = lowered.spirv().map_err(|error| error.to_string())?;
        let maker = Maker { is_own: true, source: &source };
        same(&words, &lowered.module, options, judges, maker).map_err(|error| format!("{what}: {error}"))?;
        let unnamed = options.clone().debug(DebugInfo::None);
        prints_without_names(&source, &unnamed).map_err(|error| format!("{what}, without names: {error}"))?;
    }
    let plain = vitrum::compile(&source, &options).map_err(|failure| failure.to_string())?;
    if header.defines.is_empty()
        && let Some(words) = judges.glslang_spirv(&source, stage, header.target.is_vulkan())
    {
        let maker = Maker { is_own: false, source: &source };
        same(&words, &plain.module, &options, judges, maker)
            .map_err(|error| format!("by glslang: {error}"))?;
    }
    Ok(())
}

/// Prints a module that has no names, and compiles the print. Names are what the comparison of results goes by, so that it cannot be run.
fn prints_without_names(source: &str, options: &Options) -> Result<(), String> {
    if !options.target.is_vulkan() {
        return Ok(());
    }
    let compiled = vitrum::compile(source, options).map_err(|failure| failure.to_string())?;
    let words = compiled.spirv().map_err(|error| error.to_string())?;
    let mut entries = vitrum::load_spirv(&words).map_err(|error| error.to_string())?;
    let entry = entries.pop().ok_or("no entry point")?;
    let plain = options.clone().for_spirv(entry.version).opt_level(OptLevel::None).defines(Vec::new());
    let read = entry.module;
    let again = vitrum::compile_module(read, Default::default(), &plain, None);
    let again = again.map_err(|failure| failure.to_string())?;
    let printed = again.glsl().map_err(|error| error.to_string())?;
    vitrum::compile(&printed, &plain).map_err(|failure| format!("{failure}\n{printed}"))?;
    Ok(())
}

/// The compiler that made a module.
#[derive(Clone, Copy)]
struct Maker<'a> {
    is_own: bool,
    source: &'a str,
}

/// Compares what words do with a module of which they are another form.
fn same(
    words: &[u32],
    reference: &Module,
    options: &Options,
    judges: &Judges,
    maker: Maker<'_>,
) -> Result<(), String> {
    changed(words);
    let mut entries = vitrum::load_spirv(words).map_err(|error| error.to_string())?;
    let entry = entries.pop().ok_or("no entry point")?;
    let options = &options.clone().for_spirv(entry.version);
    let read = entry.module;
    let (mut expected, _) = runs(reference)?;
    // glslang folds constants with other last bits, and declares resources in an order of its own.
    let tolerance = (!maker.is_own).then_some(TOLERANCE);
    if !maker.is_own {
        expected.retain(|row| row.1 == Binding::Apart);
    }
    if let Some(difference) = difference(&expected, &read, tolerance) {
        return Err(format!("{difference}\n{}", vitrum_ir::print(&read)));
    }
    for level in [OptLevel::None, OptLevel::Default] {
        let options = options.clone().opt_level(level);
        let again = vitrum::compile_module(read.clone(), Default::default(), &options, None);
        let again = again.map_err(|failure| format!("read, {level:?}: {failure}"))?;
        if let Some(difference) = difference(&expected, &again.module, tolerance) {
            return Err(format!("read, {level:?}: {difference}"));
        }
        let words = again.spirv().map_err(|error| format!("read, {level:?}: {error}"))?;
        let judged = judges.judge_spirv_of(maker.source, &words, options.target);
        judged.map_err(|error| format!("read, {level:?}: {error}"))?;
        // Descriptor sets, which glslang gives to all resources, are Vulkan's.
        if !options.target.is_vulkan() {
            continue;
        }
        let printed = again.glsl().map_err(|error| format!("printed, {level:?}: {error}"))?;
        let plain = options.clone().opt_level(OptLevel::None).defines(Vec::new());
        let printed_again = vitrum::compile(&printed, &plain)
            .map_err(|failure| format!("printed, {level:?}: {failure}\n{printed}"))?;
        if let Some(difference) = difference(&expected, &printed_again.module, tolerance) {
            return Err(format!("printed, {level:?}: {difference}\n{printed}"));
        }
    }
    Ok(())
}

/// Reads words with some changed: a panic is a failure, and every answer else is right.
fn changed(words: &[u32]) {
    let mut state = words.len() as u32 | 1;
    let mut next = |below: usize| {
        state = state.wrapping_mul(1_664_525).wrapping_add(1_013_904_223);
        (state >> 8) as usize % below.max(1)
    };
    for _ in 0..CHANGES {
        let mut words = words.to_vec();
        let at = 5 + next(words.len().saturating_sub(5));
        let other = words.get(next(words.len())).copied().unwrap_or(0);
        if let Some(word) = words.get_mut(at) {
            match next(3) {
                0 => *word = other,
                1 => *word ^= 1 << next(32),
                _ => *word = next(64) as u32,
            }
        }
        drop(vitrum::load_spirv(&words));
    }
}

/// Changed forms of each module.
const CHANGES: usize = 8;
