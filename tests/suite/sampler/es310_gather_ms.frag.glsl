#version 310 es
// client: opengl
// Gather, multisample fetch and bindings in ES 3.10.
precision highp float;
precision highp sampler2DMS;
precision highp sampler2DArrayShadow;
layout(binding = 1) uniform sampler2D s;
layout(binding = 2) uniform sampler2DMS m;
layout(binding = 3) uniform sampler2DArrayShadow a;
in vec4 p;
layout(location = 0) out vec4 color;

void main() {
    color = textureGather(s, p.xy, 1) + textureGatherOffset(s, p.xy, ivec2(-3, 1));
    color += texelFetch(m, ivec2(gl_FragCoord.xy), 2) * vec4(textureSize(m), 1, 1);
    color += textureGather(a, p.xyz, p.w) * texture(a, p);
}
