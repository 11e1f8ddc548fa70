import type { TokenFile } from '@adx/collection/files/token-files';
import { isFormula } from '@adx/collection/rarity/rarity-csv';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../command-line/usage-error.ts';

/** Reads the attribute generator's `files.csv`; null for a table without its columns. Throws a UsageError for what is no CSV. */
export function readTokenFiles(text: string): readonly TokenFile[] | null {
	const rows = parseRows(text);
	const { Token, Given, Metadata } = rows[0] ?? {};
	if (Token === undefined || Given === undefined || Metadata === undefined) return null;
	return rows.flatMap((row) =>
		/^\d{1,15}$/.test(row.Token ?? '')
			? [{ tokenNumber: Number(row.Token), given: unguarded(row.Given ?? ''), metadata: unguarded(row.Metadata ?? '') }]
			: [],
	);
}

/** Without the apostrophe that keeps spreadsheets from calculating the cell. */
function unguarded(cell: string): string {
	return cell.startsWith("'") && isFormula(cell.slice(1)) ? cell.slice(1) : cell;
}

function parseRows(text: string): Readonly<Record<string, string>>[] {
	try {
		return parse(text, { columns: true, bom: true, relax_column_count: true });
	} catch (error) {
		throw new UsageError(`files.csv cannot be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}
