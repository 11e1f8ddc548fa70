import { cleanup, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { BlobWriter, Uint8ArrayReader, ZipWriter } from '@zip.js/zip.js/lib/zip-core-native.js';
import { HttpResponse, http } from 'msw';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import type { Job } from '../../../lib/api/trpc.ts';
import { createPng } from '../../../lib/images/image-testing.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createImage, createJob, runningJob, signedInAs } from '../../../test/fixtures.ts';
import { respondWithJobs, serveJob } from '../../../test/job-server.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { type MergeServer, serveMerges } from '../page/merger-page-testing.ts';
import { createFolder, createWorkerService } from '../worker/merger-worker-testing.ts';

usePage();

let server: MergeServer;
/** Times that the archive was asked for. */
let asked: number;
let archive: ArrayBuffer | null;
beforeEach(async () => {
	asked = 0;
	archive = await zipOf(2);
	vi.spyOn(console, 'error').mockImplementation(() => {});
});
afterEach(() => {
	server?.forgetPage();
	vi.unstubAllGlobals();
});

async function zipOf(count: number): Promise<ArrayBuffer> {
	const writer = new ZipWriter(new BlobWriter('application/zip'), { useWebWorkers: false, level: 0 });
	for (let number = 1; number <= count; number++) {
		await writer.add(`images/${number}.png`, new Uint8ArrayReader(createPng(`${number}`)));
		await writer.add(`metadata/${number}.json`, new Uint8ArrayReader(new TextEncoder().encode('{"name":"One"}')));
	}
	return (await writer.close()).arrayBuffer();
}

/** The merger as a job's link opens it. */
function openFrom(job: Job | null, search = '?add=job-1', otherTab: Promise<void> | null = null) {
	server = serveMerges();
	server.otherTab = otherTab;
	api.use(
		procedure('generation', 'get', () => job ?? new Refusal(404, 'No such job.')),
		http.get('*/api/generate/job-1/zip', () => {
			asked += 1;
			return archive === null ? new HttpResponse(null, { status: 503 }) : HttpResponse.arrayBuffer(archive);
		}),
	);
	openPage(`/merger${search}`);
}

const total = (images: number, collections: number) =>
	screen.findByText(`Total: ${images} images from ${collections} collections ready to merge`, {}, { timeout: 20_000 });

describe('a job that is imported', () => {
	test('is fetched once, becomes an input under its name, and leaves the address', async () => {
		openFrom(createJob(1, { projectName: 'Frost/Court' }));
		expect(await total(2, 1)).toBeVisible();
		expect(screen.getByRole('heading', { name: 'Frost-Court' })).toBeVisible();
		expect(screen.getByText('all with metadata')).toBeVisible();
		await waitFor(() => expect(window.location.search).toBe(''));
		expect(asked).toBe(1);
	});

	test('without a name is called as everywhere else', async () => {
		openFrom(createJob(7, { projectName: null }));
		expect(await screen.findByRole('heading', { name: 'Collection #7' })).toBeVisible();
	});

	test('that cannot be fetched says why, and is fetched again on demand', async () => {
		const good = archive;
		archive = null;
		openFrom(createJob(1));
		const alert = within(await screen.findByRole('alert'));
		expect(alert.getByText(/^“Collection #1” could not be fetched: Service temporarily/)).toBeVisible();
		archive = good;
		await userEvent.click(alert.getByRole('button', { name: 'Try again' }));
		expect(await total(2, 1)).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('alert')).toBeNull());
	});

	test('rejects one that is none of the caller’s, and the merger goes on without it', async () => {
		openFrom(null);
		const alert = within(await screen.findByRole('alert'));
		expect(alert.getByText(/Resource not found\.$/)).toBeVisible();
		await userEvent.click(alert.getByRole('button', { name: 'Go on without it' }));
		expect(await screen.findByText('No collections yet')).toBeVisible();
		expect(screen.getByRole('button', { name: 'Select Folder' })).toHaveFocus();
		expect(window.location.search).toBe('');
		expect(asked).toBe(0);
	});
});

describe('a job that two tabs import, as a duplicated tab does', () => {
	test('is fetched by the first of them, and said to be there by the other once that one is closed', async () => {
		const first = Promise.withResolvers<void>();
		openFrom(createJob(1, { projectName: 'Frost' }), '?add=job-1', first.promise);
		expect(await screen.findByRole('heading', { name: 'Open in another tab' })).toBeVisible();
		const { store } = server;
		const { service, pick } = createWorkerService({ store, readZip: async () => createFolder('Frost', 2) });
		service.open(signedInAs('creator').user!.id, () => {});
		await pick({ how: 'zip', name: 'Frost', origin: 'job:job-1' }, createFolder('x', 1));
		first.resolve();
		expect(await screen.findByText('Already Added')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull());
		expect(asked).toBe(0);
	});

	test('is fetched by the other where the first never had it', async () => {
		const first = Promise.withResolvers<void>();
		openFrom(createJob(1, { projectName: 'Frost' }), '?add=job-1', first.promise);
		expect(await screen.findByRole('heading', { name: 'Open in another tab' })).toBeVisible();
		first.resolve();
		expect(await total(2, 1)).toBeVisible();
		expect(asked).toBe(1);
	});
});

describe('the way from a job to the merger', () => {
	const link = { name: 'Merge with other collections' };

	test('stands on the page of a finished job', async () => {
		serveJob(createJob(1), [createImage('job-1', 1)]);
		openPage('/jobs/job-1');
		const found = await screen.findByRole('link', link);
		expect(found).toHaveAttribute('href', '/merger?add=job-1');
		// The fixture's pages are locked, and its creator has no Premium.
		expect(found).toHaveAccessibleDescription('Opens with Premium');
	});

	test('stands in the status of the Create page', async () => {
		respondWithJobs(createJob(1));
		openPage('/?tab=results');
		const status = within(await screen.findByRole('region', { name: 'Generation status' }));
		expect(await status.findByRole('link', link)).toHaveAttribute('href', '/merger?add=job-1');
	});

	test('is not there while the job is under way', async () => {
		serveJob(runningJob(1), [createImage('job-1', 1)]);
		openPage('/jobs/job-1');
		await screen.findByRole('button', { name: 'Pause' });
		expect(screen.queryByRole('link', link)).toBeNull();
	});
});

describe('a finished merge that is imported by its link', () => {
	test('becomes an input under its name, which says what else is here', async () => {
		openFrom(createJob(1, { projectName: 'Frost' }));
		expect(await total(2, 1)).toBeVisible();
		server.jobs = [createMergeJob({ id: 'merge-1', projectName: 'Ember', collectionName: null })];
		api.use(http.get('*/api/merge-jobs/merge-1/download', () => HttpResponse.arrayBuffer(archive!)));
		cleanup();
		openPage('/merger?addMerge=merge-1');
		expect(await total(4, 2)).toBeVisible();
		expect(await screen.findByText('Ember: 2 images. Another collection is here already')).toBeVisible();
		await waitFor(() => expect(window.location.search).toBe(''));
	});
});
