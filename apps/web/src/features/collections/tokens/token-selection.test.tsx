import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import JsZip from 'jszip';
import { HttpResponse, http } from 'msw';
import { describe, expect, test } from 'vitest';
import { api, procedure } from '../../../test/api.ts';
import { signedOut } from '../../../test/fixtures.ts';
import { watchSaving } from '../../../test/saved-files.ts';
import { serveCollection } from '../collection-server-testing.ts';
import {
	aside,
	findTile,
	openCollection,
	press,
	shownNumbers,
	tokens,
	useGalleryPages,
} from '../gallery-page-testing.ts';

useGalleryPages();

describe('a selection', () => {
	const serveImages = (answer: (number: string) => Response) =>
		api.use(http.get('*/api/collections/collection-1/images/:number', ({ params }) => answer(String(params.number))));

	test('is made by boxes, ranges and keys, and stays while the filter changes', async () => {
		serveCollection(tokens(6));
		openCollection();
		await userEvent.click(await screen.findByRole('checkbox', { name: 'Select Frost Court #2' }));
		expect(await screen.findByText('1 picture selected')).toBeVisible();
		const user = userEvent.setup();
		await user.keyboard('{Shift>}');
		await user.click(screen.getByRole('checkbox', { name: 'Select Frost Court #4' }));
		await user.keyboard('{/Shift}');
		expect(await screen.findByText('3 pictures selected')).toBeVisible();
		(await findTile(6)).focus();
		await userEvent.keyboard('s');
		expect(await screen.findByText('4 pictures selected')).toBeVisible();
		await userEvent.click(aside().getByRole('checkbox', { name: /^Orc/ }));
		await waitFor(() => expect(shownNumbers()).toEqual([2, 4, 6]));
		expect(screen.getByText('4 pictures selected')).toBeVisible();
		await press('Clear selection');
		expect(screen.queryByText(/selected/)).toBeNull();
	});

	test('is made by clicks and arrows with Shift, Ctrl and Cmd, which open nothing', async () => {
		serveCollection(tokens(6));
		openCollection();
		const user = userEvent.setup();
		await user.keyboard('{Control>}');
		await user.click(await findTile(2));
		await user.keyboard('{/Control}{Shift>}');
		await user.click(await findTile(4));
		await user.keyboard('{/Shift}');
		expect(screen.getByText('3 pictures selected')).toBeVisible();
		expect(screen.queryByRole('dialog')).toBeNull();
		(await findTile(4)).focus();
		await user.keyboard('{Shift>}{ArrowRight}{ArrowRight}{/Shift}');
		expect(screen.getByText('5 pictures selected')).toBeVisible();
		await waitFor(async () => expect(await findTile(6)).toHaveFocus());
		await user.keyboard('{Escape}');
		expect(screen.queryByText(/selected$/)).toBeNull();
		// From a picture that is not chosen yet, that one is the first.
		(await findTile(6)).focus();
		await user.keyboard('{Shift>}{ArrowLeft}{/Shift}');
		expect(screen.getByText('2 pictures selected')).toBeVisible();
	});

	test('Ctrl+A takes all wherever the focus is, and says where they are too many', async () => {
		serveCollection(tokens(120));
		openCollection();
		await findTile(1);
		await userEvent.keyboard('{Control>}a{/Control}');
		expect(await screen.findByText('A selection holds up to 100 pictures.')).toBeVisible();
		expect(screen.queryByText(/selected$/)).toBeNull();
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await screen.findByRole('button', { name: 'Select all 60' });
		await userEvent.keyboard('{Control>}a{/Control}');
		expect(await screen.findByText('60 pictures selected')).toBeVisible();
	});

	test('takes all that match where they are few, says why not where they are many, and takes no more than fit', async () => {
		serveCollection(tokens(120));
		openCollection();
		await findTile(1);
		const all = screen.getByRole('button', { name: 'Select all 120' });
		expect(all).toHaveAttribute('aria-disabled', 'true');
		expect(all).toHaveAccessibleDescription('A selection holds up to 100 pictures.');
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await press('Select all 60');
		expect(await screen.findByText('60 pictures selected')).toBeVisible();
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await userEvent.click(aside().getByRole('checkbox', { name: /^Orc/ }));
		await waitFor(() => expect(shownNumbers()[0]).toBe(2));
		await press('Select all 60');
		expect(await screen.findByText('100 pictures selected')).toBeVisible();
		expect(screen.getByText('A selection holds up to 100 pictures.')).toBeVisible();
	});

	test('is saved as a zip of the originals', async () => {
		serveCollection(tokens(3));
		serveImages((number) => new HttpResponse(`bytes of ${number}`, { headers: { 'content-type': 'image/png' } }));
		const { names, contents } = watchSaving();
		openCollection();
		await press('Select all 3');
		await press('Download as zip');
		expect(await screen.findByText('Selection Saved')).toBeVisible();
		expect(names).toEqual(['Frost_Court_1-selection.zip']);
		const zip = await JsZip.loadAsync(await contents[0]!.arrayBuffer());
		expect(Object.keys(zip.files).toSorted()).toEqual(['1.png', '2.png', '3.png']);
		expect(await zip.file('2.png')!.async('string')).toBe('bytes of 2');
	});

	test('rejects with the picture that could not be fetched, and stays', async () => {
		serveCollection(tokens(3));
		serveImages((number) =>
			number === '2'
				? HttpResponse.json({ error: 'This file is gone.' }, { status: 409 })
				: new HttpResponse('x', { headers: { 'content-type': 'image/webp' } }),
		);
		openCollection();
		await press('Select all 3');
		await press('Download as zip');
		expect(await screen.findByText('Frost Court #2 could not be fetched: This file is gone.')).toBeVisible();
		expect(screen.getByText('3 pictures selected')).toBeVisible();
	});

	test('of somebody whose session has ended says so above the page', async () => {
		serveCollection(tokens(3));
		serveImages(() => HttpResponse.json({ error: 'Sign in first.', reason: 'sign_in_required' }, { status: 401 }));
		openCollection();
		await press('Select all 3');
		api.use(procedure('auth', 'check', () => signedOut));
		await press('Download as zip');
		expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
		expect(screen.getByText(/could not be fetched: Authentication required\./)).toBeVisible();
	});

	test('can be stopped while it is being fetched', async () => {
		serveCollection(tokens(3));
		api.use(http.get('*/api/collections/collection-1/images/:number', () => new Promise<never>(() => {})));
		openCollection();
		await press('Select all 3');
		await press('Download as zip');
		expect(await screen.findByText('Fetched 0 of 3')).toBeVisible();
		await press('Cancel');
		expect(await screen.findByText('3 pictures selected')).toBeVisible();
		expect(screen.queryByRole('alert')).toBeNull();
	});
});
