//! GLSL to vitrum IR: preprocessor, lexer, grammar, lowering and diagnostics.
