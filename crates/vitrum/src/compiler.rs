//! A compiler that keeps its memory from one shader to the next.

use vitrum_ir::Module;
use vitrum_passes::Assigned;

use crate::compilation::{Compilation, Error, Failure, Including, compile_output, front_end_in};
use crate::lowered::Lowered;
use crate::observe::Observe;
use crate::options::Options;

/// Compiles shaders one after the other in the same memory, which saves allocations. The results are those of
/// [`compile`](crate::compile): nothing depends on the shaders before. Each thread needs a compiler of its own.
///
/// It keeps as much memory as the largest shader took; drop it to give that back.
///
/// ```
/// use vitrum::{Compiler, Options, Stage};
///
/// let mut compiler = Compiler::new();
/// let options = Options::new(Stage::Fragment);
/// for level in 1..4 {
///     let source = format!("#version 450\nlayout(location = 0) out vec4 color;\nvoid main() {{ color = vec4({level}.0); }}\n");
///     let compilation = compiler.compile(&source, &options)?;
///     assert!(compilation.diagnosed.diagnostics.is_empty());
///     let (words, _) = compiler.finish(compilation)?;
///     assert_eq!(words, vitrum::compile(&source, &options)?.spirv()?);
/// }
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug, Default)]
pub struct Compiler {
    front: vitrum_frontend_glsl::Memory,
    writer: vitrum_backend_spirv::Memory,
}

impl Compiler {
    /// A compiler without memory so far.
    pub fn new() -> Self {
        Self::default()
    }

    /// Compiles a shader, like [`compile`](crate::compile).
    ///
    /// # Errors
    /// If the source has errors; the failure holds all diagnostics.
    pub fn compile(&mut self, source: &str, options: &Options) -> Result<Compilation, Failure> {
        compile_output(front_end_in(&mut self.front, source, options, None), options, &mut None)
    }

    /// Compiles a shader and shows the module to `observe`, like [`compile_observed`](crate::compile_observed).
    ///
    /// # Errors
    /// If the source has errors; the failure holds all diagnostics.
    pub fn compile_observed(
        &mut self,
        source: &str,
        options: &Options,
        mut observe: Observe<'_>,
    ) -> Result<Compilation, Failure> {
        compile_output(front_end_in(&mut self.front, source, options, None), options, &mut observe)
    }

    /// Compiles a shader with a function that finds included files, like [`compile_including`](crate::compile_including).
    ///
    /// # Errors
    /// If the source has errors; the failure holds all diagnostics.
    pub fn compile_including(
        &mut self,
        source: &str,
        options: &Options,
        include: &Including<'_>,
    ) -> Result<Compilation, Failure> {
        let output = front_end_in(&mut self.front, source, options, Some(include));
        compile_output(output, options, &mut None)
    }

    /// Compiles the shader in a file, like [`compile_file`](crate::compile_file).
    ///
    /// # Errors
    /// If the file cannot be read, or has errors.
    #[cfg(feature = "files")]
    pub fn compile_file(
        &mut self,
        path: impl AsRef<std::path::Path>,
        options: &Options,
    ) -> Result<Compilation, crate::FileError> {
        let (text, options) = crate::files::read_shader(path.as_ref(), options)?;
        self.compile(&text, &options).map_err(crate::FileError::Source)
    }

    /// The words of [`Compilation::into_spirv`], and the locations and bindings that were chosen. The memory of the compilation is used
    /// again.
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn finish(&mut self, compilation: Compilation) -> Result<(Vec<u32>, Vec<Assigned>), Error> {
        let lowered = compilation.into_lowered()?;
        let words = self.spirv(&lowered)?;
        self.recycle(lowered.module);
        Ok((words, lowered.assigned))
    }

    /// The words of [`Lowered::spirv`].
    ///
    /// # Errors
    /// If the target cannot express the shader.
    pub fn spirv(&mut self, lowered: &Lowered) -> Result<Vec<u32>, Error> {
        lowered.spirv_in(&mut self.writer)
    }

    /// Takes the module of a compilation or of what was lowered, for its memory. It need not come from this compiler.
    pub fn recycle(&mut self, module: Module) {
        self.front.recycle(module);
    }
}

#[cfg(test)]
mod tests {
    use super::Compiler;

    #[test]
    fn it_crosses_threads() {
        fn check<T: Send + Sync>() {}
        check::<Compiler>();
    }
}
