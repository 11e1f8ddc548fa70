import type { ImageVersion, ReviewImagesInput } from '@adx/validators/generation/job-control';
import type { ImageListInput } from '@adx/validators/generation/job-inputs';
import type { SetReferencesInput } from '@adx/validators/generation/job-references';
import { vi } from 'vitest';
import type { Job, JobImage } from '../lib/api/trpc.ts';
import { api, procedure, Refusal } from './api.ts';
import { createImage, createPlannedImage, createVersion, signedInAs } from './fixtures.ts';

/** One job with its images behind the API, as far as the page can change them, and every change that was asked for. */
export interface JobServer {
	job: Job;
	images: JobImage[];
	versions: ImageVersion[];
	/** Verb and input of every change, in order. */
	readonly calls: (readonly [string, unknown])[];
	/** Refuses the next change with this. */
	refusal: Refusal | null;
}

interface Named {
	readonly imageId: string;
}

/** Serves one job to a signed-in creator. */
export function serveJob(job: Job, images: JobImage[]): JobServer {
	const server: JobServer = { job, images, versions: [], calls: [], refusal: null };

	function change<Output>(verb: string, input: unknown, work: () => Output): Output | Refusal {
		server.calls.push([verb, input]);
		const { refusal } = server;
		server.refusal = null;
		return refusal ?? work();
	}
	function toJob(changes: Partial<Job>): Job {
		server.job = { ...server.job, ...changes };
		return server.job;
	}
	function toImage({ imageId }: Named, changes: (image: JobImage) => Partial<JobImage>): JobImage {
		server.images = server.images.map((image) => (image.id === imageId ? { ...image, ...changes(image) } : image));
		return server.images.find(({ id }) => id === imageId)!;
	}
	const jobVerb = (verb: 'pause' | 'cancel' | 'resume' | 'retry' | 'regenerateImages', changes: Partial<Job>) =>
		procedure('generation', verb, (input) => change(verb, input, () => toJob(changes)));
	const imageVerb = (
		verb: 'lockImage' | 'unlockImage' | 'markImage' | 'chooseVersion' | 'regenerateImage',
		changes: (input: never, image: JobImage) => Partial<JobImage>,
	) =>
		procedure('generation', verb, (input) =>
			change(verb, input, () => toImage(input as Named, (image) => changes(input as never, image))),
		);

	// Room for what is drawn only as far as it is in view; jsdom lays nothing out.
	vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 0, 800, 600));
	vi.spyOn(Element.prototype, 'clientWidth', 'get').mockReturnValue(800);
	vi.spyOn(Element.prototype, 'clientHeight', 'get').mockReturnValue(600);
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('generation', 'list', () => [server.job]),
		procedure('generation', 'get', () => server.job),
		procedure('generation', 'listImages', (input) => {
			const { from = 0, limit } = input as { from?: number; limit?: number };
			return server.images.slice(from, limit === undefined ? undefined : from + limit);
		}),
		procedure('generation', 'listVersions', (input) => {
			const image = server.images.find(({ id }) => id === (input as Named).imageId)!;
			const all = server.versions.length > 0 ? server.versions : [createVersion(image, 1)];
			return all.map((version) => ({ ...version, isChosen: version.number === image.version }));
		}),
		jobVerb('pause', { phase: 'paused', pauseReason: 'user' }),
		jobVerb('cancel', { status: 'completed', phase: 'cancelled', completedAt: new Date() }),
		jobVerb('resume', { phase: 'running', pauseReason: null }),
		jobVerb('retry', { status: 'generating', phase: 'running', failedImages: 0, completedAt: null }),
		jobVerb('regenerateImages', { redraws: 1 }),
		procedure('generation', 'reviewImages', (input) => {
			const { imageIds, mark, locked } = input as ReviewImagesInput;
			return change('reviewImages', input, () => {
				for (const imageId of imageIds) {
					toImage({ imageId }, (image) => ({
						mark: mark === undefined ? image.mark : mark,
						locked: locked ?? image.locked,
					}));
				}
				return { images: imageIds.length, changed: imageIds.length };
			});
		}),
		procedure('generation', 'setReferences', (input) =>
			change('setReferences', input, () => {
				const { references, styleLock = server.job.styleLock } = input as SetReferencesInput;
				return toJob({
					styleLock,
					references: references.map((entry) => {
						const id = 'referenceId' in entry ? entry.referenceId : `reference of ${Object.values(entry)[0]}`;
						const known = server.job.references.find((reference) => reference.id === id);
						const imageId = 'imageId' in entry ? entry.imageId : null;
						return known ?? { id, imageUrl: `/api/generate/${server.job.id}/references/${id}/file`, imageId };
					}),
				});
			}),
		),
		imageVerb('lockImage', () => ({ locked: true })),
		imageVerb('unlockImage', () => ({ locked: false })),
		imageVerb('markImage', ({ mark }: Pick<JobImage, 'mark'>) => ({ mark })),
		imageVerb('chooseVersion', ({ version }: { version: number }) => ({ version })),
		imageVerb('regenerateImage', () => ({ isRedrawing: true })),
	);
	return server;
}

/** The API of somebody who has these jobs. */
export function respondWithJobs(...jobs: Job[]) {
	api.use(
		procedure('auth', 'check', () => signedInAs('creator')),
		procedure('generation', 'list', () => jobs),
		procedure('generation', 'get', (input) => {
			const { jobId } = input as { jobId: string };
			return jobs.find((job) => job.id === jobId) ?? new Refusal(404, 'No such job.');
		}),
		procedure('generation', 'listImages', (input) => {
			const { jobId, from = 0, limit = Infinity, state } = input as Partial<ImageListInput>;
			const { progress = 0, batchSize = 0 } = jobs.find((job) => job.id === jobId) ?? {};
			return Array.from({ length: batchSize }, (_, place) =>
				place < progress ? createImage(jobId!, place + 1) : createPlannedImage(jobId!, place + 1),
			)
				.filter((image) => state === undefined || image.state === state)
				.slice(from, from + limit);
		}),
	);
}

/** Compiles what the pages load lazily, so that the first test is not against the clock. `usePage` calls it before all tests. */
export async function warmUp(): Promise<void> {
	await Promise.all([import('../app.tsx'), import('@adx/forge/draw')]);
}
