import { once } from 'node:events';
import { handOver } from '../platform/threads/hand-over.ts';
import {
	buffersOfExport,
	type ChunksResponse,
	type CollectionOutcome,
	type CollectionTask,
} from './collection-task.ts';
import { executeTask } from './execute-task.ts';

/** Works on a collection away from the thread that answers calls. */
export default async function runCollectionTask({ port, ...task }: CollectionTask): Promise<CollectionOutcome> {
	const outcome = await executeTask(task, async (sha256s) => {
		const answered = once(port, 'message') as Promise<[ChunksResponse]>;
		port.postMessage(sha256s);
		return (await answered)[0];
	});
	if (outcome.kind === 'export') return handOver(outcome, buffersOfExport(outcome));
	if (outcome.kind !== 'rarity') return outcome;
	const { tokens, csv, offsets } = outcome;
	return handOver(outcome, [tokens.buffer, csv.buffer, offsets.buffer]);
}
