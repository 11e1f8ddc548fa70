import Papa from 'papaparse';
import { isFormula } from './csv.ts';
import { splitPath } from './file-paths.ts';

/** A token's row of a `metadata.csv`. */
export interface TableRow {
	/** The name of its picture, as it is written there. */
	readonly fileName: string;
	/** Its tokenID, where that is a number. */
	readonly number: number | null;
	readonly metadata: Readonly<Record<string, unknown>>;
}

/** A `metadata.csv` as OpenSea's drops and our own exports have it. */
export interface MetadataTable {
	/** One row for each picture. */
	readonly rows: readonly TableRow[];
	/** Names of pictures that further rows name as well, which do not count. */
	readonly repeated: readonly string[];
	/** What is wrong with the table, as sentences. */
	readonly problems: readonly string[];
}

/** By name in lower case without underscores and white space. */
const fileColumns = ['filename', 'file'];
const numberColumns = ['tokenid', 'token'];
const textFields: ReadonlyMap<string, string> = new Map([
	['name', 'name'],
	['description', 'description'],
	['externalurl', 'external_url'],
	['animationurl', 'animation_url'],
]);
const traitColumn = /^attributes?\s*\[(.+)\]$/is;
/** Spreadsheets of other countries write semicolons or tabs. */
const delimiters = [',', ';', '\t'];
const namesShown = 5;

/** Reads a table; of one that is not CSV, or does not say which row is about which picture, nothing is taken over. */
export function readMetadataCsv(text: string): MetadataTable {
	const readings = delimiters.map((delimiter) => Papa.parse<string[]>(text, { delimiter }));
	const reading = readings.find(({ data }) => findColumn(listLines(data)[0]?.cells ?? [], fileColumns) >= 0);
	const nothing = { rows: [], repeated: [] };
	const [broken] = (reading ?? readings[0]!).errors.filter(({ type }) => type === 'Quotes');
	if (broken !== undefined) {
		const row = (broken.row ?? 0) + 1;
		return {
			...nothing,
			problems: [`A quotation mark in row ${row} is not closed, so nothing of the table is taken over.`],
		};
	}
	if (reading === undefined) {
		return { ...nothing, problems: ["There is no column 'file_name', so nothing of the table is taken over."] };
	}
	const [head, ...lines] = listLines(reading.data);
	return readRows(head?.cells ?? [], lines);
}

/** The row of every picture that one names, by the picture's path; of equal names in several folders the first one has it. */
export function matchRows(
	{ rows }: MetadataTable,
	imagePaths: readonly string[],
): { readonly byImage: ReadonlyMap<string, TableRow>; readonly unmatched: readonly TableRow[] } {
	const open = new Map(rows.map((row) => [toKey(row.fileName), row]));
	const byImage = new Map<string, TableRow>();
	for (const path of imagePaths) {
		const key = toKey(path);
		const row = open.get(key);
		if (row === undefined) continue;
		byImage.set(path, row);
		open.delete(key);
	}
	return { byImage, unmatched: [...open.values()] };
}

/** What to say of a row whose picture was not found. */
export const describeUnmatched = ({ fileName }: TableRow): string => `It names '${fileName}', which is not there.`;

const toKey = (path: string) => splitPath(path).name.toLowerCase();

interface Line {
	/** As a spreadsheet numbers it, from 1, blank ones included. */
	readonly number: number;
	readonly cells: readonly string[];
}

/** Those that are not blank. */
const listLines = (data: readonly (readonly string[])[]): Line[] =>
	data.flatMap((cells, index) => (cells.every((cell) => cell.trim() === '') ? [] : [{ number: index + 1, cells }]));

function readRows(head: readonly string[], lines: readonly Line[]): MetadataTable {
	const columns = head.map(toColumn);
	const fileColumn = findColumn(head, fileColumns);
	const numberColumn = findColumn(head, numberColumns);
	const rows = new Map<string, TableRow>();
	const repeated: string[] = [];
	const problems = findUnread(head, columns, [fileColumn, numberColumn]);
	for (const { number, cells } of lines) {
		const fileName = unescapeFormula(cells[fileColumn] ?? '').trim();
		const key = toKey(fileName);
		if (cells.length > head.length)
			problems.push(`Row ${number} has more cells than the head; is a text with a comma not quoted?`);
		if (key === '') problems.push(`Row ${number} names no file.`);
		else if (rows.has(key)) {
			repeated.push(fileName);
			problems.push(`Row ${number} names '${fileName}' again; the first row counts.`);
		} else
			rows.set(key, {
				fileName,
				number: toNumber(cells[numberColumn]),
				metadata: toMetadata(columns, cells, fileName),
			});
	}
	return { rows: [...rows.values()], repeated, problems };
}

const fold = (name: string) => name.toLowerCase().replace(/[\s_]/g, '');

function findColumn(head: readonly string[], names: readonly string[]): number {
	const folded = head.map(fold);
	return names.map((name) => folded.indexOf(name)).find((index) => index >= 0) ?? -1;
}

type Column = { readonly field: string } | { readonly trait: string } | null;

/** Null for a column that says nothing of a token's metadata. */
function toColumn(name: string): Column {
	const trait = traitColumn.exec(unescapeFormula(name).trim())?.[1];
	if (trait !== undefined) return { trait };
	const field = textFields.get(fold(name));
	return field === undefined ? null : { field };
}

function findUnread(head: readonly string[], columns: readonly Column[], known: readonly number[]): string[] {
	const unread = head.filter((name, index) => columns[index] === null && !known.includes(index) && name.trim() !== '');
	if (unread.length === 0) return [];
	const shown = unread.slice(0, namesShown).map((name) => `'${name.trim().slice(0, 100)}'`);
	const list = unread.length > namesShown ? `${shown.join(', ')}, …` : shown.join(', ');
	return [
		`Columns that are not fields of a token are not taken over: ${list}. A trait's column is called attributes[its name].`,
	];
}

const toNumber = (cell = '') => (/^\d{1,15}$/.test(cell.trim()) ? Number(cell) : null);

function toMetadata(columns: readonly Column[], cells: readonly string[], fileName: string): Record<string, unknown> {
	const fields: Record<string, unknown> = {};
	const attributes: { trait_type: string; value: string }[] = [];
	for (const [index, column] of columns.entries()) {
		const text = unescapeFormula(cells[index] ?? '');
		if (column === null || text.trim() === '') continue;
		if ('trait' in column) attributes.push({ trait_type: column.trait, value: text });
		else fields[column.field] = text;
	}
	return { ...fields, image: fileName, attributes };
}

/** Removes the apostrophe that our own tables set before what a spreadsheet would calculate. */
export function unescapeFormula(cell: string): string {
	return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}
