//! The output of a compilation.

/// The words or the text of an output.
#[derive(Debug)]
enum Output {
    /// Words, and the same as bytes in the order of this machine.
    Binary(Vec<u32>, Vec<u8>),
    Text(String),
}

/// The output of a compilation, and its warnings.
#[derive(Debug)]
pub struct CompilationArtifact {
    output: Output,
    warnings: (u32, String),
}

impl CompilationArtifact {
    pub(crate) fn binary(words: Vec<u32>, warnings: (u32, String)) -> Self {
        let bytes = words.iter().flat_map(|word| word.to_ne_bytes()).collect();
        Self { output: Output::Binary(words, bytes), warnings }
    }

    pub(crate) fn text(text: String, warnings: (u32, String)) -> Self {
        Self { output: Output::Text(text), warnings }
    }

    /// The number of bytes.
    pub fn len(&self) -> usize {
        match &self.output {
            Output::Binary(_, bytes) => bytes.len(),
            Output::Text(text) => text.len(),
        }
    }

    /// True if there are none.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// The words of a SPIR-V module.
    ///
    /// # Panics
    /// If the output is text, as in the crate `shaderc`.
    pub fn as_binary(&self) -> &[u32] {
        match &self.output {
            Output::Binary(words, _) => words,
            Output::Text(_) => panic!("not binary result"),
        }
    }

    /// The bytes of a SPIR-V module.
    ///
    /// # Panics
    /// If the output is text, as in the crate `shaderc`.
    pub fn as_binary_u8(&self) -> &[u8] {
        match &self.output {
            Output::Binary(_, bytes) => bytes,
            Output::Text(_) => panic!("not binary result"),
        }
    }

    /// The words, if the output is none of text. (The crate `shaderc` has no such function.)
    pub fn words(&self) -> Option<&[u32]> {
        match &self.output {
            Output::Binary(words, _) => Some(words),
            Output::Text(_) => None,
        }
    }

    /// The text: of SPIR-V, or of a preprocessed source.
    ///
    /// # Panics
    /// If the output is words, as in the crate `shaderc`.
    pub fn as_text(&self) -> String {
        match &self.output {
            Output::Text(text) => text.clone(),
            Output::Binary(..) => panic!("not text result"),
        }
    }

    /// The number of warnings.
    pub fn get_num_warnings(&self) -> u32 {
        self.warnings.0
    }

    /// The warnings, a line for each.
    pub fn get_warning_messages(&self) -> String {
        self.warnings.1.clone()
    }
}
