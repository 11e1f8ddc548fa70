import { unescapeFormula } from '@adx/collection/files/metadata-csv';
import type { TokenFile } from '@adx/collection/files/pair-token-files';
import { parse } from 'csv-parse/sync';
import { UsageError } from '../command-line/errors.ts';

type Row = Readonly<Record<string, string>>;

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

function parseRows(name: string, text: string): Row[] {
	try {
		return parse(text, { columns: true, bom: true, relax_column_count: true });
	} catch (error) {
		throw new UsageError(`${name} cannot be read: ${error instanceof Error ? error.message : String(error)}`);
	}
}
