#version 120
// client: opengl
// Attributes, varyings and state of the fixed-function pipeline in a vertex shader.
varying vec3 normal;
uniform float scale;

vec4 lit(gl_LightSourceParameters light, vec3 n) {
    return light.diffuse * max(dot(n, normalize(light.position.xyz)), 0.0) + light.ambient;
}

void main() {
    gl_Position = ftransform();
    normal = gl_NormalMatrix * gl_Normal * gl_NormalScale;
    gl_FrontColor = gl_Color * lit(gl_LightSource[1], normal) + gl_FrontLightModelProduct.sceneColor;
    gl_BackColor = gl_BackMaterial.emission + gl_FrontLightProduct[0].ambient;
    gl_FrontSecondaryColor = gl_SecondaryColor * scale;
    gl_BackSecondaryColor = gl_LightModel.ambient;
    gl_TexCoord[0] = gl_TextureMatrix[0] * gl_MultiTexCoord0;
    gl_TexCoord[2] = gl_TextureMatrixInverse[1] * gl_MultiTexCoord7;
    gl_TexCoord[1].s = dot(gl_EyePlaneS[1], gl_ModelViewMatrix * gl_Vertex);
    gl_FogFragCoord = gl_FogCoord;
    gl_ClipVertex = gl_ModelViewMatrixInverseTranspose * gl_Vertex;
    gl_PointSize = clamp(gl_Point.size, gl_Point.sizeMin, gl_Point.sizeMax);
}
