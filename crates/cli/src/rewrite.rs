//! Spellings of `glslc` and `glslangValidator` beside those of the tables of options: long options with a single hyphen, and values in
//! several words. A table rewrites them to options of those tables.

mod spirv;

use std::ffi::OsString;

use anyhow::{Result, bail};

/// The treatment of a spelling.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Rewrite {
    /// Exactly this argument becomes these.
    Exact(&'static [&'static str]),
    /// The rest of the argument, perhaps empty, becomes the value of this option.
    Joined(&'static str),
    /// The value, in the same argument or the next one, becomes the value of this option.
    Value(&'static str),
    /// A stage, which can be left out, and a number in the next arguments become the value of this option, behind this
    /// kind of resource.
    Base(&'static str, &'static str),
    /// Resources with sets and bindings in the next arguments become values of this option, `STAGE/NAME:SET.BINDING`; or a set
    /// for all, `STAGE/SET`. The stage can be left out.
    Places(&'static str),
    /// The value becomes that of this option, behind these arguments.
    Behind(&'static [&'static str], &'static str),
    /// The next argument becomes the next argument of this option.
    Pair(&'static str),
    /// The next argument, if it is a number, becomes the value of this option; otherwise the argument stays as it is.
    Number(&'static str),
    /// The next argument, which begins with one of these words, becomes this argument.
    Choice(&'static [(&'static str, &'static str)]),
    /// The next argument is this default, and both are dropped; cannot be had with another, because.
    Only(&'static str, &'static str),
    /// The next argument is a value and stays as it is, like the option itself.
    Keep,
    /// The option requests a default, and is dropped.
    Ignored,
    /// Cannot be had, because; or what to do instead.
    Refused(&'static str),
    /// The same with everything that begins so.
    RefusedFrom(&'static str),
}

use Rewrite::{
    Base, Behind, Choice, Exact, Ignored, Joined, Keep, Number, Only, Pair, Places, Refused, RefusedFrom,
    Value,
};

const HLSL: &str = "vitrum compiles GLSL only";
const ENTRY: &str = "the entry point of GLSL is `main`; `-e NAME` names it in SPIR-V";
const UNCALLED: &[&str] = &["--set=remove_unused_resources.functions=keep"];
const COMBINE: &[&str] = &["--transform=combine_samplers"];
const REFLECTION: &str =
    "`--reflect` has one form, JSON with all variables, members and arrays as they are declared";
const BLOCKS: &str =
    "declare the block in the shader, or set its place by `--resource-set-binding NAME SET BINDING`";

/// The rows; of several that fit, the first counts.
pub(crate) const TABLE: &[(&str, Rewrite)] = &[
    // Values of these are no options.
    ("-o", Keep),
    ("-D", Keep),
    ("-U", Keep),
    ("-I", Keep),
    // glslc
    ("-fshader-stage=", Joined("--stage-of-following")),
    ("-std=", Joined("--std")),
    ("--depfile", Behind(&["--depfile"], "--depfile-name")),
    ("-MD", Exact(&["--depfile"])),
    ("-MF", Value("--depfile-name")),
    ("-MT", Value("--depfile-target")),
    ("-M", Exact(&["--dependencies"])),
    ("-MM", Exact(&["--dependencies"])),
    ("-O0", Exact(&["--optimize=0"])),
    ("-Od", Exact(&["--optimize=0"])),
    ("-Os", Exact(&["--optimize=s"])),
    ("-O1", Exact(&["--optimize=1"])),
    ("-O2", Exact(&["--optimize=1"])),
    ("-O3", Exact(&["--optimize=1"])),
    ("-O", Exact(&["--optimize=1"])),
    ("-O", RefusedFrom("levels are -O0, -O, -Os and --optimize=driver")),
    ("-g0", Exact(&["--debug=0"])),
    ("-g1", Exact(&["--debug=1"])),
    ("-g2", Exact(&["--debug=2"])),
    ("-gVS", Exact(&["--debug=2"])),
    ("-gV", Exact(&["--debug=2"])),
    ("-g", Exact(&["--debug=2"])),
    ("-g", RefusedFrom("levels are -g0, -g1 and -g")),
    ("-mfmt=", Joined("--format")),
    ("-W", Joined("--warning")),
    ("-fauto-map-locations", Ignored),
    ("-fauto-bind-uniforms", Ignored),
    ("-fauto-combined-image-sampler", Exact(COMBINE)),
    (
        "-fpreserve-bindings",
        Exact(&[
            "--set=remove_unused_resources.bindings=keep",
            "--set=remove_unused_resources.constants=keep",
        ]),
    ),
    ("-fsampler-binding-base", Base("--binding-base", "sampler")),
    ("-ftexture-binding-base", Base("--binding-base", "texture")),
    ("-fimage-binding-base", Base("--binding-base", "image")),
    ("-fubo-binding-base", Base("--binding-base", "ubo")),
    ("-fcbuffer-binding-base", Base("--binding-base", "ubo")),
    ("-fssbo-binding-base", Base("--binding-base", "ssbo")),
    ("-fuav-binding-base", Base("--binding-base", "uav")),
    ("-fresource-set-binding", Places("--resource-place")),
    ("-fpreserve-spec-constants", Exact(&["--set=remove_unused_resources.constants=keep"])),
    ("-fentry-point=main", Ignored),
    ("-fentry-point=", RefusedFrom(ENTRY)),
    ("-fhlsl", RefusedFrom(HLSL)),
    ("-fnan-clamp", Exact(&["--transform=prefer_numbers"])),
    ("-finvert-y", Exact(&["--invert-y"])),
    ("-flimit-file=", Joined("--limits")),
    ("-flimit-file", Value("--limits")),
    ("-flimit=", Joined("--limit")),
    // glslangValidator
    ("-V", Exact(&["--for-vulkan"])),
    ("-V100", Exact(&["--for-vulkan"])),
    ("-G", Exact(&["--for-opengl"])),
    ("-G100", Exact(&["--for-opengl"])),
    ("-G450", Exact(&["--for-opengl"])),
    ("--client", Choice(&[("vulkan", "--for-vulkan"), ("opengl", "--for-opengl")])),
    ("--define-macro", Pair("-D")),
    ("--D", Pair("-D")),
    ("--undef-macro", Pair("-U")),
    ("--U", Pair("-U")),
    ("-P", Value("--preamble-text")),
    ("--P", Behind(&[], "--preamble-text")),
    ("--preamble-text", Behind(&[], "--preamble-text")),
    // All errors are shown, not the first alone, and columns with them.
    ("-C", Ignored),
    ("--error-column", Ignored),
    ("--enhanced-msgs", Ignored),
    // Other compilers have these as warnings or not at all; `--strict` asks for less.
    ("-r", Ignored),
    ("--relaxed-errors", Ignored),
    ("-R", Ignored),
    ("--relax-set-binding-limits", Ignored),
    // 110 is the version without `#version`.
    ("-d", Ignored),
    ("-dumpversion", Exact(&["--version"])),
    ("-dumpfullversion", Exact(&["--version"])),
    ("-i", Exact(&["--emit=ir"])),
    ("-m", Exact(&["--memory"])),
    ("-s", Exact(&["--silent"])),
    ("-u", Value("--uniform-location")),
    ("--source-entrypoint", Only("main", ENTRY)),
    ("--sep", Only("main", ENTRY)),
    ("--suppress-warnings", Exact(&["-w"])),
    ("--variable-name", Behind(&["--format=c"], "--c-variable")),
    ("--vn", Behind(&["--format=c"], "--c-variable")),
    ("--spirv-dis", Exact(&["--emit=asm"])),
    ("--auto-sampled-textures", Exact(COMBINE)),
    ("--keep-uncalled", Exact(UNCALLED)),
    ("--ku", Exact(UNCALLED)),
    ("--no-link", Refused("`--library` keeps and exports all functions")),
    // Stages that are linked are optimised together.
    ("--lto", Exact(&["--optimize=1"])),
    ("--validate-io", Refused("`vitrum link` checks the stages against each other")),
    ("--absolute-path", Refused("messages have the names of the command line; give absolute ones")),
    ("--bindings-per-resource-type", Refused("set first bindings by `-fubo-binding-base N` and the like")),
    ("--discard-is-terminate", Refused("write `terminateInvocation` with GL_EXT_terminate_invocation")),
    ("--dump-builtin-symbols", Refused("`vitrum extensions` and `vitrum versions` list what is supported")),
    (
        "--no-storage-format",
        Refused("leave out the format in the shader, with GL_EXT_shader_image_load_formatted"),
    ),
    ("--nsf", Refused("leave out the format in the shader, with GL_EXT_shader_image_load_formatted")),
    ("--flatten-uniform-array", RefusedFrom(HLSL)),
    ("--fua", Refused(HLSL)),
    ("--hlsl", RefusedFrom(HLSL)),
    ("--reflect-", RefusedFrom(REFLECTION)),
    ("--set-block-", RefusedFrom(BLOCKS)),
    ("--sbs", Refused(BLOCKS)),
    ("--set-atomic-counter-block", Refused(BLOCKS)),
    ("--sacb", Refused(BLOCKS)),
    ("--set-default-uniform-block", Refused(BLOCKS)),
    ("--sdub", Refused(BLOCKS)),
    ("--shift-combined-sampler-binding", Base("--binding-shift", "combined")),
    ("--shift-combined-sampler-bindings", Base("--binding-shift", "combined")),
    ("--scsb", Base("--binding-shift", "combined")),
    ("--shift-as-binding", Base("--binding-shift", "acceleration")),
    ("--shift-as-bindings", Base("--binding-shift", "acceleration")),
    ("--sab", Base("--binding-shift", "acceleration")),
    ("--auto-map-binding", Ignored),
    ("--resource-set-bindings", Places("--resource-place")),
    (
        "-V",
        RefusedFrom(
            "the only version of the semantics of Vulkan is 100; the API is set by `--target-env=vulkan1.1`",
        ),
    ),
    (
        "-G",
        RefusedFrom(
            "the only version of the semantics of OpenGL is 100; write `-G` or `--target-env=opengl4.5`",
        ),
    ),
    ("-H", Exact(&["--emit=asm"])),
    ("-q", Exact(&["--reflect"])),
    ("-l", Exact(&["--link-check"])),
    ("-e", Value("--entry-point")),
    ("-t", Ignored),
    ("--stdin", Exact(&["-"])),
    ("--quiet", Ignored),
    ("--auto-map-locations", Ignored),
    ("--aml", Ignored),
    ("--auto-map-bindings", Ignored),
    ("--amb", Ignored),
    ("--shift-sampler-binding", Base("--binding-shift", "sampler")),
    ("--shift-sampler-bindings", Base("--binding-shift", "sampler")),
    ("--ssb", Base("--binding-shift", "sampler")),
    ("--shift-texture-binding", Base("--binding-shift", "texture")),
    ("--shift-texture-bindings", Base("--binding-shift", "texture")),
    ("--stb", Base("--binding-shift", "texture")),
    ("--shift-image-binding", Base("--binding-shift", "image")),
    ("--shift-image-bindings", Base("--binding-shift", "image")),
    ("--sib", Base("--binding-shift", "image")),
    ("--shift-ubo-binding", Base("--binding-shift", "ubo")),
    ("--shift-ubo-bindings", Base("--binding-shift", "ubo")),
    ("--shift-UBO-binding", Base("--binding-shift", "ubo")),
    ("--shift-UBO-bindings", Base("--binding-shift", "ubo")),
    ("--sub", Base("--binding-shift", "ubo")),
    ("--shift-cbuffer-binding", Base("--binding-shift", "ubo")),
    ("--shift-cbuffer-bindings", Base("--binding-shift", "ubo")),
    ("--scb", Base("--binding-shift", "ubo")),
    ("--shift-ssbo-binding", Base("--binding-shift", "ssbo")),
    ("--shift-ssbo-bindings", Base("--binding-shift", "ssbo")),
    ("--sbb", Base("--binding-shift", "ssbo")),
    ("--shift-uav-binding", Base("--binding-shift", "uav")),
    ("--shift-uav-bindings", Base("--binding-shift", "uav")),
    ("--suavb", Base("--binding-shift", "uav")),
    ("--resource-set-binding", Places("--resource-place")),
    ("--rsb", Places("--resource-place")),
    ("--iy", Exact(&["--invert-y"])),
    ("--nan-clamp", Exact(&["--transform=prefer_numbers"])),
];

/// Rewrites the arguments after the program's name, up to `--`.
pub(crate) fn rewrite(arguments: impl Iterator<Item = OsString>) -> Result<Vec<OsString>> {
    let mut arguments = arguments.peekable();
    let mut rewritten = Vec::new();
    while let Some(argument) = arguments.next() {
        let Some(text) = argument.to_str().filter(|text| text.starts_with('-')) else {
            // Limits, for glslangValidator; no shader is called so.
            let is_limits = argument.to_str().is_some_and(|name| name.ends_with(".conf"));
            if is_limits {
                rewritten.push("--limits".into());
            }
            rewritten.push(argument);
            continue;
        };
        if text == "--" {
            rewritten.push(argument);
            rewritten.extend(arguments);
            break;
        }
        // `-S` is assembly for glslc, and takes a stage for glslang.
        let for_all = (text == "-S").then(|| arguments.peek().and_then(|next| stage(next))).flatten();
        if let Some(stage) = for_all {
            rewritten.push(format!("--stage={stage}").into());
            arguments.next();
            continue;
        }
        // `-x` takes a language for glslc, and is a format for glslang.
        if text == "-x" && !arguments.peek().is_some_and(|next| next == "glsl" || next == "hlsl") {
            rewritten.push("--format=num".into());
            continue;
        }
        let Some((name, rewrite)) = find(text) else {
            if text.starts_with("-f") || text.starts_with("-m") {
                bail!("unknown option `{text}`; `vitrum --help` lists all options");
            }
            rewritten.push(argument);
            continue;
        };
        let rest = text.strip_prefix(name).unwrap_or_default();
        match rewrite {
            Exact(words) => rewritten.extend(words.iter().map(OsString::from)),
            Joined(option) => rewritten.push(format!("{option}={rest}").into()),
            Value(option) if rest.is_empty() => {
                let Some(value) = arguments.next() else { bail!("option `{name}` requires a value") };
                let mut joined = OsString::from(format!("{option}="));
                joined.push(value);
                rewritten.push(joined);
            }
            Value(option) => rewritten.push(format!("{option}={rest}").into()),
            Behind(words, option) => {
                let Some(value) = arguments.next() else { bail!("option `{name}` requires a value") };
                rewritten.extend(words.iter().map(OsString::from));
                let mut joined = OsString::from(format!("{option}="));
                joined.push(value);
                rewritten.push(joined);
            }
            Pair(option) => {
                let Some(value) = arguments.next() else { bail!("option `{name}` requires a value") };
                rewritten.extend([option.into(), value]);
            }
            Number(option) => match arguments.next_if(is_number) {
                Some(value) => rewritten.push(format!("{option}={}", value.to_string_lossy()).into()),
                None => rewritten.push(argument),
            },
            Choice(rows) => {
                let value = arguments.next().unwrap_or_default();
                let value = value.to_string_lossy();
                let row = rows.iter().find(|row| value.starts_with(row.0));
                let words = || rows.iter().map(|row| row.0).collect::<Vec<_>>().join(" or ");
                let Some(row) = row else { bail!("option `{name}` requires {}", words()) };
                rewritten.push(row.1.into());
            }
            Base(option, kind) => {
                let stage = arguments.peek().and_then(|next| stage(next)).unwrap_or_default();
                if !stage.is_empty() {
                    arguments.next();
                }
                let Some(number) = arguments.next() else { bail!("option `{name}` requires a number") };
                let number = number.to_string_lossy().into_owned();
                // Numbers that follow are sets, each behind a number for it.
                let mut pairs = Vec::new();
                while let Some(set) = arguments.next_if(|next| option == "--binding-shift" && is_number(next))
                {
                    pairs.push(set.to_string_lossy().into_owned());
                }
                if pairs.is_empty() {
                    rewritten.push(format!("{option}={kind}:{stage}:{number}").into());
                    continue;
                }
                pairs.insert(0, number);
                for pair in pairs.chunks(2) {
                    let [number, set] = pair else {
                        bail!("option `{name}` requires a set behind each number")
                    };
                    rewritten.push(format!("{option}={kind}:{stage}:{number}:{set}").into());
                }
            }
            Places(option) => {
                let places = places(name, &mut arguments)?;
                rewritten.extend(places.into_iter().map(|place| format!("{option}={place}").into()));
            }
            Only(default, reason) => {
                let Some(value) = arguments.next() else { bail!("option `{name}` requires a value") };
                if value != *default {
                    bail!("option `{name}` takes only `{default}`: {reason}");
                }
            }
            Keep => {
                rewritten.push(argument);
                rewritten.extend(arguments.next());
            }
            Ignored => {}
            Refused(reason) | RefusedFrom(reason) => bail!("option `{text}` is not supported: {reason}"),
        }
    }
    Ok(rewritten)
}

/// The values of [`Places`], which the arguments that follow hold: `[STAGE] SET`, or `[STAGE] NAME SET BINDING` as often as one
/// follows.
fn places(
    option: &str,
    arguments: &mut std::iter::Peekable<impl Iterator<Item = OsString>>,
) -> Result<Vec<String>> {
    let is_number = |text: &str| text.parse::<u32>().is_ok();
    let text = |argument: OsString| argument.to_string_lossy().into_owned();
    let only = arguments.peek().and_then(stage).unwrap_or_default();
    if !only.is_empty() {
        arguments.next();
    }
    let mut found = Vec::new();
    while let Some(name) = arguments.next_if(|next| found.is_empty() || is_resource(next)).map(text) {
        if is_number(&name) {
            return Ok(vec![format!("{only}/{name}")]);
        }
        let numbers: Vec<String> = arguments.by_ref().take(2).map(text).collect();
        match numbers.as_slice() {
            [set, binding] if is_number(set) && is_number(binding) => {
                found.push(format!("{only}/{name}:{set}.{binding}"));
            }
            _ => bail!("option `{option}` requires a name, a set and a binding, or a set"),
        }
    }
    if found.is_empty() {
        bail!("option `{option}` requires a name, a set and a binding, or a set");
    }
    Ok(found)
}

/// True if an argument behind a resource may name another: it is no option, and no file.
fn is_resource(argument: &OsString) -> bool {
    let text = argument.to_string_lossy();
    !text.is_empty() && text.chars().all(|it| it.is_ascii_alphanumeric() || it == '_')
}

fn is_number(argument: &OsString) -> bool {
    argument.to_str().is_some_and(|text| text.parse::<u32>().is_ok())
}

fn find(text: &str) -> Option<(&'static str, Rewrite)> {
    let fits = |(name, rewrite): &&(&'static str, Rewrite)| match rewrite {
        Exact(_) | Base(..) | Behind(..) | Pair(_) | Number(_) | Choice(_) | Places(_) | Only(..) | Keep
        | Ignored | Refused(_) => text == *name,
        Joined(_) | Value(_) | RefusedFrom(_) => text.starts_with(name),
    };
    TABLE.iter().chain(spirv::TABLE).find(fits).copied()
}

/// The spelling that the help has for an option that is hidden behind it.
pub(crate) fn spelling(hidden: &str) -> Option<&'static str> {
    let stands_for = |(name, rewrite): &(&'static str, Rewrite)| match *rewrite {
        Joined(option) | Value(option) | Base(option, _) | Places(option) | Number(option) => {
            (option == hidden).then_some(*name)
        }
        Exact([option]) => (*option == hidden).then_some(*name),
        Exact(_) | Behind(..) | Pair(_) | Choice(_) | Only(..) | Keep | Ignored | Refused(_)
        | RefusedFrom(_) => None,
    };
    TABLE.iter().chain(spirv::TABLE).find_map(stands_for)
}

fn stage(argument: &OsString) -> Option<&'static str> {
    vitrum::stage_from_name(argument.to_str()?).map(vitrum::stage_extension)
}

#[cfg(test)]
mod tests {
    use super::rewrite;
    use std::ffi::OsString;

    fn rewritten(line: &str) -> String {
        let words = rewrite(line.split(' ').map(OsString::from));
        let words = words.unwrap_or_else(|error| panic!("{line}: {error}"));
        let words: Vec<_> = words.iter().map(|word| word.to_string_lossy()).collect();
        words.join(" ")
    }

    #[test]
    fn rows_apply() {
        for (line, expected) in [
            ("-c a.vert -o a.spv", "-c a.vert -o a.spv"),
            ("-fshader-stage=vert a.glsl", "--stage-of-following=vert a.glsl"),
            ("-std=450core -MD -MF x -MTy", "--std=450core --depfile --depfile-name=x --depfile-target=y"),
            ("-O -Os -O0 -g", "--optimize=1 --optimize=s --optimize=0 --debug=2"),
            ("-Werror -Wno-x -w", "--warning=error --warning=no-x -w"),
            ("-S a.vert", "-S a.vert"),
            ("-S vert a", "--stage=vert a"),
            ("-V --aml -H a.vert", "--for-vulkan --emit=asm a.vert"),
            ("-fubo-binding-base 3 --sib frag 4", "--binding-base=ubo::3 --binding-shift=image:frag:4"),
            ("-o -MD -DMD", "-o -MD -DMD"),
            ("--stb vert 1 0 2 3 a", "--binding-shift=texture:vert:1:0 --binding-shift=texture:vert:2:3 a"),
            ("-uname:3 a", "--uniform-location=name:3 a"),
            ("-finvert-y --iy", "--invert-y --invert-y"),
            (
                "--rsb frag t 1 2 u 0 3 a.frag",
                "--resource-place=frag/t:1.2 --resource-place=frag/u:0.3 a.frag",
            ),
            ("-fresource-set-binding 4 a.vert", "--resource-place=/4 a.vert"),
            ("a.conf -flimit-file b a.vert", "--limits a.conf --limits=b a.vert"),
            ("-D -MD -- -MD", "-D -MD -- -MD"),
            (
                "--ssa-rewrite --strip-debug -O a.spv",
                "--transform=promote_variables --debug=0 --optimize=1 a.spv",
            ),
            ("a.spv --version 310 --es --output b", "a.spv --glsl-number=310 --essl -o b"),
            ("--version", "--version"),
        ] {
            assert_eq!(rewritten(line), expected);
        }
    }

    #[test]
    fn unsupported_spellings_are_refused() {
        for line in [
            "-fhlsl-offsets",
            "-fsomething",
            "-fubo-binding-base",
            "--stb 1 0 2 a",
            "--rsb t 1",
            "--rsb vert",
            "--resource-set-binding t u 2",
            "-MF",
            "-fentry-point=other",
            "--msl-version 20000",
            "--loop-fission 3",
            "--print-all",
        ] {
            assert!(rewrite(line.split(' ').map(OsString::from)).is_err(), "{line}");
        }
    }
}
