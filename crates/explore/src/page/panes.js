// Panes: lists of rows, each with a text, places and a place in the document.

const $ = id => document.getElementById(id);
const escaped = text => text.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
const element = (tag, attributes = {}, ...children) => {
    const made = document.createElement(tag);
    for (const [name, value] of Object.entries(attributes)) {
        if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
        else if (value !== undefined && value !== false) made.setAttribute(name, value);
    }
    made.append(...children);
    return made;
};

// Rows in a group that the browser lays out at once.
const CHUNK = 60;

class Pane {
    constructor(id) {
        this.root = $(id);
        this.body = this.root.querySelector(".body");
        this.ruler = this.root.querySelector(".ruler");
        this.note = this.root.querySelector(".lit");
        this.clear();
    }

    clear() {
        this.rows = [];
        this.bySpan = new Map();
        this.elements = [];
        this.body.replaceChildren();
        this.unlight();
    }

    // Shows rows: { no, html, places, kind }. A fold has `fold`, the rows that it hides.
    show(rows, keepsScroll) {
        const [top, left] = [this.body.scrollTop, this.body.scrollLeft];
        this.unlight();
        this.rows = rows.filter(row => !row.fold);
        this.bySpan = new Map();
        this.rows.forEach((row, at) => {
            for (const place of row.places) {
                const list = this.bySpan.get(place);
                if (list) list.push(at); else this.bySpan.set(place, [at]);
            }
        });
        let html = '<div class="code">', at = 0;
        for (let start = 0; start < rows.length; start += CHUNK) {
            const part = rows.slice(start, start + CHUNK);
            html += `<div class="chunk" style="contain-intrinsic-height:auto ${part.length * 18}px">`;
            for (const row of part) {
                if (row.fold) html += `<div class="fold" data-fold="${row.fold}">⋯ ${row.count} lines</div>`;
                else html += `<div class="row${row.kind ? " " + row.kind : ""}" data-row="${at++}"><span class="no">${row.no}</span>${row.mark ?? ""}<span class="tx">${row.html}</span></div>`;
            }
            html += "</div>";
        }
        this.body.innerHTML = html + "</div>";
        this.elements = [...this.body.querySelectorAll(".row")];
        if (keepsScroll) this.body.scrollTo(left, top);
    }

    // Lights rows that are near to what is pointed at, and those around.
    light(near, around) {
        this.unlight();
        for (const at of around) if (!near.has(at)) this.paint(at, "around");
        for (const at of near) this.paint(at, "near");
        const height = this.rows.length;
        const ticks = [...near].slice(0, 300).map(at => {
            const tick = document.createElement("b");
            tick.style.top = `${(100 * at / height).toFixed(2)}%`;
            return tick;
        });
        this.ruler.replaceChildren(...ticks);
        this.note.textContent = near.size ? `${near.size} line${near.size > 1 ? "s" : ""}` : "";
    }

    paint(at, name) {
        const row = this.elements[at];
        if (!row) return;
        row.classList.add(name);
        this.lit.push(row);
    }

    unlight() {
        for (const row of this.lit ?? []) row.classList.remove("near", "around");
        this.lit = [];
        this.ruler?.replaceChildren();
        if (this.note) this.note.textContent = "";
    }

    // Scrolls to the first row of a kind, if much stands in front of it.
    begin(isIt) {
        const at = this.rows.findIndex(isIt);
        if (at > 8) this.body.scrollTop = this.elements[at].offsetTop - this.body.querySelector(".code").offsetTop;
    }

    // Scrolls to a row unless it is in sight.
    reveal(at) {
        const row = this.elements[at];
        if (!row) return;
        const [outer, inner] = [this.body.getBoundingClientRect(), row.getBoundingClientRect()];
        if (inner.top < outer.top || inner.bottom > outer.bottom) {
            this.body.scrollTop += inner.top - outer.top - outer.height / 3;
        }
    }
}

// A text with classes for the groups of a pattern, in order.
function coloured(text, pattern, classes) {
    let html = "", end = 0;
    for (const match of text.matchAll(pattern)) {
        const group = match.slice(1).findIndex(part => part !== undefined);
        const name = classes[group];
        const start = match.index + match[0].length - match[group + 1].length;
        const word = match[group + 1];
        html += escaped(text.slice(end, start));
        html += `<i class="${name}"${name.includes("v") ? ` data-v="${escaped(word)}"` : ""}>${escaped(word)}</i>`;
        end = start + word.length;
    }
    return html + escaped(text.slice(end));
}

const IR = /("(?:[^"\\]|\\.)*")|(\/\/.*)|(%(?:"(?:[^"\\]|\\.)*"|\w+)(?:\.\d+)?)|(@(?:"(?:[^"\\]|\\.)*"|\w+)(?:\.\d+)?)|([&#$](?:"(?:[^"\\]|\\.)*"|\w+)(?:\.\d+)?)|\b((?:void|bool|[fiu](?:8|16|32|64)|vec\d+|mat\dx\d|ptr|array|image|sampler|texture)\b)|(?<![\w.])(-?\d[\w.+]*)|(?:^\s*|= |\} )((?:fn|global|struct|const|entry|stage|source|vir|declare|execution|extension|if|else|loop|continuing|switch|case|merge|break|break_if|continue|return|discard|fallthrough|next|spec)\b)|(?:^\s*|= )([a-z][\w.]*)/g;
const IR_CLASSES = ["c8", "c9", "c4 v", "c11 v", "c3 v", "c2", "c7", "c1", "c6"];
const SPIRV = /("(?:[^"\\]|\\.)*")|(^;.*)|(%\w+)|(Op\w+)|(?<![\w%])(-?\d[\w.+-]*)|\b([A-Z]\w*)/g;
const SPIRV_CLASSES = ["c8", "c9", "c4 v", "c1", "c7", "c2"];
const colourIr = text => coloured(text, IR, IR_CLASSES);
const colourSpirv = text => coloured(text, SPIRV, SPIRV_CLASSES);

// The lines of a text as HTML, coloured by tokens; with offsets in each piece if they are wanted.
function colourTokens(text, tokens, starts, offsets) {
    const pieces = [];
    let at = 0;
    const add = (from, to, name) => { if (to > from) pieces.push([from, to, name]); };
    for (let token = 0; token < tokens.length; token += 3) {
        const from = at + tokens[token], to = from + tokens[token + 1];
        add(at, from, 0);
        add(from, to, tokens[token + 2]);
        at = to;
    }
    add(at, text.length, 0);
    const lines = starts.map(() => "");
    const piece = (line, from, to, name) => {
        if (to <= from) return;
        const inner = escaped(text.slice(from, to));
        const place = offsets ? ` data-o="${from}"` : "";
        lines[line] += name || offsets ? `<i${name ? ` class="c${name}"` : ""}${place}>${inner}</i>` : inner;
    };
    let line = 0;
    for (const [from, to, name] of pieces) {
        let start = from;
        while (start < to) {
            while (line + 1 < starts.length && starts[line + 1] <= start) line++;
            const stop = Math.min(to, starts[line + 1] ?? to);
            let end = stop;
            while (end > start && (text[end - 1] === "\n" || text[end - 1] === "\r")) end--;
            if (offsets && !name) {
                // Tokens without a class are operators, names and blanks. Each can be pointed at alone.
                for (const part of text.slice(start, end).matchAll(/\s+|\w+|[-+*/%<>=!&|^]+|[^\s\w]/gu)) piece(line, start + part.index, start + part.index + part[0].length, 0);
            } else piece(line, start, end, name);
            start = stop;
        }
    }
    return lines;
}
