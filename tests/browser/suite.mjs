// Reads the cases of the conformance tests of WebGL about shaders: node suite.mjs FOLDER OUTPUT.json
//
// The pages call `GLSLConformanceTester` with a list of shaders and what is expected of each. Their scripts run here with stand-ins
// for the page and the context, and the lists are collected.

import fs from "node:fs";
import path from "node:path";

const [root, output] = process.argv.slice(2);
const tests = path.join(root, "sdk", "tests");

/** Parameters of the context; webgl_suite.py gives vitrum the same limits. */
const PARAMETERS = {
    MAX_VERTEX_UNIFORM_VECTORS: 256, MAX_FRAGMENT_UNIFORM_VECTORS: 224, MAX_VARYING_VECTORS: 15, MAX_VERTEX_ATTRIBS: 16,
    MAX_DRAW_BUFFERS: 4, MIN_PROGRAM_TEXEL_OFFSET: -8, MAX_PROGRAM_TEXEL_OFFSET: 7, MAX_VERTEX_UNIFORM_BLOCKS: 12,
    MAX_FRAGMENT_UNIFORM_BLOCKS: 12, MAX_TEXTURE_IMAGE_UNITS: 16, MAX_VERTEX_TEXTURE_IMAGE_UNITS: 16,
    MAX_COMBINED_TEXTURE_IMAGE_UNITS: 32,
};

/** A thing that a page may ask for and that does not matter here. */
function anything() {
    return new Proxy(function () {}, {
        get: (_, key) => {
            if (key === Symbol.toPrimitive) return () => 0;
            if (key === Symbol.iterator) return function* () {};
            return key === "length" ? 0 : anything();
        },
        apply: () => anything(),
        construct: () => anything(),
        set: () => true,
    });
}

/** An object whose missing members are anything. */
const open = object => new Proxy(object, { get: (it, key) => it[key] ?? anything() });

/** Replaces `$(name)`; the first object with a name counts. */
function replaceParams(text, ...objects) {
    const all = Object.assign({}, ...objects.reverse());
    return text.replace(/\$\((\w+)\)/g, (_, key) => all[key]);
}

/** The scripts of a page, and its elements by id. */
function parts(file) {
    const text = fs.readFileSync(path.join(tests, file), "utf8");
    const code = [], elements = new Map();
    for (const [, attributes, body] of text.matchAll(/<script\b([^>]*)>([\s\S]*?)<\/script>/gi)) {
        const attribute = name => attributes.match(new RegExp(`\\b${name}\\s*=\\s*["']?([^"'\\s>]*)`))?.[1];
        const [id, type, src] = ["id", "type", "src"].map(attribute);
        if (id) elements.set(id, { text: body, textContent: body, innerHTML: body });
        if (src && !/js-test-pre|webgl-test-utils|glsl-conformance-test/.test(src)) {
            const other = path.join(tests, path.dirname(file), src);
            if (fs.existsSync(other)) code.push(fs.readFileSync(other, "utf8"));
        } else if (!src && (!type || /javascript/.test(type) && !/not-javascript/.test(type))) {
            code.push(body);
        }
    }
    return { code, elements };
}

/** The lists that a page hands to the tester. */
function collect(file) {
    const { code, elements } = parts(file);
    const found = [];
    const add = (list, version) => list.forEach(info => found.push({ info, version }));
    // One test, of shaders with fixed names whose first line says what is expected.
    const one = version => {
        const info = {};
        for (const [key, id] of [["v", "vertexShader"], ["f", "fragmentShader"]]) {
            const source = elements.get(id)?.text.trim();
            if (source === undefined) continue;
            info[`${key}ShaderSource`] = source;
            info.passMsg = source.split("\n")[0].substring(3);
            info[`${key}ShaderSuccess`] = !info.passMsg.includes("fail");
        }
        info.linkSuccess = info.vShaderSuccess !== false && info.fShaderSuccess !== false;
        add([info], version);
    };
    const right = { vShaderSuccess: true, fShaderSuccess: true, linkSuccess: true };
    const rendered = (list, version) => add(list.map(info => ({ ...right, ...info })), version);
    const gl = new Proxy({
        getParameter: name => PARAMETERS[name] ?? 0,
        getShaderPrecisionFormat: () => ({ precision: 23, rangeMin: 127, rangeMax: 127 }),
    }, { get: (it, key) => it[key] ?? (/^[A-Z_0-9]+$/.test(String(key)) ? key : anything()) });
    const scope = {
        GLSLConformanceTester: { runTest: one, runTests: add, runRenderTest: one, runRenderTests: rendered },
        WebGLTestUtils: open({
            create3DContext: () => gl, getScript: id => elements.get(id)?.text ?? "", replaceParams,
            getUrlOptions: () => ({}), getDefault3DContextVersion: () => 1,
        }),
        document: open({ getElementById: id => elements.get(id) ?? null }),
        debug() {}, description() {}, quietMode: () => true, getUrlOptions: () => ({}),
    };
    scope.window = scope.self = scope;
    const names = new Proxy(scope, {
        has: () => true,
        get: (it, key) => {
            if (key === Symbol.unscopables) return undefined;
            return key in it ? it[key] : key in globalThis ? globalThis[key] : anything();
        },
    });
    for (const body of code) new Function("scope", `with (scope) { ${body} }`).call(scope, names);
    return { found, elements };
}

const DEFAULTS = {
    v: [
        "attribute vec4 vPosition;\nvoid main() { gl_Position = vPosition; }\n",
        "#version 300 es\nin vec4 vPosition;\nvoid main() { gl_Position = vPosition; }\n",
    ],
    f: [
        "precision mediump float;\nvoid main() { gl_FragColor = vec4(1.0, 0.0, 0.0, 1.0); }\n",
        "#version 300 es\nprecision mediump float;\nout vec4 color;\nvoid main() { color = vec4(1.0, 0.0, 0.0, 1.0); }\n",
    ],
};

/** A case: both shaders, and whether each and the program are right; `null` where nothing is said. */
function caseOf(file, { info, version }, elements, index) {
    const own = {};
    for (const key of ["v", "f"]) {
        const source = info[`${key}ShaderSource`] ?? elements.get(info[`${key}ShaderId`])?.text;
        own[key] = source !== undefined && info[`${key}ShaderPrep`] ? info[`${key}ShaderPrep`](source) : source;
    }
    const newer = Object.values(own).some(source => source?.startsWith("#version 300 es")) ? 1 : 0;
    const right = key => own[key] === undefined ? true : info[`${key}ShaderSuccess`] ?? null;
    return {
        name: `${file}#${index}`, message: info.passMsg ?? "", webgl: version ?? (file.startsWith("conformance2") ? 2 : 1),
        vert: own.v ?? DEFAULTS.v[newer], frag: own.f ?? DEFAULTS.f[newer],
        right: { vert: right("v"), frag: right("f"), program: info.linkSuccess ?? null },
    };
}

const files = fs.readdirSync(tests, { recursive: true })
    .filter(file => /^(conformance\/glsl|conformance2\/glsl3)\/.*\.html$/.test(file))
    .filter(file => fs.readFileSync(path.join(tests, file), "utf8").includes("GLSLConformanceTester"))
    .sort();
const all = [];
for (const file of files) {
    try {
        const { found, elements } = collect(file);
        const judged = found.filter(({ info }) => !info.ignoreResults);
        all.push(...judged.map((one, index) => caseOf(file, one, elements, index)));
    } catch (error) {
        console.error(`${file}: ${error}`);
    }
}
fs.writeFileSync(output, JSON.stringify(all));
