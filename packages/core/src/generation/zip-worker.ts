import { buildCollectionArchive } from '@adx/collection/archive';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type { ExportOutcome } from '../exports/collection-task.ts';
import { packFiles } from '../exports/lay-out-export.ts';

/** What `buildCollectionArchive` takes. */
export type ZipTask = Parameters<typeof buildCollectionArchive>[0];

/** Lays the archive of a generated collection out away from the thread that answers calls. */
export default function layOutZip(task: ZipTask): ExportOutcome {
	const { entries, sources } = buildCollectionArchive(task);
	const outcome = packFiles(entries.map((entry, index) => ({ entry, source: sources[index]! }) as never));
	// The bytes change hands instead of being copied. What arrives is the value; the types of piscina do not tell that.
	const handedOver = { [transferableSymbol]: [outcome.pack.buffer], [valueSymbol]: outcome };
	return move(handedOver as never) as unknown as ExportOutcome;
}
