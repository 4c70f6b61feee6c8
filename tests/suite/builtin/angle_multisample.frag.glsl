#version 300 es
#extension GL_ANGLE_texture_multisample : require
#extension GL_NV_EGL_stream_consumer_external : require
// client: opengl
// no glslang: it does not know the extensions
// Textures of several samples in ESSL 3.00, and an external one by the name of the streams' extension.
precision highp float;
uniform highp sampler2DMS samples;
uniform highp usampler2DMS numbers;
uniform samplerExternalOES stream;
uniform int chosen;
in vec2 place;
out vec4 color;

void main() {
    ivec2 size = textureSize(samples);
    ivec2 texel = ivec2(place * vec2(size));
    color = texelFetch(samples, texel, chosen) + vec4(texelFetch(numbers, texel, 1)) + texture(stream, place);
}
