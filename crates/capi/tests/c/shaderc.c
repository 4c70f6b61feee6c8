/* The functions of libshaderc, by its own header. Run under valgrind by `cargo xtask capi`. */
#include <assert.h>
#include <stdio.h>
#include <stdlib.h>
#include <string.h>

#include <shaderc/shaderc.h>

/* Newer than the header of some systems. */
void shaderc_compile_options_set_preserve_bindings(shaderc_compile_options_t, bool);

static int released = 0;

static shaderc_include_result *resolve(void *data, const char *name, int type, const char *from, size_t depth) {
    shaderc_include_result *result = calloc(1, sizeof *result);
    assert(strcmp(from, "a.frag") == 0 && depth == 1);
    int found = strcmp(name, "half.glsl") == 0 && type == shaderc_include_type_relative;
    result->source_name = found ? "half.glsl" : "";
    result->source_name_length = strlen(result->source_name);
    result->content = found ? (const char *)data : "not in the archive";
    result->content_length = strlen(result->content);
    return result;
}

static void release(void *data, shaderc_include_result *result) {
    (void)data;
    released++;
    free(result);
}

static const char *SHADER =
    "#version 450\n"
    "#include \"half.glsl\"\n"
    "layout(location = 0) out float x;\n"
    "uniform sampler2D image;\n"
    "void main() { x = HALF * SCALE * texture(image, vec2(0.5)).x; }\n";

static shaderc_compilation_result_t run(shaderc_compiler_t compiler, const char *text, shaderc_compile_options_t options) {
    return shaderc_compile_into_spv(compiler, text, strlen(text), shaderc_glsl_fragment_shader, "a.frag", "main", options);
}

static void compiles(shaderc_compiler_t compiler) {
    shaderc_compile_options_t options = shaderc_compile_options_initialize();
    char half[] = "const float HALF = 0.5;\n";
    shaderc_compile_options_set_include_callbacks(options, resolve, release, half);
    shaderc_compile_options_add_macro_definition(options, "SCALE", 5, "2.0", 3);
    shaderc_compile_options_set_optimization_level(options, shaderc_optimization_level_performance);
    shaderc_compile_options_set_target_env(options, shaderc_target_env_vulkan, shaderc_env_version_vulkan_1_1);
    shaderc_compile_options_set_target_spirv(options, shaderc_spirv_version_1_3);
    shaderc_compile_options_set_auto_bind_uniforms(options, true);
    shaderc_compile_options_set_binding_base(options, shaderc_uniform_kind_texture, 7);
    shaderc_compile_options_set_limit(options, shaderc_limit_max_lights, 4);
    shaderc_compile_options_set_suppress_warnings(options);
    shaderc_compile_options_set_preserve_bindings(options, true);
    shaderc_compile_options_t copy = shaderc_compile_options_clone(options);
    shaderc_compile_options_release(options);

    shaderc_compilation_result_t result = run(compiler, SHADER, copy);
    assert(shaderc_result_get_compilation_status(result) == shaderc_compilation_status_success);
    assert(shaderc_result_get_num_errors(result) == 0 && shaderc_result_get_num_warnings(result) == 0);
    size_t length = shaderc_result_get_length(result);
    const unsigned *words = (const unsigned *)shaderc_result_get_bytes(result);
    assert(length > 80 && length % 4 == 0 && words[0] == 0x07230203 && words[1] == 0x00010300);
    assert(released == 1);
    shaderc_result_release(result);

    result = shaderc_compile_into_spv_assembly(compiler, SHADER, strlen(SHADER), shaderc_glsl_infer_from_source, "a.frag", "main", copy);
    assert(shaderc_result_get_compilation_status(result) == shaderc_compilation_status_invalid_stage);
    shaderc_result_release(result);

    result = shaderc_compile_into_spv_assembly(compiler, SHADER, strlen(SHADER), shaderc_glsl_default_fragment_shader, "a.frag", "main", copy);
    const char *text = shaderc_result_get_bytes(result);
    assert(strlen(text) == shaderc_result_get_length(result) && strstr(text, "Binding 7"));
    shaderc_compilation_result_t again = shaderc_assemble_into_spv(compiler, text, strlen(text), copy);
    assert(shaderc_result_get_compilation_status(again) == shaderc_compilation_status_success);
    assert(shaderc_result_get_length(again) == length);
    shaderc_result_release(again);
    shaderc_result_release(result);

    const char *broken = "OpCapability Sun\n";
    result = shaderc_assemble_into_spv(compiler, broken, strlen(broken), copy);
    assert(shaderc_result_get_compilation_status(result) == shaderc_compilation_status_invalid_assembly);
    shaderc_result_release(result);

    result = shaderc_compile_into_preprocessed_text(compiler, SHADER, strlen(SHADER), shaderc_glsl_vertex_shader, "a.frag", "main", copy);
    assert(strstr(shaderc_result_get_bytes(result), "HALF * 2.0"));
    shaderc_result_release(result);

    result = run(compiler, "#version 450\n#include <none.glsl>\nvoid main() {}\n", copy);
    assert(shaderc_result_get_compilation_status(result) == shaderc_compilation_status_compilation_error);
    assert(shaderc_result_get_num_errors(result) == 1);
    assert(strstr(shaderc_result_get_error_message(result), "a.frag:2: error: "));
    assert(strstr(shaderc_result_get_error_message(result), "not in the archive"));
    shaderc_result_release(result);
    shaderc_compile_options_release(copy);
}

static void takes_null(shaderc_compiler_t compiler) {
    shaderc_compile_options_set_suppress_warnings(NULL);
    shaderc_compile_options_release(NULL);
    shaderc_result_release(NULL);
    shaderc_compiler_release(NULL);
    shaderc_compilation_result_t result = run(NULL, SHADER, NULL);
    assert(strstr(shaderc_result_get_error_message(result), "the compiler is null"));
    shaderc_result_release(result);
    result = shaderc_compile_into_spv(compiler, NULL, 7, shaderc_glsl_vertex_shader, NULL, NULL, NULL);
    assert(strstr(shaderc_result_get_error_message(result), "the source is null"));
    shaderc_result_release(result);
    result = shaderc_compile_into_spv(compiler, "", 0, (shaderc_shader_kind)999, "a", "main", NULL);
    assert(shaderc_result_get_compilation_status(result) == shaderc_compilation_status_invalid_stage);
    shaderc_result_release(result);
    assert(shaderc_result_get_compilation_status(NULL) == shaderc_compilation_status_null_result_object);
    assert(shaderc_result_get_length(NULL) == 0 && shaderc_result_get_bytes(NULL) == NULL);
}

int main(void) {
    unsigned version = 0, revision = 0;
    shaderc_get_spv_version(&version, &revision);
    assert(version == 0x00010600);
    int number = 0;
    shaderc_profile profile = shaderc_profile_none;
    assert(shaderc_parse_version_profile("310es", &number, &profile) && number == 310 && profile == shaderc_profile_es);
    assert(!shaderc_parse_version_profile("nothing", &number, &profile));
    shaderc_compiler_t compiler = shaderc_compiler_initialize();
    compiles(compiler);
    takes_null(compiler);
    shaderc_compiler_release(compiler);
    puts("shaderc");
    return 0;
}
