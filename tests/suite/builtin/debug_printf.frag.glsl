#version 450
#extension GL_EXT_debug_printf : require
// target: vulkan1.3
// Formatted output, with the escape sequences that strings have.
// expect spirv: OpExtInstImport "NonSemantic.DebugPrintf"
// expect glsl: debugPrintfEXT("tab\t \"quoted\" \\ \007", 1);
layout(location = 0) in vec3 color;
layout(location = 0) out vec4 result;
#define FORMAT "color %v3f at %f"

void main() {
    debugPrintfEXT(FORMAT, color, gl_FragCoord.x);
    debugPrintfEXT("tab\t \"quoted\" \x5C \7", 1);
    if (color.x > 0.5)
        debugPrintfEXT("nothing else\n");
    debugPrintfEXT(FORMAT, color.zyx, float(2));
    result = vec4(color, 1.0);
}
