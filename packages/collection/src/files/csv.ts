/** Spreadsheets read cells that begin like this as formulas, with signs of full width too (the line breaks and the tab are skipped first). */
const formulaStart = /^[=+\-@\uFF1D\uFF0B\uFF0D\uFF20\t\r\n]/;
const needsQuotes = /[",\r\n]/;

/** Whether a spreadsheet would calculate it. */
export function isFormula(text: string): boolean {
	return formulaStart.test(text);
}

/** One cell: with an apostrophe before what a spreadsheet would calculate, quoted as RFC 4180 wants it. */
export function csvCell(text: string): string {
	const safe = isFormula(text) ? `'${text}` : text;
	return needsQuotes.test(safe) ? `"${safe.replaceAll('"', '""')}"` : safe;
}

/** Rows of cells as RFC 4180 text: commas, CR LF after every row, the last included. */
export function csvText(rows: readonly (readonly string[])[]): string {
	return rows.map((cells) => `${cells.map(csvCell).join(',')}\r\n`).join('');
}
