// Links between panes: what is pointed at in one is lit in all.

// A target: ranges of the source, [file, start, end], and the way in which they were named: by a token, a whole line, or the places of
// a row of an output.
class Link {
    constructor(view) {
        this.view = view;
        this.pinned = null;
        this.lit = [];
    }

    point(target) { if (!this.pinned) this.apply(target); }

    pin(target, origin) {
        this.pinned = target;
        document.body.classList.toggle("pinned", Boolean(target));
        const near = this.apply(target);
        if (!target) return;
        for (const [pane, rows] of near) {
            if (pane.root.id !== origin && rows.size) pane.reveal(Math.min(...rows));
        }
        if (origin !== "source" && target.ranges.length) this.view.revealSource(target.ranges[0]);
    }

    // Lights the panes again, which show something else.
    again() { this.apply(this.pinned); }

    apply(target) {
        this.dim();
        const near = new Map();
        for (const pane of this.view.listings) {
            const [rows, around] = target ? this.rowsOf(pane, target) : [new Set(), new Set()];
            pane.light(rows, around);
            near.set(pane, rows);
        }
        if (target) this.lightSource(target);
        return near;
    }

    // The rows of a pane that come from a target.
    rowsOf(pane, { ranges, kind }) {
        const [near, around] = [new Set(), new Set()];
        for (const range of ranges) {
            const [closest, others] = this.spansOf(pane, range, kind);
            for (const span of closest) pane.bySpan.get(span).forEach(row => near.add(row));
            for (const span of others) pane.bySpan.get(span).forEach(row => around.add(row));
        }
        return [near, around];
    }

    // The places of a pane that belong to a range of the source, and those around them.
    spansOf(pane, [file, start, end], kind) {
        const { shader } = this.view, { spans } = shader.data;
        const [closest, others] = [[], []];
        let least = Infinity, holding = [];
        for (const span of pane.bySpan.keys()) {
            const [of, from, to] = [spans[3 * span], spans[3 * span + 1], spans[3 * span + 2]];
            if (of !== file) continue;
            if (kind === "line") {
                if (from >= start && from < end) closest.push(span);
            } else if (from <= start && to >= end) {
                holding.push(span);
                if (to - from < least) least = to - from;
            } else if (kind === "row" && from >= start && to <= end) others.push(span);
        }
        const first = shader.lineOf(file, start);
        for (const span of holding) {
            const [, from, to] = shader.span(span);
            if (to - from === least) closest.push(span);
            // A whole function or loop is around everything in it, which says nothing.
            else if (kind === "token" && shader.lineOf(file, from) >= first - 2 && shader.lineOf(file, to) <= first + 3) others.push(span);
        }
        return [closest, others];
    }

    lightSource({ ranges, kind }) {
        for (const [file, start, end] of ranges) {
            if (file !== this.view.file) continue;
            if (kind === "line") {
                const row = this.view.source.elements[this.view.shader.lineOf(file, start)];
                if (row) row.classList.add("near"), this.lit.push(row);
                continue;
            }
            const pieces = this.view.pieces(), starts = this.view.pieceStarts;
            let at = below(starts, start);
            if (starts[at] < start) at++;
            for (; at < pieces.length && starts[at] < end; at++) {
                pieces[at].classList.add("near");
                this.lit.push(pieces[at]);
            }
        }
    }

    dim() {
        for (const lit of this.lit) lit.classList.remove("near");
        this.lit = [];
    }
}
