import { isConnectionError } from '@adx/db/client/database-errors';
import { countStoredItems, insertSaleItems } from '@adx/db/repositories/sale/sale-items';
import {
	completeSalePreparation,
	countSaleFailure,
	failSalePreparation,
	updateSaleProgress,
} from '@adx/db/repositories/sale/sale-preparations';
import { findSale } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { PublishError, publishCar } from '../../platform/ipfs/publish-car.ts';
import type { QueueMessage } from '../../platform/jobs/queue.ts';
import { nextSlice } from '../../platform/limits/next-slice.ts';
import { isStorageFull } from '../../platform/storage/circuit-breaker.ts';
import { checkArchive } from '../../platform/storage/integrity/check-archive.ts';
import { isStorageUnavailable } from '../../platform/storage/integrity/damage.ts';
import { decryptSaleSecret } from '../sale-secret.ts';
import { deriveItemAddresses } from './item-addresses.ts';
import { getCars, layOutSale } from './sale-files.ts';

/** Tries of one preparation that may end with an error, ours or the IPFS node's. */
const failuresMax = 5;
const tryAgainSeconds = 15;
/** Laying out comes first and is told as this much; the rest goes by bytes published. */
const laidOutPercent = 10;
/** Stored at a time: about 20 ms. */
const sliceItems = 250;
/** Readers are told no more often. */
const reportEveryMs = 400;

/** The sale was started again with other facts, for which other files are needed. */
class Superseded extends Error {}

/**
 * Prepares one sale from beginning to end: its pieces, its files and, where the operator set an IPFS service, their
 * publication. All that it stores follows from the sale's secret and facts, so it may be killed anywhere and repeated,
 * and two at once store the same: the first to end completes it.
 */
export async function prepareSale(services: Services, message: QueueMessage, signal: AbortSignal): Promise<void> {
	const sale = await findSale(services.db, message.jobId);
	if (sale?.phase !== 'preparing') return;
	try {
		const made = await work(services, sale, signal);
		const isDone = await completeSalePreparation(services.db, sale, made);
		if (!isDone) throw new Superseded();
	} catch (error) {
		// Stopped; the sale's row is the outbox, so the next worker continues.
		if (signal.aborted) return;
		if (error instanceof Superseded) await services.queue.send('sale', message);
		else if (isStorageFull(error)) await retryLater(services, sale, diskFull);
		else if (await isStorageUnavailable(services, error)) await retryLater(services, sale, storageGone);
		else await handleError(services, sale, error);
	}
}

async function work(services: Services, sale: SaleRow, signal: AbortSignal) {
	const teller = createProgressReporter(services, sale);
	const stop = AbortSignal.any([signal, teller.superseded]);
	try {
		await storeItems(services, sale, stop);
		const files = await layOutSale(services, sale, stop);
		await checkArchive(services, files);
		const { metadata, images } = await getCars(services.storage, files);
		stop.throwIfAborted();
		await teller.tell(laidOutPercent);
		const { ipfsApiUrl } = services.minting;
		if (ipfsApiUrl !== null) {
			const totalBytes = metadata.sizeBytes + images.sizeBytes;
			let sentBytes = 0;
			const sent = (bytes: number) => {
				sentBytes += bytes;
				void teller.tell(laidOutPercent + Math.min(1, sentBytes / totalBytes) * (99 - laidOutPercent));
			};
			const publishing = { ipfsApiUrl, storage: services.storage, sent, signal: stop };
			// Images first, so that a reader of the metadata finds what it names.
			await publishCar(publishing, images);
			await publishCar(publishing, metadata);
		}
		return { metadataRoot: metadata.root, imagesRoot: images.root, published: ipfsApiUrl !== null };
	} finally {
		await teller.settled();
	}
}

async function storeItems({ db, secretKey }: Services, sale: SaleRow, signal: AbortSignal): Promise<void> {
	const { supply } = sale;
	if ((await countStoredItems(db, sale.id)) === supply) return;
	const pieces = await deriveItemAddresses({ secret: decryptSaleSecret(secretKey, sale), supply }, signal);
	for (let from = 0; from < pieces.length; from += sliceItems) {
		signal.throwIfAborted();
		await insertSaleItems(db, sale.id, pieces.slice(from, from + sliceItems));
		// The embedded database works in this very thread, which has others to answer.
		await nextSlice();
	}
}

function createProgressReporter({ db, clock, log }: Services, sale: SaleRow) {
	const superseded = new AbortController();
	let toldAtMs = 0;
	let telling: Promise<void> | null = null;
	const write = async (progress: number) => {
		try {
			const isStill = await updateSaleProgress(db, sale, { progress: Math.floor(progress), errorMessage: null });
			if (!isStill) superseded.abort(new Superseded());
		} catch (error) {
			// What follows finds out by itself whether the database is gone.
			log.warn({ err: error, saleId: sale.id }, 'progress was not written down');
		} finally {
			telling = null;
		}
	};
	return {
		/** Aborts when the sale is no longer prepared with these facts. */
		superseded: superseded.signal,
		/** Writes down how far the work is, unless readers were told just before or are just being told. */
		tell: async (progress: number): Promise<void> => {
			const now = clock().getTime();
			if (telling !== null || now - toldAtMs < reportEveryMs) return;
			toldAtMs = now;
			telling = write(progress);
			await telling;
		},
		/** Resolves when nothing is being written. */
		settled: async (): Promise<void> => void (await telling),
	};
}

const diskFull = 'The disk of this installation is full. The preparation goes on when there is room.';
const storageGone = 'The storage of this installation cannot be read. The preparation goes on when it is back.';
const nodeAway = 'The IPFS service of this installation does not keep the files right now. It is tried again.';

async function retryLater({ db, queue }: Services, sale: SaleRow, errorMessage: string): Promise<void> {
	await updateSaleProgress(db, sale, { progress: 0, errorMessage });
	await queue.send('sale', { jobId: sale.id, slot: 0 }, { delaySeconds: tryAgainSeconds });
}

/** Ends the preparation where repeating it does not help; otherwise it is sent again. */
async function handleError(services: Services, sale: SaleRow, error: unknown): Promise<void> {
	const { db, log } = services;
	if (isConnectionError(error)) throw error;
	// A sentence for the person, which says why these files cannot be laid out.
	if (error instanceof AppError) return void (await failSalePreparation(db, sale, error.message));
	log.error({ err: error, saleId: sale.id }, 'preparing a sale failed');
	const isPublishing = error instanceof PublishError;
	if ((await countSaleFailure(db, sale)) < failuresMax) {
		if (isPublishing) await retryLater(services, sale, nodeAway);
		return;
	}
	const errorMessage = isPublishing
		? 'The IPFS service of this installation does not keep the files. Start again later, or tell its operator.'
		: 'The preparation failed because of a fault of this installation. Start again, or tell its operator.';
	await failSalePreparation(db, sale, errorMessage);
}
