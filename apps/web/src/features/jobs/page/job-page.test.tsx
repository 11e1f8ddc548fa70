import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createImage, createJob, createPlannedImage, runningJob } from '../../../test/fixtures.ts';
import { respondWithJobs, serveJob } from '../../../test/job-server.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { openPage, usePage } from '../../../test/setup.tsx';

usePage();
beforeEach(() => {
	vi.spyOn(console, 'error').mockImplementation(() => {});
});

const drawn = (count: number) => Array.from({ length: count }, (_, place) => createImage('job-1', place + 1));
const paid: Partial<Job> = { engine: 'gemini', model: 'painter-large', needsApiKey: true };
const underWay = [...drawn(2), ...[3, 4, 5].map((number) => createPlannedImage('job-1', number))];
const press = async (name: string | RegExp) => userEvent.click(await screen.findByRole('button', { name }));
const openJob = (search = '') => openPage(`/jobs/job-1${search}`);

describe('controlling a job', () => {
	test('pause stops it, says so in words, and offers to resume', async () => {
		const server = serveJob(runningJob(1), underWay);
		openJob();
		await press('Pause');
		expect(
			await screen.findByText('You stopped it for now. What is drawn is kept; resume whenever you like.'),
		).toBeVisible();
		expect(within(screen.getByRole('main')).getAllByText(/paused/i)).toHaveLength(1);
		await press('Resume');
		expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
		expect(server.calls).toEqual([
			['pause', { jobId: 'job-1' }],
			['resume', { jobId: 'job-1' }],
		]);
	});

	test('a double click on Resume sends one request', async () => {
		const server = serveJob(runningJob(1, { phase: 'paused', pauseReason: 'user' }), underWay);
		openJob();
		expect(await screen.findByText('#3 not drawn')).toBeVisible();
		const resume = await screen.findByRole('button', { name: 'Resume' });
		// Two clicks before anything is rendered again.
		act(() => {
			resume.click();
			resume.click();
		});
		expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
		await press('Pause');
		await waitFor(() => expect(server.calls.map(([verb]) => verb)).toEqual(['resume', 'pause']));
	});

	test('the time it stood still is not work, and the time left only runs down', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true, toFake: ['setInterval', 'clearInterval', 'Date'] });
		serveJob(runningJob(1, { startedAt: new Date(Date.now() - 80_000), idleMs: 20_000 }), underWay);
		openJob();
		const left = (await screen.findByText(/^Estimated time remaining/)).querySelector('span');
		// 60 s for 2 of 5: 90 s more.
		expect(left).toHaveTextContent(/^01:(29|3[0-2])$/);
		const seen: (string | null | undefined)[] = [];
		for (let second = 0; second < 5; second++) {
			await act(() => vi.advanceTimersByTimeAsync(1_000));
			seen.push(left?.textContent);
		}
		expect(seen).toEqual(seen.toSorted().toReversed());
		expect(seen.at(-1)).toMatch(/^01:2[4-8]$/);
		vi.useRealTimers();
	});

	test('cancelling keeps what is drawn and needs no question', async () => {
		serveJob(runningJob(1, { totalImages: 2 }), underWay);
		openJob();
		await press('Cancel');
		expect(await screen.findByText('Stopped after 2 of 5 images')).toBeVisible();
		expect(screen.getByText('Cancelled')).toBeVisible();
	});

	test('cancelling before the first image asks once', async () => {
		const server = serveJob(runningJob(1, { progress: 0 }), underWay);
		openJob();
		await press('Cancel');
		const dialog = await screen.findByRole('dialog', { name: 'Cancel Collection #1?' });
		await userEvent.click(within(dialog).getByRole('button', { name: 'Go on generating' }));
		expect(server.calls).toEqual([]);
		await press('Cancel');
		await press('Cancel the job');
		await waitFor(() => expect(server.calls).toEqual([['cancel', { jobId: 'job-1' }]]));
	});

	test('cancelling a job whose calls are paid for asks first, and says what is billed all the same', async () => {
		const server = serveJob(runningJob(1, { ...paid, needsApiKey: false }), underWay);
		openJob();
		await press('Cancel');
		const dialog = await screen.findByRole('dialog', { name: 'Cancel Collection #1?' });
		expect(dialog).toHaveTextContent('What is drawn stays: 2 images. At most 3 more will not be made.');
		expect(dialog).toHaveTextContent('Calls that are under way are still finished and billed; their images are kept.');
		expect(server.calls).toEqual([]);
		await press('Cancel the job');
		await waitFor(() => expect(server.calls).toEqual([['cancel', { jobId: 'job-1' }]]));
	});

	test('of a job that has ended the new versions are stopped', async () => {
		const server = serveJob(createJob(1, { redraws: 2 }), drawn(5));
		openJob();
		expect(await screen.findByText(/Other versions of 2 images are being made/)).toBeVisible();
		await press('Stop new versions');
		await waitFor(() => expect(server.calls).toEqual([['cancel', { jobId: 'job-1' }]]));
	});

	test('a refusal stays on the page', async () => {
		const server = serveJob(runningJob(1), underWay);
		server.refusal = new Refusal(409, 'This job has ended.');
		openJob();
		await press('Pause');
		expect(await within(screen.getByRole('main')).findByRole('alert')).toHaveTextContent('This job has ended.');
	});

	test('the tab’s title says that it is a job before its name is known', async () => {
		serveJob(createJob(1, { projectName: 'Frost Court' }), []);
		const answer = Promise.withResolvers<Job>();
		api.use(procedure('generation', 'get', () => answer.promise));
		openJob();
		expect(await screen.findByRole('heading', { level: 1, name: 'The job is being loaded' })).toBeInTheDocument();
		await waitFor(() => expect(document.title).toBe('Job – ADX Realm'));
		answer.resolve(createJob(1, { projectName: 'Frost Court' }));
		await waitFor(() => expect(document.title).toBe('Frost Court · Images – ADX Realm'));
	});

	test('the tab’s title has percent and name', async () => {
		serveJob(runningJob(1, { projectName: 'Frost Court' }), underWay);
		openJob();
		await waitFor(() => expect(document.title).toBe('2/5 · 40% – Frost Court · Images'));
	});

	test.each([
		['key_refused', /Gemini refused the API key/],
		['day_quota', /resets at midnight Pacific time/],
		['storage_full', /no room left for images/],
		['storage_away', /cannot store images at the moment/],
	] as const)('a pause by %s says what to do', async (pauseReason, words) => {
		serveJob(runningJob(1, { ...paid, phase: 'paused', pauseReason }), underWay);
		openJob();
		expect(await screen.findByText(words)).toBeVisible();
	});
});

describe('a job that needs its key again', () => {
	const paused = runningJob(1, { ...paid, phase: 'paused', pauseReason: 'key_refused', costUsd: 0.08 });

	test('asks for it, prefilled with the one this browser keeps, and says what is left to pay', async () => {
		localStorage.setItem('adx_gemini_api_key', 'AIzaKept');
		const server = serveJob(paused, underWay);
		openJob();
		expect(await screen.findByText('painter-large · $0.08 so far, measured')).toBeVisible();
		await press('Resume');
		const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
		expect(dialog.getByLabelText('Google Gemini API key')).toHaveValue('AIzaKept');
		for (const fact of ['3 images', 'painter-large', /^about \$0\.12/]) expect(dialog.getByText(fact)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(server.calls).toEqual([['resume', { jobId: 'job-1', geminiApiKey: 'AIzaKept' }]]);
		await waitFor(() => expect(screen.getByRole('button', { name: 'Pause' })).toHaveFocus());
	});

	test('a key that is not to be kept is forgotten in this browser', async () => {
		localStorage.setItem('adx_gemini_api_key', 'AIzaKept');
		const server = serveJob(paused, underWay);
		openJob();
		await press('Resume');
		const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
		await userEvent.click(dialog.getByRole('checkbox', { name: 'Keep the key in this browser' }));
		await userEvent.click(dialog.getByRole('button', { name: 'Resume' }));
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
		await waitFor(() => expect(server.calls).toEqual([['resume', { jobId: 'job-1', geminiApiKey: 'AIzaKept' }]]));
		expect(await screen.findByRole('button', { name: 'Pause' })).toBeVisible();
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
	});

	test('drawing what a cancelled job left is told with all its images and their price', async () => {
		const cancelled = {
			phase: 'cancelled',
			batchSize: 1_000,
			progress: 48,
			failedImages: 3,
			needsApiKey: true,
		} as const;
		const server = serveJob(createJob(1, { ...paid, ...cancelled }), drawn(48));
		openJob();
		await press('Draw the missing images');
		const dialog = within(await screen.findByRole('dialog', { name: 'Draw the missing images' }));
		expect(dialog.getByText('952 images')).toBeVisible();
		expect(dialog.getByText('about $38.08, by prices of 2026-11-21')).toBeVisible();
		expect(dialog.getByText(/^952, and up to 8 more for each image whose answers break off or hold no /)).toBeVisible();
		expect(dialog.getByText('none yet')).toBeVisible();
		await userEvent.type(dialog.getByLabelText('Google Gemini API key'), 'AIzaLongEnough-wxyz');
		expect(dialog.getByText('ends in wxyz')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Draw 952 images' }));
		await waitFor(() => expect(server.calls.map(([verb]) => verb)).toEqual(['retry']));
	});

	test('retrying many images is asked about though the server still has the key, a few are not', async () => {
		const running = { ...paid, needsApiKey: false, batchSize: 1_000, progress: 300 };
		const server = serveJob(runningJob(1, { ...running, failedImages: 200 }), underWay);
		openJob();
		await press('Retry 200 failed');
		const dialog = within(await screen.findByRole('dialog', { name: 'Try the failed images again' }));
		expect(dialog.getByText('the one this job has')).toBeVisible();
		expect(dialog.getByText(/about \$8\.00/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
		await waitFor(() => expect(server.calls).toEqual([['retry', { jobId: 'job-1' }]]));
	});

	test('what it has cost is "so far" only while it runs', async () => {
		serveJob(createJob(1, { ...paid, costUsd: 0.1 }), drawn(5));
		openJob();
		expect(await screen.findByText('painter-large · $0.10, measured')).toBeVisible();
	});

	test('which part of the cost is estimated stands beside it, with why', async () => {
		serveJob(createJob(1, { ...paid, paidCalls: 4, costUsd: 0.14, estimatedUsd: 0.04 }), drawn(5));
		openJob();
		expect(await screen.findByText('painter-large · $0.14: $0.10 measured, $0.04 estimated')).toBeVisible();
		expect(screen.getByText(/^Estimated: calls for which Google did not say what it charged/)).toBeVisible();
	});

	test.each([
		['', 'API key is required'],
		['sk-1', "Please provide a valid Google Gemini API key (starts with 'AIza')."],
	])('rejects the key %j at its field', async (key, sentence) => {
		const server = serveJob(paused, underWay);
		openJob();
		await press('Resume');
		const field = await screen.findByLabelText('Google Gemini API key');
		if (key !== '') await userEvent.type(field, key);
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(field).toHaveAccessibleDescription(expect.stringContaining(sentence)));
		expect(server.calls).toEqual([]);
	});

	test('a refusal is told in the dialog, which stays open', async () => {
		const server = serveJob(paused, underWay);
		server.refusal = new Refusal(422, 'This key may not use the model.');
		openJob();
		await press('Resume');
		await userEvent.type(await screen.findByLabelText('Google Gemini API key'), 'AIzaNew{Enter}');
		const dialog = within(await screen.findByRole('dialog', { name: 'Resume generating' }));
		expect(await dialog.findByRole('alert')).toHaveTextContent('This key may not use the model.');
		// A key that was refused is not worth keeping.
		expect(localStorage.getItem('adx_gemini_api_key')).toBeNull();
	});

	test('the server’s word counts where the page believed the key was still there', async () => {
		const server = serveJob({ ...paused, needsApiKey: false }, underWay);
		server.refusal = new Refusal(409, 'Give the key again.', {}, 'key_required');
		openJob();
		await press('Resume');
		expect(await screen.findByRole('dialog', { name: 'Resume generating' })).toBeVisible();
	});
});

describe('images that failed', () => {
	const failed = { state: 'failed', imageUrl: null, version: null, versionCount: 0 } as const;
	const images = [
		...drawn(3),
		createImage('job-1', 4, { ...failed, failure: 'blocked', failureMessage: 'PROHIBITED_CONTENT' }),
		createImage('job-1', 5, { ...failed, failure: 'transient' }),
	];
	const partial = createJob(1, { phase: 'partial', progress: 3, totalImages: 3, failedImages: 2 });

	test('are listed with their reasons and tried again together', async () => {
		const server = serveJob(partial, images);
		openJob();
		const list = within(await screen.findByRole('region', { name: 'Failed images' }));
		expect(list.getByText('2 images could not be drawn')).toBeVisible();
		expect(await list.findByText('The model refused to paint it: 1')).toBeVisible();
		expect(list.getByText('Orc Wizard #4: PROHIBITED_CONTENT')).toBeVisible();
		expect(list.getByText('The service failed again and again: 1')).toBeVisible();
		await press('Retry 2 failed');
		await waitFor(() => expect(server.calls).toEqual([['retry', { jobId: 'job-1' }]]));
	});

	test('are one line in the review, which needs the room for its picture', async () => {
		serveJob(partial, images);
		openJob('?tab=review');
		const list = within(await screen.findByRole('region', { name: 'Failed images' }));
		expect(list.getByText('2 images could not be drawn')).toBeVisible();
		await screen.findByText(/^1 of 3/);
		expect(list.queryByText(/^The model refused/)).toBeNull();
		await press('Show them');
		expect(await list.findByText('The model refused to paint it: 1')).toBeVisible();
	});

	test('are shown by themselves on demand', async () => {
		serveJob(partial, images);
		openJob();
		await press('Show them');
		await waitFor(() => expect(window.location.search).toBe('?show=failed'));
		expect(await screen.findByText('1–2 / 2')).toBeVisible();
	});
});

describe('plan, rarity and files', () => {
	test('the plan lists every row with its state', async () => {
		serveJob(runningJob(1), underWay);
		openJob('?tab=plan');
		const row = (await screen.findByRole('rowheader', { name: '#3' })).closest('tr');
		expect(row).toHaveTextContent(/Dragonborn.*Paladin.*Waiting/);
		expect(screen.getByText('5 rows, seed seed')).toBeVisible();
	});

	test('the plan goes along to the row of the image that is looked at', async () => {
		serveJob(createJob(1, { batchSize: 200, progress: 200 }), drawn(200));
		// As browsers scroll; jsdom leaves it out.
		vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(36 * 201);
		Element.prototype.scrollTo ??= () => {};
		vi.spyOn(Element.prototype, 'scrollTo').mockImplementation(function (this: Element, to: unknown) {
			this.scrollTop = (to as ScrollToOptions).top ?? 0;
			this.dispatchEvent(new Event('scroll'));
		});
		openJob('?tab=plan&image=job-1-image-150');
		await userEvent.click(await screen.findByRole('button', { name: 'Close' }));
		expect(await screen.findByRole('button', { name: 'Open #150' })).toBeVisible();
	});

	test('rarity sets got against planned, and a value leads to its images', async () => {
		serveJob(runningJob(1), underWay);
		openJob();
		await userEvent.click(await screen.findByRole('tab', { name: 'Rarity' }));
		const table = within(await screen.findByRole('region', { name: 'Class' }));
		const wizards = table.getByRole('row', { name: /Wizard/ });
		expect(wizards).toHaveTextContent('2 (40%)1−1');
		const total = table.getByRole('row', { name: /Total/ });
		expect(total).toHaveTextContent('52−3');
		// In sight however long the list above it is.
		expect(total.closest('tfoot')).toHaveClass('sticky', 'bottom-0');
		await userEvent.click(within(wizards).getByRole('button', { name: 'Wizard' }));
		expect(await screen.findByText('1–2 / 2')).toBeVisible();
	});

	test('rarity is saved as CSV under the collection’s name', async () => {
		serveJob(createJob(1, { projectName: 'Ice & Fire' }), drawn(5));
		openJob('?tab=rarity');
		const { names, contents } = watchSaving();
		await press('Save the counts as CSV');
		expect(names).toEqual(['Ice___Fire_traits.csv']);
		expect(await contents[0]?.text()).toContain('Class,Wizard,2,40.0000,2,0\r\n');
	});

	test('the tables are sorted by their headers', async () => {
		serveJob(createJob(1), drawn(5));
		openJob('?tab=rarity');
		const table = within(await screen.findByRole('region', { name: 'Class' }));
		const first = () => table.getAllByRole('rowheader')[0];
		expect(first()).toHaveTextContent('Paladin');
		await userEvent.click(table.getByRole('button', { name: 'Value' }));
		await userEvent.click(table.getByRole('button', { name: 'Value' }));
		expect(table.getByRole('columnheader', { name: 'Value' })).toHaveAttribute('aria-sort', 'descending');
		expect(first()).toHaveTextContent('Wizard');
	});

	test('files tell the archive’s name and size', async () => {
		serveJob(createJob(1, { projectName: 'Ice & Fire' }), drawn(5));
		api.use(
			http.head(
				'*/api/generate/job-1/zip',
				() => new HttpResponse(null, { headers: { 'content-length': '12345678' } }),
			),
		);
		openJob('?tab=files');
		expect(await screen.findByText('Ice___Fire_complete.zip')).toBeVisible();
		expect(await screen.findByText('5 images, 12.3 MB')).toBeVisible();
	});

	test('files of a job at work are not there yet', async () => {
		serveJob(runningJob(1), underWay);
		openJob('?tab=files');
		expect(await screen.findByText('The archive is there as soon as the job has finished or is paused.')).toBeVisible();
		await press('See the plan');
		expect(await screen.findByRole('rowheader', { name: '#3' })).toBeVisible();
	});
});

describe('the page of a job', () => {
	test('tells its state and counts', async () => {
		respondWithJobs(createJob(3, { projectName: 'Frozen Court' }));
		openPage('/jobs/job-3');
		expect(await screen.findByRole('heading', { level: 1, name: 'Frozen Court' })).toBeVisible();
		expect(screen.getByText('Job #3 · 5 of 5 images')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Download collection' })).toBeVisible();
	});

	test('a job that does not exist has a way home', async () => {
		respondWithJobs();
		openPage('/jobs/job-9');
		expect(await screen.findByRole('heading', { name: 'No job found' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'Back to Create' })).toHaveAttribute('href', '/');
	});
});
