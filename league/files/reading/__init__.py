"""Read tables from outside: a bank's CSV, a list of members, opening balances, old tables.

Pure, and the only reader of such files. From bytes to meaning it takes five steps:

1. `tables.open_tables(content)` returns the `Table`s in a file: one of a CSV or a text, one for
   each shown sheet with cells of a workbook (XLSX). `tables.of_text(text)` does it for pasted text.
   A `Table` holds `Row`s that are not blank: `number` as the file's own program counts them, and
   `cells`, all of them text with single spaces. `tables.only(tables)` returns the single one, or
   raises `several_sheets` with `choices`; `tables.settled(content, key)` is the file as chosen.
2. Below it `text.decoded(content)` tells the encoding by its letters, or raises `choices` as well,
   `separated.records(text)` finds the separator and forgives quotation marks that were not doubled,
   and `workbook.sheets(content)` writes numbers as „1040,50“, days as „2026-11-04“, formulas by
   their value.
3. `headings.find(rows, words)` returns the place of the row that names the columns, below titles;
   `headings.roles(names, words)` the role of each column by its heading, before anything is
   guessed.
4. `amounts.decimal_of(cells)` judges a whole column („1.040,50“ or „1,025.00“), and
   `amounts.cents_of(cell, decimal)` reads one cell.
5. `days.order_of(cells)` judges a whole column („02/11“ or „11/02“; `None` if it has to be asked),
   and `days.day_of(cell, order, latest=…)` reads one cell: pass as `latest` the last day that makes
   sense (today for a birthday), and „1.2.58“ is never in the future.

Readers of a cell return `None` if it says nothing readable; the caller names it. A file as a whole
is refused with `faults.TableError`: `code` says why, `place` where.
"""
