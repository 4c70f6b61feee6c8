"use strict";
// Searches a board, or on the page with all suites the lines of all boards. Words may stand in any order.
(() => {
    const input = document.getElementById("search"), all = document.getElementById("lines");
    const escaped = text => text.replace(/[&<>"]/g, c => ({ "&": "&amp;", "<": "&lt;", ">": "&gt;", '"': "&quot;" })[c]);
    const words = () => input.value.toLowerCase().split(/\s+/).filter(Boolean);
    const holds = (text, words) => words.every(word => text.includes(word));
    const most = 500;
    if (all) {
        const lines = JSON.parse(all.textContent), low = lines.map(line => line.join(" ").toLowerCase());
        input.addEventListener("input", () => {
            const sought = words(), found = document.getElementById("found");
            found.hidden = !sought.length;
            const hits = lines.filter((_, at) => sought.length && holds(low[at], sought));
            found.innerHTML = `<li>${hits.length} lines${hits.length > most ? `, of which ${most} are shown` : ""}</li>` +
                hits.slice(0, most).map(([board, line]) => `<li><a href="${board}.html#${encodeURIComponent(input.value)}">${board}</a>${escaped(line)}</li>`).join("");
        });
        return;
    }
    const rows = [...document.querySelectorAll("tr.line")], low = rows.map(row => row.textContent.toLowerCase());
    const closed = [...document.querySelectorAll("details:not([open])")];
    const search = () => {
        const sought = words();
        let count = 0;
        rows.forEach((row, at) => { row.hidden = !holds(low[at], sought); count += !row.hidden; });
        for (const part of document.querySelectorAll("details, section")) part.hidden = sought.length > 0 && !part.querySelector("tr.line:not([hidden])");
        for (const part of closed) part.open = sought.length > 0;
        document.getElementById("count").textContent = sought.length ? `${count} of ${rows.length} lines` : "";
    };
    input.addEventListener("input", search);
    if (location.hash) { input.value = decodeURIComponent(location.hash.slice(1)); search(); }
})();
