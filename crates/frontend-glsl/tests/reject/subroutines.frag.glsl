#version 450
subroutine float Wave(float x);
subroutine float Other(vec2 x);
subroutine uniform Wave wave;
subroutine uniform Wave waves[3];
layout(location = 4) subroutine uniform Wave four;
layout(location = 3) subroutine uniform Wave three[2]; // error: E0518
layout(binding = 1) subroutine uniform Wave bound; // error: E0501
subroutine uniform Wave open[]; // error: E0420
subroutine uniform float number; // error: E0709
subroutine Wave loose; // error: E0709
uniform Wave bare; // error: E0709
subroutine uniform Wave valued = 1; // error: E0508

subroutine(Wave) float one(float x) { return x; }
subroutine(Wave) float other_parameter(int x) { return 1.0; } // error: E0709
subroutine(Wave) int other_result(float x) { return 1; } // error: E0709
subroutine(Wave) float other_way(inout float x) { return x; } // error: E0709
subroutine(Wave, Other) float two(float x) { return x; } // error: E0709
subroutine(Wave, Wave) float twice(float x) { return x; } // error: E0709
subroutine(Nothing) float unknown(float x) { return x; } // error: E0709
subroutine(Wave) subroutine(Wave) float again(float x) { return x; } // error: E0500 E0709
subroutine(Wave) float bodiless(float x); // error: E0709
subroutine float Body(float x) { return x; } // error: E0709
layout(index = 3) subroutine(Wave) float third(float x) { return x; }
layout(index = 3) subroutine(Wave) float fourth(float x) { return x; } // error: E0505
layout(index = 256) subroutine(Wave) float far(float x) { return x; } // error: E0503
layout(location = 3) subroutine(Wave) float placed(float x) { return x; } // error: E0501
layout(index = 3) float plain(float x) { return x; } // error: E0501
subroutine(Wave) float overloaded(float x) { return x; }
float overloaded(vec2 x) { return x.x; } // error: E0709
float taken(subroutine float x) { return x; } // error: E0709
struct S {
    subroutine float x; // error: E0709
};

void main() {
    subroutine float local; // error: E0709
    float a = Wave(1.0); // error: E0709
    float b = waves(1.0); // error: E0709
    float c = wave(vec2(1.0)); // error: E0700
    float d = wave; // error: E0709
    wave = three[0]; // error: E0709 E0425
    float e = wave(1.0, 2.0); // error: E0700
    Wave f; // error: E0709
    float g = wave(1) + waves[1](2.0);
}
