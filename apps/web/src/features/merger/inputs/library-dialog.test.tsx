import type { MergeJob } from '@adx/validators/merge';
import { act, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createJob, runningJob } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { type MergeServer, mergeUnderWay, openMerger, serveMerges } from '../page/merger-page-testing.ts';

usePage();

let server: MergeServer;
/** Paths of the archives that were asked for. */
let asked: string[];
/** Stands between an archive and its answer. */
let gate: Promise<void>;
let jobs: Job[] | Refusal;
let isDown: boolean;
beforeEach(() => {
	asked = [];
	gate = Promise.resolve();
	isDown = false;
	vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

async function zipOf(path: string): Promise<ArrayBuffer> {
	const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, level: 0 });
	for (const number of [1, 2]) {
		await writer.add(`images/${number}.png`, new Uint8ArrayReader(createPng(`${path} ${number}`)));
	}
	return (await writer.close()).arrayBuffer();
}

const answerArchive = async ({ request }: { readonly request: Request }) => {
	const { pathname } = new URL(request.url);
	asked.push(pathname);
	await gate;
	if (isDown) return new HttpResponse(null, { status: 503 });
	return HttpResponse.arrayBuffer(await zipOf(pathname));
};

async function openLibrary(given: { readonly jobs?: Job[] | Refusal; readonly merges?: MergeJob[] }) {
	server = serveMerges(...(given.merges ?? []));
	jobs = given.jobs ?? [];
	api.use(
		procedure('generation', 'list', () => jobs),
		http.get('*/api/generate/:id/zip', answerArchive),
		http.get('*/api/merge-jobs/:id/download', answerArchive),
	);
	await openMerger();
	return openAgain();
}

async function openAgain() {
	await userEvent.click(await screen.findByRole('button', { name: 'Add from your collections' }));
	return within(await screen.findByRole('dialog', { name: 'Add one of your collections' }));
}

const close = async () => {
	await userEvent.click(screen.getByRole('button', { name: 'Done' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
};
const named = (count: number, prefix: string) =>
	Array.from({ length: count }, (_, index) => createJob(count - index, { projectName: `${prefix} ${count - index}` }));
const total = (images: number, collections: number) =>
	screen.findByText(`Total: ${images} images from ${collections} collections ready to merge`);

describe('the list of one’s own collections', () => {
	test('adds jobs and merges one after the other, and says of each that it is added, also after reopening', async () => {
		const dialog = await openLibrary({
			jobs: [createJob(2, { projectName: 'Frost' }), createJob(1, { projectName: 'Embers' })],
			merges: [
				createMergeJob({ id: 'merge-9', projectName: 'Both' }),
				mergeUnderWay({ id: 'merge-8', projectName: 'Soon' }),
			],
		});
		await userEvent.click(await dialog.findByRole('button', { name: 'Add Frost' }));
		expect(await dialog.findByRole('button', { name: 'Frost: Already added' })).toHaveFocus();
		await userEvent.click(dialog.getByRole('tab', { name: 'Finished merges' }));
		const merges = within(await dialog.findByRole('list', { name: 'Finished merges' }));
		expect(merges.getByText(/^30 images · from 2 collections · /)).toBeVisible();
		expect(merges.queryByText('Soon')).toBeNull();
		await userEvent.click(merges.getByRole('button', { name: 'Add Both' }));
		expect(await dialog.findByRole('button', { name: 'Both: Already added' })).toBeVisible();
		await close();
		expect(await total(4, 2)).toBeVisible();
		expect(asked).toEqual(['/api/generate/job-2/zip', '/api/merge-jobs/merge-9/download']);
		const again = await openAgain();
		expect(await again.findByRole('button', { name: 'Both: Already added' })).toHaveAttribute('aria-disabled', 'true');
		await userEvent.click(again.getByRole('button', { name: 'Both: Already added' }));
		expect(asked).toHaveLength(2);
		await close();
		await userEvent.click(screen.getByRole('button', { name: 'Remove Frost' }));
		const empty = await openAgain();
		await userEvent.click(empty.getByRole('tab', { name: 'Jobs' }));
		expect(await empty.findByRole('button', { name: 'Add Frost' })).not.toHaveAttribute('aria-disabled');
	});

	test('tells what comes of a job in part, and why another cannot be added', async () => {
		const dialog = await openLibrary({
			jobs: [
				createJob(4, { projectName: 'Half', status: 'completed', phase: 'cancelled', batchSize: 25, progress: 12 }),
				runningJob(3, { projectName: 'Now', batchSize: 25 }),
				createJob(2, { projectName: 'None', status: 'failed', phase: 'failed', progress: 0 }),
			],
		});
		const list = within(await dialog.findByRole('list', { name: 'Jobs' }));
		const row = (name: string) => within(list.getByText(name).closest('li')!);
		expect(row('Half').getByText(/^Job #4 · 12 of 25 images drawn; only these come · /)).toBeVisible();
		expect(row('Half').getByText('In part')).toBeVisible();
		expect(row('Half').getByRole('button', { name: 'Add Half' })).not.toHaveAttribute('aria-disabled');
		expect(row('Now').getByRole('button', { name: 'Add Now' })).toHaveAttribute('aria-disabled', 'true');
		expect(row('Now').getByText('Being drawn')).toBeVisible();
		expect(row('None').getByRole('button')).toHaveAttribute('title', 'None of its images is drawn.');
		await userEvent.click(row('None').getByRole('button'));
		expect(asked).toEqual([]);
	});

	test('tells jobs and merges of one name apart', async () => {
		const createdAt = new Date(2026, 10, 21, 10, 5);
		const dialog = await openLibrary({
			jobs: [
				createJob(9, { projectName: 'Frost', batchSize: 12, createdAt }),
				createJob(4, { projectName: 'Frost', artStyle: 'bold-retro', createdAt: new Date(2026, 10, 21, 9, 59) }),
			],
			merges: [
				createMergeJob({ id: 'merge-2', projectName: 'Both', createdAt: createdAt.toISOString() }),
				createMergeJob({ id: 'merge-1', projectName: 'Both', createdAt: new Date(2026, 10, 21, 9, 59).toISOString() }),
			],
		});
		const add = await dialog.findAllByRole('button', { name: 'Add Frost' });
		expect(add.map((button) => button.closest('li')!.querySelector('img')?.getAttribute('src'))).toEqual([
			expect.stringContaining('/job-9-image-1/'),
			expect.stringContaining('/job-4-image-1/'),
		]);
		expect(add[0]).toHaveAccessibleDescription('Job #9 · 12 images · Nov 21, 2026, 10:05 Bold Classic · Forest Glade');
		expect(add[1]).toHaveAccessibleDescription('Job #4 · 5 images · Nov 21, 2026, 09:59 Bold Retro · Forest Glade');
		await userEvent.click(dialog.getByRole('tab', { name: 'Finished merges' }));
		const [newer, older] = await dialog.findAllByRole('button', { name: 'Add Both' });
		expect(newer).toHaveAccessibleDescription('30 images · from 2 collections · Nov 21, 2026, 10:05');
		expect(older).toHaveAccessibleDescription('30 images · from 2 collections · Nov 21, 2026, 09:59');
	});

	test('of fifty is searched, and turned page by page', async () => {
		const dialog = await openLibrary({ jobs: named(50, 'Frost') });
		const list = within(await dialog.findByRole('list', { name: 'Jobs' }));
		expect(list.getAllByRole('listitem')).toHaveLength(10);
		expect(dialog.getByText('50 in all')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Next page of jobs' }));
		expect(list.getByText('Frost 40')).toBeVisible();
		const search = dialog.getByRole('searchbox', { name: 'Search your jobs' });
		await userEvent.type(search, 'frost 4');
		expect(await dialog.findByText('11 of 50')).toBeVisible();
		expect(list.getByText('Frost 49')).toBeVisible();
		await userEvent.type(search, 'x');
		expect(await dialog.findByText('Nothing found')).toBeVisible();
	});

	test('says that there is nothing yet, and on a failure tries again', async () => {
		const dialog = await openLibrary({ jobs: new Refusal(503, 'Away.') });
		expect(await dialog.findByRole('alert', {}, { timeout: 10_000 })).toHaveTextContent(
			/^Service temporarily unavailable/,
		);
		jobs = [];
		await userEvent.click(dialog.getByRole('button', { name: 'Try again' }));
		expect(await dialog.findByText(/^You have no jobs yet/)).toBeVisible();
		await userEvent.click(dialog.getByRole('tab', { name: 'Finished merges' }));
		expect(await dialog.findByText(/^You have no finished merges yet/)).toBeVisible();
	});
});

describe('a collection that is fetched', () => {
	test('says in its entry why it did not come, and is fetched again there', async () => {
		const dialog = await openLibrary({ jobs: named(2, 'Frost') });
		isDown = true;
		await userEvent.click(await dialog.findByRole('button', { name: 'Add Frost 2' }));
		const alert = await dialog.findByRole('alert');
		expect(alert).toHaveTextContent(/^“Frost 2” could not be fetched: Service temporarily unavailable/);
		expect(alert.closest('li')).toContainElement(dialog.getByRole('button', { name: 'Try again: Frost 2' }));
		expect(dialog.getByRole('button', { name: 'Add Frost 1' })).toBeEnabled();
		isDown = false;
		await userEvent.click(dialog.getByRole('button', { name: 'Try again: Frost 2' }));
		expect(await dialog.findByRole('button', { name: 'Frost 2: Already added' })).toHaveFocus();
		expect(dialog.queryByRole('alert')).toBeNull();
	});

	test('keeps the focus near by when its button goes away', async () => {
		const held = Promise.withResolvers<void>();
		gate = held.promise;
		const dialog = await openLibrary({ jobs: named(1, 'Frost') });
		await userEvent.click(await dialog.findByRole('button', { name: 'Add Frost 1' }));
		await close();
		screen.getByRole('button', { name: 'Cancel fetching Frost 1' }).focus();
		act(() => held.resolve());
		expect(await total(2, 1)).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('list', { name: 'Collections on their way' })).toBeNull());
		const inputs = screen.getByRole('region', { name: 'Input Collections' });
		await waitFor(() => expect(inputs).toContainElement(document.activeElement as HTMLElement));
	});

	test('keeps Start Merge off with the reason, and can be given up', async () => {
		const held = Promise.withResolvers<void>();
		gate = held.promise;
		const dialog = await openLibrary({ jobs: named(2, 'Frost') });
		await userEvent.click(await dialog.findByRole('button', { name: 'Add Frost 2' }));
		await userEvent.click(dialog.getByRole('button', { name: 'Add Frost 1' }));
		await close();
		const list = within(screen.getByRole('list', { name: 'Collections on their way' }));
		expect(list.getByRole('progressbar', { name: 'Fetching “Frost 2”' })).toBeVisible();
		expect(list.getByRole('progressbar', { name: '“Frost 1” is fetched next' })).toBeVisible();
		await userEvent.type(screen.getByLabelText('Project Name'), 'All');
		const start = screen.getByRole('button', { name: 'Start Merge' });
		expect(start).toHaveAccessibleDescription('Wait until 2 collections are fetched.');
		expect(start).toBeDisabled();
		await userEvent.click(list.getByRole('button', { name: 'Cancel fetching Frost 2' }));
		expect(screen.getByRole('button', { name: 'Select Folder' })).toHaveFocus();
		expect(await list.findByRole('progressbar', { name: 'Fetching “Frost 1”' })).toBeVisible();
		act(() => held.resolve());
		expect(await total(2, 1)).toBeVisible();
		await waitFor(() => expect(start).toBeEnabled());
		expect(screen.getByRole('heading', { name: 'Frost 1' })).toBeVisible();
		expect(screen.queryByRole('heading', { name: 'Frost 2' })).toBeNull();
	});
});
