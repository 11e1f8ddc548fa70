import { transact } from '@adx/db/client/transact';
import { setShownImages } from '@adx/db/repositories/sale/sale-items';
import {
	type CoveredSale,
	changeReveal,
	countRevealFailure,
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
import { notPublished } from '../creator/prepare-sale.ts';
import { publishCars } from '../creator/publish-cars.ts';
import { getCars, layOutRevealed } from '../creator/sale-files.ts';
import { drawOrder } from './commitment.ts';

/** Written at a time: about 20 ms. */
const sliceItems = 250;

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

/** False where the reveal is not being prepared any more, or for another block by now. */
function changePreparing(
	{ db }: Pick<Services, 'db'>,
	{ id, reveal }: CoveredSale,
	change: RevealChange,
): Promise<boolean> {
	return transact(db, async (trx) => {
		if ((await lockReveal(trx, id))?.drawHash !== reveal.drawHash) return false;
		return changeReveal(trx, id, ['preparing'], change);
	});
}

async function work(services: Services, sale: CoveredSale, { report, signal }: JobRun<number>): Promise<void> {
	const { drawHash } = sale.reveal;
	if (drawHash === null) throw new Error(`No block was drawn for sale ${sale.id}.`);
	const order = drawOrder(services, sale, drawHash);
	let first = 1;
	for await (const images of slicesOf(order, sliceItems)) {
		signal.throwIfAborted();
		await setShownImages(services.db, sale.id, { first, images });
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
