"""Complex eigenvalues by several backends, written."""

import xarray as xr

from compare.rendering.form import of_dataset
from compare.rendering.records import results, units_of
from compare.rendering.sheet import Column, Page, Sheet, aligned_numbers, counted, error_cell
from compare.texts.frequencies import error_line, refusals, title

_UNITS = {"rad/s": ("angular_frequency", "rad/s"), "hz": ("frequency", "Hz")}


def _page(dataset: xr.Dataset, unit: str) -> Page:
    answers = dataset.drop_dims("refused", errors="ignore")
    rows = [answers.isel(backend=k) for k in range(answers.sizes["backend"])]
    still = int(dataset.rigid_eigenvalues[0])
    rigid = f"s = 0 {counted(still, 'time')}" if still else "none"
    lines = [title(dataset), f"rigid-body motions: {rigid}", error_line(dataset)]
    lines += [f"no answer by {text}" for text in refusals(dataset).values()]
    page: list[str | Sheet] = ["\n".join(filter(None, lines))]
    for row in rows:
        sheet = _sheet(row, *_UNITS[unit])
        page += [f"\n{row.backend.item()}: {row.statement.item()}", *[sheet] * bool(sheet.columns[0].cells)]
    return page


def _sheet(row: xr.Dataset, name: str, unit: str) -> Sheet:
    there = row.isel(eigenvalue=row[name].notnull().values)
    columns = [
        Column("", list(map(str, there.eigenvalue.values))),
        Column("Re s", aligned_numbers(there.real_part.values.tolist()), "1/s"),
        Column("Im s", aligned_numbers(there.imaginary_part.values.tolist()), "rad/s"),
        Column("|s|", aligned_numbers(there[name].values.tolist()), unit),
        Column("damping ratio", [f"{value:.4g}" for value in there.damping_ratio.values]),
        Column("decay time", [f"{value:.4g}" for value in there.decay_time.values], "s"),
    ]
    if (proved := there.radius.notnull()).any():
        columns.insert(4, Column("proved ±", [f"{value:.1e}" for value in there.radius.values[proved]], "1/s"))
    if row.attrs["reference"] not in ("", row.backend.item()):
        columns.append(Column("error", [error_cell(value) for value in there.relative_error.values], "of s"))
        columns.append(Column("error", [error_cell(value) for value in there.relative_damping_error.values], "of Re s"))
    return Sheet(columns)


def _tree(dataset: xr.Dataset) -> object:
    """Return one record a backend; its eigenvalues are pairs of real and imaginary part."""
    records, refused = [], refusals(dataset)
    answers = dataset.drop_dims("refused", errors="ignore")
    for number, record in enumerate(results(answers, ["backend"])):
        row = answers.isel(backend=number)
        there = row.real_part.notnull().values
        pairs = [list(pair) for pair in zip(row.real_part.values[there], row.imaginary_part.values[there], strict=True)]
        for name, one in row.data_vars.items():
            if one.dims:
                record[str(name)] = one.values[there].tolist()
        del record["real_part"], record["imaginary_part"]
        if row.radius.isnull().all():
            del record["radius"]
        record["passive"] = bool(record["passive"])
        records.append({"backend": record.pop("backend"), "eigenvalues": pairs, **record})
    told = {"refusals": refused} if refused else {}
    return {"arm": dataset.attrs["arm"], "units": units_of(answers), "results": records, **told}


EIGENVALUES = of_dataset(_page, _tree, lambda dataset: dataset.drop_dims("refused", errors="ignore"))
