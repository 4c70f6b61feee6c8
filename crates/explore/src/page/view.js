// The page: which shader, file, step and output are shown, and the pointer and the keys.

const GROUPS = ["Front end", "Chosen passes", "Optimiser", "Behind the optimiser", "Lowering for SPIR-V", "Lowering for GLSL"];
// Lines of both sides that stay visible around a difference.
const CONTEXT = 3;

class View {
    constructor(shaders) {
        this.shaders = shaders;
        this.source = new Pane("source");
        this.ir = new Pane("ir");
        this.output = new Pane("output");
        this.listings = [this.ir, this.output];
        this.link = new Link(this);
        this.margin = new Margin(this);
        this.isDiff = false;
        this.kind = "spirv";
        this.folds = new Map();
    }

    // Shows a shader.
    open(number) {
        this.number = number;
        this.shader = this.shaders[number];
        this.link.pin(null);
        for (const [at, button] of [...$("shaders").children].entries()) button.setAttribute("aria-selected", at === number);
        const { data } = this.shader;
        const counts = RANKS.map(rank => [rank, data.messages.filter(message => message.severity === rank).length]);
        const said = counts.filter(row => row[1]).map(([rank, count]) => `<b>${count}</b> ${rank}${count > 1 && rank !== "missed" ? "s" : ""}`);
        const sizes = data.sizes.filter(size => size.after !== null).map(size => `<b>${size.before ?? "—"} → ${size.after}</b> ${size.what}`);
        $("summary").innerHTML = [escaped(`${data.stage}, ${data.settings}`), ...sizes, ...said].join(" · ");
        $("files").replaceChildren(...data.files.map((file, at) => element("button", { onclick: () => this.openFile(at), title: file.name }, file.name.split(/[\\/]/).pop())));
        this.other = null;
        this.fillSteps();
        this.openFile(0);
        const result = data.steps.findLastIndex(step => step.group < 4 && (step.changed || step.group === 3));
        this.step = null;
        this.showStep(Math.max(0, result));
        this.showOutput(this.kind);
        this.ir.begin(row => row.text.startsWith("fn "));
    }

    openFile(number) {
        this.file = number;
        const file = this.shader.data.files[number];
        [...$("files").children].forEach((button, at) => button.setAttribute("aria-selected", at === number));
        this.margin.load(this.shader, number);
        this.pieceList = null;
        if (!file) { this.source.show([]); this.margin.begin(); return; }
        const lines = colourTokens(file.text, file.tokens, file.starts, true);
        this.source.show(lines.map((html, at) => ({ no: at + 1, html, places: [], mark: this.margin.mark(at) })));
        this.margin.begin();
        this.link.again();
    }

    // The pieces of the source with their offsets.
    pieces() {
        if (!this.pieceList) {
            this.pieceList = [...this.source.body.querySelectorAll(".row i[data-o]")];
            this.pieceStarts = this.pieceList.map(piece => Number(piece.dataset.o));
        }
        return this.pieceList;
    }

    revealSource([file, start]) {
        if (file !== this.file) this.openFile(file);
        this.source.reveal(this.shader.lineOf(file, start));
    }

    fillSteps() {
        const items = [];
        let before = null;
        this.shader.data.steps.forEach((step, at) => {
            const head = `${GROUPS[step.group]}${step.round > 1 ? `, round ${step.round}` : ""}`;
            if (head !== before) items.push(element("li", { class: "group", role: "presentation" }, head));
            before = head;
            const name = element("span", { title: `${step.name}: ${step.about}` }, step.name);
            const delta = element("span", { class: "delta" });
            if (step.statistics && step.base !== at) {
                const change = step.statistics.instructions - statisticsAt(this.shader, step.base).instructions;
                if (change) { delta.textContent = signed(change); delta.classList.add(change < 0 ? "less" : "more"); }
                else if (step.changed) delta.textContent = "~";
            }
            const isIdle = !step.changed && step.group !== 3 && at > 0;
            items.push(element("li", { class: isIdle ? "step idle" : "step", role: "option", "data-step": at }, name, delta));
        });
        if (!items.length) items.push(element("li", { class: "group", role: "presentation" }, "no pass has run"));
        $("steps").replaceChildren(...items);
        $("other").replaceChildren(element("option", { value: "" }, "the step before"),
            ...this.shader.data.steps.map((step, at) => [step, at]).filter(([step, at]) => step.changed || at === 0).map(([step, at]) => element("option", { value: at }, `${at}: ${step.name}`)));
    }

    showStep(number) {
        $("ir").classList.toggle("empty", !this.shader.data.steps.length);
        if (!this.shader.data.steps.length) {
            this.step = 0;
            $("step").textContent = "";
            this.ir.clear();
            this.ir.body.innerHTML = '<div class="failed">There is no IR: the source has errors.</div>';
            return;
        }
        const isOther = this.step !== number;
        this.step = number;
        for (const item of $("steps").querySelectorAll(".step")) {
            const isIt = Number(item.dataset.step) === number;
            item.setAttribute("aria-selected", isIt);
            if (isIt) item.scrollIntoView({ block: "nearest" });
        }
        this.showIr(isOther);
        if (this.kind === "statistics") this.showOutput(this.kind);
    }

    showIr(keepsScroll) {
        const { shader } = this, step = shader.data.steps[this.step];
        if (!step) return;
        $("step").textContent = step.name;
        $("step").title = step.about;
        $("text").setAttribute("aria-pressed", !this.isDiff);
        $("diff").setAttribute("aria-pressed", this.isDiff);
        $("against").hidden = !this.isDiff;
        const against = this.other ?? step.base;
        const rows = shader.difference(against, this.step);
        this.folds.clear();
        if (this.isDiff) {
            this.ir.show(this.folded(rows), keepsScroll);
            if (!rows.some(row => row[0])) this.ir.body.insertAdjacentHTML("afterbegin", '<div class="failed">No line differs.</div>');
        } else {
            let no = 0;
            const isFirst = step.base === this.step;
            this.ir.show(rows.filter(row => row[0] >= 0).map(([kind, line]) => this.irRow(line, ++no, kind && !isFirst ? "new" : "")), keepsScroll);
        }
        this.link.again();
    }

    irRow(line, no, kind) {
        const text = this.shader.text(line);
        return { no, text, html: colourIr(text), places: this.shader.places(line), kind };
    }

    // The rows of a difference, with equal lines far from a change folded.
    folded(rows) {
        const isNear = new Uint8Array(rows.length);
        rows.forEach((row, at) => { if (row[0]) isNear.fill(1, Math.max(0, at - CONTEXT), at + CONTEXT + 1); });
        const shown = [];
        let no = 0, run = [];
        const flush = () => {
            if (run.length > 2) {
                const fold = `f${this.folds.size}`;
                this.folds.set(fold, run);
                if (this.openFolds?.has(fold)) shown.push(...run);
                else shown.push({ fold, count: run.length });
            } else shown.push(...run);
            run = [];
        };
        rows.forEach(([kind, line], at) => {
            const row = this.irRow(line, kind < 0 ? "−" : ++no, kind < 0 ? "gone" : kind ? "added" : "");
            if (isNear[at]) { flush(); shown.push(row); } else run.push(row);
        });
        flush();
        return shown;
    }

    showOutput(kind) {
        this.kind = kind;
        for (const button of $("outputs").children) button.setAttribute("aria-selected", button.dataset.output === kind);
        const { data } = this.shader;
        if (kind === "statistics") {
            this.output.clear();
            this.output.body.innerHTML = statisticsHtml(this.shader, this.step);
            return;
        }
        const listing = data[kind];
        if (!listing || listing.error) {
            this.output.clear();
            this.output.body.innerHTML = `<div class="failed">${listing ? `<b>${escaped(listing.error)}</b>` : data.steps.length ? "There is no such output." : "There is no output: the source has errors."}</div>`;
            return;
        }
        let html = listing.lines.map(line => line[0]);
        if (kind === "glsl") {
            const text = html.join("\n");
            html = colourTokens(text, listing.tokens, lineStarts(text), false);
        } else html = html.map(colourSpirv);
        this.output.show(listing.lines.map((line, at) => ({ no: at + 1, text: line[0], html: html[at], places: line[1] })));
        this.output.begin(row => row.text.includes(" OpFunction "));
        this.link.again();
    }

    // The target of an event in a pane.
    target(event, pane) {
        const row = event.target.closest?.(".row");
        if (!row || !pane.body.contains(row)) return null;
        if (pane === this.source) {
            const line = this.source.elements.indexOf(row), { starts, text } = this.shader.data.files[this.file];
            const piece = event.target.closest("i[data-o]");
            if (piece && piece.textContent.trim()) {
                const start = Number(piece.dataset.o);
                return { kind: "token", ranges: [[this.file, start, start + piece.textContent.length]] };
            }
            if (!event.target.closest(".no")) return null;
            return { kind: "line", ranges: [[this.file, starts[line], starts[line + 1] ?? text.length]] };
        }
        const places = pane.rows[Number(row.dataset.row)]?.places ?? [];
        return places.length ? { kind: "row", ranges: places.map(place => this.shader.span(place)) } : null;
    }

    move(by) {
        const items = [...$("steps").querySelectorAll(".step")].filter(item => item.offsetParent);
        const at = items.findIndex(item => Number(item.dataset.step) === this.step);
        const next = items[Math.max(0, Math.min(items.length - 1, at + by))];
        if (next) this.showStep(Number(next.dataset.step));
    }

    setDiff(isDiff) {
        this.isDiff = isDiff;
        this.openFolds = null;
        this.showIr(false);
    }
}
