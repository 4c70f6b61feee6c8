//! What `--help` prints.

/// The help, in groups; a test holds that every option is in it.
pub(crate) const HELP: &str = "\
vitrum compiles GLSL to SPIR-V, or prints it as GLSL or as IR.

Usage: vitrum [OPTIONS] FILE...
       vitrum batch MANIFEST.jsonl [--jobs N] [--shard I/N] [-o DIR]
       vitrum opt --passes PASS,PASS FILE.vir
       vitrum explain [CODE]... | vitrum passes | vitrum extensions | vitrum versions

Examples:
  vitrum plasma.frag -o plasma.spv              SPIR-V for Vulkan 1.3
  vitrum -c *.vert *.frag                       a.vert.spv, b.frag.spv, ... in this folder
  vitrum -O -g --target-env=vulkan1.1 a.comp -o a.spv
  vitrum -fshader-stage=vert sky.glsl -DQUALITY=2 -Iinclude --emit ir
  cat a.frag | vitrum -fshader-stage=frag - --emit glsl
  vitrum a.frag --reflect                       interface, bindings and block layouts as JSON
  vitrum -c -MD a.frag                          also a.frag.spv.d, a rule for make
  vitrum batch shaders.jsonl --jobs 8 -o out    one compilation a line

Where there is no -o and no -c, the output goes to stdout.

Input:
  -                          Read the shader from stdin
  -fshader-stage=STAGE       The stage of the files after it: vert (vertex), tesc (tesscontrol), tese (tesseval),
                             geom (geometry), frag (fragment), comp (compute), task, mesh, rgen, rint, rahit, rchit,
                             rmiss, rcall. Without it `#pragma shader_stage(STAGE)` says it, or the file's name:
                             a.vert, a.vert.glsl
  --stage STAGE, -S STAGE    The stage of all files
  -x LANGUAGE                The language: glsl
  -std=VERSION               The version, whatever `#version` says: 450, 450compatibility, 310es
  --default-version VERSION  The version of files without `#version`; 110 unless said
  --appendix-a               Hold ESSL 1.00 to the limits of its Appendix A, as WebGL does
  --limits FILE, FILE.conf   What the device can do, as gl_Max... say it: a line each such as `MaxLights 8`, in the form
                             of `glslangValidator -c`; -flimit-file=FILE or -flimit-file FILE as well
  -flimit='MaxLights 8 ...'  The same, said here; it wins over files
  --library                  Take shaders without `main`, and export their functions for a linker
  -D NAME[=BODY]             Define a macro, as 1 unless said; -DNAME=BODY as well
  -U NAME                    Do not define a macro, whatever -D says
  -I FOLDER                  Look for included files here, after the folder of the including file

Output:
  -o FILE                    Write to this file; `-` is stdout. For `batch`, the folder
  -c                         SPIR-V, in a file for each shader: a.vert gives a.vert.spv, a.glsl gives a.spv
  -S                         The same as text: a.vert.spvasm
  -E                         Print what the preprocessor makes of it
  --emit KIND                spirv, asm (SPIR-V as text), glsl, glsl-names, ir, reflection, or none to check
  --glsl-version VERSION     What `--emit glsl` prints: 100es to 320es, 110 to 460, 330core, vulkan450, vulkan460;
                             the input's unless said
  --minify                   Print GLSL with short names and no white space
  --glsl-lines               Print GLSL with comments that say where in the source it comes from
  --glsl-separate-samplers   Print Vulkan GLSL of a version with textures and samplers apart
  --reflect, -q              Print interface, blocks, bindings and constants as JSON, on stdout; with -o or -c, too
  -mfmt=FORMAT               Words as bin, as num (a list of numbers), or as c (the same in braces)
  -v, --verbose              Say which locations and bindings were assigned

Target:
  --target-env=TARGET        vulkan1.0 to vulkan1.4 (1.3 unless said), opengl4.5, or none: only checks
  --target-spv=VERSION       spv1.0 to spv1.6; the newest of the target unless said
  --first-location N         Locations and bindings that the shader leaves open begin at N; 0 unless said
  --first-binding N
  --default-set N            The descriptor set of what has neither set nor binding
  -fKIND-binding-base [STAGE] N   Where bindings of a KIND begin: sampler, texture, image, ubo, ssbo
  --shift-KIND-binding [STAGE] N  The same, and add N to the bindings that the shader says
  -V, -G                     For Vulkan; for OpenGL: as with glslangValidator, to frag.spv where there is no -o

Code:
  -O, -Os, -O0               Optimise for speed; for size; not at all, which is the default
  -g, -g1, -g0               Debug info (NonSemantic.Shader.DebugInfo.100); lines only; not even names
  --optimize=driver          Optimise for the compile time of drivers
  --fast-math                Let the optimiser use laws of real numbers on floats: (x + 1.0) + 2.0 becomes x + 3.0,
                             1.0 / sqrt(x) becomes inversesqrt(x), x * 0.0 becomes 0.0. Without it no result
                             changes, not in its last bit; it changes nothing that is `precise`
  --print-after PASS         Print the IR after each pass of this name, and nothing else
  --time-passes              Say what each pass did, and how long it took
  --remarks                  Say what the optimiser made of loops, branches and calls of the source, or why not
  --opt-bisect-limit N       Let the optimiser make only so many changes

Diagnostics:
  -w                         No warnings
  -Werror, -Werror=NAME      Warnings are errors; those called NAME are
  -WNAME, -Wno-NAME          Warn, do not warn; names are those of `vitrum explain`
  --error-format FORMAT      human, short (a line each), or json (an object a line, on stderr)

Dependencies, for make and ninja:
  -MD                        Compile, and write the files that were read to OUTPUT.d
  -M, -MM                    Print them, and do not compile
  -MF FILE                   Write them to this file
  -MT TARGET                 What depends on them; the output unless said

Others:
  vitrum batch --help        What a manifest says
  vitrum explain E0300       What a diagnostic means; without a code, all of them
  vitrum passes              The passes and pipelines, with their textbook names
  vitrum extensions          The extensions that are known, with their first versions
  vitrum versions            The versions and targets
  -h, --help; --version

Further options of glslc and glslangValidator that say what is the case anyway (-fauto-map-locations, --aml, ...) are
taken too. Exit status: 0 if all went well, else 1.
";

#[cfg(test)]
mod tests {
    use super::HELP;
    use crate::arguments::Arguments;
    use crate::rewrite::{Rewrite, TABLE};
    use clap::CommandFactory;

    #[test]
    fn every_option_is_in_the_help() {
        for argument in Arguments::command().get_arguments().filter(|argument| !argument.is_hide_set()) {
            let long = argument.get_long().map(|long| format!("--{long}"));
            let short = argument.get_short().map(|short| format!("-{short}"));
            for name in long.into_iter().chain(short) {
                assert!(HELP.contains(&name), "{name}");
            }
        }
        for (name, rewrite) in TABLE {
            let shown = match rewrite {
                Rewrite::Joined(_) | Rewrite::Value(_) | Rewrite::Keep => true,
                Rewrite::Exact(_) | Rewrite::Base(..) | Rewrite::Ignored | Rewrite::Refused(_) => false,
            };
            assert!(!shown || HELP.contains(name), "{name}");
        }
    }

    #[test]
    fn lines_fit_a_terminal() {
        for line in HELP.lines() {
            assert!(line.len() <= 120, "{line}");
        }
    }
}
