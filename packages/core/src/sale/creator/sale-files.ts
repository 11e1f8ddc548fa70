import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { z } from 'zod';
import { countPackBytes, loadMerge } from '../../collection-tasks/load-merge.ts';
import type { LaidOutFiles } from '../../collection-tasks/pack-files.ts';
import { layOutFiles } from '../../collection-tasks/run-task.ts';
import { type ComputedCar, readComputedFile } from '../../platform/ipfs/computed-car.ts';
import type { DamageServices } from '../../platform/storage/integrity/damage.ts';
import type { Storage } from '../../platform/storage/types.ts';

/** The files of a sale: two CARs, and roots.json, which names their roots. */
export async function layOutSale(services: DamageServices, sale: SaleRow, signal: AbortSignal): Promise<LaidOutFiles> {
	const { name, symbol, description, royaltyBasisPoints, walletAddress } = sale;
	const job = await findMergeJob(services.db, 'all', sale.mergeJobId);
	if (job === undefined) throw new Error(`The merge of sale ${sale.id} is gone.`);
	const facts = {
		name,
		symbol,
		...(description === '' ? {} : { description }),
		sellerFeeBasisPoints: royaltyBasisPoints,
		creators: [{ address: walletAddress, share: 100 }],
	};
	const collection = {
		size: job.totalImages,
		packBytes: () => countPackBytes(services, job),
		load: () => loadMerge(services, job, facts),
	};
	return layOutFiles(services, { collection, target: 'car' }, signal);
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
