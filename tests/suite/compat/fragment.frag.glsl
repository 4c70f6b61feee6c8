#version 110
// client: opengl
// What a fragment shader gets from the fixed-function pipeline.
uniform sampler2D image;

void main() {
    vec4 color = texture2D(image, gl_TexCoord[0].st) * gl_Color + gl_SecondaryColor;
    color += gl_TextureEnvColor[1] * gl_TexCoord[3];
    float fog = clamp((gl_Fog.end - gl_FogFragCoord) * gl_Fog.scale, 0.0, 1.0);
    if (dot(gl_ClipPlane[2], gl_FragCoord) < gl_DepthRange.near)
        discard;
    gl_FragData[0] = mix(gl_Fog.color, color, fog);
    gl_FragData[gl_MaxDrawBuffers - 1] = vec4(float(gl_MaxTextureCoords + gl_MaxLights + gl_MaxClipPlanes));
}
