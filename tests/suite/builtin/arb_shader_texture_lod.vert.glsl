#version 110
// client: opengl
// The functions of GL_ARB_shader_texture_lod that project, compare, or look into rectangles.
#extension GL_ARB_shader_texture_lod : require
#extension GL_ARB_texture_rectangle : require
uniform sampler2D s2;
uniform sampler3D s3;
uniform sampler2DRect rect;
uniform sampler1DShadow shadow1;
uniform sampler2DRectShadow shadow_rect;

void main() {
    vec4 at = gl_Vertex;
    gl_Position = texture2DProjGradARB(s2, at.xyz, vec2(0.1), vec2(0.2));
    gl_Position += texture2DProjGradARB(s2, at, vec2(0.3), vec2(0.4));
    gl_Position += texture3DProjGradARB(s3, at, vec3(0.5), vec3(0.6));
    gl_Position += texture2DRectGradARB(rect, at.xy, vec2(0.7), vec2(0.8));
    gl_Position += shadow1DProjGradARB(shadow1, at, 0.9, 1.1);
    gl_Position += shadow2DRectGradARB(shadow_rect, at.xyz, vec2(1.2), vec2(1.3));
}
