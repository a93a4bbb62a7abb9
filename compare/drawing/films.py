"""Moving pictures in files: GIF, or a page with buttons that needs no other file and no network."""

import re
from html import escape
from pathlib import Path
from tempfile import TemporaryDirectory

from matplotlib import rc_context, style
from matplotlib.animation import ArtistAnimation, PillowWriter

from compare.drawing.animation import Film
from compare.drawing.figure import STYLE
from flexarm.writing import write_whole

FILMS = (".gif", ".html")
_FRAMES_A_SECOND = 20
_DOTS_AN_INCH = 100
# MB of pictures in one page: more than the most frames that there may be take.
_LARGEST_PAGE = 200.0
# matplotlib's page fetches a font for its buttons; letters that every font has need none.
_BUTTONS = {
    "fa-minus": "−",
    "fa-fast-backward": "|◀",
    "fa-step-backward": "◀|",
    "fa-play fa-flip-horizontal": "◀",
    "fa-pause": "❚❚",
    "fa-play": "▶",
    "fa-step-forward": "|▶",
    "fa-fast-forward": "▶|",
    "fa-plus": "+",
}


def save_film(film: Film, path: Path, title: str) -> None:
    """Write a moving picture to a file, whole or not at all.

    Parameters
    ----------
    film
        The moving picture.
    path
        The file; its suffix, one of `FILMS`, says of which kind.
    title
        What the page is called.

    Raises
    ------
    InputError
        If the file cannot be written.
    """
    with style.context(STYLE):
        animation = ArtistAnimation(film.figure, film.pictures, interval=1000 // _FRAMES_A_SECOND)
        data = _gif(animation) if path.suffix.lower() == ".gif" else _page(animation, title).encode()
    write_whole(path, data)


def _gif(animation: ArtistAnimation) -> bytes:
    with TemporaryDirectory() as folder:
        draft = Path(folder, "film.gif")
        animation.save(draft, writer=PillowWriter(fps=_FRAMES_A_SECOND), dpi=_DOTS_AN_INCH)
        return draft.read_bytes()


def _page(animation: ArtistAnimation, title: str) -> str:
    with rc_context({"animation.embed_limit": _LARGEST_PAGE, "savefig.dpi": _DOTS_AN_INCH}):
        body = animation.to_jshtml(fps=_FRAMES_A_SECOND, embed_frames=True)
    body = re.sub(r"<link[^>]*>", "", body)
    body = re.sub(r'<i class="fa ([^"]*)"></i>', lambda found: _BUTTONS[found[1]], body)
    # matplotlib draws a number by lot for every page: the same picture is to be the same file.
    lot = re.search(r"[0-9a-f]{32}", body)
    body = body if lot is None else body.replace(lot[0], "film")
    return (
        f'<!DOCTYPE html>\n<html lang="en">\n<head><meta charset="utf-8"><title>{escape(title)}</title></head>\n'
        f"<body>\n{body}\n</body>\n</html>\n"
    )
