//! Safety: passes that give a result to what GLSL leaves undefined, for shaders that nobody vouches for.
