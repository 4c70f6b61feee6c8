#version 450
// Directives that are wrong.
#define F(x) x
#undef 1 // error
#if 1 + // error
#endif
#else // error
#endif // error
#error this is said // error
#nonsense // error
#extension GL_EXT_unheard_of : require // error
#define A 1
#define A 2 // error
#if 1
##else // error: E0132
#endif
layout(location = 0) out vec4 color;

void main()
{
    color = vec4(F(1.0));
}
