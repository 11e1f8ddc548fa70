import { ExportError } from '@adx/collection/export/export-collection';
import type { CollectionOutcome, CollectionTask } from './collection-task.ts';
import type { RequestChunks } from './lay-out-export.ts';
import { readTask } from './read-task.ts';

/** Ranks, checks or lays out a collection; loads only the code for what it does, which in part is much. */
export async function executeTask(
	{ collection, work }: Pick<CollectionTask, 'collection' | 'work'>,
	askChunks: RequestChunks,
): Promise<CollectionOutcome> {
	const source = readTask(collection);
	try {
		if (work.kind === 'rarity') return (await import('../rarity/rank-collection.ts')).rankCollection(source.tokens);
		if (work.kind === 'preflight') {
			const { preflightExport } = await import('@adx/collection/preflight/preflight-export');
			return { kind: 'preflight', tokenCount: source.tokens.length, findings: preflightExport(source) };
		}
		const { layOutExport } = await import('./lay-out-export.ts');
		return await layOutExport(source, work.target, askChunks);
	} catch (error) {
		if (error instanceof ExportError) return { kind: 'refused', message: error.message };
		throw error;
	}
}
