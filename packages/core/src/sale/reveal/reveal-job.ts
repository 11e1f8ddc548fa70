import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { setShownImages } from '@adx/db/repositories/sale/sale-items';
import {
	type CoveredSale,
	changeReveal,
	countRevealFailure,
	findItemHashes,
	findPreparingReveal,
	listUnpreparedReveals,
	lockReveal,
	type RevealChange,
} from '@adx/db/repositories/sale/sale-reveals';
import type { Services } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { PublishError } from '../../platform/ipfs/publish-car.ts';
import { defineJob, type JobRun, RunAgain } from '../../platform/jobs/define-job.ts';
import { checkArchive } from '../../platform/storage/integrity/check-archive.ts';
import { slicesOf } from '../../platform/threads/yield-to-event-loop.ts';
import { publishCars } from '../creator/publish-cars.ts';
import { getCars, hashSaleItems, layOutRevealed } from '../creator/sale-files.ts';
import { notPublished } from '../creator/sale-job.ts';
import { drawOrder } from './reveal-secrets.ts';

/** Written at a time: about 20 ms. */
const sliceItems = 250;

/** What its creator reads where the items changed after all, by a fault: others than the committed ones are never shown. */
const notCommitted =
	'The items of this collection are not those that were committed to before the sale, so they are not revealed. Tell the operator of this installation.';

/**
 * Prepares the reveal of one sale: which item each token shows, the files that say so and, where the operator set an IPFS
 * service, their publication. All of it follows from the block that was drawn, so two at once do the same; where another
 * block is drawn after all, what was prepared is dropped.
 */
export const revealJob = defineJob<CoveredSale, number>({
	queue: 'reveal',
	atOnce: 2,
	sentences: {
		diskFull: 'The disk of this installation is full. The reveal goes on when there is room.',
		storageGone: 'The storage of this installation cannot be read. The reveal goes on when it is back.',
		failed: 'The reveal failed because of a fault of this installation. Press Reveal again, or tell its operator.',
	},
	listOpen: listUnpreparedReveals,
	findOpen: findPreparingReveal,
	work,
	updateProgress: (services, sale, progress) =>
		changePreparing(services, sale, { progress: Math.floor(progress), errorMessage: null }),
	wait: (services, sale, errorMessage) => changePreparing(services, sale, { progress: 0, errorMessage }),
	countFailure: (db, { id }) => countRevealFailure(db, id),
	fail: (services, sale, errorMessage) =>
		changePreparing(services, sale, { phase: 'drawn', errorMessage, failures: 0 }),
	explain: (error) => {
		if (error instanceof AppError) return { sentence: error.message, isFinal: true };
		return error instanceof PublishError ? notPublished : null;
	},
});

/** Does something that another process, which prepares it for another block by now, must not see. False where one does. */
function whileDrawn(
	{ db }: Pick<Services, 'db'>,
	{ id, reveal }: CoveredSale,
	work: (trx: DatabaseTransaction) => Promise<unknown>,
): Promise<boolean> {
	return transact(db, async (trx) => {
		const now = await lockReveal(trx, id);
		if (now?.phase !== 'preparing' || now.drawHash !== reveal.drawHash) return false;
		return (await work(trx)) !== false;
	});
}

/** False where the reveal is not being prepared any more, or for another block by now. */
const changePreparing = (services: Pick<Services, 'db'>, sale: CoveredSale, change: RevealChange): Promise<boolean> =>
	whileDrawn(services, sale, (trx) => changeReveal(trx, sale.id, ['preparing'], change));

async function checkCommitment(services: Services, sale: CoveredSale, signal: AbortSignal): Promise<void> {
	const itemHashes = await hashSaleItems(services, sale, signal);
	if (itemHashes === (await findItemHashes(services.db, sale.id))) return;
	services.log.error({ saleId: sale.id }, 'the items of a sale are not those that it has committed to');
	throw new AppError('CONFLICT', { reason: 'reveal_not_ready', message: notCommitted });
}

async function work(services: Services, sale: CoveredSale, { report, signal }: JobRun<number>): Promise<void> {
	const { drawHash } = sale.reveal;
	if (drawHash === null) throw new Error(`No block was drawn for sale ${sale.id}.`);
	await checkCommitment(services, sale, signal);
	const order = drawOrder(services, sale, drawHash);
	let first = 1;
	for await (const images of slicesOf(order, sliceItems)) {
		signal.throwIfAborted();
		const slice = { first, images };
		if (!(await whileDrawn(services, sale, (trx) => setShownImages(trx, sale.id, slice)))) throw new RunAgain(0);
		first += images.length;
	}
	const files = await layOutRevealed(services, sale, { drawHash }, signal);
	await checkArchive(services, files);
	const cars = await getCars(services.storage, files);
	signal.throwIfAborted();
	const published = await publishCars(services, cars, { report, signal });
	const made = { metadataRoot: cars.metadata.root, imagesRoot: cars.images.root };
	const change = { ...made, phase: published ? 'ready' : 'unpublished', progress: 100, errorMessage: null } as const;
	if (!(await changePreparing(services, sale, change))) throw new RunAgain(0);
}
