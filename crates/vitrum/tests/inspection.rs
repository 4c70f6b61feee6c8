//! Inspections that end early.

use std::cell::Cell;

use vitrum::{Levels, Options, Stage, WarningGroup, inspect, inspect_unless};

const SHADER: &str = "#version 450
layout(location = 0) in vec4 a;
layout(location = 0) out vec4 color;
layout(constant_id = 1) const int COUNT = 4;
struct Light { vec3 way; float power; };
vec4 shade(Light light, vec4 x) {
    if (x.x > 0.0) {
        for (int i = 0; i < COUNT; i++) {
            switch (i) {
                case 1: x += a; break;
                default: x *= light.power;
            }
        }
        return x;
    } else
        return -x;
}
subroutine(vec4) int broken;
void main() {
    do { color = shade(Light(a.xyz, 1.0), a); } while (color.x < 1.0);
}
";

#[test]
fn an_inspection_ends_wherever_it_is_cancelled() {
    let levels = Levels { group: WarningGroup::Extra, ..Levels::default() };
    let options = Options::new(Stage::Fragment).levels(levels);
    let looks = Cell::new(0);
    let whole = inspect_unless(SHADER, &options, &|| {
        looks.set(looks.get() + 1);
        false
    });
    let all = looks.get();
    assert!(all > 15, "it is asked before each statement: {all}");
    assert_eq!(whole.diagnosed.render(), inspect(SHADER, &options).diagnosed.render());
    for last in 0..all {
        looks.set(0);
        inspect_unless(SHADER, &options, &|| {
            looks.set(looks.get() + 1);
            looks.get() > last
        });
        assert!(looks.get() <= last + 8, "it goes on after {last}: {}", looks.get());
    }
}
