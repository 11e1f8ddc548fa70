import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { serveDeletion } from '../../../test/deletion-server.ts';
import { serveChanges } from '../../../test/live-server.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { serveCollection } from '../collection-server-testing.ts';
import { findTile, lightbox, openCollection, press, tokens, useGalleryPages } from '../gallery-page-testing.ts';

useGalleryPages();

describe('the owner of a collection', () => {
	const mine = { isMine: true, downloadUrl: '/api/merge-jobs/collection-1/download' };

	test('hides it from the gallery and shows it again', async () => {
		const server = serveCollection(tokens(2), mine);
		openCollection();
		await press('Hide from gallery');
		expect(await screen.findByText('Collection Hidden')).toBeVisible();
		expect(await screen.findByText('Hidden: only you see it')).toBeVisible();
		await press('Show in gallery');
		await waitFor(() => expect(screen.queryByText('Hidden: only you see it')).toBeNull());
		expect(server.calls).toEqual([
			['hide', { jobId: 'collection-1' }],
			['show', { jobId: 'collection-1' }],
		]);
	});

	test('is told that one with a sale is seen by the link of that, though it is hidden', async () => {
		serveCollection(tokens(2), { ...mine, saleUrl: '/sale/sale-1' });
		openCollection();
		await press('Hide from gallery');
		expect(await screen.findByText('Only the page of its sale shows it from now on')).toBeVisible();
		expect(await screen.findByText('Hidden: seen by the link of its sale')).toBeVisible();
		expect(screen.queryByText('Hidden: only you see it')).toBeNull();
	});

	test('keeps the focus where it was hidden, and may show it again from there', async () => {
		const server = serveCollection(tokens(2), mine);
		let answer = () => {};
		api.use(
			procedure('merge', 'hide', async () => {
				await new Promise<void>((resolve) => {
					answer = resolve;
				});
				return createMergeJob({ id: 'collection-1' });
			}),
		);
		openCollection();
		await press('Hide from gallery');
		// A browser takes the focus from what is disabled.
		expect(await screen.findByRole('button', { name: 'Hiding...' })).toBeEnabled();
		expect(screen.getByRole('button', { name: 'Hiding...' })).toHaveFocus();
		api.use(procedure('merge', 'collection', () => ({ ...server.collection, hidden: true })));
		answer();
		expect(await screen.findByRole('button', { name: 'Show in gallery' })).toHaveFocus();
	});

	test('is told when nothing was changed', async () => {
		const server = serveCollection(tokens(2), mine);
		openCollection();
		await findTile(1);
		server.refusal = new Refusal(409, 'It is minting.');
		await press('Hide from gallery');
		expect(await screen.findByText('Nothing Was Changed')).toBeVisible();
		expect(screen.getByText('It is minting.')).toBeVisible();
	});

	test('downloads all of it, or is told why not (ERR-13, ERR-21)', async () => {
		serveCollection(tokens(2), mine);
		let status = 409;
		api.use(
			http.get('*/api/merge-jobs/collection-1/download', () =>
				status === 409 ? HttpResponse.json({ error: 'Not ready.' }, { status }) : new HttpResponse('P', { status }),
			),
		);
		const hrefs: string[] = [];
		vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
			hrefs.push(this.getAttribute('href') ?? '');
		});
		openCollection();
		await press('Download Frozen Collection');
		expect(await screen.findByText('Download Failed')).toBeVisible();
		expect(screen.getByText('Not ready.')).toBeVisible();
		expect(hrefs).toEqual([]);
		status = 206;
		await press('Download Frozen Collection');
		expect(await screen.findByText('Download started')).toBeVisible();
		expect(hrefs).toEqual(['/api/merge-jobs/collection-1/download']);
	});

	test('chooses its categories and whether it is named (AMB-07, AMB-53)', async () => {
		const server = serveCollection(tokens(2), mine);
		openCollection();
		await press('Gallery entry');
		const dialog = await lightbox();
		expect(await dialog.findByRole('checkbox', { name: 'Fantasy' })).toBeChecked();
		const buttons = dialog.getAllByRole('button').map(({ textContent }) => textContent);
		expect(buttons).toEqual(['Save', 'Cancel']);
		await userEvent.click(dialog.getByRole('checkbox', { name: 'Sci-Fi' }));
		await userEvent.click(dialog.getByRole('checkbox', { name: 'Fantasy' }));
		await userEvent.click(dialog.getByRole('checkbox', { name: 'Show my name as the creator' }));
		await press('Save');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(server.calls).toEqual([['update', { jobId: 'collection-1', themes: ['Sci-Fi'], showsCreator: true }]]);
		expect(await screen.findByText('Sci-Fi')).toBeVisible();
	});

	test('deletes it, and is led to the gallery', async () => {
		serveCollection(tokens(2), mine);
		const deletion = serveDeletion({ id: 'collection-1', name: 'Frost Court 1' });
		openCollection();
		await press('Delete collection');
		const dialog = await lightbox();
		expect(await dialog.findByText('3.2 MB')).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		expect(await screen.findByText('Collection Deleted')).toBeVisible();
		expect(deletion.deleted).toEqual([{ jobId: 'collection-1' }]);
		await waitFor(() => expect(window.location.pathname).toBe('/gallery'));
	});

	test('is not asked for again once it is deleted, though the page is told of it before the answer comes', async () => {
		const live = serveChanges();
		serveCollection(tokens(2), mine);
		openCollection();
		await findTile(1);
		await waitFor(() => expect(live.connections).toEqual(['']));
		const asked: string[] = [];
		const note = (name: string) => () => {
			asked.push(name);
			return new Refusal(404, 'No such collection.', {}, 'not_found');
		};
		const deletion = serveDeletion({ id: 'collection-1', name: 'Frost Court 1' });
		await press('Delete collection');
		const dialog = await lightbox();
		await dialog.findByText('3.2 MB');
		let answer = () => {};
		const answered = new Promise<void>((resolve) => {
			answer = resolve;
		});
		api.use(
			procedure('merge', 'collection', note('collection')),
			procedure('merge', 'tokens', note('tokens')),
			procedure('merge', 'get', note('get')),
			procedure('merge', 'deletion', note('deletion')),
			procedure('merge', 'delete', async () => {
				await answered;
				const { id, name, freedBytes } = deletion.deletion!;
				return { success: true as const, id, name, freedBytes, isFreeing: false };
			}),
		);
		await userEvent.click(dialog.getByRole('button', { name: 'Delete collection' }));
		live.tell('1', { changes: [{ topic: 'merge', id: 'collection-1' }] });
		// Longer than a page waits that is told of a change.
		await new Promise((resolve) => setTimeout(resolve, 1_500));
		answer();
		await waitFor(() => expect(window.location.pathname).toBe('/gallery'));
		await screen.findByRole('heading', { level: 1, name: 'Gallery' });
		await new Promise((resolve) => setTimeout(resolve, 300));
		expect(asked).toEqual([]);
	});

	test('that another tab deleted is told so, with a way on', async () => {
		serveCollection(tokens(2), mine);
		openCollection();
		await findTile(1);
		api.use(procedure('merge', 'collection', () => new Refusal(404, 'No such collection.', {}, 'not_found')));
		window.dispatchEvent(new Event('visibilitychange'));
		expect(await screen.findByRole('heading', { name: 'This collection is gone' })).toBeVisible();
		await waitFor(() => expect(document.title).toBe('This collection is gone – ADX Realm'));
		expect(screen.queryByRole('button', { name: /^Open #1/ })).toBeNull();
		await userEvent.click(screen.getByRole('link', { name: 'See what there is' }));
		await waitFor(() => expect(window.location.pathname).toBe('/gallery'));
	});

	test('that is deleted in another tab is told so at once', async () => {
		const live = serveChanges();
		serveCollection(tokens(2), mine);
		openCollection();
		await findTile(1);
		await waitFor(() => expect(live.connections).toEqual(['']));
		api.use(procedure('merge', 'collection', () => new Refusal(404, 'No such collection.', {}, 'not_found')));
		live.tell('1', { changes: [{ topic: 'merge', id: 'another' }] });
		live.tell('2', { changes: [{ topic: 'merge', id: 'collection-1' }] });
		expect(await screen.findByRole('heading', { name: 'This collection is gone' }, { timeout: 3_000 })).toBeVisible();
	});

	test('that was deleted meanwhile is told so where its pictures are searched', async () => {
		serveCollection(tokens(2));
		openCollection();
		await findTile(1);
		const gone = () => new Refusal(404, 'No such collection.', {}, 'not_found');
		api.use(procedure('merge', 'collection', gone), procedure('merge', 'tokens', gone));
		await userEvent.type(screen.getByLabelText('Find a picture'), 'Frost');
		expect(await screen.findByRole('heading', { name: 'This collection is gone' }, { timeout: 8_000 })).toBeVisible();
	});

	test.each(['Hide from gallery', 'Download Frozen Collection', 'Gallery entry'])(
		'that was deleted meanwhile is told so by %s, and nothing is offered of it any more',
		async (action) => {
			serveCollection(tokens(2), mine);
			openCollection();
			await findTile(1);
			const gone = () => new Refusal(404, 'No such collection.', {}, 'not_found');
			api.use(
				procedure('merge', 'collection', gone),
				procedure('merge', 'hide', gone),
				procedure('merge', 'get', gone),
				http.get('*/api/merge-jobs/collection-1/download', () =>
					HttpResponse.json({ error: 'None.' }, { status: 404 }),
				),
			);
			await press(action);
			expect(await screen.findByRole('heading', { name: 'This collection is gone' })).toBeVisible();
			expect(screen.queryByText('Resource not found.')).toBeNull();
			expect(screen.queryByRole('button', { name: action })).toBeNull();
			expect(screen.getByRole('link', { name: 'See what there is' })).toBeVisible();
		},
	);

	test('of somebody else’s collection there is nothing of the kind', async () => {
		serveCollection(tokens(2));
		openCollection();
		await findTile(1);
		expect(screen.queryByRole('button', { name: /Hide|Download Frozen|Gallery entry|Delete/ })).toBeNull();
	});
});
