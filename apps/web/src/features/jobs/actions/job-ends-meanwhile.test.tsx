import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { http } from 'msw';
import { describe, expect, test } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { api, procedure } from '../../../test/api.ts';
import { createImage, createJob, createPlannedImage, runningJob } from '../../../test/fixtures.ts';
import { serveJob } from '../../../test/job-server.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();

const paid: Partial<Job> = { engine: 'gemini', model: 'painter-large', needsApiKey: true };
const drawn = (count: number) => Array.from({ length: count }, (_, place) => createImage('job-1', place + 1));
const underWay = [...drawn(2), ...[3, 4, 5].map((number) => createPlannedImage('job-1', number))];
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));
const pollMs = 10_000;

describe('an order whose job changes while its dialog is open', () => {
	const paused = runningJob(1, { ...paid, phase: 'paused', pauseReason: 'user', imagesToResume: 3 });
	const cancelled = { status: 'completed', phase: 'cancelled', completedAt: new Date(), imagesToResume: 0 } as const;

	test.each([
		[{ ...cancelled, imagesToRetry: 3 }, /has ended meanwhile and cannot be resumed/, 'Collection #1: Cancelled'],
		[{ phase: 'cancelling', imagesToResume: 0 } as const, /is being cancelled/, 'Cancelling...'],
		[{ phase: 'running', imagesToResume: 0 } as const, /has been resumed meanwhile/, 'Pause'],
	])('%o: Resume says so and orders nothing', async (changes, sentence, next) => {
		const server = serveJob(paused, underWay);
		openPage('/jobs/job-1');
		await press('Resume');
		const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
		server.job = { ...server.job, ...changes };
		expect(await dialog.findByText(sentence, {}, { timeout: pollMs })).toBeVisible();
		expect(dialog.queryByText('Order')).toBeNull();
		expect(dialog.queryByRole('button', { name: 'Resume' })).toBeNull();
		expect(dialog.getByRole('button', { name: 'Close' })).toHaveFocus();
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(document.activeElement).toHaveAccessibleName(next));
		expect(server.calls).toEqual([]);
	});

	test('drawing what is missing says so when nothing is missing any more', async () => {
		const partial = createJob(1, { ...paid, ...cancelled, progress: 2, totalImages: 2, imagesToRetry: 3, redraws: 1 });
		const server = serveJob(partial, underWay);
		openPage('/jobs/job-1');
		await press('Draw the missing images');
		const dialog = within(await screen.findByRole('dialog'));
		server.job = { ...server.job, status: 'generating', phase: 'running', completedAt: null, imagesToRetry: 0 };
		expect(await dialog.findByText(/are being drawn already/, {}, { timeout: pollMs })).toBeVisible();
		expect(dialog.queryByText('Order')).toBeNull();
		expect(server.calls).toEqual([]);
	});
});

describe('cancelling', () => {
	test.each([
		[{ phase: 'queued' }, /images will not be made\. Calls that are under way are still .+ billed/, 'Go on generating'],
		[{ phase: 'paused', pausedAt: new Date() }, /Calls that were under way when it was paused may/, 'Keep it paused'],
		[{ phase: 'paused', pausedAt: new Date(0) }, /No call is under way, so nothing more is billed/, 'Keep it paused'],
	] as const)('cancelling a paid job says what may still be billed: %o', async (changes, text, keep) => {
		serveJob(runningJob(1, { ...paid, progress: 0, needsApiKey: false, ...changes }), underWay);
		openPage('/jobs/job-1');
		await press('Cancel');
		const dialog = await screen.findByRole('dialog', { name: 'Cancel Collection #1?' });
		expect(dialog).toHaveTextContent(
			/^Cancel Collection #1\?No image is drawn yet\. At most 5 images will not be made/,
		);
		expect(dialog).toHaveTextContent(text);
		expect(within(dialog).getByRole('button', { name: keep })).toHaveFocus();
	});

	test('while the answer to cancelling is awaited, the button says so and keeps the focus', async () => {
		const server = serveJob(runningJob(1, { totalImages: 2 }), underWay);
		const answer = Promise.withResolvers<void>();
		api.use(
			http.post('*/trpc/generation.cancel', async () => {
				await answer.promise;
			}),
		);
		openPage('/jobs/job-1');
		await press('Cancel');
		const button = await screen.findByRole('button', { name: 'Cancelling...' });
		expect(button).toHaveFocus();
		await userEvent.click(button);
		answer.resolve();
		expect(await screen.findByText('Stopped after 2 of 5 images')).toBeVisible();
		expect(server.calls).toHaveLength(1);
	});
});

describe('stopping new versions that are paid for', () => {
	const redrawn = createJob(1, {
		...paid,
		needsApiKey: false,
		phase: 'partial',
		redraws: 2,
		failedImages: 1,
		progress: 4,
	});

	test('asks first, says what is billed all the same, and leaves the focus off what would pay', async () => {
		const server = serveJob(redrawn, underWay);
		api.use(
			procedure('generation', 'cancel', (input) => {
				server.calls.push(['cancel', input]);
				server.job = { ...server.job, redraws: 0 };
				return server.job;
			}),
		);
		openPage('/jobs/job-1');
		await press('Stop new versions');
		const dialog = within(await screen.findByRole('dialog', { name: 'Stop new versions of Collection #1?' }));
		expect(dialog.getByText(/^At most 2 new versions will not be made/)).toHaveTextContent(
			'Calls that are under way are still finished and billed; their images are kept.',
		);
		await userEvent.click(dialog.getByRole('button', { name: 'Go on generating' }));
		expect(server.calls).toEqual([]);
		await press('Stop new versions');
		const again = within(await screen.findByRole('dialog'));
		await userEvent.click(again.getByRole('button', { name: 'Stop new versions' }));
		await waitFor(() => expect(server.calls).toEqual([['cancel', { jobId: 'job-1' }]]));
		const controls = { name: 'Collection #1: Completed in part' };
		await waitFor(() => expect(screen.getByRole('group', controls)).toHaveFocus());
		expect(screen.getByRole('button', { name: 'Retry 1 failed' })).toBeVisible();
	});
});

describe('the focus after a job whose calls are paid for is cancelled', () => {
	const running = runningJob(1, { ...paid, needsApiKey: false });
	const cancel = { name: 'Cancelling...' };

	test.each(['/jobs/job-1', '/?tab=results'])('stays with what can be done about it at %s', async (path) => {
		const server = serveJob(running, underWay);
		api.use(
			procedure('generation', 'cancel', () => {
				server.job = { ...server.job, phase: 'cancelling' };
				return server.job;
			}),
		);
		openPage(path);
		await press('Cancel');
		await press('Cancel the job');
		await waitFor(() => expect(screen.getByRole('button', cancel)).toHaveAccessibleDescription(/being cancelled/));
		await waitFor(() => expect(screen.getByRole('button', cancel)).toHaveFocus());
		server.job = { ...server.job, status: 'completed', phase: 'cancelled', completedAt: new Date(), imagesToRetry: 3 };
		const missing = await screen.findByRole('button', { name: 'Draw the missing images' }, { timeout: pollMs });
		// Not on the button, which would pay at one more press of Enter.
		const controls = { name: 'Collection #1: Cancelled' };
		await waitFor(() => expect(screen.getByRole('group', controls)).toHaveFocus());
		expect(missing).toBeVisible();
	});

	test('stays in its place when nothing can be done any more', async () => {
		const server = serveJob(running, underWay);
		api.use(
			procedure('generation', 'cancel', () => {
				server.job = { ...server.job, status: 'completed', phase: 'cancelled', completedAt: new Date() };
				return server.job;
			}),
		);
		openPage('/jobs/job-1');
		await press('Cancel');
		await press('Cancel the job');
		await waitFor(() => expect(screen.queryByRole('button', { name: /^Cancel/ })).toBeNull());
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(document.body).not.toHaveFocus());
	});
});
