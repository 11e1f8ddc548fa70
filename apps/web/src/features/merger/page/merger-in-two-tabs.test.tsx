import { screen, waitFor } from '@testing-library/react';
import { afterEach, expect, test, vi } from 'vitest';
import { signedInAs } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { createFolder, createWorkerService, folder, readHeaderOnly } from '../worker/merger-worker-testing.ts';
import { type MergeServer, openMerger, serveMerges } from './merger-page-testing.ts';

usePage();

const ownerId = signedInAs('creator').user!.id;
let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

test('beside a tab that has the merger open, another one says so, reads and sends nothing, and takes over once it is closed', async () => {
	server = serveMerges(createMergeJob({ id: 'old', projectName: 'Old one' }));
	const first = Promise.withResolvers<void>();
	server.otherTab = first.promise;
	const { open, pick, until } = createWorkerService({ store: server.store });
	open(ownerId);
	void pick(folder, createFolder('build', 60));
	await until(({ collections }) => collections.length === 1);
	await openMerger('old');
	expect(await screen.findByRole('heading', { name: 'Open in another tab' })).toBeVisible();
	expect(screen.getByText(/^The merger is open in another tab of this browser, which may/)).toBeVisible();
	for (const name of ['Select Files', 'Select Folder', 'Start Merge']) {
		expect(screen.queryByRole('button', { name })).toBeNull();
	}
	expect(screen.queryByText(/before the page was closed/)).toBeNull();
	// What was merged before can be had all the same.
	expect(await screen.findByRole('button', { name: 'Download Frozen Collection' })).toBeVisible();
	expect(server.uploads.asked).toEqual([]);
	await waitFor(async () => expect((await server.store.load(ownerId))[0]?.images).toHaveLength(60));
	first.resolve();
	// The steps of a page that was opened at a merge are folded.
	expect(await screen.findByRole('heading', { name: 'build', hidden: true })).toBeInTheDocument();
	expect(screen.queryByRole('heading', { name: 'Open in another tab' })).toBeNull();
	await waitFor(() => expect(server.uploads.asked).not.toEqual([]));
});

test('a collection that was only half read when its tab was closed says so in an open step, also beside a merge', async () => {
	server = serveMerges(createMergeJob({ id: 'old', projectName: 'Old one' }));
	let readCount = 0;
	const { open, pick, until } = createWorkerService({
		store: server.store,
		readImage: (...image) => (++readCount > 40 ? new Promise(() => {}) : readHeaderOnly(...image)),
	});
	open(ownerId);
	void pick(folder, createFolder('build', 60));
	await until(({ collections: [one] }) => (one?.readCount ?? 0) >= 25);
	await openMerger('old');
	expect(await screen.findByText(/of 60 files were read before the page was closed/)).toBeVisible();
	expect(screen.getAllByText(/^\d+ images from 1 collection so far; some files are missing$/)[0]).toBeVisible();
	expect(screen.queryByText(/ready to merge/)).toBeNull();
});
