import { mergePollMs, mergePollSelectedMs } from '@adx/validators/limits';
import { act, cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { signedInAs, signedOut } from '../../../test/fixtures.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { openPage, usePage } from '../../../test/setup.tsx';
import { mergerClient } from '../worker/merger-client.ts';
import { fileOf, type MergeServer, mergeUnderWay, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
afterEach(() => {
	server.forgetPage();
	vi.unstubAllGlobals();
});

async function openAt(job: ReturnType<typeof createMergeJob>, ...others: ReturnType<typeof createMergeJob>[]) {
	server = serveMerges(job, ...others);
	const page = await openMerger(job.id);
	await screen.findByRole('progressbar', { name: 'Merge Progress' });
	return page;
}

const progress = () => within(screen.getByRole('region', { name: 'Merge Progress' }));

describe('Merge Progress', () => {
	test('status, progress, total images and number of collections (MRG-11)', async () => {
		await openAt(mergeUnderWay({ progress: 40, totalImages: 1_275 }));
		expect(progress().getByText('Processing')).toBeVisible();
		expect(progress().getByText('40%')).toBeVisible();
		expect(progress().getByText('1,275')).toBeVisible();
		expect(progress().getByText('Collections').nextSibling).toHaveTextContent('2');
		expect(progress().getByRole('progressbar')).toHaveAttribute('aria-valuenow', '40');
	});

	test.each([
		[1_000, '5-15 minutes'],
		[1_001, '15-30 minutes'],
	])('%i images: %s (MRG-12)', async (totalImages, text) => {
		await openAt(mergeUnderWay({ totalImages }));
		expect(progress().getByText(text)).toBeVisible();
	});

	test('a measured estimate stands beside it once there is one (MRG-12, AMB-30)', async () => {
		await openAt(mergeUnderWay({ totalImages: 10, secondsLeft: 12.4 }));
		expect(progress().getByText('5-15 minutes')).toBeVisible();
		expect(progress().getByText(/as measured now: 12 s/)).toBeVisible();
	});

	test('a finished one has no estimate (MRG-12)', async () => {
		await openAt(createMergeJob());
		expect(progress().queryByText(/minutes/)).toBeNull();
	});

	test.each([
		[2_000, false],
		[2_001, true],
	])('%i images are large: %s (MRG-13)', async (totalImages, isLarge) => {
		await openAt(mergeUnderWay({ totalImages }));
		expect(progress().queryByText('Large collection detected') !== null).toBe(isLarge);
	});

	test('completed with a URL: download and listing (MRG-14)', async () => {
		await openAt(createMergeJob());
		expect(progress().getByRole('button', { name: 'Download Frozen Collection' })).toBeEnabled();
		expect(progress().getByRole('button', { name: 'Mint & List on Marketplace' })).toBeEnabled();
		expect(progress().queryByText('Refresh Page - Download Not Ready')).toBeNull();
	});

	test('pixel art keeps hard pixels, and no picture is cropped', async () => {
		const image = { tokenNumber: 1, name: 'Frost #1', imageUrl: '/api/merge-jobs/merge-1/images/1' };
		await openAt(createMergeJob({ coverUrl: '/api/merge-jobs/merge-1/cover', mergedImages: [image] }));
		const first = await progress().findByRole<HTMLImageElement>('img', { name: 'Frost #1' });
		const cover = screen.getByRole('button', { name: /Frost & Fire/ }).querySelector('img')!;
		expect(first).toHaveAttribute('src', `${image.imageUrl}?size=200`);
		for (const picture of [first, cover]) {
			expect(picture).toHaveClass('object-contain');
			Object.defineProperty(picture, 'naturalWidth', { value: 24 });
			fireEvent.load(picture);
			expect(picture).toHaveClass('[image-rendering:pixelated]');
		}
	});

	test('completed without a URL: a button that refreshes the page (MRG-15)', async () => {
		const { reload } = await openAt(createMergeJob({ downloadUrl: null }));
		await userEvent.click(progress().getByRole('button', { name: 'Refresh Page - Download Not Ready' }));
		expect(reload).toHaveBeenCalledOnce();
		expect(progress().queryByRole('button', { name: 'Download Frozen Collection' })).toBeNull();
	});

	test.each([
		['An image is missing.', 'An image is missing.'],
		[null, 'Merge failed'],
	])('failed with %s: %s (MRG-16)', async (errorMessage, text) => {
		await openAt(mergeUnderWay({ status: 'failed', phase: 'failed', errorMessage }));
		expect(progress().getByRole('alert')).toHaveTextContent(text);
	});

	test('says which images were left out, and why', async () => {
		await openAt(createMergeJob({ leftOut: { duplicateImages: 10, unreadableFiles: 2 } }));
		expect(progress().getByText('12 images left out: 10 duplicates, 2 unreadable')).toBeVisible();
	});

	test('a full disk of the server is told as what it is', async () => {
		await openAt(mergeUnderWay({ phase: 'waiting_for_room' }));
		expect(progress().getByText(/disk is full/)).toBeVisible();
	});

	test('asks every 2 s with a selected merge, else every 30 s (MRG-17)', async () => {
		vi.useFakeTimers({ shouldAdvanceTime: true });
		server = serveMerges(createMergeJob());
		await openMerger();
		await screen.findByRole('button', { name: /Frost & Fire/ });
		const atStart = server.listed;
		await act(() => vi.advanceTimersByTimeAsync(mergePollMs - 2_000));
		expect(server.listed).toBe(atStart);
		await act(() => vi.advanceTimersByTimeAsync(3_000));
		await waitFor(() => expect(server.listed).toBe(atStart + 1));
		fireEvent.click(screen.getByRole('button', { name: /Frost & Fire/ }));
		await screen.findByRole('progressbar', { name: 'Merge Progress' });
		const selected = server.listed;
		for (let round = 1; round <= 3; round++) {
			await act(() => vi.advanceTimersByTimeAsync(mergePollSelectedMs + 50));
			await waitFor(() => expect(server.listed).toBeGreaterThanOrEqual(selected + round));
		}
	});

	test('follows a merge from processing to completed (MRG-19)', async () => {
		await openAt(mergeUnderWay());
		server.jobs = [createMergeJob()];
		expect(await progress().findByText('Completed')).toBeVisible();
		expect(progress().getByRole('button', { name: 'Download Frozen Collection' })).toBeVisible();
	});
});

describe('the list of merges', () => {
	test('an earlier one is selected by its address', async () => {
		server = serveMerges(
			createMergeJob({ id: 'new', projectName: 'New one' }),
			createMergeJob({ id: 'old', projectName: 'Old one' }),
		);
		await openMerger();
		await userEvent.click(await screen.findByRole('button', { name: /Old one/ }));
		await waitFor(() => expect(window.location.search).toBe('?job=old'));
		expect(progress().getByRole('heading', { name: 'Old one' })).toBeVisible();
		expect(screen.getByRole('button', { name: /Old one/ })).toHaveAttribute('aria-current', 'true');
	});

	test('an address that names no merge says so', async () => {
		server = serveMerges();
		await openMerger('gone');
		expect(await screen.findByText('There is no such merge.')).toBeVisible();
		expect(screen.getByText('No merges yet')).toBeVisible();
	});
});

describe('the download', () => {
	const clicked: { href: string; download: string }[] = [];

	function watchLinks() {
		clicked.length = 0;
		vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
			clicked.push({ href: new URL(this.href).pathname, download: this.download });
		});
	}

	test('is saved under the project’s name, unsafe characters as underscores (MRG-18, ERR-21)', async () => {
		await openAt(createMergeJob({ projectName: 'Frost & Fire/2' }));
		watchLinks();
		api.use(http.get('*/api/merge-jobs/merge-1/download', () => new HttpResponse('P', { status: 206 })));
		await userEvent.click(progress().getByRole('button', { name: 'Download Frozen Collection' }));
		expect(await screen.findByText('Download started')).toBeVisible();
		expect(clicked).toEqual([
			{ href: '/api/merge-jobs/merge-1/download', download: 'Frost___Fire_2-merged-collection.zip' },
		]);
	});

	test('rejects with the server’s sentence, and saves no broken file (ERR-13)', async () => {
		await openAt(createMergeJob());
		watchLinks();
		api.use(
			http.get('*/api/merge-jobs/merge-1/download', () =>
				HttpResponse.json({ error: 'The archive is being written.' }, { status: 409 }),
			),
		);
		await userEvent.click(progress().getByRole('button', { name: 'Download Frozen Collection' }));
		expect(await screen.findByText('Download Failed')).toBeVisible();
		expect(screen.getByText('The archive is being written.')).toBeVisible();
		expect(clicked).toEqual([]);
	});

	test('of somebody whose session has ended says so above the page', async () => {
		await openAt(createMergeJob());
		watchLinks();
		api.use(
			procedure('auth', 'check', () => signedOut),
			http.get('*/api/merge-jobs/merge-1/download', () =>
				HttpResponse.json({ error: 'Sign in first.', reason: 'sign_in_required' }, { status: 401 }),
			),
		);
		await userEvent.click(progress().getByRole('button', { name: 'Download Frozen Collection' }));
		expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
		expect(clicked).toEqual([]);
	});
});

describe('in the gallery', () => {
	test('hides a merge and shows it again', async () => {
		await openAt(createMergeJob());
		const shown = progress().getByRole('checkbox', { name: 'Show this collection in the gallery' });
		expect(shown).toBeChecked();
		await userEvent.click(shown);
		await waitFor(() => expect(shown).not.toBeChecked());
		await waitFor(() => expect(shown).not.toHaveAttribute('aria-disabled'));
		await userEvent.click(shown);
		await waitFor(() => expect(shown).toBeChecked());
		expect(server.calls.map(([verb]) => verb)).toEqual(['hide', 'show']);
	});

	test('themes and the creator’s name are the owner’s choice (AMB-07, AMB-53)', async () => {
		await openAt(createMergeJob());
		expect(progress().getByRole('checkbox', { name: 'Fantasy' })).toBeChecked();
		await userEvent.click(progress().getByRole('checkbox', { name: 'Pixel Art' }));
		await waitFor(() => expect(progress().getByRole('checkbox', { name: 'Pixel Art' })).toBeChecked());
		const creator = progress().getByRole('checkbox', { name: 'Show my name as its creator' });
		expect(creator).not.toBeChecked();
		await waitFor(() => expect(creator).not.toHaveAttribute('aria-disabled'));
		await userEvent.click(creator);
		await waitFor(() => expect(creator).toBeChecked());
		expect(server.calls).toEqual([
			['update', { jobId: 'merge-1', themes: ['Fantasy', 'Pixel Art'] }],
			['update', { jobId: 'merge-1', showsCreator: true }],
		]);
	});

	test.each([
		[null, true],
		['Ember', false],
	])('says of somebody called %s whether the gallery can name them', async (name, isNameless) => {
		server = serveMerges(createMergeJob());
		api.use(procedure('auth', 'check', () => signedInAs('creator', { adminUnlocked: true, name })));
		await openMerger('merge-1');
		expect(await progress().findByRole('checkbox', { name: 'Show my name as its creator' })).toBeVisible();
		expect(progress().queryByText(/^You signed in without a name/) !== null).toBe(isNameless);
	});

	test('rejects what the server refuses with its sentence', async () => {
		await openAt(createMergeJob());
		server.refusal = new Refusal(409, 'It is being minted.');
		await userEvent.click(progress().getByRole('checkbox', { name: 'Sci-Fi' }));
		expect(await screen.findByText('It is being minted.')).toBeVisible();
		expect(progress().getByRole('checkbox', { name: 'Sci-Fi' })).not.toBeChecked();
	});
});

describe('after a reload', () => {
	const png = (path: string) => fileOf(path, createPng(path), 'image/png', true);

	/** A page with an input and a name for the merge, and then the same page loaded again. */
	async function fillAndReload(job: ReturnType<typeof createMergeJob>) {
		await openAt(job);
		await pickWith('folder', [png('elves/1.png')]);
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		await screen.findByText('Everything has arrived');
		cleanup();
		mergerClient.close();
		openPage(`/merger?job=${job.id}`);
		await screen.findByText('Frost. Order: Keep. Names: New.');
	}

	test('a finished merge stands beside its folded steps', async () => {
		await fillAndReload(createMergeJob());
		expect(await progress().findByRole('button', { name: 'Download Frozen Collection' })).toBeVisible();
		const fold = await screen.findByRole('button', { name: 'Show Input Collections', expanded: false });
		expect(screen.queryByRole('button', { name: 'Select Files' })).toBeNull();
		expect(screen.queryByRole('button', { name: 'Start Merge' })).toBeNull();
		await userEvent.click(fold);
		expect(screen.getByRole('button', { name: 'Select Files' })).toBeVisible();
		expect(screen.getByRole('button', { name: 'Show Merge Settings', expanded: false })).toBeVisible();
	});

	test('the merge is on show whose start was answered too late for the page', async () => {
		await openAt(createMergeJob());
		await pickWith('folder', [png('elves/1.png')]);
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		await screen.findByText('Everything has arrived');
		// The server takes it, and its answer comes to nobody.
		const { promise: answered, resolve: answer } = Promise.withResolvers<void>();
		const asked = vi.fn();
		api.use(
			procedure('merge', 'start', async () => {
				asked();
				await answered;
				return new Refusal(500, 'Too late.');
			}),
		);
		await userEvent.click(screen.getByRole('button', { name: 'Start Merge' }));
		await waitFor(() => expect(asked).toHaveBeenCalledOnce());
		cleanup();
		mergerClient.close();
		const other = mergeUnderWay({ id: 'merge-3', projectName: 'Another tab’s' });
		server.jobs = [other, mergeUnderWay({ id: 'merge-2', projectName: 'Frost' }), ...server.jobs];
		openPage('/merger?job=merge-1');
		expect(await screen.findByRole('heading', { name: 'Frost' })).toBeVisible();
		expect(window.location.search).toBe('?job=merge-2');
		answer();
	});

	test('a step that held nothing does not fold while it is filled', async () => {
		await openAt(createMergeJob());
		await pickWith('folder', [png('elves/1.png')]);
		await userEvent.type(screen.getByLabelText('Project Name'), 'Frost');
		expect(screen.getByRole('button', { name: 'Fold Merge Settings', expanded: true })).toBeVisible();
		expect(await screen.findByRole('button', { name: 'Fold Input Collections', expanded: true })).toBeVisible();
	});
});
