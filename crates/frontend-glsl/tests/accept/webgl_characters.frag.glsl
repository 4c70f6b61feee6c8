// options: webgl 1
// a comment may have any character: 你好 "$`@'
#ifdef NEVER
#line 42 "foo.glsl"
$ @ ` '
#endif
#define NEVER_USED $
precision mediump float;
#define TWICE(x) \
    ((x) * 2.0)
void main() { gl_FragColor = vec4(TWICE(0.5)); }
