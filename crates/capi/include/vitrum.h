/* vitrum: compiles GLSL to SPIR-V and GLSL. Link with -lvitrum_capi. */

#ifndef VITRUM_H
#define VITRUM_H

#include <stdarg.h>
#include <stdbool.h>
#include <stdint.h>
#include <stdlib.h>

/**
 * The severity of a diagnostic.
 */
typedef enum VitrumSeverity {
  /**
   * The shader is not compiled.
   */
  VitrumSeverity_Error = 0,
  /**
   * It is compiled, and may not do what was meant.
   */
  VitrumSeverity_Warning = 1,
  /**
   * Something to know.
   */
  VitrumSeverity_Note = 2,
} VitrumSeverity;

/**
 * The options of a compilation.
 */
typedef struct VitrumOptions VitrumOptions;

/**
 * A compilation, or the reasons for which there is none.
 */
typedef struct VitrumResult VitrumResult;

/**
 * A diagnostic; its texts live as long as its result.
 */
typedef struct VitrumDiagnostic {
  /**
   * Its severity.
   */
  enum VitrumSeverity severity;
  /**
   * Its code, such as `E0300`; empty for a fault that is none of the source's.
   */
  const char *code;
  /**
   * The fault: found and expected.
   */
  const char *message;
  /**
   * The file; null for a fault without a place.
   */
  const char *file;
  /**
   * The line, from 1; 0 without a place.
   */
  uint32_t line;
  /**
   * The column in characters, from 1; 0 without a place.
   */
  uint32_t column;
} VitrumDiagnostic;

#ifdef __cplusplus
extern "C" {
#endif // __cplusplus

/**
 * Options for a stage by its name: `vert`, `frag`, `comp`, ...; null for an unknown one.
 *
 * # Safety
 * The name is null or ends with a zero byte.
 */
struct VitrumOptions *vitrum_options_new(const char *stage);

/**
 * Frees options; null has no effect.
 *
 * # Safety
 * They come from [`vitrum_options_new`], and are not used again.
 */
void vitrum_options_free(struct VitrumOptions *options);

/**
 * Chooses the target by its name: `vulkan1.0` to `vulkan1.4`, `opengl4.5`, `wgpu`. False for an unknown one.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
 */
bool vitrum_options_set_target(struct VitrumOptions *options,
                               const char *name);

/**
 * Chooses the version of a source without `#version`: `450`, `310es`. False for an unknown one.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
 */
bool vitrum_options_set_version(struct VitrumOptions *options,
                                const char *name);

/**
 * Chooses the level of optimisation: `0`, `1`, `s` or `driver`. False for an unknown one.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
 */
bool vitrum_options_set_optimization(struct VitrumOptions *options,
                                     const char *level);

/**
 * Sets the name of the source in diagnostics, beside which included files are looked up.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the name is null or ends with a zero byte.
 */
bool vitrum_options_set_file_name(struct VitrumOptions *options,
                                  const char *name);

/**
 * Adds a folder in which included files are looked up.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the path is null or ends with a zero byte.
 */
bool vitrum_options_add_include_folder(struct VitrumOptions *options,
                                       const char *path);

/**
 * Defines a macro before the first line; a null body is empty.
 *
 * # Safety
 * The options are null or live, and nobody else uses them; the texts are null or end with a zero byte.
 */
bool vitrum_options_define(struct VitrumOptions *options,
                           const char *name,
                           const char *body);

/**
 * Says whether what GLSL leaves undefined has a result, and every loop ends. False for null.
 *
 * # Safety
 * The options are null or live, and nobody else uses them.
 */
bool vitrum_options_set_robust(struct VitrumOptions *options, bool robust);

/**
 * Says whether SPIR-V has the source, its lines and its variables as debug information. False for null.
 *
 * # Safety
 * The options are null or live, and nobody else uses them.
 */
bool vitrum_options_set_debug(struct VitrumOptions *options,
                              bool debug);

/**
 * Compiles a source of so many bytes. The result is null only if memory runs out of the process's bounds; a null source or null options
 * are an error of it.
 *
 * # Safety
 * The options are null or live; the source is null or has so many bytes.
 */
struct VitrumResult *vitrum_compile(const struct VitrumOptions *options,
                                    const char *source,
                                    uintptr_t length);

/**
 * Frees a result; null has no effect.
 *
 * # Safety
 * It comes from [`vitrum_compile`], and is not used again.
 */
void vitrum_result_free(struct VitrumResult *result);

/**
 * True if the source was compiled; false for null.
 *
 * # Safety
 * The result is null or live.
 */
bool vitrum_result_succeeded(const struct VitrumResult *result);

/**
 * The words of the SPIR-V module, and their number in `count` unless that is null; null without a module.
 *
 * # Safety
 * The result is null or live; `count` is null or valid.
 */
const uint32_t *vitrum_result_spirv(const struct VitrumResult *result,
                                    uintptr_t *count);

/**
 * The diagnostics as a text for people; empty for null.
 *
 * # Safety
 * The result is null or live.
 */
const char *vitrum_result_messages(const struct VitrumResult *result);

/**
 * The number of diagnostics; 0 for null.
 *
 * # Safety
 * The result is null or live.
 */
uintptr_t vitrum_result_diagnostic_count(const struct VitrumResult *result);

/**
 * Writes a diagnostic by its index; false if there is none.
 *
 * # Safety
 * The result is null or live; `diagnostic` is null or valid.
 */
bool vitrum_result_diagnostic(const struct VitrumResult *result,
                              uintptr_t index,
                              struct VitrumDiagnostic *diagnostic);

/**
 * Inputs, outputs and resources as JSON; null if the source was not compiled.
 *
 * # Safety
 * The result is null or live.
 */
const char *vitrum_result_reflection(const struct VitrumResult *result);

/**
 * GLSL with the same meaning, of a version by its name (`300es`, `450`), or that of the source for null. Null if the source was not
 * compiled, the version is unknown, or it cannot express the shader.
 *
 * # Safety
 * The result is null or live, and nobody else uses it; the name is null or ends with a zero byte.
 */
const char *vitrum_result_glsl(struct VitrumResult *result,
                               const char *version);

/**
 * The version of this library, such as `0.1.0`.
 */
const char *vitrum_version(void);

#ifdef __cplusplus
}  // extern "C"
#endif  // __cplusplus

#endif  /* VITRUM_H */
