"""Drives headless Chromium by the DevTools protocol over a pipe, without packages.

    with devtools.Browser() as browser:
        page = browser.open("file:///page.html", width=1280, height=800)
        page.click(".step")
        assert page.value("document.title") == "page"

Chromium is `chromium` unless the variable CHROMIUM names it.
"""

import base64
import json
import os
import pathlib
import select
import subprocess
import tempfile
import time

# Seconds that an answer may take.
PATIENCE = 60


class Browser:
    """A browser that ends with the block that it is used in."""

    def __init__(self, scheme="light"):
        self.scheme, self.number, self.rest, self.events = scheme, 0, b"", []

    def __enter__(self):
        self.folder = tempfile.TemporaryDirectory()
        command = [os.environ.get("CHROMIUM", "chromium"), "--headless=new", "--no-sandbox", "--remote-debugging-pipe"]
        command += ["--disable-gpu", "--hide-scrollbars", "--no-first-run", f"--user-data-dir={self.folder.name}/profile", "about:blank"]
        to_browser, ours = os.pipe()
        theirs, from_browser = os.pipe()
        # The browser reads descriptor 3 and writes 4. Higher numbers first, so that none is closed by the copies.
        high = [os.dup2(to_browser, 203), os.dup2(from_browser, 204)]
        script = "exec 3<&203 4>&204 203<&- 204>&-; exec \"$@\""
        self.process = subprocess.Popen(["bash", "-c", script, "bash", *command], pass_fds=high, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        for descriptor in [to_browser, from_browser, *high]:
            os.close(descriptor)
        self.ours, self.theirs = ours, theirs
        return self

    def __exit__(self, *_):
        try:
            self.send("Browser.close")
        except (OSError, RuntimeError):
            pass
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()
        os.close(self.ours)
        os.close(self.theirs)
        # The browser may still write to its folder.
        for _ in range(20):
            try:
                self.folder.cleanup()
                break
            except OSError:
                time.sleep(0.1)

    def send(self, method, params=None, session=None):
        """The result of a command. What happens until then is kept as events."""
        self.number += 1
        message = {"id": self.number, "method": method, "params": params or {}}
        if session:
            message["sessionId"] = session
        os.write(self.ours, json.dumps(message).encode() + b"\0")
        deadline = time.monotonic() + PATIENCE
        while True:
            answer = self.receive(deadline)
            if answer.get("id") == self.number:
                if "error" in answer:
                    raise RuntimeError(f"{method}: {answer['error']['message']}")
                return answer["result"]
            self.events.append(answer)

    def receive(self, deadline):
        while b"\0" not in self.rest:
            wait = deadline - time.monotonic()
            if wait <= 0 or not select.select([self.theirs], [], [], wait)[0]:
                raise RuntimeError("the browser does not answer")
            part = os.read(self.theirs, 1 << 20)
            if not part:
                raise RuntimeError("the browser has ended")
            self.rest += part
        message, self.rest = self.rest.split(b"\0", 1)
        return json.loads(message)

    def open(self, address, width=1280, height=800):
        """A page of this address, once it is loaded."""
        target = self.send("Target.createTarget", {"url": "about:blank"})["targetId"]
        session = self.send("Target.attachToTarget", {"targetId": target, "flatten": True})["sessionId"]
        page = Page(self, session, target)
        for domain in ("Page", "Runtime", "Log", "Network"):
            page.send(f"{domain}.enable")
        page.send("Emulation.setDeviceMetricsOverride", {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": False})
        page.send("Emulation.setEmulatedMedia", {"features": [{"name": "prefers-color-scheme", "value": self.scheme}]})
        page.send("Page.navigate", {"url": address})
        page.wait("document.readyState === 'complete'")
        return page


class Page:
    """A page of a browser."""

    def __init__(self, browser, session, target):
        self.browser, self.session, self.target = browser, session, target

    def send(self, method, params=None):
        return self.browser.send(method, params, self.session)

    def close(self):
        self.browser.send("Target.closeTarget", {"targetId": self.target})

    def value(self, expression):
        """The value of an expression of JavaScript, as JSON has it."""
        result = self.send("Runtime.evaluate", {"expression": expression, "returnByValue": True, "awaitPromise": True})
        if "exceptionDetails" in result:
            details = result["exceptionDetails"]
            raise RuntimeError(f"{expression}: {details.get('exception', {}).get('description', details['text'])}")
        return result["result"].get("value")

    def wait(self, expression):
        """Waits until an expression holds."""
        deadline = time.monotonic() + PATIENCE
        while not self.value(expression):
            if time.monotonic() > deadline:
                raise RuntimeError(f"never holds: {expression}")
            time.sleep(0.03)

    def middle(self, element):
        """The middle of an element, given by a selector or by an expression in brackets, once it is in sight."""
        found = element if element.startswith("(") else f"document.querySelector({json.dumps(element)})"
        self.value(f"{found}.scrollIntoView({{block: 'center', inline: 'nearest'}})")
        x, y = self.value(f"(() => {{ const r = {found}.getBoundingClientRect(); return [r.x + Math.min(r.width, 300) / 2, r.y + r.height / 2]; }})()")
        return {"x": x, "y": y}

    def mouse(self, kind, place, **more):
        self.send("Input.dispatchMouseEvent", {"type": kind, **place, **more})

    def hover(self, element):
        place = self.middle(element)
        self.mouse("mouseMoved", place)

    def leave(self):
        self.mouse("mouseMoved", {"x": 2, "y": 2})

    def click(self, element):
        place = self.middle(element)
        self.mouse("mouseMoved", place)
        self.mouse("mousePressed", place, button="left", clickCount=1)
        self.mouse("mouseReleased", place, button="left", clickCount=1)

    def key(self, name):
        text = {"text": name} if len(name) == 1 else {}
        self.send("Input.dispatchKeyEvent", {"type": "keyDown", "key": name, **text})
        self.send("Input.dispatchKeyEvent", {"type": "keyUp", "key": name})

    def picture(self, file):
        """Writes what is seen as PNG."""
        data = self.send("Page.captureScreenshot", {"format": "png"})["data"]
        pathlib.Path(file).write_bytes(base64.b64decode(data))

    def complaints(self):
        """Errors and warnings of the console, exceptions, and requests other than that for the page."""
        found = []
        for event in self.browser.events:
            if event.get("sessionId") != self.session:
                continue
            method, params = event["method"], event["params"]
            if method == "Runtime.exceptionThrown":
                details = params["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled" and params["type"] in ("error", "warning", "assert"):
                found.append(f"console: {params['args']}")
            elif method == "Log.entryAdded" and params["entry"]["level"] in ("error", "warning"):
                found.append(f"log: {params['entry']['text']}")
            elif method == "Network.requestWillBeSent" and params["request"]["url"] != params["documentURL"]:
                found.append(f"request: {params['request']['url'][:200]}")
        return found
