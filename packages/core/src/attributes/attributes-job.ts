import { transact } from '@adx/db/client/transact';
import {
	type AttributeProgress,
	completeAttributeJob,
	countAttributeFailure,
	failAttributeJob,
	findAttributeJob,
	listUnfinishedAttributeJobs,
	updateAttributeProgress,
} from '@adx/db/repositories/attributes/attribute-jobs';
import { insertBlobs } from '@adx/db/repositories/uploads/blobs';
import type { AttributeJobRow } from '@adx/db/schema/attribute-tables';
import type { Services } from '../platform/context.ts';
import {
	defineJob,
	JobImpossibleError,
	type JobRun,
	RunAgain,
	readJobInput,
	waitSeconds,
} from '../platform/jobs/define-job.ts';
import { hasRoom } from '../platform/storage/free-space.ts';
import { freeBytesWatermark } from '../platform/storage/types.ts';
import { type AttributesOutcome, generateInThread } from './attributes-in-thread.ts';

/** Planning comes first and is reported as this much; the rest goes by images written. */
const plannedPercent = 30;
const storingPercent = 95;

type Made = Extract<AttributesOutcome, { kind: 'made' }>;
type Progress = Pick<AttributeProgress, 'processedImages' | 'progress'>;

/** Makes the trait sets that an attribute job's row tells of; two at once store the same, and the first to end completes it. */
export const attributeJob = defineJob<AttributeJobRow, Progress>({
	queue: 'attributes',
	sentences: {
		diskFull: 'The disk of this installation is full. The work goes on when there is room.',
		storageGone: 'The storage of this installation cannot be read. The work goes on when it is back.',
		failed:
			'The attributes could not be made because of a fault of this installation. Start again, or tell its operator.',
	},
	listOpen: listUnfinishedAttributeJobs,
	findOpen: async (db, id) => {
		const job = await findAttributeJob(db, 'all', id);
		return job?.status === 'pending' || job?.status === 'processing' ? job : undefined;
	},
	work,
	updateProgress: ({ db }, { id }, { processedImages, progress }) => {
		const facts = {
			status: 'processing',
			progress: Math.floor(progress),
			processedImages,
			errorMessage: null,
		} as const;
		return updateAttributeProgress(db, id, facts);
	},
	wait: ({ db }, { id }, errorMessage) =>
		updateAttributeProgress(db, id, { status: 'pending', progress: 0, processedImages: 0, errorMessage }),
	countFailure: (db, { id }) => countAttributeFailure(db, id),
	fail: ({ db, clock }, { id }, errorMessage) => failAttributeJob(db, id, { errorMessage, completedAt: clock() }),
});

const folderDamaged = 'The stored list of this folder is missing or damaged. Add the folder again.';

async function work(services: Services, job: AttributeJobRow, { report, signal }: JobRun<Progress>): Promise<void> {
	const { projectName, options, folderSha256, totalImages } = job;
	// One that was stopped by a full disk waits for more free space than its last byte.
	if (job.status === 'pending' && !(await hasRoom(services.storage, freeBytesWatermark))) {
		throw new RunAgain(waitSeconds);
	}
	await report({ processedImages: 0, progress: 1 });
	const done = (processedImages: number) => {
		const progress = plannedPercent + (processedImages / totalImages) * (storingPercent - plannedPercent);
		void report({ processedImages, progress });
	};
	const make = async () => {
		const folder = folderSha256 === null ? null : await readJobInput(services, folderSha256, folderDamaged);
		return generateInThread({ projectName, options, folder }, (images) => void done(images), signal);
	};
	const outcome = await services.crashGuard.run({ kind: 'attributes', subject: job.id }, make);
	if (outcome.kind === 'refused') throw new JobImpossibleError(outcome.message);
	await store(services, job, outcome);
}

async function store({ db, storage, clock }: Services, { id }: AttributeJobRow, outcome: Made): Promise<void> {
	const { pack, index, kind: _, ...facts } = outcome;
	const stored = { pack: await storage.put(pack), index: await storage.put(index) };
	await transact(db, async (trx) => {
		const now = clock();
		const noPicture = { mime: 'application/octet-stream', width: null, height: null, createdAt: now };
		const blobs = [stored.pack, stored.index].map((blob) => ({ ...blob, ...noPicture }));
		await insertBlobs(trx, blobs);
		await completeAttributeJob(trx, id, {
			...facts,
			packSha256: stored.pack.sha256,
			indexSha256: stored.index.sha256,
			completedAt: now,
		});
	});
}
