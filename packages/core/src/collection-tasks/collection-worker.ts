import { once } from 'node:events';
import { ExportError } from '@adx/collection/export/export-collection';
import { toDisplayLine } from '@adx/collection/metadata/token-attributes';
import { allOfKind } from '@adx/collection/preflight/checked-collection';
import type { PreflightFinding } from '@adx/validators/exports';
import type { FileChunks } from '../platform/ipfs/hash-chunks.ts';
import { transferBuffers } from '../platform/threads/transfer-buffers.ts';
import { buffersOfExport, type CollectionOutcome, type CollectionTask } from './collection-task.ts';
import type { RequestChunks } from './lay-out-export.ts';
import { readTask } from './read-task.ts';

/** Works on a collection away from the thread that answers calls. */
export default async function runCollectionTask({ port, ...task }: CollectionTask): Promise<CollectionOutcome> {
	const outcome = await executeTask(task, async (sha256s) => {
		const answered = once(port, 'message') as Promise<[FileChunks]>;
		port.postMessage(sha256s);
		return (await answered)[0];
	});
	if (outcome.kind === 'export') return transferBuffers(outcome, buffersOfExport(outcome));
	if (outcome.kind !== 'rarity') return outcome;
	const { tokens, csv, offsets } = outcome;
	return transferBuffers(outcome, [tokens.buffer, csv.buffer, offsets.buffer]);
}

const rowMaxLength = 300;
/** A row may quote metadata that is much longer. */
const cutRows = ({ examples, ...finding }: PreflightFinding): PreflightFinding => ({
	...finding,
	examples: examples.map((row) => toDisplayLine(row, rowMaxLength)),
});

/** Ranks, checks or lays out a collection; loads only the code for what it does, which in part is much. */
async function executeTask(
	{ collection, work }: Pick<CollectionTask, 'collection' | 'work'>,
	requestChunks: RequestChunks,
): Promise<CollectionOutcome> {
	const source = readTask(collection);
	try {
		if (work.kind === 'rarity') return (await import('../rarity/rank-collection.ts')).rankCollection(source.tokens);
		if (work.kind === 'preflight') {
			const { preflightExport } = await import('@adx/collection/preflight/preflight-export');
			const tokenCount = source.tokens.length;
			if (work.finding === undefined) return { kind: 'preflight', tokenCount, findings: preflightExport(source) };
			const findings = preflightExport(source, { sentencesMax: allOfKind(work.finding) });
			return { kind: 'preflight', tokenCount, findings: findings.map(cutRows) };
		}
		if (work.kind === 'hashes') {
			const { hashItems } = await import('./hash-items.ts');
			return { kind: 'hashes', itemHashes: hashItems(source) };
		}
		const { layOutExport } = await import('./lay-out-export.ts');
		return await layOutExport(source, work.target, requestChunks);
	} catch (error) {
		if (error instanceof ExportError) return { kind: 'refused', message: error.message };
		throw error;
	}
}
