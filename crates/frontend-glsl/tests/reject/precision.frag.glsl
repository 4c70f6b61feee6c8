#version 300 es
out highp vec4 color;
float missing; // error: E0512
mediump bool b; // error: E0513
precision mediump bool; // error: E0513
precision mediump float;
float fine;
uniform mediump float initialised = 1.0; // error: E0508
void main()
{
    color = vec4(fine);
    int i = 1.0; // error: E0400
    float f = 1; // error: E0400
    switch (i) { case 0: } // error: E0604
}
