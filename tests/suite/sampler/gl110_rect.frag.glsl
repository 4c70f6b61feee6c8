#version 110
// client: opengl
// Rectangles without `#extension`: GL_ARB_texture_rectangle is required by every shader.
uniform sampler2DRect plain;
uniform sampler2DRectShadow shadow;
varying vec4 place;

void main()
{
    gl_FragColor = texture2DRect(plain, place.xy) + texture2DRectProj(plain, place.xyz)
        + shadow2DRect(shadow, place.xyz) + shadow2DRectProj(shadow, place);
}
