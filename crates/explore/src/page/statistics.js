// Statistics: cards, a curve over the passes, and operations by kind.

const signed = number => (number > 0 ? `+${number}` : number < 0 ? `−${-number}` : "±0");

// The statistics behind a step: those of the last step that changed something.
function statisticsAt(shader, step) {
    let at = step;
    while (!shader.data.steps[at].statistics && shader.data.steps[at].base !== at) at = shader.data.steps[at].base;
    return shader.data.steps[at].statistics;
}

function statisticsHtml(shader, step) {
    const { steps, sizes } = shader.data;
    const first = steps.length ? statisticsAt(shader, 0) : null;
    if (!first) return '<div class="failed">There is no module: the source has errors.</div>';
    const now = statisticsAt(shader, step);
    const card = (name, before, after) => {
        const change = before && after !== null ? ` <em>${signed(Math.round(100 * (after - before) / before))} %</em>` : "";
        return `<div class="card"><b>${after ?? "—"}${change}</b><span>${name}${before === null ? "" : `, from ${before}`}</span></div>`;
    };
    const share = counts => `${Math.round(100 * counts.placed / Math.max(1, counts.instructions))} %`;
    let html = `<div class="stats"><div class="cards">`;
    html += card("instructions", first.instructions, now.instructions);
    html += card("most live scalars", first.live, now.live);
    html += card("loops", first.loops, now.loops) + card("branches", first.branches, now.branches);
    html += card("functions", first.functions, now.functions);
    for (const size of sizes) html += card(size.what, size.before, size.after);
    html += `<div class="card"><b>${share(now)}</b><span>have a place, from ${share(first)}</span></div></div>`;
    html += `<h3>Instructions behind each pass that changed something</h3>${curve(shader, step)}`;
    const ops = [...new Set([...Object.keys(first.ops), ...Object.keys(now.ops)])];
    const count = (counts, op) => counts.ops[op] ?? 0;
    ops.sort((a, b) => count(now, b) - count(now, a) || count(first, b) - count(first, a) || (a < b ? -1 : 1));
    const most = Math.max(1, ...ops.map(op => Math.max(count(now, op), count(first, op))));
    html += `<h3>Operations by kind</h3><table><thead><tr><th>operation</th><th></th><th>now</th><th>at first</th><th>change</th></tr></thead><tbody>`;
    for (const op of ops) {
        const [before, after] = [count(first, op), count(now, op)];
        const bar = value => `<b style="width:${(100 * value / most).toFixed(1)}%"></b>`;
        html += `<tr><td>${op}</td><td class="bar">${bar(after)}${bar(before)}</td><td>${after}</td><td>${before}</td><td>${before === after ? "" : signed(after - before)}</td></tr>`;
    }
    return html + "</tbody></table></div>";
}

function curve(shader, step) {
    const points = [];
    shader.data.steps.forEach((row, at) => { if (row.statistics && row.group < 5) points.push([at, row.statistics.instructions]); });
    const most = Math.max(1, ...points.map(point => point[1]));
    const [width, height] = [600, 108];
    const x = index => 10 + (points.length > 1 ? index * (width - 20) / (points.length - 1) : width / 2);
    const y = value => 12 + (height - 12) * (1 - value / most);
    const line = points.map((point, index) => `${x(index).toFixed(1)},${y(point[1]).toFixed(1)}`).join(" ");
    const area = points.length ? `${x(0)},${height} ${line} ${x(points.length - 1)},${height}` : "";
    const dots = points.map(([at, value], index) =>
        `<circle cx="${x(index).toFixed(1)}" cy="${y(value).toFixed(1)}" r="4" data-step="${at}"${at === step ? ' class="here"' : ""}><title>${escaped(shader.data.steps[at].name)}: ${value}</title></circle>`);
    return `<svg viewBox="0 0 ${width} 130" role="img" aria-label="Instructions over passes"><polygon class="area" points="${area}"/><polyline class="curve" points="${line}"/>${dots.join("")}<text x="10" y="9">${most}</text><text x="10" y="124">0 at the bottom; click a point to go to its pass</text></svg>`;
}
