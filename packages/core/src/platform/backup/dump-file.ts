import { createReadStream, createWriteStream } from 'node:fs';
import { createInterface } from 'node:readline';
import { PassThrough } from 'node:stream';
import { finished, pipeline } from 'node:stream/promises';
import { createZstdCompress, createZstdDecompress } from 'node:zlib';
import { dumpTables, type RowBatch } from '@adx/db/backup/dump-tables';
import type { Database } from '@adx/db/client/database';
import { latestMigration } from '@adx/db/migrations/migrate';
import { z } from 'zod';
import type { RecordedObject } from '../storage/types.ts';

/** What a dump begins with. */
export const dumpHeader = z.object({
	format: z.literal('adx-realm-dump-1'),
	/** The newest one that had been run. */
	migration: z.string(),
	withSecrets: z.boolean(),
});
export type DumpHeader = Readonly<z.infer<typeof dumpHeader>>;

const batchLine = z.object({ table: z.string(), rows: z.array(z.string()) });
const lastLine = z.object({ rowCount: z.int() });
const blobRow = z.object({ sha256: z.string(), size_bytes: z.int() });

/** A dump that ends early or was never one. */
export class DumpUnreadableError extends Error {
	override readonly name = 'DumpUnreadableError';
}

/**
 * Writes all rows of a database, as they were at one moment, to a new file: lines of JSON compressed with zstd, the first a
 * header, the last the number of rows.
 */
export async function writeDump(
	{ db, path }: { readonly db: Database; readonly path: string },
	{ withSecrets }: { readonly withSecrets: boolean },
): Promise<void> {
	const lines = new PassThrough();
	const writing = pipeline(lines, createZstdCompress(), createWriteStream(path, { mode: 0o600, flags: 'wx' }));
	// Seen where it is awaited below, and not as a rejection that nobody handles.
	writing.catch(() => {});
	const write = async (line: object) => {
		if (lines.write(`${JSON.stringify(line)}\n`)) return;
		await Promise.race([new Promise((resolve) => lines.once('drain', resolve)), writing]);
	};
	try {
		const header: DumpHeader = { format: 'adx-realm-dump-1', migration: latestMigration, withSecrets };
		await write(header);
		let rowCount = 0;
		await dumpTables(db, { withSecrets }, async (batch) => {
			rowCount += batch.rows.length;
			await write(batch);
		});
		await write({ rowCount });
		lines.end();
		await writing;
	} catch (error) {
		lines.destroy();
		await finished(lines).catch(() => {});
		throw error;
	}
}

/** Reads what a dump begins with. Rejects with a DumpUnreadableError. */
export async function readDumpHeader(path: string): Promise<DumpHeader> {
	const lines = readLines(path);
	try {
		return await takeHeader(lines);
	} finally {
		// Lines that are not read to their end keep the file open.
		await lines.return(undefined);
	}
}

/** Reads the rows of a dump, whose file is open only as long as somebody reads. Rejects with a DumpUnreadableError. */
export async function* readDumpRows(path: string): AsyncGenerator<RowBatch> {
	const lines = readLines(path);
	try {
		await takeHeader(lines);
		let rowCount = 0;
		for await (const line of lines) {
			const batch = batchLine.safeParse(line);
			if (batch.success) {
				rowCount += batch.data.rows.length;
				yield batch.data;
			} else if (lastLine.safeParse(line).data?.rowCount === rowCount) return;
			else break;
		}
		throw new DumpUnreadableError('The dump ends early.');
	} finally {
		await lines.return(undefined);
	}
}

async function takeHeader(lines: AsyncGenerator<unknown>): Promise<DumpHeader> {
	const { value } = await lines.next();
	const header = dumpHeader.safeParse(value);
	if (!header.success) throw new DumpUnreadableError('It is not a dump of ADX Realm, or one of a later version.');
	return header.data;
}

async function* readLines(path: string): AsyncGenerator<unknown> {
	const source = createReadStream(path);
	const input = source.pipe(createZstdDecompress());
	source.once('error', (error) => input.destroy(error));
	try {
		for await (const line of createInterface({ input, crlfDelay: Number.POSITIVE_INFINITY })) yield JSON.parse(line);
	} catch (error) {
		throw new DumpUnreadableError('The dump cannot be read.', { cause: error });
	} finally {
		source.destroy();
	}
}

/** The files that a dump's rows record, a slice at a time. */
export async function* listDumpedFiles(path: string): AsyncGenerator<RecordedObject[]> {
	for await (const { table, rows } of readDumpRows(path)) {
		if (table !== 'blobs') continue;
		yield rows.map((row) => {
			const { sha256, size_bytes: sizeBytes } = blobRow.parse(JSON.parse(row));
			return { sha256, sizeBytes };
		});
	}
}
