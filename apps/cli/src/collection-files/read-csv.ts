import { isFormula } from '@adx/collection/files/csv';
import { splitPath } from '@adx/collection/files/file-paths';
import type { TokenFile } from '@adx/collection/files/pair-token-files';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../command-line/errors.ts';

type Row = Readonly<Record<string, string>>;

/** The rows of a drop's CSV by the files they name. */
export interface OpenseaRows {
	/** The row for a file, at most once; null if none names it. */
	consume(path: string): OpenseaRow | null;
	/** Rows that were not taken. */
	listRemaining(): OpenseaRow[];
}

interface OpenseaRow {
	/** Its tokenID, where that is a number. */
	readonly number: number | null;
	readonly metadata: Record<string, unknown>;
}

/** Reads `metadata.csv` of an OpenSea drop; null for a table without its columns. Throws a UsageError if it is not CSV or names a file twice. */
export function readOpenseaCsv(text: string): OpenseaRows | null {
	const rows = parseRows('metadata.csv', text);
	if (rows[0]?.file_name === undefined || rows[0].tokenID === undefined) return null;
	const byFile = new Map<string, Row>();
	for (const row of rows) {
		const key = (row.file_name ?? '').toLowerCase();
		if (key !== '' && byFile.has(key)) {
			throw new UsageError(`metadata.csv: names ${row.file_name} in more than one row. Leave one of them.`);
		}
		byFile.set(key, row);
	}
	return {
		consume: (path) => {
			const key = splitPath(path).name.toLowerCase();
			const row = byFile.get(key);
			if (row === undefined) return null;
			byFile.delete(key);
			return read(row);
		},
		listRemaining: () => [...byFile.values()].map(read),
	};
}

function read(row: Row): OpenseaRow {
	const number = /^\d{1,15}$/.test(row.tokenID ?? '') ? Number(row.tokenID) : null;
	return { number, metadata: toMetadata(row) };
}

function toMetadata(row: Row): Record<string, unknown> {
	const attributes = Object.entries(row).flatMap(([column, value]) => {
		const trait = /^attributes\[(.+)\]$/.exec(column)?.[1];
		return trait === undefined || value === '' ? [] : [{ trait_type: trait, value }];
	});
	const filledColumns = ['name', 'description', 'external_url', 'animation_url'].filter(
		(column) => (row[column] ?? '') !== '',
	);
	return {
		...Object.fromEntries(filledColumns.map((column) => [column, row[column]])),
		image: row.file_name,
		attributes,
	};
}

/** Reads the attribute generator's `files.csv`; null for a table without its columns. Throws a UsageError if it is not CSV. */
export function readTokenFiles(text: string): readonly TokenFile[] | null {
	const rows = parseRows('files.csv', text);
	const { Token, Given, Metadata } = rows[0] ?? {};
	if (Token === undefined || Given === undefined || Metadata === undefined) return null;
	return rows.flatMap((row) =>
		/^\d{1,15}$/.test(row.Token ?? '')
			? [
					{
						tokenNumber: Number(row.Token),
						imagePath: unescapeFormula(row.Given ?? ''),
						metadata: unescapeFormula(row.Metadata ?? ''),
					},
				]
			: [],
	);
}

/** Removes the apostrophe that keeps spreadsheets from evaluating the cell. */
function unescapeFormula(cell: string): string {
	return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function parseRows(name: string, text: string): Row[] {
	try {
		return parse(text, { columns: true, bom: true, relax_column_count: true });
	} catch (error) {
		throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}
