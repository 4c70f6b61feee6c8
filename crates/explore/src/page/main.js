// Ties the page to the pointer and the keys.

const view = new View(parsed.shaders.map(data => new Shader(data)));
$("shaders").replaceChildren(...view.shaders.map(({ data }, at) => element("button", { role: "tab", title: data.name, onclick: () => view.open(at) },
    element("span", { class: data.messages.some(message => message.severity === "error") ? "bad" : "" }, data.name.split(/[\\/]/).pop()), element("small", {}, data.stage))));

for (const pane of [view.source, ...view.listings]) {
    let last = null;
    pane.body.addEventListener("mousemove", event => {
        const mark = pane === view.source ? event.target.closest?.("button.mark") : null;
        if (pane === view.source) view.margin.hint(mark ? Number(mark.dataset.line) : null, event.clientX, event.clientY);
        if (event.target === last) return;
        last = event.target;
        sameAs(pane, event.target.dataset?.v);
        view.link.point(view.target(event, pane));
    });
    pane.body.addEventListener("mouseleave", () => {
        last = null;
        view.margin.hint(null);
        sameAs(pane, undefined);
        view.link.point(null);
    });
    pane.body.addEventListener("click", event => {
        if (String(getSelection())) return;
        const mark = event.target.closest?.("button.mark");
        const fold = event.target.closest?.(".fold");
        if (mark && pane === view.source) {
            view.margin.toggle(Number(mark.dataset.line));
            view.margin.hint(null);
        } else if (fold) {
            (view.openFolds ??= new Set()).add(fold.dataset.fold);
            view.showIr(true);
        } else if (event.target.dataset?.step) {
            view.showStep(Number(event.target.dataset.step));
        } else if (!event.target.closest(".note")) {
            view.link.pin(view.target(event, pane), pane.root.id);
        }
    });
}

// Marks the uses of a value in its pane.
function sameAs(pane, name) {
    for (const used of pane.same ?? []) used.classList.remove("same");
    pane.same = name ? [...pane.body.querySelectorAll(`[data-v="${CSS.escape(name)}"]`)] : [];
    for (const used of pane.same) used.classList.add("same");
}

$("steps").addEventListener("click", event => {
    const item = event.target.closest(".step");
    if (item) view.showStep(Number(item.dataset.step));
});
$("only").addEventListener("change", event => $("steps").classList.toggle("only", event.target.checked));
$("text").addEventListener("click", () => view.setDiff(false));
$("diff").addEventListener("click", () => view.setDiff(true));
$("other").addEventListener("change", event => {
    view.other = event.target.value === "" ? null : Number(event.target.value);
    view.openFolds = null;
    view.showIr(false);
});
$("outputs").addEventListener("click", event => { if (event.target.dataset.output) view.showOutput(event.target.dataset.output); });
$("help").addEventListener("click", () => $("keys").showModal());

addEventListener("keydown", event => {
    if (event.ctrlKey || event.metaKey || event.altKey || $("keys").open || event.target.closest?.("select")) return;
    const outputs = { s: "spirv", g: "glsl", t: "statistics" };
    if (event.key === "ArrowDown" || event.key === "ArrowRight") view.move(1);
    else if (event.key === "ArrowUp" || event.key === "ArrowLeft") view.move(-1);
    else if (event.key === "d") view.setDiff(!view.isDiff);
    else if (event.key === "Escape") view.link.pin(null);
    else if (event.key === "?") $("keys").showModal();
    else if (outputs[event.key]) view.showOutput(outputs[event.key]);
    else if (/^[1-9]$/.test(event.key) && view.shaders[event.key - 1]) view.open(event.key - 1);
    else return;
    event.preventDefault();
});

if (view.shaders.length) view.open(0);
