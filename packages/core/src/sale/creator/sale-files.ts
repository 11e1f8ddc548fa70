import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import type { CollectionFacts } from '@adx/collection/metadata/metadata';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { z } from 'zod';
import { countPackBytes, loadMerge } from '../../collection-tasks/load-merge.ts';
import type { LaidOutFiles } from '../../collection-tasks/pack-files.ts';
import { layOutFiles, runTask } from '../../collection-tasks/run-task.ts';
import type { Services } from '../../platform/context.ts';
import { type ComputedCar, readComputedFile } from '../../platform/ipfs/computed-car.ts';
import type { DamageServices } from '../../platform/storage/integrity/damage.ts';
import type { Storage } from '../../platform/storage/types.ts';
import { readCoveredPicture } from '../reveal/covered-items.ts';
import { drawOrder } from '../reveal/reveal-secrets.ts';

/**
 * The files of a sale as it is published: two CARs, and roots.json, which names their roots. Of a sale whose items are
 * covered, what covers them.
 */
export async function layOutSale(services: DamageServices, sale: SaleRow, signal: AbortSignal): Promise<LaidOutFiles> {
	if (sale.isDelayed) return layOutCovered(sale);
	return layOutFiles(services, { collection: await toTaskSource(services, sale), target: 'car' }, signal);
}

/** The same of a sale whose items are shown at last, in the order that a block decided on. */
export async function layOutRevealed(
	services: DamageServices & Pick<Services, 'secretKey'>,
	sale: SaleRow,
	{ drawHash }: { readonly drawHash: string },
	signal: AbortSignal,
): Promise<LaidOutFiles> {
	const { load, ...source } = await toTaskSource(services, sale);
	const order = drawOrder(services, sale, drawHash);
	const collection = { ...source, load: async () => ({ ...(await load()), order }) };
	return layOutFiles(services, { collection, target: 'car' }, signal);
}

/** The hashes of a sale's items in their first order, in hex, one after the other. */
export async function hashSaleItems(services: DamageServices, sale: SaleRow, signal: AbortSignal): Promise<string> {
	const asksNothing = () => Promise.reject(new Error('Hashes need no chunks.'));
	const source = await toTaskSource(services, sale);
	return (await runTask(source, { kind: 'hashes' }, asksNothing, signal)).itemHashes;
}

async function layOutCovered(sale: SaleRow): Promise<LaidOutFiles> {
	const [{ coveredFiles }, { computeZipLayout }] = await Promise.all([
		import('@adx/collection/export/covered-files'),
		import('@adx/collection/archive/zip-layout'),
	]);
	const files = await coveredFiles(toFacts(sale), sale.supply, await readCoveredPicture());
	return { layout: computeZipLayout(files.map(({ entry }) => entry)), sources: files.map(({ source }) => source) };
}

const toFacts = ({ name, symbol, description, royaltyBasisPoints, walletAddress }: SaleRow): CollectionFacts => ({
	name,
	symbol,
	...(description === '' ? {} : { description }),
	sellerFeeBasisPoints: royaltyBasisPoints,
	creators: [{ address: walletAddress, share: 100 }],
});

async function toTaskSource(services: DamageServices, sale: SaleRow) {
	const job = await findMergeJob(services.db, 'all', sale.mergeJobId);
	if (job === undefined) throw new Error(`The merge of sale ${sale.id} is gone.`);
	return {
		size: job.totalImages,
		packBytes: () => countPackBytes(services, job),
		load: () => loadMerge(services, job, toFacts(sale)),
	};
}

const rootsSchema = z.object({
	images: z.object({ root: z.string(), sizeBytes: z.int() }),
	metadata: z.object({ root: z.string(), sizeBytes: z.int() }),
});

/** The CARs among a sale's files. */
export async function getCars(
	storage: Pick<Storage, 'read'>,
	{ layout, sources }: LaidOutFiles,
): Promise<{ readonly metadata: ComputedCar; readonly images: ComputedCar }> {
	const fileOf = (name: string) => {
		const index = layout.entries.findIndex((entry) => entry.name === name);
		if (index === -1) throw new Error(`The files of a sale lack ${name}.`);
		return { entry: layout.entries[index]!, source: sources[index]! };
	};
	const { entry, source } = fileOf('roots.json');
	const rootsJson = await text(Readable.from(readComputedFile(storage, { source, sizeBytes: entry.sizeBytes })));
	const roots = rootsSchema.parse(JSON.parse(rootsJson));
	return {
		metadata: { ...roots.metadata, source: fileOf('metadata.car').source },
		images: { ...roots.images, source: fileOf('images.car').source },
	};
}
