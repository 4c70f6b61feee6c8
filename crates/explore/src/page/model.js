// The data of a shader: lines of steps, places, and differences of lists.

const parsed = JSON.parse(document.getElementById("data").textContent);

class Shader {
    constructor(data) {
        this.data = data;
        this.cache = new Map();
        for (const file of data.files) file.starts = lineStarts(file.text);
    }

    // The lines of a step, by their numbers. Each step changes those of its base.
    lines(step) {
        const chain = [];
        let at = step, found;
        for (;;) {
            found = this.cache.get(at);
            if (found) break;
            chain.push(at);
            const { base } = this.data.steps[at];
            if (base === at) { found = []; break; }
            at = base;
        }
        while (chain.length) {
            at = chain.pop();
            const { edits } = this.data.steps[at];
            if (edits.length) {
                const next = [];
                let copied = 0;
                for (const [from, count, lines] of edits) {
                    for (; copied < from; copied++) next.push(found[copied]);
                    for (const line of lines) next.push(line);
                    copied = from + count;
                }
                for (; copied < found.length; copied++) next.push(found[copied]);
                found = next;
            }
            this.cache.set(at, found);
        }
        return found;
    }

    text(line) { return this.data.texts[this.data.lines[2 * line]]; }
    textNumber(line) { return this.data.lines[2 * line]; }
    // Numbers of the places of a line of the IR: none or one.
    places(line) {
        const place = this.data.lines[2 * line + 1];
        return place ? [place - 1] : [];
    }
    // A place: file, first unit, and the one behind the last.
    span(number) { return this.data.spans.slice(3 * number, 3 * number + 3); }
    lineOf(file, offset) { return below(this.data.files[file].starts, offset); }

    // The difference of two steps, as rows: 0 for a line of both, 1 for one that came, -1 for one that went.
    difference(before, after) {
        const [a, b] = [this.data.steps[before], this.data.steps[after]];
        const isOther = a.group !== b.group && a.group > 3 && b.group > 3;
        const [from, to] = [this.lines(before), this.lines(after)];
        const exact = a.epoch === b.epoch && !isOther;
        const key = exact ? line => this.textNumber(line) : line => this.unnumbered(line);
        return difference(from.map(key), to.map(key), from, to);
    }

    // A number for the text of a line without the numbers of values.
    unnumbered(line) {
        this.plain ??= { texts: new Map(), numbers: [] };
        const at = this.textNumber(line);
        let number = this.plain.numbers[at];
        if (number === undefined) {
            const text = this.data.texts[at].replace(/%(\d+|([A-Za-z_]\w*)\.\d+)\b/g, "%$2");
            number = this.plain.texts.get(text);
            if (number === undefined) this.plain.texts.set(text, number = this.plain.texts.size);
            this.plain.numbers[at] = number;
        }
        return number;
    }
}

// The index of the last entry of a sorted list that is not above a number.
function below(list, number) {
    let [low, high] = [0, list.length];
    while (low + 1 < high) {
        const middle = (low + high) >> 1;
        if (list[middle] <= number) low = middle; else high = middle;
    }
    return low;
}

// A line ends with \n, \r, or either pair of the two.
function lineStarts(text) {
    const starts = [0];
    for (const match of text.matchAll(/\r\n|\n\r|\n|\r/g)) starts.push(match.index + match[0].length);
    return starts;
}

// Rows of a difference: [kind, line]. Equal ends are cut off; between them, entries that both have once are matched if they are in
// order (patience), and what lies between those is matched by the shortest edit script while it is short.
function difference(a, b, linesA, linesB) {
    const rows = [];
    const match = (fromA, toA, fromB, toB, depth) => {
        while (fromA < toA && fromB < toB && a[fromA] === b[fromB]) rows.push([0, linesB[fromB++]]), fromA++;
        let tail = 0;
        while (fromA < toA - tail && fromB < toB - tail && a[toA - tail - 1] === b[toB - tail - 1]) tail++;
        const [endA, endB] = [toA - tail, toB - tail];
        if (fromA < endA && fromB < endB) {
            const anchors = depth < 64 ? commonOnce(a, b, fromA, endA, fromB, endB) : [];
            if (anchors.length) {
                for (const [x, y] of [...anchors, [endA, endB]]) {
                    match(fromA, x, fromB, y, depth + 1);
                    if (x < endA) rows.push([0, linesB[y]]);
                    [fromA, fromB] = [x + 1, y + 1];
                }
            } else {
                shortest(a, b, fromA, endA, fromB, endB, (kind, x, y) => rows.push([kind, kind < 0 ? linesA[x] : linesB[y]]));
            }
        } else {
            for (let x = fromA; x < endA; x++) rows.push([-1, linesA[x]]);
            for (let y = fromB; y < endB; y++) rows.push([1, linesB[y]]);
        }
        for (let y = endB; y < toB; y++) rows.push([0, linesB[y]]);
    };
    match(0, a.length, 0, b.length, 0);
    return rows;
}

// Pairs of positions of entries that occur once in each range, the longest run that is in order in both.
function commonOnce(a, b, fromA, toA, fromB, toB) {
    const seen = new Map();
    for (let x = fromA; x < toA; x++) seen.set(a[x], seen.has(a[x]) ? null : { x, y: -1 });
    for (let y = fromB; y < toB; y++) {
        const entry = seen.get(b[y]);
        if (entry) entry.y = entry.y === -1 ? y : -2;
    }
    const pairs = [...seen.values()].filter(entry => entry && entry.y >= 0);
    const tails = [];
    for (const pair of pairs) {
        let [low, high] = [0, tails.length];
        while (low < high) {
            const middle = (low + high) >> 1;
            if (tails[middle].y < pair.y) low = middle + 1; else high = middle;
        }
        pair.before = tails[low - 1];
        tails[low] = pair;
    }
    const chain = [];
    for (let pair = tails.at(-1); pair; pair = pair.before) chain.push([pair.x, pair.y]);
    return chain.reverse();
}

// The shortest edit script (Myers); what is too different goes and comes as a whole.
function shortest(a, b, fromA, toA, fromB, toB, emit) {
    const [n, m, most] = [toA - fromA, toB - fromB, 400];
    const trace = [];
    let ends = new Map([[1, 0]]), reached = false;
    for (let d = 0; d <= Math.min(n + m, most) && !reached; d++) {
        trace.push(new Map(ends));
        for (let k = -d; k <= d; k += 2) {
            const down = k === -d || (k !== d && (ends.get(k - 1) ?? -1) < (ends.get(k + 1) ?? -1));
            let x = down ? ends.get(k + 1) ?? 0 : ends.get(k - 1) + 1;
            while (x < n && x - k < m && a[fromA + x] === b[fromB + x - k]) x++;
            ends.set(k, x);
            if (x >= n && x - k >= m) { reached = true; break; }
        }
    }
    const steps = [];
    let [x, y] = [n, m];
    if (!reached) {
        for (; x > 0; x--) steps.push([-1, x - 1, 0]);
        steps.reverse();
        for (let at = 0; at < m; at++) steps.push([1, 0, at]);
        steps.forEach(([kind, at, to]) => emit(kind, fromA + at, fromB + to));
        return;
    }
    for (let d = trace.length - 1; d > 0; d--) {
        const before = trace[d], k = x - y;
        const down = k === -d || (k !== d && (before.get(k - 1) ?? -1) < (before.get(k + 1) ?? -1));
        const next = down ? k + 1 : k - 1, [px, py] = [before.get(next), before.get(next) - next];
        while (x > px && y > py) steps.push([0, --x, --y]);
        steps.push(down ? [1, x, py] : [-1, px, y]);
        [x, y] = [px, py];
    }
    while (x > 0 && y > 0) steps.push([0, --x, --y]);
    steps.reverse().forEach(([kind, at, to]) => emit(kind, fromA + at, fromB + to));
}
