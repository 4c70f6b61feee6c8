//! `include_glsl!`: the SPIR-V of a shader as a constant, compiled with the program.

use std::path::{Path, PathBuf};

use proc_macro2::{Span, TokenStream};
use quote::quote;
use syn::parse::{Parse, ParseStream};
use syn::punctuated::Punctuated;
use syn::{Error, Ident, LitStr, Token};
use vitrum::{OptLevel, Options, Stage, Target};

/// The words of the SPIR-V module of a shader, as `&'static [u32; N]`: `include_glsl!("shaders/sky.frag", optimize: "s")`. The README has
/// all options.
///
/// ```compile_fail
/// const NONE: &[u32] = vitrum_macros::include_glsl!("tests/shaders/none.frag"); // error: cannot read `...none.frag`
/// ```
#[proc_macro]
pub fn include_glsl(input: proc_macro::TokenStream) -> proc_macro::TokenStream {
    let arguments = syn::parse_macro_input!(input as Arguments);
    arguments.words().unwrap_or_else(|error| error.to_compile_error()).into()
}

/// A path and options: `"a.frag", target: "vulkan1.2", define: "A=1"`.
struct Arguments {
    path: LitStr,
    options: Vec<(Ident, LitStr)>,
}

impl Parse for Arguments {
    fn parse(input: ParseStream<'_>) -> syn::Result<Self> {
        let path = input.parse()?;
        if !input.is_empty() {
            input.parse::<Token![,]>()?;
        }
        let row = |input: ParseStream<'_>| {
            let name = input.parse()?;
            input.parse::<Token![:]>()?;
            Ok((name, input.parse()?))
        };
        let options = Punctuated::<_, Token![,]>::parse_terminated_with(input, row)?;
        Ok(Self { path, options: options.into_iter().collect() })
    }
}

impl Arguments {
    fn words(&self) -> syn::Result<TokenStream> {
        let at = |message: String| Error::new(self.path.span(), message);
        let package = std::env::var_os("CARGO_MANIFEST_DIR").map(PathBuf::from);
        let package = package.ok_or_else(|| at("`CARGO_MANIFEST_DIR` is not set".to_owned()))?;
        let path = package.join(self.path.value());
        let (options, stage) = self.options(&package)?;
        if stage.is_none() && vitrum::stage_of_path(&path).is_none() && !has_pragma(&path) {
            return Err(at("the name does not say the stage; add `stage: \"frag\"`".to_owned()));
        }
        let compilation = vitrum::compile_file(&path, &options).map_err(|error| at(error.to_string()))?;
        let files =
            compilation.diagnosed.files().into_iter().map(|file| LitStr::new(file, Span::call_site()));
        // The compiler of Rust looks at these files again.
        let files: Vec<TokenStream> = files
            .map(|file| {
                quote!(
                    const _: &[u8] = include_bytes!(#file);
                )
            })
            .collect();
        let words = compilation.spirv().map_err(|error| at(error.to_string()))?;
        let count = words.len();
        Ok(quote!({
            #(#files)*
            const WORDS: [u32; #count] = [#(#words),*];
            &WORDS
        }))
    }

    /// The options of the compilation, and the stage if it is one of them.
    fn options(&self, package: &Path) -> syn::Result<(Options, Option<Stage>)> {
        let mut options = Options::new(Stage::Vertex).target(Target::Vulkan1_1).opt_level(OptLevel::Default);
        let mut stage = None;
        let mut folders = Vec::new();
        for (name, value) in &self.options {
            let (text, unknown) =
                (value.value(), |what: &str| Error::new(value.span(), format!("unknown {what}")));
            match name.to_string().as_str() {
                "target" => options.target = Target::from_name(&text).ok_or_else(|| unknown("target"))?,
                "optimize" => {
                    options.opt_level =
                        level(&text).ok_or_else(|| unknown("level; levels are 0, 1, s and driver"))?
                }
                "stage" => stage = Some(vitrum::stage_from_name(&text).ok_or_else(|| unknown("stage"))?),
                "include" => folders.push(package.join(text)),
                "define" => {
                    let (name, body) = text.split_once('=').unwrap_or((&text, ""));
                    options = options.define(name, body);
                }
                _ => {
                    let message =
                        "unknown option; options are `target`, `optimize`, `include`, `define` and `stage`";
                    return Err(Error::new(name.span(), message));
                }
            }
        }
        options.stage = stage.unwrap_or(options.stage);
        Ok((options.include(vitrum::include_from(folders)), stage))
    }
}

fn level(name: &str) -> Option<OptLevel> {
    match name {
        "0" => Some(OptLevel::None),
        "1" => Some(OptLevel::Default),
        "s" => Some(OptLevel::Size),
        "driver" => Some(OptLevel::Driver),
        _ => None,
    }
}

/// True if a file may say its stage itself.
fn has_pragma(path: &Path) -> bool {
    std::fs::read_to_string(path).is_ok_and(|text| text.contains("shader_stage"))
}
