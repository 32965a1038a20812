"""Opens a report in headless Chromium as a phone and a desktop show it, in light and in dark, and looks at it.

    browser.py CHROMIUM REPORT [FOLDER]

FOLDER takes screenshots. The browser is spoken to through its pipe (--remote-debugging-pipe), so nothing but Python is needed.
What is looked for: every section, no script, no request but for the page, nothing in the console, no error of the policy, nothing
wider than the screen, words that can be told from what lies behind them, and words beside every chart.
"""

import base64
import json
import os
import subprocess
import sys
import tempfile

SECTIONS = [
    "sources", "endings", "contradictions", "validity", "claims", "ratings", "gaps", "time-control", "length", "openings",
]
SCREENS = {"phone": (390, 844), "desktop": (1280, 900)}

# Run by the browser, not by the page: its policy forbids scripts, and this is none of its own.
LOOK = r"""
(() => {
  const rgba = text => {
    const parts = text.match(/[\d.]+/g).map(Number);
    return { rgb: parts.slice(0, 3), alpha: parts.length > 3 ? parts[3] : 1 };
  };
  const luminance = rgb => {
    const [r, g, b] = rgb.map(part => {
      const share = part / 255;
      return share <= 0.04045 ? share / 12.92 : ((share + 0.055) / 1.055) ** 2.4;
    });
    return 0.2126 * r + 0.7152 * g + 0.0722 * b;
  };
  const behind = element => {
    for (let at = element; at; at = at.parentElement) {
      const back = rgba(getComputedStyle(at).backgroundColor);
      if (back.alpha === 1) return back.rgb;
    }
    return [255, 255, 255];
  };
  const faint = [], narrow = [];
  for (const element of document.querySelectorAll("body *")) {
    const own = [...element.childNodes].some(node => node.nodeType === 3 && node.data.trim());
    if (!own || element.closest("title, desc")) continue;
    const style = getComputedStyle(element);
    const ink = rgba(element.closest("svg") ? style.fill : style.color).rgb;
    const [one, other] = [luminance(ink), luminance(behind(element))].sort((a, b) => b - a);
    const contrast = (one + 0.05) / (other + 0.05);
    if (contrast < 4.5) faint.push(`${element.tagName} ${element.className.baseVal ?? element.className}: ${contrast.toFixed(2)} ${element.textContent.slice(0, 40)}`);
    if (parseFloat(style.fontSize) < 12) narrow.push(element.textContent.slice(0, 40));
  }
  // Words of a chart that lie on each other or leave it.
  const crossed = [];
  for (const chart of document.querySelectorAll("svg.chart")) {
    const frame = chart.getBoundingClientRect();
    const boxes = [...chart.querySelectorAll("text")].map(text => [text, text.getBoundingClientRect()]);
    boxes.forEach(([text, box], index) => {
      if (box.left < frame.left - 1 || box.right > frame.right + 1) crossed.push(`leaves the chart: ${text.textContent}`);
      for (const [other, its] of boxes.slice(index + 1)) {
        if (box.left < its.right && its.left < box.right && box.top < its.bottom && its.top < box.bottom) {
          crossed.push(`${text.textContent} on ${other.textContent}`);
        }
      }
    });
  }
  const charts = [...document.querySelectorAll("svg.chart")];
  const named = chart => ["aria-labelledby", "aria-describedby"].every(name => {
    const element = document.getElementById(chart.getAttribute(name));
    return element && element.textContent.trim();
  });
  const ids = [...document.querySelectorAll("[id]")].map(element => element.id);
  return {
    sections: [...document.querySelectorAll("main > section")].map(section => section.id),
    title: document.title,
    width: document.documentElement.scrollWidth,
    screen: document.documentElement.clientWidth,
    scripts: document.querySelectorAll("script, iframe, object, embed, img, link, [style], [onclick], [onerror], [onload]").length,
    links: [...document.querySelectorAll("a")].map(link => link.href),
    charts: charts.length,
    unnamed: charts.filter(chart => chart.getAttribute("role") !== "img" || !named(chart)).length,
    tables: document.querySelectorAll("details table").length,
    repeated: ids.filter((id, index) => ids.indexOf(id) !== index),
    back: getComputedStyle(document.body).backgroundColor,
    styled: getComputedStyle(document.querySelector("section")).borderTopWidth !== "0px",
    height: document.documentElement.scrollHeight,
    faint, narrow, crossed,
  };
})()
"""


class Browser:
    """A browser at the other end of two pipes: it reads file 3 and writes file 4."""

    def __init__(self, chromium, home):
        to_read, self.to = os.pipe()
        self.back, to_write = os.pipe()
        arguments = [
            chromium, "--headless=new", "--no-sandbox", "--disable-gpu", "--disable-dev-shm-usage", "--no-first-run",
            "--disable-background-networking", "--disable-component-update", f"--user-data-dir={home}",
            "--remote-debugging-pipe", "about:blank",
        ]

        def pipes():
            # Out of the way first, for one of the two may itself be number 3 or 4.
            one, other = os.dup(to_read), os.dup(to_write)
            one, other = max_dup(one), max_dup(other)
            os.dup2(one, 3)
            os.dup2(other, 4)

        self.process = subprocess.Popen(
            arguments, preexec_fn=pipes, close_fds=False, stdin=subprocess.DEVNULL,
            stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )
        os.close(to_read)
        os.close(to_write)
        self.rest = b""
        self.number = 0
        self.events = []
        self.session = None

    def message(self):
        while b"\0" not in self.rest:
            some = os.read(self.back, 1 << 16)
            if not some:
                raise SystemExit("the browser has ended")
            self.rest += some
        text, self.rest = self.rest.split(b"\0", 1)
        return json.loads(text)

    def call(self, method, **parameters):
        self.number += 1
        call = {"id": self.number, "method": method, "params": parameters}
        if self.session:
            call["sessionId"] = self.session
        os.write(self.to, json.dumps(call).encode() + b"\0")
        while True:
            message = self.message()
            if message.get("id") == self.number:
                if "error" in message:
                    raise SystemExit(f"{method}: {message['error']}")
                return message["result"]
            self.events.append(message)

    def wait(self, method):
        while not any(event.get("method") == method for event in self.events):
            self.events.append(self.message())

    def attach(self):
        target = self.call("Target.createTarget", url="about:blank")["targetId"]
        self.session = self.call("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ["Page", "Runtime", "Log", "Network"]:
            self.call(f"{domain}.enable")

    def close(self):
        self.session = None
        os.write(self.to, b'{"id":0,"method":"Browser.close"}\0')
        self.process.wait()


def max_dup(file):
    """The same file under a number beyond 9."""
    import fcntl

    return fcntl.fcntl(file, fcntl.F_DUPFD, 10)


def look(browser, address, width, height, scheme):
    browser.events = []
    browser.call("Emulation.setDeviceMetricsOverride", width=width, height=height, deviceScaleFactor=1, mobile=width < 600)
    browser.call("Emulation.setEmulatedMedia", features=[{"name": "prefers-color-scheme", "value": scheme}])
    browser.call("Page.navigate", url=address)
    browser.wait("Page.loadEventFired")
    # Tables stand open, as they would after a reader's touch.
    opened = "document.querySelectorAll('details').forEach(details => details.open = true)"
    closed = evaluate(browser, LOOK)
    evaluate(browser, opened)
    return closed, evaluate(browser, LOOK)


def evaluate(browser, expression):
    answer = browser.call("Runtime.evaluate", expression=expression, returnByValue=True)
    if "exceptionDetails" in answer:
        raise SystemExit(f"the look itself failed: {answer['exceptionDetails']}")
    return answer["result"].get("value")


def faults(found, events, address):
    said = [
        event["params"] for event in events
        if event.get("method") in ("Log.entryAdded", "Runtime.consoleAPICalled", "Runtime.exceptionThrown")
    ]
    asked = [
        event["params"]["request"]["url"] for event in events if event.get("method") == "Network.requestWillBeSent"
    ]
    checks = [
        (found["sections"] == SECTIONS, f"sections: {found['sections']}"),
        (found["title"].startswith("Report on "), f"title: {found['title']}"),
        (not said, f"the console says {said}"),
        (asked == [address], f"asked for {asked}"),
        (found["scripts"] == 0, f"{found['scripts']} elements that load, run or style"),
        (found["styled"], "the style is not in force"),
        (found["width"] <= found["screen"], f"the page is {found['width']} wide on a screen of {found['screen']}"),
        (found["unnamed"] == 0, f"{found['unnamed']} charts without words"),
        (not found["repeated"], f"ids twice: {found['repeated']}"),
        (not found["faint"], f"faint: {found['faint'][:10]}"),
        (not found["narrow"], f"small: {found['narrow'][:10]}"),
        (not found["crossed"], f"words of charts: {found['crossed'][:10]}"),
        (
            all(link.startswith((f"{address}#", "http://", "https://")) for link in found["links"]),
            f"links: {found['links']}",
        ),
        (found["charts"] <= found["tables"] * 2, f"{found['charts']} charts, {found['tables']} tables"),
    ]
    return [fault for holds, fault in checks if not holds]


def main():
    chromium, report = sys.argv[1], os.path.abspath(sys.argv[2])
    shots = sys.argv[3] if len(sys.argv) > 3 else None
    address = f"file://{report}"
    told, backs = [], set()
    with tempfile.TemporaryDirectory() as home:
        browser = Browser(chromium, home)
        browser.attach()
        for screen, (width, height) in SCREENS.items():
            for scheme in ["light", "dark"]:
                for state, found in zip(["closed", "open"], look(browser, address, width, height, scheme)):
                    backs.add((scheme, found["back"]))
                    told += [f"{screen}, {scheme}, {state}: {fault}" for fault in faults(found, browser.events, address)]
                    if shots:
                        is_open = json.dumps(state == "open")
                        evaluate(browser, f"document.querySelectorAll('details').forEach(it => it.open = {is_open})")
                        page = {"x": 0, "y": 0, "width": width, "height": found["height"], "scale": 1}
                        shot = browser.call("Page.captureScreenshot", captureBeyondViewport=True, clip=page)
                        with open(os.path.join(shots, f"{screen}-{scheme}-{state}.png"), "wb") as file:
                            file.write(base64.b64decode(shot["data"]))
        browser.close()
    if len(backs) != 2:
        told.append(f"light and dark look alike: {backs}")
    print("\n".join(told) or f"{report}: as it should be on {len(SCREENS)} screens, light and dark")
    return 1 if told else 0


if __name__ == "__main__":
    sys.exit(main())
