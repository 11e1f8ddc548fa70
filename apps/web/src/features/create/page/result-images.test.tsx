import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { api, procedure } from '../../../test/api.ts';
import { createImage, createJob, createPlannedImage, runningJob } from '../../../test/fixtures.ts';
import { respondWithJobs } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const status = () => within(screen.getByRole('region', { name: 'Generation status' }));
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

describe('a job under way', () => {
	test('a job that waits is being prepared, without a time (PROG-08)', async () => {
		respondWithJobs(runningJob(1, { status: 'pending', phase: 'queued', progress: 0, startedAt: null }));
		openPage('/?tab=results');
		// The first one in the file also compiles the tab.
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }, { timeout: 12_000 }));
		expect(card.getByText('Preparing generation...')).toBeVisible();
		expect(card.getByText('--:--')).toBeVisible();
	});

	test('the time left counts on while the server is not asked (PROG-03, PROG-06)', async () => {
		respondWithJobs(runningJob(1, { startedAt: new Date(Date.now() - 60_000) }));
		openPage('/?tab=results');
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }));
		// A minute for two of five; a slow machine comes to the page later.
		expect(card.getByText(/^0[1-9]:\d\d$/)).toBeVisible();
	});

	test.each([
		['rate_limit', /^Gemini asks to wait until \d\d:\d\d:\d\d\.$/],
		['engine_errors', /^Gemini fails at the moment; trying again at \d\d:\d\d:\d\d\.$/],
	] as const)('a job that waits for its engine (%s) says until when, and promises no time', async (reason, told) => {
		const startedAt = new Date(Date.now() - 60_000);
		const until = new Date(Date.now() + 600_000);
		respondWithJobs(runningJob(1, { engine: 'gemini', startedAt, waiting: { reason, until } }));
		openPage('/?tab=results');
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }));
		expect(card.getByText(told)).toBeVisible();
		expect(card.getByText('--:--')).toBeVisible();
	});

	test('a wait that is over is not told any more', async () => {
		const waiting = { reason: 'rate_limit', until: new Date(Date.now() - 1_000) } as const;
		respondWithJobs(runningJob(1, { startedAt: new Date(Date.now() - 60_000), waiting }));
		openPage('/?tab=results');
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }));
		expect(card.getByText(/^0[1-9]:\d\d$/)).toBeVisible();
		expect(card.queryByText(/Gemini asks/)).toBeNull();
	});

	test('a job that has not started says that others are at work', async () => {
		const waiting = { reason: 'other_jobs', until: null } as const;
		respondWithJobs(runningJob(1, { status: 'pending', phase: 'queued', progress: 0, waiting }));
		openPage('/?tab=results');
		expect(await screen.findByText('Waits for other jobs.')).toBeVisible();
	});

	test('a paused job promises no work', async () => {
		respondWithJobs(runningJob(1, { phase: 'paused', pauseReason: 'user' }));
		openPage('/?tab=results');
		const card = within(await screen.findByRole('region', { name: 'Paused' }));
		expect(card.getByText('2 / 5')).toBeVisible();
		expect(screen.queryByText('Generating ADX...')).toBeNull();
		const results = within(screen.getByRole('main'));
		expect(results.getByText(/You stopped it for now/)).toBeVisible();
		expect(results.getAllByText(/paused/i)).toHaveLength(1);
	});

	test('the card is only there for jobs that are pending or generating (AMB-20)', async () => {
		respondWithJobs(createJob(1));
		openPage('/?job=job-1');
		await screen.findByText('Generation completed successfully!');
		expect(screen.queryByRole('region', { name: 'Generating ADX...' })).toBeNull();
	});

	test('shows progress out of the batch size with a bar (PROG-01, PROG-02, PROG-09)', async () => {
		respondWithJobs(runningJob(1));
		openPage('/?tab=results');
		const card = within(await screen.findByRole('region', { name: 'Generating ADX...' }));
		expect(card.getByText('2 / 5')).toBeVisible();
		expect(card.getByText('Generating images...')).toBeVisible();
		const bar = card.getByRole('progressbar');
		expect(bar).toHaveAttribute('aria-valuenow', '40');
		expect(bar).toHaveAttribute('aria-valuemax', '100');
	});

	test('the status panel says percent and images (STAT-04)', async () => {
		respondWithJobs(runningJob(1));
		openPage('/?tab=results');
		expect(await screen.findByText('40% complete')).toBeVisible();
		expect(status().getByText('Collection #1: 2 of 5 images')).toBeVisible();
	});

	test('every open row shows the traits it will have', async () => {
		respondWithJobs(runningJob(1));
		openPage('/?tab=results');
		const grid = within(await screen.findByRole('list', { name: 'Images' }));
		expect(await grid.findAllByRole('button')).toHaveLength(2);
		expect(grid.getByText('#3 waiting').parentElement).toHaveTextContent('DragonbornPaladin#3 waiting');
	});

	test('is asked every 3 s until it is completed, and the new images come in (PROG-10, AMB-24)', async () => {
		let job = runningJob(1);
		let asked = 0;
		respondWithJobs(job);
		api.use(
			procedure('generation', 'get', () => {
				asked += 1;
				return job;
			}),
			procedure('generation', 'listImages', () =>
				[1, 2, 3, 4, 5].map((number) =>
					number <= job.progress ? createImage('job-1', number) : createPlannedImage('job-1', number),
				),
			),
		);
		openPage('/?job=job-1');
		const grid = within(await screen.findByRole('list', { name: 'Images' }));
		await waitFor(() => expect(grid.getAllByRole('button')).toHaveLength(2));
		job = createJob(1);
		expect(await screen.findByText('Generation completed successfully!')).toBeVisible();
		await waitFor(() => expect(grid.getAllByRole('button')).toHaveLength(5));
		expect(screen.queryByText('Generating ADX...')).toBeNull();
		const askedWhenDone = asked;
		await new Promise((resolve) => setTimeout(resolve, 3_300));
		expect(asked).toBe(askedWhenDone);
	});
});

describe('the status panel', () => {
	test('it says that it is loading until the job is there (STAT-03)', async () => {
		respondWithJobs(createJob(1));
		api.use(procedure('generation', 'get', () => new Promise<Job>(() => {})));
		openPage('/?job=job-1');
		expect(await screen.findByRole('status', { name: 'Loading generation status' })).toBeVisible();
	});

	test('it shows the job that was chosen, not the newest (STAT-01)', async () => {
		respondWithJobs(createJob(2), createJob(1));
		openPage('/?job=job-1');
		expect(await screen.findByText('Collection #1: 5 images')).toBeVisible();
	});

	test('a failure without a message is unknown (STAT-06)', async () => {
		respondWithJobs(createJob(1, { status: 'failed', phase: 'failed', errorMessage: null, totalImages: 0 }));
		openPage('/?job=job-1');
		expect(await screen.findByText('Unknown error occurred')).toBeVisible();
	});

	test('a failure for the key’s day quota says when it may be tried again, here and on the job’s page (STAT-06)', async () => {
		const errorMessage = 'The day’s quota of this API key is used up.';
		respondWithJobs(
			createJob(1, {
				engine: 'gemini',
				status: 'failed',
				phase: 'failed',
				errorMessage,
				totalImages: 0,
				completedAt: new Date(),
			}),
		);
		openPage('/?job=job-1');
		expect(await screen.findByText(errorMessage)).toBeVisible();
		const when = /It resets at midnight Pacific time, which is \d\d:\d\d on .+ here\. Try again then/;
		expect(status().getByText(when)).toBeVisible();
		await userEvent.click(screen.getByRole('link', { name: 'Open job page' }));
		expect(await screen.findByRole('heading', { level: 1, name: 'Collection #1' })).toBeVisible();
		expect(screen.getByText(when)).toBeVisible();
	});

	test('a job that was stopped says after how many images (AMB-37)', async () => {
		respondWithJobs(createJob(1, { phase: 'cancelled', progress: 3, totalImages: 3 }));
		openPage('/?job=job-1');
		expect(await screen.findByText('Stopped after 3 of 5 images')).toBeVisible();
		expect(screen.queryByText('Generation completed successfully!')).toBeNull();
	});

	test('lists the other jobs under way, each with its controls', async () => {
		respondWithJobs(runningJob(3, { status: 'pending', phase: 'queued', progress: 0 }), runningJob(2), createJob(1));
		openPage('/?job=job-1');
		const queue = within(await screen.findByRole('region', { name: 'Other jobs under way' }));
		const rows = queue.getAllByRole('listitem');
		expect(rows.map((row) => within(row).getByRole('link').textContent)).toEqual(['Collection #3', 'Collection #2']);
		expect(within(rows[0]!).getByText('Waiting')).toBeVisible();
		expect(within(rows[1]!).getByText('Generating')).toBeVisible();
		expect(within(rows[1]!).getByRole('button', { name: 'Pause' })).toBeEnabled();
	});

	test('the list keeps the focus of a job that is cancelled in it, also when it was the last', async () => {
		let others = [runningJob(3), runningJob(2)];
		const respond = () => respondWithJobs(...others, createJob(1));
		respond();
		api.use(
			procedure('generation', 'cancel', (input) => {
				const { jobId } = input as { readonly jobId: string };
				const [cancelled] = others.filter(({ id }) => id === jobId);
				others = others.filter(({ id }) => id !== jobId);
				respond();
				return { ...cancelled!, status: 'failed' as const, phase: 'cancelled' as const, errorMessage: 'Cancelled' };
			}),
		);
		openPage('/?job=job-1');
		const queue = await screen.findByRole('region', { name: 'Other jobs under way' });
		const cancelFirst = () => userEvent.click(within(queue).getAllByRole('button', { name: 'Cancel' })[0]!);
		await cancelFirst();
		await waitFor(() => expect(within(queue).getAllByRole('listitem')).toHaveLength(1));
		expect(queue).toHaveFocus();
		await cancelFirst();
		expect(await screen.findByRole('group', { name: 'No other jobs under way' })).toHaveFocus();
	});

	test('cancels everything that waits, after a question', async () => {
		respondWithJobs(
			...[3, 2, 1].map((number) => runningJob(number, { status: 'pending', phase: 'queued', progress: 0 })),
		);
		const cancelled: unknown[] = [];
		api.use(
			procedure('generation', 'cancel', (input) => {
				cancelled.push(input);
				return createJob(1, { status: 'failed', phase: 'cancelled', errorMessage: 'Cancelled' });
			}),
		);
		openPage('/?job=job-1');
		await userEvent.click(await screen.findByRole('button', { name: 'Cancel all waiting' }));
		await userEvent.click(await screen.findByRole('button', { name: 'Cancel 3 jobs' }));
		await waitFor(() => expect(cancelled).toEqual([{ jobId: 'job-3' }, { jobId: 'job-2' }, { jobId: 'job-1' }]));
	});

	test('whether there is a job to show is loading, not ready, until the list is there (STAT-03)', async () => {
		let release = () => {};
		const held = new Promise<void>((resolve) => {
			release = resolve;
		});
		respondWithJobs();
		api.use(procedure('generation', 'list', () => held.then(() => [])));
		openPage('/?tab=results');
		expect(await screen.findByRole('status', { name: 'Loading generation status' })).toBeVisible();
		expect(screen.queryByText('Ready to Create')).toBeNull();
		release();
		expect(await screen.findByText('Ready to Create')).toBeVisible();
	});

	test('with nothing chosen it is ready (STAT-02)', async () => {
		respondWithJobs();
		openPage('/?tab=results');
		expect(await screen.findByText('Ready to Create')).toBeVisible();
		await userEvent.click(status().getByRole('button', { name: 'Begin with the races' }));
		await waitFor(() => expect(screen.getByRole('checkbox', { name: 'Elf' })).toHaveFocus());
	});

	test('a completed job says so, with its images (STAT-05)', async () => {
		respondWithJobs(createJob(1));
		openPage('/?tab=results');
		expect(await screen.findByText('Generation completed successfully!')).toBeVisible();
		expect(status().getByText('Collection #1: 5 images')).toBeVisible();
	});

	test('a failed job says why (STAT-06)', async () => {
		respondWithJobs(createJob(1, { status: 'failed', phase: 'failed', errorMessage: 'The key was refused.' }));
		openPage('/?job=job-1');
		expect(await screen.findByText('The key was refused.')).toBeVisible();
	});

	test('a job that does not exist is not found (STAT-07)', async () => {
		respondWithJobs(createJob(1));
		openPage('/?job=job-9');
		expect(await screen.findByText('No job found')).toBeVisible();
		await userEvent.click(status().getByRole('link', { name: 'Show the newest instead' }));
		expect(await status().findByText('Collection #1: 5 images')).toBeVisible();
	});
});

describe('the images of a job that has ended', () => {
	const planned = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, place) => createPlannedImage('job-1', from + place));
	const drawn = (from: number, to: number) =>
		Array.from({ length: to - from + 1 }, (_, place) => createImage('job-1', from + place));

	test('are being loaded, not undrawn, where the list was read before the last of them was drawn', async () => {
		let job = runningJob(1, { progress: 3 });
		const rest = Promise.withResolvers<void>();
		respondWithJobs(job);
		api.use(
			procedure('generation', 'get', () => job),
			procedure('generation', 'listImages', async () => {
				if (job.phase === 'running') return [...drawn(1, 3), ...planned(4, 5)];
				await rest.promise;
				return drawn(1, 5);
			}),
		);
		openPage('/?job=job-1');
		expect(await screen.findByText('#4 waiting')).toBeVisible();
		job = createJob(1);
		expect(await screen.findByText('Generation completed successfully!', {}, { timeout: 10_000 })).toBeVisible();
		expect(screen.getByText('#4 loading')).toBeVisible();
		expect(screen.queryByText(/not drawn|waiting/)).toBeNull();
		rest.resolve();
		await waitFor(() => expect(screen.queryByText(/loading/)).toBeNull());
		expect(screen.getAllByRole('button', { name: /^Open .+ #/ })).toHaveLength(5);
	});

	test('of a job that was stopped are not drawn where they are not', async () => {
		respondWithJobs(createJob(1, { phase: 'cancelled', progress: 3 }));
		openPage('/?job=job-1');
		expect(await screen.findByText('#4 not drawn')).toBeVisible();
		expect(screen.queryByText(/loading/)).toBeNull();
	});

	test('are the first of a large job in the lightbox, with a way to all of them', async () => {
		respondWithJobs(createJob(1, { batchSize: 40, progress: 36, phase: 'partial' }));
		api.use(
			procedure('generation', 'listImages', (input) => {
				const { limit = 40 } = input as { limit?: number };
				return [...drawn(1, 10), ...planned(11, 12), ...drawn(13, 38), ...planned(39, 40)].slice(0, limit);
			}),
		);
		openPage('/?job=job-1');
		await userEvent.click(await screen.findByRole('button', { name: /^Open .+ #7$/ }));
		expect(screen.getByText('See all 36', { selector: 'main *' })).toHaveAttribute('href', '/jobs/job-1');
		expect(await screen.findByText('7 of the first 22')).toBeVisible();
		await userEvent.click(within(screen.getByRole('dialog')).getByRole('link', { name: 'See all 36' }));
		expect(await screen.findByText('7 of 36')).toBeVisible();
		expect(window.location.pathname + window.location.search).toBe('/jobs/job-1?image=job-1-image-7');
	});
});

test('a job whose missing images are being drawn stays on show, though another one is complete', async () => {
	const cancelled = createJob(2, { phase: 'cancelled', progress: 2, totalImages: 2, imagesToRetry: 3 });
	respondWithJobs(cancelled, createJob(1));
	const drawing = { status: 'generating', phase: 'running', completedAt: null, imagesToRetry: 0 } as const;
	api.use(procedure('generation', 'retry', () => Object.assign(cancelled, drawing)));
	openPage('/?tab=results');
	await userEvent.click(await screen.findByRole('button', { name: 'Draw the missing images' }, { timeout: 12_000 }));
	expect(await screen.findByRole('region', { name: 'Generating ADX...' })).toBeVisible();
	expect(status().queryByText(/completed successfully/)).toBeNull();
});
