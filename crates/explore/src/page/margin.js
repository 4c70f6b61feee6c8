// Messages in the margin of the source.

const SYMBOLS = { error: "●", warning: "▲", note: "■", remark: "◆", missed: "◇" };
const RANKS = Object.keys(SYMBOLS);

function noteHtml(message, isWhole) {
    const name = [message.code, message.name].filter(Boolean).join(" ");
    const notes = message.notes.map(note => `<p>${escaped(note)}</p>`).join("");
    const text = message.rendered.trimEnd();
    const rendered = text && isWhole ? `<details${message.severity === "error" ? " open" : ""}><summary>as printed</summary><pre>${escaped(text)}</pre></details>` : "";
    return `<div class="note of-${message.severity}"><b>${message.severity}</b> ${escaped(message.text)}<small>${escaped(name)}</small>${notes}${rendered}</div>`;
}

class Margin {
    // The messages of a file, by line.
    constructor(view) {
        this.view = view;
        this.byLine = new Map();
        this.open = new Set();
        this.top = [];
    }

    load(shader, file) {
        this.byLine.clear();
        this.open.clear();
        this.top = [];
        for (const message of shader.data.messages) {
            if (message.span === null) { this.top.push(message); continue; }
            const [of, start] = shader.span(message.span);
            if (of !== file) continue;
            const line = shader.lineOf(of, start);
            if (!this.byLine.has(line)) this.byLine.set(line, []);
            this.byLine.get(line).push(message);
        }
        for (const list of this.byLine.values()) list.sort((a, b) => RANKS.indexOf(a.severity) - RANKS.indexOf(b.severity));
    }

    // The mark of a line, as HTML.
    mark(line) {
        const list = this.byLine.get(line);
        if (!list) return '<span class="mark"></span>';
        const count = list.length > 1 ? ` (${list.length})` : "";
        return `<button class="mark ${list[0].severity}" data-line="${line}" aria-expanded="false" aria-label="${list[0].severity}${count}">${SYMBOLS[list[0].severity]}</button>`;
    }

    // Opens what is an error, and shows what has no place above the text.
    begin() {
        if (this.top.length) {
            const top = element("div", { class: "top" });
            top.innerHTML = this.top.map(message => noteHtml(message, true)).join("");
            this.view.source.body.prepend(top);
        }
        for (const [line, list] of this.byLine) if (list[0].severity === "error") this.toggle(line);
    }

    toggle(line) {
        const row = this.view.source.elements[line];
        const button = row?.querySelector(".mark");
        if (!row || !this.byLine.has(line)) return;
        const isOpen = this.open.has(line);
        button?.setAttribute("aria-expanded", String(!isOpen));
        if (isOpen) {
            this.open.delete(line);
            while (row.nextElementSibling?.classList.contains("note")) row.nextElementSibling.remove();
            return;
        }
        this.open.add(line);
        row.insertAdjacentHTML("afterend", this.byLine.get(line).map(message => noteHtml(message, true)).join(""));
    }

    // Shows the messages of a line beside the pointer.
    hint(line, x, y) {
        const popup = $("popup");
        const list = line === null || this.open.has(line) ? null : this.byLine.get(line);
        popup.hidden = !list;
        if (!list) return;
        popup.innerHTML = list.map(message => noteHtml(message, false)).join("");
        const { width, height } = popup.getBoundingClientRect();
        popup.style.left = `${Math.max(6, Math.min(x + 14, innerWidth - width - 8))}px`;
        popup.style.top = `${y + 18 + height > innerHeight ? Math.max(6, y - height - 10) : y + 18}px`;
    }
}
