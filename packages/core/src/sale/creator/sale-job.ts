import { createHash } from 'node:crypto';
import { countStoredItems, insertSaleItems } from '@adx/db/repositories/sale/sale-items';
import {
	completeSalePreparation,
	countSaleFailure,
	failSalePreparation,
	listUnpreparedSales,
	updateSaleProgress,
} from '@adx/db/repositories/sale/sale-preparations';
import { saveCommitment } from '@adx/db/repositories/sale/sale-reveals';
import { findSale } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { PublishError } from '../../platform/ipfs/publish-car.ts';
import { defineJob, type JobRun, RunAgain } from '../../platform/jobs/define-job.ts';
import { checkArchive } from '../../platform/storage/integrity/check-archive.ts';
import { createThreads } from '../../platform/threads/threads.ts';
import { slicesOf } from '../../platform/threads/yield-to-event-loop.ts';
import { requireEvmSaleChain } from '../evm/open-sale-chains.ts';
import { toSaleDeployment } from '../evm/sale-deployment.ts';
import { deriveSeedCommitment } from '../reveal/reveal-secrets.ts';
import { isEvmSale } from '../sale-network.ts';
import { decryptSaleSecret, saleOrder } from '../sale-secret.ts';
import type { ItemAddress, ItemAddressesTask } from '../solana/item-addresses-worker.ts';
import { publishCars } from './publish-cars.ts';
import { getCars, hashSaleItems, layOutSale } from './sale-files.ts';

/** Stored at a time: about 20 ms. */
const sliceItems = 250;

/**
 * Prepares one sale: its items, its files and, where the operator set an IPFS service, their publication. Two at once
 * store the same, and the first to end completes it. A sale that is started again with other facts meanwhile, for which
 * other files are needed, is prepared from the beginning.
 */
export const saleJob = defineJob<SaleRow, number>({
	queue: 'sale',
	// Preparing mostly waits for an IPFS node.
	atOnce: 2,
	sentences: {
		diskFull: 'The disk of this installation is full. The preparation goes on when there is room.',
		storageGone: 'The storage of this installation cannot be read. The preparation goes on when it is back.',
		failed: 'The preparation failed because of a fault of this installation. Start again, or tell its operator.',
	},
	listOpen: listUnpreparedSales,
	findOpen: async (db, id) => {
		const sale = await findSale(db, id);
		return sale?.phase === 'preparing' ? sale : undefined;
	},
	work,
	updateProgress: ({ db }, sale, progress) =>
		updateSaleProgress(db, sale, { progress: Math.floor(progress), errorMessage: null }),
	wait: ({ db }, sale, errorMessage) => updateSaleProgress(db, sale, { progress: 0, errorMessage }),
	countFailure: countSaleFailure,
	fail: ({ db }, sale, errorMessage) => failSalePreparation(db, sale, errorMessage),
	explain: (error) => {
		// A sentence for the person, which says why these files cannot be laid out.
		if (error instanceof AppError) return { sentence: error.message, isFinal: true };
		return error instanceof PublishError ? notPublished : null;
	},
});

/** What a creator reads while the operator's IPFS service does not keep the files. */
export const notPublished = {
	sentence: 'The IPFS service of this installation does not keep the files. Start again later, or tell its operator.',
	waiting: 'The IPFS service of this installation does not keep the files right now. It is tried again.',
};

async function work(services: Services, sale: SaleRow, { report, signal }: JobRun<number>): Promise<void> {
	await storeItems(services, sale, signal);
	const files = await layOutSale(services, sale, signal);
	await checkArchive(services, files);
	const cars = await getCars(services.storage, files);
	signal.throwIfAborted();
	if (sale.isDelayed) await commit(services, sale, signal);
	const published = await publishCars(services, cars, { report, signal });
	const { metadata, images } = cars;
	const made = { metadataRoot: metadata.root, imagesRoot: images.root, published };
	const contract = isEvmSale(sale) ? await placeDrop(services, sale, metadata.root) : {};
	if (!(await completeSalePreparation(services.db, sale, { ...made, ...contract }))) throw new RunAgain(0);
}

/** Fixes what the items are and what they will be shuffled by, before anything of the sale is published. */
async function commit(services: Services, sale: SaleRow, signal: AbortSignal): Promise<void> {
	const itemHashes = await hashSaleItems(services, sale, signal);
	await saveCommitment(services.db, {
		saleId: sale.id,
		seedCommitment: deriveSeedCommitment(services, sale),
		provenance: createHash('sha256').update(itemHashes).digest('hex'),
		itemHashes,
	});
}

/** Where the contract of a sale will be, which follows from its files. */
async function placeDrop(
	services: Services,
	sale: SaleRow,
	metadataRoot: string,
): Promise<Pick<SaleRow, 'mintAddress'>> {
	const { signer } = requireEvmSaleChain(services, sale.cluster);
	return { mintAddress: (await toSaleDeployment(services, sale, { metadataRoot, signer })).address };
}

/** Derives the mint addresses of all items: about a second for 10,000. */
const addressThreads = createThreads<ItemAddressesTask, ItemAddress[]>({
	worker: new URL('../solana/item-addresses-worker.ts', import.meta.url),
	max: 1,
	heapMb: 256,
	deadlineMs: 120_000,
});

async function storeItems({ db, secretKey }: Services, sale: SaleRow, signal: AbortSignal): Promise<void> {
	const { supply } = sale;
	if ((await countStoredItems(db, sale.id)) === supply) return;
	const secret = decryptSaleSecret(secretKey, sale);
	const items = isEvmSale(sale) ? listEvmItems(sale, secret) : await addressThreads.run({ secret, supply }, { signal });
	for await (const slice of slicesOf(items, sliceItems)) {
		signal.throwIfAborted();
		await insertSaleItems(db, sale.id, slice);
	}
}

/** The items of a sale on an EVM chain in the order of sale; they are numbers of its contract, and have no addresses of their own. */
const listEvmItems = ({ id, supply }: SaleRow, secret: Uint8Array): ItemAddress[] =>
	saleOrder(secret, supply).map((tokenNumber, position) => ({
		tokenNumber,
		position,
		mintAddress: `${id} ${tokenNumber}`,
	}));
