"""The pages in a real browser, on a screen, on a telephone and on paper, light and dark."""

import shutil

import pytest

import compare
from compare.report.page import as_page
from flexarm.examples import example
from flexarm.load_cases import BaseAcceleration, History, LoadCase
from tests.validated import validated

pytestmark = pytest.mark.slow

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable")
TABLES = ["wiedemann-2.1", "wiedemann-5.1", "wiedemann-3.6", "wiedemann-section-2.9", "hufnagel-4.4"]
SLEW = LoadCase(2.0, 21, (BaseAcceleration("rotation", History((0.0,), (0.004,))),), name="slew")
SCREENS = [(1280, "light"), (1280, "dark"), (390, "light"), (390, "dark")]
# Text that is smaller on the screen than this cannot be read; of pictures, letters below a line make boxes higher.
SMALLEST = 6.0  # pixels
# The contrast that the Web Content Accessibility Guidelines want of text, and of large text and pictures.
CONTRAST, OF_PICTURES = 4.5, 3.0

OVERFLOWING = """() => [...document.querySelectorAll('table, th, td, figure, svg, pre, h1, h2, h3, p, dl')]
  .filter(one => one.checkVisibility())
  .map(one => [one, one.getBoundingClientRect()])
  .filter(([one, box]) => box.width && (box.left < -1 || box.right > innerWidth + 1))
  .map(([one]) => one.tagName + ' ' + one.textContent.trim().slice(0, 40))"""
SMALL = """smallest => [...document.querySelectorAll('svg text')]
  .filter(one => one.checkVisibility() && one.getBoundingClientRect().height < smallest)
  .map(one => one.textContent)"""
PALE = """([text, picture]) => {
  const numbers = colour => colour.match(/[\\d.]+/g).map(Number);
  const light = ([r, g, b]) => [r, g, b].map(c => c / 255)
    .map(c => c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4)
    .reduce((sum, c, k) => sum + c * [0.2126, 0.7152, 0.0722][k], 0);
  const behind = one => {
    for (; one; one = one.parentElement) {
      const found = numbers(getComputedStyle(one).backgroundColor);
      if (found.length < 4 || found[3] > 0) return found;
    }
    return [255, 255, 255];
  };
  const holds = one => [...one.childNodes].some(child => child.nodeType === 3 && child.textContent.trim());
  return [...document.querySelectorAll('body *')].filter(one => holds(one) && one.checkVisibility()
      && one.closest('title, desc, style, defs') === null && getComputedStyle(one).opacity !== '0')
    .filter(one => {
      const look = getComputedStyle(one), drawn = one.closest('svg') !== null;
      const both = [light(numbers(drawn ? look.fill : look.color)), light(behind(one))].sort((a, b) => b - a);
      return (both[0] + 0.05) / (both[1] + 0.05) < (drawn ? picture : text);
    }).map(one => one.tagName + ' ' + one.textContent.trim().slice(0, 40));
}"""


@pytest.fixture(scope="module")
def browser():
    driver = pytest.importorskip("playwright.sync_api", reason="playwright is not installed")
    program = next(filter(None, map(shutil.which, NAMES)), None)
    if program is None:
        pytest.skip("no Chromium on this machine")
    with driver.sync_playwright() as started:
        running = started.chromium.launch(executable_path=program, args=["--no-sandbox"])
        yield running
        running.close()


@pytest.fixture(scope="module")
def pages(tmp_path_factory):
    folder = tmp_path_factory.mktemp("pages")
    texts = {
        "validation": as_page(compare.validation(TABLES)),
        "made-up": as_page(validated()),
        "arm": compare.arm_report(example("single-link-locked"), [SLEW], count=2, certify=True).html,
    }
    for name, text in texts.items():
        (folder / f"{name}.html").write_text(text, encoding="utf-8")
    return {name: (folder / f"{name}.html").as_uri() for name in texts}


@pytest.fixture
def opened(browser, pages):
    """Open a page on a screen, and fail it where it asks for anything from outside, or says that something is wrong."""
    contexts, complaints = [], []

    def open_page(name, width=1280, scheme="light"):
        context = browser.new_context(viewport={"width": width, "height": 900}, color_scheme=scheme)
        contexts.append(context)
        page = context.new_page()
        page.on("request", lambda one: complaints.append(one.url) if not one.url.startswith("file:") else None)
        page.on("console", lambda one: complaints.append(one.text))
        page.goto(pages[name])
        return page

    yield open_page
    for context in contexts:
        context.close()
    assert complaints == []


@pytest.mark.parametrize("name", ["validation", "made-up", "arm"])
@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_nothing_is_cut_and_all_can_be_read(opened, name, width, scheme):
    page = opened(name, width, scheme)
    assert page.evaluate("document.documentElement.scrollWidth") <= width
    assert page.evaluate(OVERFLOWING) == []
    assert page.evaluate(SMALL, SMALLEST) == []
    assert page.evaluate(PALE, [CONTRAST, OF_PICTURES]) == []


@pytest.mark.parametrize(("width", "scheme"), SCREENS)
def test_dark_is_dark(opened, width, scheme):
    page = opened("arm", width, scheme)
    red, *_ = page.evaluate("getComputedStyle(document.body).backgroundColor.match(/\\d+/g).map(Number)")
    assert (red < 60) == (scheme == "dark")


def shown(page) -> set[str]:
    """Return the classes of the values that are shown."""
    rows = page.locator("tr.value").evaluate_all("all => all.filter(a => a.checkVisibility()).map(a => a.className)")
    return set(rows)


@pytest.mark.parametrize("width", [1280, 390])
def test_filters_show_what_they_say(opened, width):
    page = opened("validation", width)
    every = shown(page)
    for key in ("confirmed", "differs"):
        page.locator(f"#f-{key}").check()
        assert shown(page) == {names for names in every if key in names.split()} != set()
    hidden = page.locator("section.published").evaluate_all("all => all.some(one => !one.checkVisibility())")
    assert hidden
    page.locator("#f-all").check()
    assert shown(page) == every


@pytest.mark.parametrize("width", [1280, 390])
def test_a_cause_shows_its_values(opened, width):
    page = opened("validation", width)
    label = page.locator("#causes tbody th label").first
    (number,) = label.evaluate_all("all => all.map(one => one.htmlFor.slice(3))")
    label.click()
    found = shown(page)
    assert found
    assert all(f"c{number}" in names.split() for names in found)


@pytest.mark.parametrize("name", ["validation", "arm"])
def test_links_lead_somewhere(opened, name):
    page = opened(name)
    dead = """all => all.map(one => decodeURIComponent(one.hash.slice(1)))
      .filter(name => !document.getElementById(name) && !document.getElementById(encodeURIComponent(name)))"""
    assert page.locator("a[href^='#']").count() > 5
    assert page.locator("a[href^='#']").evaluate_all(dead) == []


@pytest.mark.parametrize("width", [1280, 390])
def test_a_value_can_be_linked_to(opened, width):
    page = opened("validation", width)
    name = page.locator("tr.value").last.get_attribute("id")
    page.locator(f'a.self[href="#{name}"]').click()
    assert page.evaluate("document.querySelector(':target').id") == name
    row = page.locator(":target").bounding_box()
    bar = page.locator("form.filters").bounding_box()
    bottom = bar["y"] + bar["height"] if width == 1280 else 0  # on a telephone the filters do not stay in view
    assert bottom <= row["y"] < 900


def test_the_verdict_is_in_view_in_every_table(opened):
    page = opened("validation")
    right = page.locator("td[data-head=verdict]").evaluate_all("all => all.map(a => a.getBoundingClientRect().right)")
    assert right
    assert max(right) <= 1280


@pytest.mark.parametrize("name", ["validation", "arm"])
def test_tables_stay_whole_on_paper(opened, name):
    page = opened(name, 1280, "dark")
    assert page.pdf().startswith(b"%PDF")
    page.emulate_media(media="print")
    assert set(page.locator("table").evaluate_all("all => all.map(one => getComputedStyle(one).breakInside)")) == {
        "avoid"
    }
    assert page.evaluate("getComputedStyle(document.body).backgroundColor") == "rgb(255, 255, 255)"
    assert not page.locator("form.filters, nav").evaluate_all("all => all.some(one => one.checkVisibility())")
