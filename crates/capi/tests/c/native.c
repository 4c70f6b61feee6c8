/* The functions of vitrum.h, as a program of C uses them. Run under valgrind by `cargo xtask capi`. */
#include <assert.h>
#include <stdio.h>
#include <string.h>

#include "vitrum.h"

static const char *SHADER =
    "#version 450\n"
    "#include \"half.glsl\"\n"
    "layout(location = 0) out vec4 color;\n"
    "layout(set = 1, binding = 2) uniform sampler2D image;\n"
    "void main() { color = texture(image, vec2(HALF)) * SCALE; }\n";

static void compiles(const char *folder) {
    struct VitrumOptions *options = vitrum_options_new("frag");
    assert(options);
    assert(vitrum_options_set_target(options, "vulkan1.1"));
    assert(!vitrum_options_set_target(options, "vulkan9"));
    assert(vitrum_options_set_version(options, "450"));
    assert(vitrum_options_set_optimization(options, "1"));
    assert(!vitrum_options_set_optimization(options, "11"));
    assert(vitrum_options_set_file_name(options, "a.frag"));
    assert(vitrum_options_add_include_folder(options, folder));
    assert(vitrum_options_define(options, "SCALE", "2.0"));
    assert(vitrum_options_set_robust(options, false));
    assert(vitrum_options_set_debug(options, true));

    struct VitrumResult *result = vitrum_compile(options, SHADER, strlen(SHADER));
    assert(vitrum_result_succeeded(result));
    uintptr_t count = 0;
    const uint32_t *words = vitrum_result_spirv(result, &count);
    assert(count > 20 && words[0] == 0x07230203 && words[1] == 0x00010300);
    assert(strstr(vitrum_result_reflection(result), "\"image\""));
    const char *glsl = vitrum_result_glsl(result, NULL);
    const char *essl = vitrum_result_glsl(result, "310es");
    assert(strncmp(glsl, "#version 450\n", 13) == 0);
    assert(strncmp(essl, "#version 310 es\n", 16) == 0);
    assert(vitrum_result_glsl(result, "999") == NULL);
    assert(vitrum_result_diagnostic_count(result) == 0);
    assert(*vitrum_result_messages(result) == '\0');
    vitrum_result_free(result);
    vitrum_options_free(options);
}

static void diagnoses(void) {
    struct VitrumOptions *options = vitrum_options_new("frag");
    const char *source = "#version 450\nvoid main() {\n    x = 1;\n}\n";
    struct VitrumResult *result = vitrum_compile(options, source, strlen(source));
    assert(!vitrum_result_succeeded(result));
    assert(vitrum_result_diagnostic_count(result) == 1);
    struct VitrumDiagnostic found;
    assert(vitrum_result_diagnostic(result, 0, &found));
    assert(found.severity == VitrumSeverity_Error && found.line == 3 && found.column == 5);
    assert(strcmp(found.code, "E0300") == 0 && strcmp(found.file, "shader") == 0);
    assert(strstr(found.message, "`x`"));
    assert(!vitrum_result_diagnostic(result, 1, &found));
    assert(strstr(vitrum_result_messages(result), "error[E0300]"));
    assert(vitrum_result_spirv(result, NULL) == NULL);
    assert(vitrum_result_reflection(result) == NULL);
    assert(vitrum_result_glsl(result, NULL) == NULL);
    vitrum_result_free(result);
    vitrum_options_free(options);
}

static void takes_null(void) {
    assert(vitrum_options_new(NULL) == NULL && vitrum_options_new("pixel") == NULL);
    assert(!vitrum_options_set_target(NULL, "vulkan1.0"));
    assert(!vitrum_options_define(NULL, "A", NULL));
    assert(!vitrum_options_set_debug(NULL, true));
    struct VitrumResult *result = vitrum_compile(NULL, "", 0);
    assert(!vitrum_result_succeeded(result));
    assert(strstr(vitrum_result_messages(result), "options are null"));
    vitrum_result_free(result);
    struct VitrumOptions *options = vitrum_options_new("vert");
    assert(!vitrum_options_set_target(options, NULL));
    result = vitrum_compile(options, NULL, 10);
    assert(strstr(vitrum_result_messages(result), "source is null"));
    vitrum_result_free(result);
    vitrum_options_free(options);
    vitrum_options_free(NULL);
    vitrum_result_free(NULL);
    assert(!vitrum_result_succeeded(NULL));
    assert(vitrum_result_diagnostic_count(NULL) == 0);
    assert(*vitrum_result_messages(NULL) == '\0');
    assert(vitrum_result_reflection(NULL) == NULL && vitrum_result_glsl(NULL, NULL) == NULL);
}

int main(int count, char **arguments) {
    assert(count == 2);
    compiles(arguments[1]);
    diagnoses();
    takes_null();
    printf("vitrum %s\n", vitrum_version());
    return 0;
}
