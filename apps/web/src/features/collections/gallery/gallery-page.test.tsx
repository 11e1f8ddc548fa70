import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { beforeEach, describe, expect, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { type Card, createCard, unlockPages } from '../collection-server-testing.ts';
import { useGalleryPages } from '../gallery-page-testing.ts';

useGalleryPages();
beforeEach(unlockPages);

const show = (...cards: Card[]) => api.use(procedure('merge', 'gallery', () => cards));
const section = async (name: string) => within(await screen.findByRole('region', { name }));
const namesIn = async (name: string) =>
	(await section(name)).queryAllByRole('heading', { level: 3 }).map(({ textContent }) => textContent);

describe('the gallery', () => {
	test('its hero leads to /create and /merger (GAL-02, AMB-11)', async () => {
		openPage('/gallery');
		expect(await screen.findByRole('link', { name: 'Create Characters' })).toHaveAttribute('href', '/create');
		expect(screen.getByRole('link', { name: 'Merge Collections' })).toHaveAttribute('href', '/merger');
		expect(screen.getByRole('heading', { level: 1, name: 'Gallery' })).toBeVisible();
	});

	test('the bar at the top is as wide as it, so that both begin at the same edge', async () => {
		openPage('/gallery');
		await screen.findByRole('link', { name: 'Create Characters' });
		const [bar] = screen.getAllByRole('banner');
		for (const part of [bar?.firstElementChild, screen.getByRole('main')]) {
			expect(part).toHaveClass('mx-auto', 'max-w-[160rem]', 'px-3', 'sm:px-6');
		}
	});

	test('its skeleton shows the same title and text in the same places', async () => {
		openPage('/gallery');
		const title = await screen.findByRole('heading', { level: 1, name: 'Gallery' });
		const file = readFileSync(join(import.meta.dirname, 'gallery-skeleton.html'), 'utf8');
		const skeleton = new DOMParser().parseFromString(file, 'text/html');
		const shown = skeleton.querySelector('.font-title')!;
		expect(skeleton.body.firstElementChild?.className).toContain('h-14 ');
		expect([shown.textContent, shown.className]).toEqual([title.textContent, title.className]);
		expect(shown.nextElementSibling?.outerHTML).toBe(title.nextElementSibling?.outerHTML);
		for (let [a, b] = [shown.parentElement, title.parentElement]; b !== null && b.id !== 'content'; ) {
			expect(a?.className).toBe(b.className);
			[a, b] = [a?.parentElement ?? null, b.parentElement];
		}
	});

	test('the counters show what the realm holds (GAL-03, AMB-09)', async () => {
		api.use(procedure('merge', 'galleryCounts', () => ({ collections: 12, images: 34_567, creators: 3 })));
		openPage('/gallery');
		expect(await screen.findByText('34,567')).toBeVisible();
		const value = (name: string) => screen.getByText(name).nextElementSibling?.textContent;
		expect(['Active Collections', 'Total ADX', 'Creators'].map(value)).toEqual(['12', '34,567', '3']);
	});

	test('an empty realm counts 0, 0, 0 and offers to launch the first collection (GAL-03, AMB-09, GAL-09)', async () => {
		openPage('/gallery');
		expect(await screen.findByText('The winter realm awaits...')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Launch First Collection' })).toHaveAttribute('href', '/merger');
		expect(await screen.findAllByText('0')).toHaveLength(3);
		expect(screen.queryByText('All Collections')).toBeNull();
	});

	test('an owner whose collections are hidden or covered is not told that there are none (GAL-09)', async () => {
		api.use(procedure('merge', 'list', () => [createMergeJob({ status: 'failed' }), createMergeJob({ hidden: true })]));
		openPage('/gallery');
		expect(await screen.findByText('The winter realm awaits...')).toBeVisible();
		expect(
			screen.getByText(/^No collection is shown at the moment\. Yours are hidden.* under ‘Merge’\.$/),
		).toBeVisible();
		expect(screen.queryByText(/launched yet/)).toBeNull();
		expect(screen.getByRole('link', { name: 'Launch First Collection' })).toHaveAttribute('href', '/merger');
	});

	test('where nobody may ask for merges, an empty realm invites all the same (GAL-09)', async () => {
		api.use(procedure('merge', 'list', () => new Refusal(403, 'Locked.', {}, 'page_locked')));
		openPage('/gallery');
		expect(await screen.findByText(/^No collection has been launched yet\./)).toBeVisible();
	});

	test('a card tells name, creator, figures, and Free for an explicit 0 (ENT-18, GAL-11, AMB-08)', async () => {
		show(createCard(1), createCard(2, { floorPrice: 0, volume: 2.5, creator: 'Mira', symbol: 'FROST', royalty: 7.5 }));
		openPage('/gallery');
		const [newest, oldest] = (await section('All Collections')).getAllByRole('article');
		expect(newest).toHaveTextContent('Frost Court 2FROSTby MiraADX CollectionFantasy');
		expect(newest).toHaveTextContent('Images1,200FloorFreeVolume2.5 SOLRoyalty7.5%');
		expect(oldest).toHaveTextContent('Floor0.1 SOLVolume0 SOL');
		expect(within(newest!).getByRole('link')).toHaveAttribute('href', '/collections/collection-2');
		expect(newest!.querySelector('img')).toHaveAttribute('src', '/api/collections/collection-2/images/1?size=512');
	});

	test('what is minting is featured and stands under All as well (GAL-07, GAL-08, GAL-12, AMB-42)', async () => {
		show(createCard(1, { featured: true }), createCard(2));
		openPage('/gallery');
		expect(await namesIn('Featured Collections')).toEqual(['Frost Court 1']);
		expect(await namesIn('All Collections')).toEqual(['Frost Court 2', 'Frost Court 1']);
	});

	test('what is sold leads to its sale, which is a page of its own; nothing else does (GAL-07)', async () => {
		show(
			createCard(1, { featured: true, saleUrl: '/sale/sale-1' }),
			createCard(2, { saleUrl: '/sale/sale-2' }),
			createCard(3),
		);
		openPage('/gallery');
		const all = await section('All Collections');
		expect(all.getByRole('link', { name: 'Buy an item of Frost Court 1' })).toHaveAttribute('href', '/sale/sale-1');
		expect(all.getByRole('link', { name: 'See the sale of Frost Court 2' })).toHaveAttribute('href', '/sale/sale-2');
		expect(all.getAllByRole('link', { name: /Buy an item|sale/ })).toHaveLength(2);
	});

	test('with nothing minting the section says so (GAL-07)', async () => {
		show(createCard(1));
		openPage('/gallery');
		expect((await section('Featured Collections')).getByText('No collection is minting at the moment.')).toBeVisible();
	});

	test('typing narrows the list, whatever the case, and the address keeps it (GAL-04)', async () => {
		show(createCard(1, { name: 'Ember Watch' }), createCard(2));
		openPage('/gallery');
		await userEvent.type(await screen.findByLabelText('Search collections'), 'eMBER');
		expect(await screen.findByText('1 of 2')).toBeVisible();
		expect(await namesIn('All Collections')).toEqual(['Ember Watch']);
		expect(window.location.search).toBe('?q=eMBER');
	});

	test('category and order are chosen from what the specification lists (GAL-05, GAL-06)', async () => {
		show(createCard(1, { themes: ['Pixel Art'] }), createCard(2, { floorPrice: 3 }));
		openPage('/gallery');
		const category = await screen.findByLabelText('Category');
		const options = (list: HTMLElement) =>
			within(list)
				.getAllByRole('option')
				.map(({ textContent }) => textContent);
		expect(options(category)).toEqual(['All Categories', 'Fantasy', 'Sci-Fi', 'Pixel Art', 'Abstract']);
		const sort = screen.getByLabelText('Sort by');
		expect(options(sort)).toEqual(['Volume', 'Floor Price', 'Newest']);
		await userEvent.selectOptions(sort, 'Floor Price');
		await waitFor(async () => expect(await namesIn('All Collections')).toEqual(['Frost Court 1', 'Frost Court 2']));
		await userEvent.selectOptions(category, 'Pixel Art');
		await waitFor(async () => expect(await namesIn('All Collections')).toEqual(['Frost Court 1']));
		expect(window.location.search).toBe('?category=Pixel+Art&sort=floor');
	});

	test('an order by amounts in different coins says how they are compared', async () => {
		show(createCard(1, { coin: 'SOL', volume: 9 }), createCard(2, { coin: 'POL', volume: 90 }));
		openPage('/gallery');
		expect(await screen.findByText(/^Amounts in different coins are not compared/)).toBeVisible();
		await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Newest');
		await waitFor(() => expect(screen.queryByText(/^Amounts in different coins/)).toBeNull());
	});

	test('when nothing matches, one button shows everything again', async () => {
		show(createCard(1));
		openPage('/gallery?q=nothing&category=Abstract');
		await userEvent.click(await screen.findByRole('button', { name: 'Clear search and category' }));
		expect(await namesIn('All Collections')).toEqual(['Frost Court 1']);
		expect(screen.getByLabelText('Search collections')).toHaveValue('');
		expect(window.location.search).toBe('');
	});

	test('a collection without a picture has a placeholder', async () => {
		show(createCard(1, { coverUrl: null }));
		openPage('/gallery');
		expect((await section('All Collections')).getByText('Cannot be shown')).toBeVisible();
	});

	test('a failure is told on the page and tried again on demand', async () => {
		api.use(procedure('merge', 'gallery', () => new Refusal(409, 'The realm is closed.')));
		openPage('/gallery');
		expect(await screen.findByRole('alert')).toHaveTextContent('The realm is closed.');
		show(createCard(1));
		await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
		expect(await namesIn('All Collections')).toEqual(['Frost Court 1']);
	});
});
