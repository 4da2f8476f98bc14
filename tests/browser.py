"""A headless Chromium for tests of pages; what is missing skips the tests with the reason."""

from __future__ import annotations

import json
import os
import shutil
from contextlib import contextmanager

import pytest

BROWSERS = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
FLAGS = (
    "--headless",
    "--no-sandbox",
    "--disable-gpu",
    "--disable-dev-shm-usage",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
    "--hide-scrollbars",
)
DESKTOP, PHONE = (1280, 800), (390, 844)


def programs():
    """Browser and driver, or a skip."""
    browser = next(filter(None, map(shutil.which, BROWSERS)), None)
    driver = shutil.which("chromedriver")
    if browser is None:
        pytest.skip("no Chromium on this machine")
    if driver is None:
        pytest.skip("no chromedriver on this machine")
    return browser, driver


@contextmanager
def started(folder):
    """A driver whose browser is ended afterwards."""
    webdriver = pytest.importorskip("selenium.webdriver", reason="selenium is not installed")
    browser, driver = programs()
    options = webdriver.ChromeOptions()
    options.binary_location = browser
    for flag in (*FLAGS, f"--user-data-dir={folder}"):
        options.add_argument(flag)
    options.set_capability("goog:loggingPrefs", {"browser": "ALL", "performance": "ALL"})
    os.environ["SE_OFFLINE"] = os.environ["SE_AVOID_STATS"] = "true"
    service = webdriver.ChromeService(executable_path=driver)
    chrome = webdriver.Chrome(options=options, service=service)
    try:
        yield Browser(chrome, webdriver.ActionChains)
    finally:
        chrome.quit()


class Browser:
    """Pages opened from files, and what the browser says of them."""

    def __init__(self, chrome, actions):
        self.chrome = chrome
        self.actions = actions

    def resize(self, size):
        width, height = size
        metrics = {
            "width": width,
            "height": height,
            "deviceScaleFactor": 1,
            "mobile": width < 500,
        }
        self.chrome.execute_cdp_cmd("Emulation.setDeviceMetricsOverride", metrics)

    def open(self, path, place="", size=DESKTOP):
        self.resize(size)
        self.chrome.get("about:blank")
        self.requests()
        self.complaints()
        self.chrome.get(f"{path.as_uri()}{place}")

    def run(self, script, *arguments):
        return self.chrome.execute_script(script, *arguments)

    def press(self, *keys):
        actions = self.actions(self.chrome, duration=0)
        for key in keys:
            actions.send_keys(key)
        actions.perform()

    def choose(self, name, value, event):
        """Give a field a value, as a person would, in one go."""
        self.run(
            "const field = document.getElementById(arguments[0]); field.value = arguments[1];"
            "field.dispatchEvent(new Event(arguments[2]));",
            name,
            value,
            event,
        )

    def click(self, name):
        self.chrome.find_element("id", name).click()

    def text(self, selector):
        return self.run(
            "const found = document.querySelector(arguments[0]);"
            "return found === null ? null : found.textContent;",
            selector,
        )

    def complaints(self):
        """What stood in the console since it was last asked."""
        return [entry["message"] for entry in self.chrome.get_log("browser")]

    def requests(self):
        """Addresses asked for since they were last asked, but for what is in the page itself."""
        found = []
        for entry in self.chrome.get_log("performance"):
            message = json.loads(entry["message"])["message"]
            if message["method"] == "Network.requestWillBeSent":
                found.append(message["params"]["request"]["url"])
        return [address for address in found if not address.startswith(("data:", "about:"))]
