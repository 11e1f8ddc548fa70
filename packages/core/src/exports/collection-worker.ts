import { once } from 'node:events';
import { move, transferableSymbol, valueSymbol } from 'piscina';
import type {
	ChunksAnswer,
	CollectionOutcome,
	CollectionTask,
	ExportOutcome,
	RarityOutcome,
} from './collection-task.ts';
import { workOnCollection } from './work-on-collection.ts';

/** Works on a collection away from the thread that answers calls. */
export default async function runCollectionTask({ port, ...task }: CollectionTask): Promise<CollectionOutcome> {
	const outcome = await workOnCollection(task, async (sha256s) => {
		const answered = once(port, 'message') as Promise<[ChunksAnswer]>;
		port.postMessage(sha256s);
		return (await answered)[0];
	});
	return outcome.kind === 'export' || outcome.kind === 'rarity' ? handOver(outcome) : outcome;
}

/** The bytes change hands instead of being copied. */
function handOver<Outcome extends RarityOutcome | ExportOutcome>(outcome: Outcome): Outcome {
	const held = outcome.kind === 'export' ? [outcome.pack] : [outcome.tokens, outcome.csv, outcome.offsets];
	const buffers = held.map(({ buffer }) => buffer);
	// What arrives is the value; the types of piscina do not tell that.
	return move({ [transferableSymbol]: buffers, [valueSymbol]: outcome } as never) as unknown as Outcome;
}
