"""How the documentation is built: `sphinx-build -W -n docs docs/_build`."""

import sys
from importlib.metadata import version as installed_version
from pathlib import Path

sys.path[:0] = [str(Path(__file__).parent / "_extensions"), str(Path(__file__).parents[1])]

project = "flexarm"
copyright = "the flexarm developers"
release = version = installed_version("flexarm")

extensions = [
    "myst_parser",
    "sphinx.ext.autodoc",
    "sphinx.ext.autosummary",
    "numpydoc",
    "sphinx_gallery.gen_gallery",
    "cyclopts.ext.sphinx",
    "generated",
    "mathml",
]
root_doc = "index"
exclude_patterns = ["_build", "_extensions", "gallery/*.py", "gallery/*.ipynb", "gallery/*.zip"]
default_role = "autolink"
smartquotes = False
numfig = True
math_eqref_format = "({number})"
html_math_renderer = "mathml"

myst_enable_extensions = ["amsmath", "colon_fence", "deflist", "dollarmath", "html_image"]
myst_heading_anchors = 3

autosummary_generate = False
autodoc_member_order = "bysource"
autodoc_typehints_format = "short"
autodoc_preserve_defaults = True
python_use_unqualified_type_names = True
numpydoc_show_class_members = False
numpydoc_class_members_toctree = False

# The default role links where there is something to link to. Annotations name other packages and inner modules, which
# have no page here. All other references must be there.
nitpick_ignore_regex = [
    ("py:obj", r".*"),
    ("py:class", r"\w+|.*[\[\] ].*"),
    ("py:.*", r"(numpy|np|xarray|xr|matplotlib|collections|typing|os|pathlib|scipy|sparse|cyclopts|control)\..*"),
    ("py:.*", r"(flexarm|exact|assumed_modes|fem|compare)(\.\w+)*\.\w+"),
]

html_theme = "pydata_sphinx_theme"
html_title = "flexarm"
html_show_sourcelink = False
html_theme_options = {
    "navbar_align": "left",
    "show_toc_level": 2,
    "navigation_with_keys": False,
    "secondary_sidebar_items": ["page-toc"],
    "footer_start": ["copyright"],
    "footer_end": [],
}

sphinx_gallery_conf = {
    "examples_dirs": "../examples",
    "gallery_dirs": "gallery",
    "filename_pattern": r"/plot_",
    "image_scrapers": ("generated.pictures.figures",),
    "reset_modules": (),
    "abort_on_example_error": True,
    "write_computation_times": False,
    "show_memory": False,
    "min_reported_time": 1e9,
    "download_all_examples": False,
    "show_signature": False,
    "plot_gallery": "True",
}
