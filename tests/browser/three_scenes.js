// Scenes of three.js, each a program or several: drawn from the sources of three.js, and again from translations.
//
// The page asks its server for the translation of a program when it is linked, draws the scene with both, and posts what it
// compared. See three.py.

import * as THREE from "three";

const side = 64;
const parameters = new URLSearchParams(location.search);
const webgl = Number(parameters.get("webgl"));

let translates = false;
let failures = [];
let refused = "";

/** Asks for the translation of a program. */
function translation(vert, frag, extensions) {
    const request = new XMLHttpRequest();
    request.open("POST", "/translate", false);
    request.send(JSON.stringify({ webgl, vert, frag, extensions }));
    return JSON.parse(request.responseText);
}

/** Translates programs as they are linked. */
function hook(prototype) {
    const { shaderSource, linkProgram, getExtension } = prototype;
    const texts = new WeakMap(), extensions = new WeakMap();
    prototype.getExtension = function (name) {
        const found = getExtension.call(this, name);
        if (found) extensions.set(this, (extensions.get(this) ?? new Set()).add(name));
        return found;
    };
    prototype.shaderSource = function (shader, text) {
        texts.set(shader, text);
        shaderSource.call(this, shader, text);
    };
    prototype.linkProgram = function (program) {
        const shaders = this.getAttachedShaders(program);
        const of = type => shaders.find(shader => this.getShaderParameter(shader, this.SHADER_TYPE) === type);
        const [vert, frag] = [of(this.VERTEX_SHADER), of(this.FRAGMENT_SHADER)];
        if (translates && vert && frag) {
            const found = translation(texts.get(vert), texts.get(frag), [...(extensions.get(this) ?? [])]);
            if (found.error) failures.push(`vitrum: ${found.error}`);
            else for (const [shader, text] of [[vert, found.vert], [frag, found.frag]]) {
                shaderSource.call(this, shader, text);
                this.compileShader(shader);
                if (!this.getShaderParameter(shader, this.COMPILE_STATUS)) failures.push(`compile: ${this.getShaderInfoLog(shader)}`);
            }
        }
        linkProgram.call(this, program);
        if (this.getProgramParameter(program, this.LINK_STATUS)) return;
        if (translates) failures.push(`link: ${this.getProgramInfoLog(program)}`);
        else refused = shaders.map(shader => this.getShaderInfoLog(shader)).find(text => text) || "link";
    };
}
hook(WebGLRenderingContext.prototype);
hook(WebGL2RenderingContext.prototype);

/** A texture with edges and slopes. */
function texture(seed = 1) {
    const data = new Uint8Array(32 * 32 * 4);
    for (let y = 0; y < 32; y++) for (let x = 0; x < 32; x++)
        data.set([(x * 8 * seed) & 255, ((x >> 2) ^ (y >> 2)) & 1 ? 220 : 60, (y * 8 + seed * 40) & 255, 255 - x * 2], (y * 32 + x) * 4);
    const made = new THREE.DataTexture(data, 32, 32);
    made.wrapS = made.wrapT = THREE.RepeatWrapping;
    made.minFilter = made.magFilter = THREE.LinearFilter;
    made.needsUpdate = true;
    return made;
}

/** A cube map made of six colours. */
function cube() {
    const faces = [0, 1, 2, 3, 4, 5].map(face => {
        const canvas = document.createElement("canvas");
        canvas.width = canvas.height = 8;
        const context = canvas.getContext("2d");
        context.fillStyle = `hsl(${face * 60}, 70%, 50%)`;
        context.fillRect(0, 0, 8, 8);
        return canvas;
    });
    const made = new THREE.CubeTexture(faces);
    made.needsUpdate = true;
    return made;
}

const map = texture(1), other = texture(3), environment = cube();

function lights(scene, kinds) {
    const add = light => { light.position.set(2, 3, 4); scene.add(light); return light; };
    if (kinds.includes("ambient")) scene.add(new THREE.AmbientLight(0x404050));
    if (kinds.includes("directional")) add(new THREE.DirectionalLight(0xffeedd, 1.5)).castShadow = kinds.includes("shadow");
    if (kinds.includes("point")) { const light = add(new THREE.PointLight(0xff8866, 30)); light.castShadow = kinds.includes("shadow"); }
    if (kinds.includes("spot")) { const light = add(new THREE.SpotLight(0x88ff66, 40, 0, 0.5, 0.3)); light.castShadow = kinds.includes("shadow"); light.map = kinds.includes("cookie") ? map : null; }
    if (kinds.includes("hemisphere")) scene.add(new THREE.HemisphereLight(0x8888ff, 0x442200, 0.6));
    if (kinds.includes("rectangle")) add(new THREE.RectAreaLight(0xffffff, 5, 2, 2)).lookAt(0, 0, 0);
}

const geometry = () => {
    const made = new THREE.SphereGeometry(1, 24, 16);
    const colors = new Float32Array(made.attributes.position.count * 3).map((_, at) => (at * 37 % 100) / 100);
    made.setAttribute("color", new THREE.BufferAttribute(colors, 3));
    for (const name of ["uv1", "uv2"]) made.setAttribute(name, made.attributes.uv.clone());
    return made;
};

const EVERY_LIGHT = ["ambient", "directional", "point", "spot", "hemisphere"];

/** Materials with options: the class, its name, parameters, and options of the scene. */
function* materials() {
    const lit = ["MeshLambertMaterial", "MeshPhongMaterial", "MeshStandardMaterial", "MeshPhysicalMaterial", "MeshToonMaterial"];
    const plain = ["MeshBasicMaterial", "MeshMatcapMaterial", "MeshNormalMaterial", "MeshDepthMaterial", "ShadowMaterial"];
    for (const name of [...plain, ...lit]) {
        yield [name, {}, {}];
        yield [name, {}, { fog: new THREE.Fog(0x8899aa, 2, 6), lights: EVERY_LIGHT }];
    }
    for (const name of ["MeshBasicMaterial", ...lit]) {
        yield [name, { map, alphaMap: other, transparent: true }, { lights: EVERY_LIGHT }];
        yield [name, { map, aoMap: other, lightMap: map, vertexColors: true }, { lights: ["directional"] }];
        yield [name, { map, alphaTest: 0.5, side: THREE.DoubleSide }, { fog: new THREE.FogExp2(0x335577, 0.2), lights: ["point"] }];
        yield [name, { wireframe: true }, { lights: ["ambient"] }];
        yield [name, { clippingPlanes: [new THREE.Plane(new THREE.Vector3(0.5, 1, 0), 0.2)] }, { clips: true, lights: ["directional"] }];
        yield [name, { map }, { instances: true, lights: ["directional"] }];
        yield [name, { map }, { skins: true, lights: ["directional"] }];
        yield [name, {}, { morphs: true, lights: ["directional"] }];
    }
    for (const name of lit) {
        yield [name, { bumpMap: map, emissive: 0x112233, emissiveMap: other }, { lights: EVERY_LIGHT }];
        yield [name, { normalMap: map, flatShading: true }, { lights: EVERY_LIGHT }];
        yield [name, { displacementMap: map, displacementScale: 0.2 }, { lights: ["spot", "cookie"] }];
        for (const [kind, type] of [["basic", THREE.BasicShadowMap], ["pcf", THREE.PCFShadowMap], ["vsm", THREE.VSMShadowMap]])
            yield [name, {}, { lights: [...EVERY_LIGHT, "shadow"], shadow: type, label: kind }];
        yield [name, { dithering: true, premultipliedAlpha: true, transparent: true, opacity: 0.7 }, { lights: ["hemisphere"] }];
    }
    for (const name of ["MeshBasicMaterial", "MeshLambertMaterial", "MeshPhongMaterial"]) {
        yield [name, { envMap: environment, specularMap: map, reflectivity: 0.5 }, { lights: ["directional"] }];
        yield [name, { envMap: environment, combine: THREE.AddOperation, refractionRatio: 0.8 }, { lights: ["directional"] }];
    }
    for (const name of ["MeshStandardMaterial", "MeshPhysicalMaterial"]) {
        yield [name, { roughnessMap: map, metalnessMap: other, metalness: 0.8 }, { lights: EVERY_LIGHT }];
        yield [name, { envMap: environment, roughness: 0.3, metalness: 0.6 }, { lights: ["directional"] }];
        yield [name, {}, { lights: ["rectangle"] }];
        for (const tone of ["Linear", "Reinhard", "Cineon", "ACESFilmic", "AgX", "Neutral"])
            if (THREE[`${tone}ToneMapping`] !== undefined) yield [name, { map }, { lights: EVERY_LIGHT, tone: THREE[`${tone}ToneMapping`], label: tone }];
    }
    const physical = {
        clearcoat: { clearcoat: 0.8, clearcoatRoughness: 0.2, clearcoatMap: map, clearcoatNormalMap: other },
        sheen: { sheen: 1, sheenColor: new THREE.Color(0x8844ff), sheenRoughness: 0.4, sheenColorMap: map },
        iridescence: { iridescence: 1, iridescenceIOR: 1.6, iridescenceMap: map, iridescenceThicknessMap: other },
        anisotropy: { anisotropy: 0.7, anisotropyRotation: 0.4, anisotropyMap: map },
        transmission: { transmission: 0.9, thickness: 0.5, transmissionMap: map, thicknessMap: other },
        dispersion: { transmission: 0.9, thickness: 0.5, dispersion: 3 },
        specular: { specularIntensity: 0.6, specularColorMap: map, specularIntensityMap: other, ior: 1.8 },
    };
    for (const [label, options] of Object.entries(physical)) {
        yield ["MeshPhysicalMaterial", options, { lights: EVERY_LIGHT, label }];
        yield ["MeshPhysicalMaterial", { ...options, envMap: environment }, { lights: EVERY_LIGHT, label: `${label} environment` }];
    }
    for (const name of ["MeshBasicMaterial", "MeshStandardMaterial"]) {
        yield [name, { map }, { depth: true, lights: ["directional"], label: "logarithmic depth" }];
        yield [name, { alphaHash: true, opacity: 0.5 }, { lights: ["directional"], label: "alpha hash" }];
    }
    yield ["PointsMaterial", { size: 6, map, sizeAttenuation: false, alphaTest: 0.2 }, { points: true }];
    yield ["PointsMaterial", { size: 0.3, vertexColors: true }, { points: true, fog: new THREE.Fog(0x8899aa, 2, 6) }];
    yield ["LineBasicMaterial", { color: 0xff8800 }, { lines: true }];
    yield ["LineDashedMaterial", { dashSize: 0.2, gapSize: 0.1 }, { lines: true }];
    yield ["SpriteMaterial", { map, rotation: 0.3 }, { sprite: true }];
    yield ["MeshBasicMaterial", {}, { background: environment, label: "cube background" }];
    yield ["MeshBasicMaterial", {}, { background: map, label: "background" }];
}

/** An object of a material. */
function object(material, options) {
    if (options.points) return new THREE.Points(geometry(), material);
    if (options.lines) { const made = new THREE.Line(geometry(), material); made.computeLineDistances(); return made; }
    if (options.sprite) return new THREE.Sprite(material);
    const shape = geometry();
    if (options.morphs) {
        const moved = shape.attributes.position.clone();
        for (let at = 0; at < moved.count; at++) moved.setY(at, moved.getY(at) * (1 + 0.4 * Math.sin(at)));
        shape.morphAttributes.position = [moved];
        shape.morphAttributes.normal = [shape.attributes.normal.clone()];
        const made = new THREE.Mesh(shape, material);
        made.morphTargetInfluences[0] = 0.7;
        return made;
    }
    if (options.skins) {
        const count = shape.attributes.position.count, index = new Uint16Array(count * 4), weight = new Float32Array(count * 4);
        for (let at = 0; at < count; at++) { index[at * 4 + 1] = 1; weight[at * 4] = at % 2 ? 0.75 : 0.5; weight[at * 4 + 1] = at % 2 ? 0.25 : 0.5; }
        shape.setAttribute("skinIndex", new THREE.BufferAttribute(index, 4));
        shape.setAttribute("skinWeight", new THREE.BufferAttribute(weight, 4));
        const bones = [new THREE.Bone(), new THREE.Bone()];
        bones[0].add(bones[1]);
        bones[1].position.y = 0.3;
        const made = new THREE.SkinnedMesh(shape, material);
        made.add(bones[0]);
        made.bind(new THREE.Skeleton(bones));
        bones[1].rotation.z = 0.5;
        return made;
    }
    if (options.instances) {
        const made = new THREE.InstancedMesh(shape, material, 3);
        for (let at = 0; at < 3; at++) {
            made.setMatrixAt(at, new THREE.Matrix4().makeScale(0.5, 0.5, 0.5).setPosition(at - 1, 0, 0));
            made.setColorAt(at, new THREE.Color().setHSL(at / 3, 0.8, 0.5));
        }
        return made;
    }
    return new THREE.Mesh(shape, material);
}

function sceneOf(name, properties, options) {
    const scene = new THREE.Scene();
    scene.background = options.background ?? new THREE.Color(0x223344);
    scene.fog = options.fog ?? null;
    lights(scene, options.lights ?? []);
    const allowed = {}, probe = new THREE[name]();
    for (const [key, value] of Object.entries(properties)) if (key in probe) allowed[key] = value;
    if (name === "MeshMatcapMaterial") allowed.matcap = map;
    const made = object(new THREE[name](allowed), options);
    made.castShadow = made.receiveShadow = true;
    scene.add(made);
    if (options.shadow !== undefined) {
        const floor = new THREE.Mesh(new THREE.PlaneGeometry(6, 6), new THREE[name]());
        floor.position.z = -1.2;
        floor.receiveShadow = true;
        scene.add(floor);
    }
    const camera = new THREE.PerspectiveCamera(50, 1, 0.1, 20);
    camera.position.set(0.6, 0.8, 3.2);
    camera.lookAt(0, 0, 0);
    return { scene, camera };
}

/** A picture that a shader of the examples makes of a texture. */
function sceneOfShader(shader) {
    const uniforms = THREE.UniformsUtils.clone(shader.uniforms ?? {});
    for (const [key, uniform] of Object.entries(uniforms))
        if (uniform.value === null && /^t[A-Z]|[Mm]ap|[Tt]ex/.test(key)) uniform.value = /3D|volume/.test(key) ? null : map;
    const material = new THREE.ShaderMaterial({ name: shader.name, defines: { ...shader.defines }, uniforms, vertexShader: shader.vertexShader, fragmentShader: shader.fragmentShader });
    const scene = new THREE.Scene();
    scene.add(new THREE.Mesh(new THREE.PlaneGeometry(2, 2), material));
    return { scene, camera: new THREE.OrthographicCamera(-1, 1, 1, -1, 0, 1) };
}

/** The pixels of a scene, by a renderer of its own. */
function draw(make, options) {
    const canvas = document.createElement("canvas");
    canvas.width = canvas.height = side;
    const Renderer = webgl === 1 ? THREE.WebGL1Renderer : THREE.WebGLRenderer;
    const renderer = new Renderer({ canvas, antialias: false, preserveDrawingBuffer: true, logarithmicDepthBuffer: !!options.depth });
    renderer.setSize(side, side, false);
    renderer.localClippingEnabled = !!options.clips;
    renderer.shadowMap.enabled = options.shadow !== undefined;
    if (options.shadow !== undefined) renderer.shadowMap.type = options.shadow;
    if (options.tone !== undefined) renderer.toneMapping = options.tone;
    const { scene, camera } = make();
    renderer.render(scene, camera);
    const gl = renderer.getContext(), pixels = new Uint8Array(side * side * 4);
    gl.readPixels(0, 0, side, side, gl.RGBA, gl.UNSIGNED_BYTE, pixels);
    for (const item of [map, other, environment]) item.dispose();
    renderer.dispose();
    renderer.forceContextLoss();
    return pixels;
}

/** Draws a scene in both ways. */
function compare(name, make, options) {
    failures = [];
    refused = "";
    let original, again;
    try {
        translates = false;
        original = draw(make, options);
        again = draw(make, options);
    } catch (error) {
        refused = String(error);
    }
    if (refused) return { name, refused, failures };
    try {
        translates = true;
        const translated = draw(make, options);
        translates = false;
        let worst = 0, differing = 0, unsteady = 0;
        const colors = new Set();
        for (let at = 0; at < original.length; at++) {
            const difference = Math.abs(original[at] - translated[at]);
            worst = Math.max(worst, difference);
            differing += difference > 0;
            unsteady += original[at] !== again[at];
            if (at % 4 === 0) colors.add(original[at] << 16 | original[at + 1] << 8 | original[at + 2]);
        }
        return { name, worst, differing, unsteady, colors: colors.size, failures };
    } catch (error) {
        translates = false;
        return { name, failures: [...failures, String(error?.stack ?? error)] };
    }
}

/** Tells the server of a result, so that it is not lost with the page. */
const post = body => fetch("/results", { method: "POST", body: JSON.stringify(body) });

async function main() {
    const log = console.error;
    console.error = () => {};
    for (const [name, properties, options] of materials()) {
        if (webgl === 1 && (options.instances && !THREE.InstancedMesh)) continue;
        const keys = [...Object.keys(properties), ...Object.keys(options).filter(key => key !== "label"), options.label].filter(Boolean);
        await post(compare(`${name} ${keys.join(" ")}`, () => sceneOf(name, properties, options), options));
    }
    for (const file of await (await fetch("/shaders")).json()) {
        let exported;
        try { exported = await import(`three/addons/shaders/${file}`); } catch (error) { continue; }
        for (const [name, shader] of Object.entries(exported))
            if (shader?.fragmentShader && shader?.vertexShader)
                await post(compare(`${file} ${name}`, () => sceneOfShader(shader), {}));
    }
    console.error = log;
}

main().then(() => post({ done: "" }), error => post({ done: String(error?.stack ?? error) }));
