#!/usr/bin/env python3
"""Searches and follows links on the pages of `cargo xtask boards` in headless Chromium.

    cargo xtask boards -o FOLDER
    tests/browser/boards.py FOLDER

Ends with 1 if a search finds something wrong, if a link leads nowhere, or if a page complains.
"""

import pathlib
import sys

import devtools


def main():
    if len(sys.argv) != 2:
        sys.exit(__doc__)
    folder = pathlib.Path(sys.argv[1]).resolve()
    faults = []

    def holds(condition, *more):
        if not condition:
            faults.append(" ".join(map(repr, more)))

    with devtools.Browser() as browser:
        index = browser.open((folder / "index.html").as_uri())
        links = index.value("[...document.querySelectorAll('table a, p a')].map(it => it.getAttribute('href'))")
        pages = {file.name for file in folder.glob("*.html")} - {"index.html"}
        holds(set(links) == pages, "links of the index", sorted(set(links) ^ pages))
        holds(index.value("document.querySelectorAll('svg polyline').length") > 0, "no plot is on the index")
        sought = "index.html search"
        index.value("(() => { const it = document.getElementById('search'); it.value = 'piglit'; it.dispatchEvent(new Event('input')); })()")
        index.value("(() => { const it = document.getElementById('search'); it.value = 'ARB bindless'; it.dispatchEvent(new Event('input')); })()")
        found = index.value("[...document.querySelectorAll('#found li')].slice(1).map(it => it.textContent.toLowerCase())")
        holds(found and all("arb" in line and "bindless" in line for line in found), sought, found)
        first = index.value("document.querySelector('#found a').getAttribute('href')")
        for name in sorted(pages):
            page = browser.open((folder / name).as_uri())
            beside = page.value("[...document.querySelectorAll('nav a, h1 a')].map(it => it.getAttribute('href'))")
            holds(all((folder / link).exists() for link in beside), name, beside)
            holds(page.value("document.querySelectorAll('h2').length") > 0, name, "has no title")
            faults.extend(f"{name}: {fault}" for fault in page.complaints())
            page.close()
        # A link of the search brings its words along.
        name, words = first.split("#")
        page = browser.open(f"{(folder / name).as_uri()}#{words}")
        rows = page.value("[...document.querySelectorAll('tr.line:not([hidden])')].map(it => it.textContent.toLowerCase())")
        every = page.value("document.querySelectorAll('tr.line').length")
        holds(rows and len(rows) < every and all("arb" in row and "bindless" in row for row in rows), first, len(rows), every)
        holds(page.value("document.getElementById('count').textContent") == f"{len(rows)} of {every} lines")
        page.value("(() => { const it = document.getElementById('search'); it.value = ''; it.dispatchEvent(new Event('input')); })()")
        holds(page.value("document.querySelectorAll('tr.line:not([hidden])').length") == every, "not all lines come back")
        faults.extend(page.complaints() + index.complaints())
    for fault in faults:
        print(fault)
    print(f"{len(pages) + 1} pages of boards, {len(faults)} faults")
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
