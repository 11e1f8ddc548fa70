import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { afterEach, describe, expect, onTestFinished, test, vi } from 'vitest';
import { createPng } from '../../../lib/images/image-testing.ts';
import { api, procedureAt, Refusal } from '../../../test/api.ts';
import { type DeletionServer, serveDeletion } from '../../../test/deletion-server.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { usePage } from '../../../test/setup.tsx';
import { fileOf, type MergeServer, mergeUnderWay, openMerger, pickWith, serveMerges } from './merger-page-testing.ts';

usePage();

let server: MergeServer;
let deleting: DeletionServer;
afterEach(() => server.forgetPage());

const progress = () => within(screen.getByRole('region', { name: 'Merge Progress' }));
const press = async (name: string) => userEvent.click(await screen.findByRole('button', { name }));

async function openAt(changes: Parameters<typeof serveDeletion>[0] = {}) {
	server = serveMerges(createMergeJob(), createMergeJob({ id: 'merge-2', projectName: 'Other' }));
	deleting = serveDeletion(changes, () => {
		server.jobs = server.jobs.filter(({ id }) => id !== 'merge-1');
	});
	await openMerger('merge-1');
	await screen.findByRole('button', { name: 'Delete collection' });
}

/** The dialog, once it shows what depends on the merge. */
async function ask() {
	await press('Delete collection');
	const dialog = within(await screen.findByRole('dialog', { name: 'Delete this collection?' }));
	await dialog.findByText('Frost & Fire');
	return dialog;
}

describe('deleting a merge', () => {
	test('shows name, tokens, the space it frees and what ends, then that it is gone', async () => {
		await openAt();
		const dialog = await ask();
		expect(dialog.getByText('1,200')).toBeVisible();
		expect(dialog.getByText('3.2 MB')).toBeVisible();
		expect(dialog.getByText('It leaves the gallery, for everybody.')).toBeVisible();
		expect(dialog.getByRole('button', { name: 'Keep it' })).toHaveFocus();
		await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await screen.findByText('Collection Deleted')).toBeVisible();
		expect(screen.getByText('Frost & Fire is gone. 3.2 MB were freed.')).toBeVisible();
		expect(deleting.deleted).toEqual([{ jobId: 'merge-1' }]);
		await waitFor(() => expect(window.location.search).toBe(''));
		expect(screen.queryByRole('button', { name: /Frost & Fire/ })).toBeNull();
		expect(screen.getByRole('button', { name: /Other/ })).toBeVisible();
		// Keys go on where the merge was.
		expect(progress().getByText(/^The merge that you start/)).toHaveFocus();
	});

	test('gives the focus to what stands in its place, not to what had it long before', async () => {
		await openAt();
		await userEvent.click(screen.getByRole('radio', { name: /^Only you/ }));
		const dialog = await ask();
		deleting.refusal = new Refusal(503, 'Away.');
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		await dialog.findByRole('alert');
		await userEvent.dblClick(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await screen.findByText('Collection Deleted')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(progress().getByText(/^The merge that you start/)).toHaveFocus());
	});

	test('leaves everything as it is when it is kept', async () => {
		await openAt();
		await ask();
		await userEvent.keyboard('{Enter}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(deleting.deleted).toEqual([]);
		expect(progress().getByRole('heading', { name: 'Frost & Fire' })).toBeVisible();
	});

	test('says what keeps it, and checks again', async () => {
		const message = 'This collection is being downloaded or exported right now. Try again when that has ended.';
		await openAt({ blockers: [{ reason: 'merge_downloading', message }] });
		const dialog = await ask();
		expect(dialog.getByText(message)).toBeVisible();
		expect(dialog.queryByRole('button', { name: 'Delete collection' })).toBeNull();
		deleting.deletion = { ...deleting.deletion!, blockers: [] };
		await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
		expect(await dialog.findByRole('button', { name: 'Delete collection' })).toBeVisible();
		expect(dialog.queryByText(message)).toBeNull();
	});

	test('offers no second check of what keeps it for good, also where something else will pass', async () => {
		const message = 'This collection is minted or sold on the chain, and its tokens are served from here.';
		const downloading = { reason: 'merge_downloading' as const, message: 'It is being downloaded.' };
		await openAt({ blockers: [{ reason: 'merge_in_use', message }, downloading] });
		const dialog = await ask();
		expect(dialog.getByText('It cannot be deleted:')).toBeVisible();
		expect(dialog.getByText(message)).toBeVisible();
		expect(dialog.getAllByRole('button')).toEqual([dialog.getByRole('button', { name: 'Close' })]);
	});

	test('shows what came in between in the server’s words', async () => {
		await openAt();
		const dialog = await ask();
		const message = 'Minting is being prepared for this collection. It can be deleted when that has ended.';
		deleting.refusal = new Refusal(409, message, {}, 'mint_under_way');
		deleting.deletion = {
			...deleting.deletion!,
			blockers: [{ reason: 'mint_under_way', message: 'It is being minted.' }],
		};
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await dialog.findByRole('alert')).toHaveTextContent(message);
		expect(await dialog.findByText('It is being minted.')).toBeVisible();
		expect(server.jobs).toHaveLength(2);
		deleting.deletion = { ...deleting.deletion!, blockers: [] };
		await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
		expect(await dialog.findByRole('button', { name: 'Delete collection' })).toBeEnabled();
		expect(dialog.queryByRole('alert')).toBeNull();
	});

	test('keeps the message of a failure that nothing in the way explains', async () => {
		await openAt();
		const dialog = await ask();
		deleting.refusal = new Refusal(503, 'Away.');
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await dialog.findByRole('alert')).toHaveTextContent(/^Service temporarily unavailable/);
		expect(dialog.getByRole('button', { name: 'Delete collection' })).toBeEnabled();
	});

	describe('without a server that answers', () => {
		/** Calls of these procedures come to nothing until `reconnect` is called. */
		function disconnect(...procedures: readonly string[]) {
			let isConnected = false;
			api.use(
				...procedures.map((name) =>
					http.all(`*/trpc/merge.${name}`, () => (isConnected ? undefined : HttpResponse.error())),
				),
			);
			return {
				reconnect() {
					isConnected = true;
				},
			};
		}
		const pressDelete = (dialog: Awaited<ReturnType<typeof ask>>) =>
			userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));

		test('says that nothing was deleted where the check comes to nothing, and checks again', async () => {
			await openAt();
			const { reconnect } = disconnect('deletion');
			await press('Delete collection');
			const dialog = within(await screen.findByRole('dialog', { name: 'Delete this collection?' }));
			expect(
				await dialog.findByText(
					'The server cannot be reached, and nothing was deleted. Check again once you are online.',
				),
			).toBeVisible();
			reconnect();
			await userEvent.click(dialog.getByRole('button', { name: 'Check again' }));
			expect(await dialog.findByText('Frost & Fire')).toBeVisible();
		});

		test('says that nothing was deleted where the browser was offline, also once it is online again', async () => {
			vi.spyOn(navigator, 'onLine', 'get').mockReturnValue(false);
			onTestFinished(() => void vi.restoreAllMocks());
			await openAt();
			const dialog = await ask();
			const { reconnect } = disconnect('delete', 'deletion');
			await pressDelete(dialog);
			const offline = 'This browser is offline, so nothing was deleted. Try again once it is online.';
			await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(offline));
			reconnect();
			window.dispatchEvent(new Event('offline'));
			window.dispatchEvent(new Event('online'));
			await waitFor(() =>
				expect(dialog.getByRole('alert')).toHaveTextContent(/^The server did not answer, and nothing was deleted/),
			);
			await pressDelete(dialog);
			expect(await screen.findByText('Collection Deleted')).toBeVisible();
			expect(deleting.deleted).toHaveLength(1);
		});

		test('says that nobody knows where not even a check is answered', async () => {
			await openAt();
			const dialog = await ask();
			disconnect('delete', 'deletion');
			await pressDelete(dialog);
			await waitFor(() =>
				expect(dialog.getByRole('alert')).toHaveTextContent(/it is not known whether anything was deleted/),
			);
		});

		test('says that nothing was deleted where a check finds all of it', async () => {
			await openAt();
			const dialog = await ask();
			disconnect('delete');
			await pressDelete(dialog);
			await waitFor(() => expect(dialog.getByRole('alert')).toHaveTextContent(/nothing was deleted. Try again.$/));
		});

		test('takes a collection as deleted of which only the answer was lost', async () => {
			await openAt();
			const dialog = await ask();
			disconnect('delete');
			deleting.deletion = null;
			await pressDelete(dialog);
			expect(await screen.findByText('It was deleted; only the reply from the server was lost.')).toBeVisible();
		});
	});

	test('leaves one that is gone by the time its dialog opens', async () => {
		await openAt();
		deleting.deletion = null;
		await press('Delete collection');
		expect(await screen.findByText('It had already been deleted, in another tab or by another person.')).toBeVisible();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(() => expect(window.location.search).toBe(''));
		expect(deleting.deleted).toEqual([]);
	});

	test('takes one that another tab deleted first as deleted', async () => {
		await openAt();
		const dialog = await ask();
		deleting.deletion = null;
		server.jobs = server.jobs.filter(({ id }) => id !== 'merge-1');
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await screen.findByText('It had already been deleted, in another tab or by another person.')).toBeVisible();
		await waitFor(() => expect(window.location.search).toBe(''));
	});

	test('is not offered while it is being merged', async () => {
		server = serveMerges(mergeUnderWay());
		await openMerger('merge-1');
		await screen.findByRole('progressbar', { name: 'Merge Progress' });
		expect(screen.queryByRole('button', { name: 'Delete collection' })).toBeNull();
	});

	test('is told to the tab that still shows it, with a way on', async () => {
		await openAt();
		// The other tab was faster.
		server.jobs = server.jobs.filter(({ id }) => id !== 'merge-1');
		expect(
			await progress().findByText(
				'This merge was deleted, in another tab or by another person.',
				{},
				{ timeout: 10_000 },
			),
		).toBeVisible();
		await press('Go on without it');
		await waitFor(() => expect(window.location.search).toBe(''));
		expect(progress().getByText(/^The merge that you start/)).toBeVisible();
	});
});

describe('a merge that was deleted in another tab a moment ago', () => {
	test.each([
		['checkbox', 'Show this collection in the gallery'],
		['checkbox', 'Show my name as its creator'],
		['button', 'Download Frozen Collection'],
	] as const)('is told so by the %s %s, and leads back to the list', async (role, name) => {
		await openAt();
		api.use(
			http.get('*/api/merge-jobs/merge-1/download', () =>
				HttpResponse.json({ error: 'No such merge.' }, { status: 404 }),
			),
		);
		const control = progress().getByRole(role, { name });
		server.jobs = server.jobs.filter(({ id }) => id !== 'merge-1');
		await userEvent.click(control);
		expect(await progress().findByText('This merge was deleted, in another tab or by another person.')).toBeVisible();
		expect(screen.queryByText('Resource not found.')).toBeNull();
		expect(progress().queryByRole(role, { name })).toBeNull();
		await press('Go on without it');
		await waitFor(() => expect(window.location.search).toBe(''));
	});
});

describe('who sees a merge', () => {
	test.each([
		['by default everyone', null, 'When it is finished, everyone who may open the gallery sees it.'],
		['only its owner, where that is chosen', /^Only you/, 'When it is finished, only you see it.'],
	])('is said before it starts: %s', async (_, choice, sentence) => {
		server = serveMerges();
		await openMerger();
		await pickWith('folder', [fileOf('elves/1.png', createPng('one'), 'image/png', true)]);
		await userEvent.type(await screen.findByLabelText('Project Name'), 'Frost');
		expect(screen.getByRole('radiogroup', { name: 'Who will see it' })).toBeVisible();
		if (choice !== null) await userEvent.click(screen.getByRole('radio', { name: choice }));
		expect(await screen.findByText(sentence)).toBeVisible();
		expect(screen.getByText(/^If any token has a Rarity .* all tokens are ranked again together/)).toBeVisible();
		await press('Start Merge');
		await waitFor(() => expect(server.calls.some(([verb]) => verb === 'start')).toBe(true));
		const [, input] = server.calls.find(([verb]) => verb === 'start')!;
		expect((input as { readonly hidden?: boolean }).hidden).toBe(choice === null ? undefined : true);
	});

	test('is said of a finished one in the list, at its head and beside the switch', async () => {
		server = serveMerges(createMergeJob({ hidden: true }), createMergeJob({ id: 'merge-2', projectName: 'Other' }));
		await openMerger('merge-1');
		expect(await progress().findByText('Hidden: only you see it.')).toBeVisible();
		expect(progress().getByText('Hidden')).toBeVisible();
		expect(screen.getByRole('button', { name: /Frost & Fire.*Hidden/ })).toBeVisible();
		expect(screen.getByRole('button', { name: /Other/ })).not.toHaveAccessibleName(/Hidden/);
		await userEvent.click(screen.getByRole('checkbox', { name: 'Show this collection in the gallery' }));
		expect(await progress().findByText('Everyone who may open the gallery sees it.')).toBeVisible();
		expect(progress().queryByText('Hidden')).toBeNull();
	});

	test.each([
		['unpublished', 'Hidden: only you see it.'],
		['selling', 'Hidden from the gallery; whoever has the link of the sale sees it.'],
		['sold_out', 'Hidden from the gallery; whoever has the link of the sale sees it.'],
	] as const)('is said of a hidden one whose sale is %s', async (salePhase, sentence) => {
		server = serveMerges(createMergeJob({ hidden: true, salePhase }));
		api.use(procedureAt('mint.collections.get', () => new Refusal(404, 'No such sale.')));
		await openMerger('merge-1');
		expect(await progress().findByText(sentence)).toBeVisible();
	});
});
