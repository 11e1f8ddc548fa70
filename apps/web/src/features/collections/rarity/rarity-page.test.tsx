import { cleanup, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig, signedInAs, signedOut } from '../../../test/fixtures.ts';
import { serveChanges } from '../../../test/live-server.ts';
import { usePage } from '../../../test/setup.tsx';
import { createToken, heading, open, serve } from './rarity-testing.ts';

usePage();

const ranking = () => screen.findByRole('list', { name: 'Tokens, the rarest first' });
const rowsOf = (list: HTMLElement) => [...list.children] as HTMLElement[];

describe('the ranking', () => {
	test('says name, kind and size, and marks a small collection as provisional', async () => {
		serve(3);
		open();
		expect(await heading()).toBeVisible();
		expect(screen.getByText('Frozen Collection')).toBeVisible();
		expect(screen.getByText('Provisional')).toBeVisible();
		expect(screen.getByText(/^Under 100 tokens/)).toBeVisible();
		expect(screen.getByText('5.21 bits')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Download CSV' })).toHaveAttribute(
			'href',
			'/api/collections/c-1/rarity?format=csv',
		);
		expect(screen.getByRole('link', { name: 'Back to the collection' })).toHaveAttribute('href', '/collections/c-1');
	});

	test('says that the session has ended to who downloads the CSV then', async () => {
		serve(3);
		open();
		await heading();
		api.use(procedure('auth', 'check', () => signedOut));
		await userEvent.click(screen.getByRole('link', { name: 'Download CSV' }));
		expect(await screen.findByText('Your session ended. Sign in again.')).toBeVisible();
	});

	test('shows no rows to come under an order that could not be loaded, until it is', async () => {
		serve(3);
		open();
		await ranking();
		api.use(procedure('collections', 'rarity', () => new Refusal(400, 'Not now.')));
		await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Most common first');
		expect(await screen.findByText('These tokens could not be loaded. Not now.', {}, { timeout: 5_000 })).toBeVisible();
		expect(screen.queryByRole('list', { name: 'Tokens: Most common first' })).toBeNull();
		serve(3);
		await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
		expect(await screen.findByRole('list', { name: 'Tokens: Most common first' })).toBeVisible();
	});

	test('is sorted otherwise and searched, and what is not found leads back to all', async () => {
		serve(12);
		open();
		const backwards = { name: 'Tokens: Most common first' };
		const numbers = () =>
			rowsOf(screen.getByRole('list', backwards)).map((row) => /#\d+/.exec(row.textContent ?? '')?.[0]);
		expect(rowsOf(await ranking())).toHaveLength(12);
		await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Most common first');
		await screen.findByRole('list', backwards);
		await waitFor(() => expect(numbers()[0]).toBe('#12'));
		await userEvent.type(screen.getByLabelText('Find a token'), '#1');
		expect(await screen.findByText('4 of 12 tokens')).toBeVisible();
		await waitFor(() => expect(numbers()).toEqual(['#12', '#11', '#10', '#1']));
		await userEvent.type(screen.getByLabelText('Find a token'), 'x');
		await userEvent.click(await screen.findByRole('button', { name: 'Show all tokens' }));
		await waitFor(() => expect(numbers()).toHaveLength(12));
		expect(document.activeElement).toContainElement(screen.getByLabelText('Find a token'));
		expect(document.body).not.toHaveFocus();
	});

	test('search and order stand in the address, also across tabs and after Back', async () => {
		serve(12);
		open('?q=%231&sort=number&order=descending');
		expect(await screen.findByText('4 of 12 tokens')).toBeVisible();
		expect(screen.getByLabelText('Find a token')).toHaveValue('#1');
		expect(screen.getByLabelText('Sort by')).toHaveDisplayValue('Number, last first');
		await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Most common first');
		await waitFor(() => expect(window.location.search).toBe('?q=%231&order=descending'));
		await userEvent.click(screen.getByRole('tab', { name: 'Traits' }));
		await waitFor(() => expect(window.location.search).toContain('tab=traits'));
		await userEvent.click(screen.getByRole('tab', { name: 'Ranking' }));
		expect(await screen.findByText('4 of 12 tokens')).toBeVisible();
		await userEvent.click(screen.getByRole('link', { name: 'Gallery' }));
		await waitFor(() => expect(window.location.pathname).toBe('/gallery'));
		window.history.back();
		expect(await screen.findByRole('list', { name: 'Tokens: Most common first' })).toBeVisible();
		expect(screen.getByText('4 of 12 tokens')).toBeVisible();
	});

	test('says on demand how it works, and again the next time', async () => {
		serve(3);
		open();
		const details = (await screen.findByText('How the ranking works')).closest('details')!;
		expect(details).not.toHaveAttribute('open');
		details.open = true;
		fireEvent(details, new Event('toggle'));
		cleanup();
		open();
		expect((await screen.findByText('How the ranking works')).closest('details')).toHaveAttribute('open');
	});

	test('gives each token its rank, tier and score, and on demand how many share each value', async () => {
		serve(120, {
			tokens: [
				createToken(7, {
					rank: 1,
					tier: 'Legendary',
					score: 1.5,
					uniqueTraits: 2,
					attributes: [
						// Of a trait that a file has twice, the last counts.
						{ trait_type: 'relic ', value: 'Fire Crown', count: 1 },
						{ trait_type: 'Relic', value: 'Ice Crown', count: 1 },
						{ trait_type: 'Race', value: 'Elf', count: 60 },
						{ trait_type: 'Rarity', value: 'Legendary', count: 1 },
					],
				}),
				...Array.from({ length: 119 }, (_, place) => createToken(place + 8)),
			],
		});
		open();
		const [first] = rowsOf(await ranking());
		await waitFor(() => expect(first).toHaveTextContent('Frost #7'));
		expect(screen.queryByText('Provisional')).toBeNull();
		const row = within(first!);
		expect(first).toHaveTextContent(/Rank 1/);
		expect(first).toHaveTextContent(/Score 1\.50/);
		// Rarity follows from the rank and is never what makes a token unique.
		expect(first).toHaveTextContent('2 unique · Relic: Ice Crown, Number of traits');
		expect(row.getByText('Legendary')).toBeVisible();
		expect(first!.querySelector('img')).toHaveAttribute('src', '/api/collections/c-1/images/7?size=200');
		expect(row.getByRole('link', { name: 'Frost #7' })).toHaveAttribute('href', '/collections/c-1?image=7');
		const why = row.getByRole('button', { name: 'Why Frost #7 has this rank' });
		await userEvent.click(why);
		expect(why).toHaveAttribute('aria-expanded', 'true');
		expect(row.getAllByRole('definition').map(({ textContent }) => textContent)).toEqual([
			'Fire Crown',
			'only this one',
			'Ice Crown',
			'only this one',
			'Elf',
			'60 (50%)',
		]);
		await userEvent.click(why);
		expect(row.queryAllByRole('definition')).toEqual([]);
	});

	test('keeps few of many rows in the document, and asks for the pages that are looked at alone', async () => {
		const asked = serve(10_000);
		open();
		const list = await ranking();
		await waitFor(() => expect(list).toHaveTextContent('Frost #1'));
		expect(rowsOf(list).length).toBeLessThan(60);
		expect(rowsOf(list)[0]).toHaveAttribute('aria-setsize', '10000');
		expect(new Set(asked)).toEqual(new Set([0]));
		const scrollTo = (value: number) => Object.defineProperty(window, 'scrollY', { configurable: true, value });
		onTestFinished(() => void scrollTo(0));
		scrollTo(84 * 4_050);
		window.dispatchEvent(new Event('scroll'));
		await waitFor(() => expect(list).toHaveTextContent('Frost #4051'));
		expect(new Set(asked)).toEqual(new Set([0, 4_000]));
	});

	test('shows every tier, also those without a token', async () => {
		serve(12);
		open();
		const tiers = within(await screen.findByRole('list', { name: 'Tiers' })).getAllByRole('listitem');
		expect(tiers.map(({ textContent }) => textContent)).toEqual([
			'Legendary00% of the collection',
			'Epic00% of the collection',
			'Rare00% of the collection',
			'Uncommon00% of the collection',
			'Common12100% of the collection',
		]);
	});

	test('tells how unique values come before the score', async () => {
		serve(3);
		open();
		await userEvent.click(await screen.findByText('How the ranking works'));
		expect(screen.getByText(/unique beats rare/)).toBeVisible();
		expect(screen.getByText(/share a rank have the tier of the last place/)).toBeVisible();
	});

	test('attributed art is listed without the pictures that stay with its creator', async () => {
		serve(2, { kind: 'attributed', tokens: [createToken(1, { imageUrl: null }), createToken(2, { imageUrl: null })] });
		open();
		expect(await screen.findByText(/^The pictures stay with you/)).toBeVisible();
		const list = await ranking();
		await waitFor(() => expect(list).toHaveTextContent('Frost #2'));
		expect(list.querySelector('img, svg.lucide-image-off')).toBeNull();
		expect(screen.getByRole('link', { name: 'Back to the attribute generator' })).toHaveAttribute(
			'href',
			'/attributes?job=c-1',
		);
	});
});

describe('the distribution of traits', () => {
	const valuesOf = (count: number) =>
		Array.from({ length: count }, (_, place) => ({ value: `Value ${place + 1}`, count: count - place }));
	const cells = (table: HTMLElement) =>
		within(table)
			.getAllByRole('row')
			.slice(1)
			.map((row) => row.textContent);

	test('is a table per trait, with what lacks it, and folds what is long', async () => {
		serve(100, {
			traits: [
				{
					trait: 'Race',
					missing: 20,
					values: [
						{ value: 'Elf', count: 79 },
						{ value: 'Orc', count: 1 },
					],
				},
				{ trait: 'Item', missing: 0, values: valuesOf(12), valueCount: 34 },
			],
		});
		open('?tab=traits');
		const race = await screen.findByRole('table', { name: 'Race' });
		expect(cells(race)).toEqual(['Elf7979%', 'Orc11.0%', 'Without this trait2020%']);
		const elf = within(race).getByRole('link', { name: 'Elf' });
		const address = new URL((elf as HTMLAnchorElement).href);
		expect(address.pathname).toBe('/collections/c-1');
		expect(JSON.parse(address.searchParams.get('traits') ?? '')).toEqual({ Race: ['Elf'] });
		const item = screen.getByRole('table', { name: 'Item' });
		expect(cells(item)[0]).toBe('Value 11212%');
		// Eight values, and how many tokens have further ones than the server names.
		expect(cells(item)).toHaveLength(9);
		expect(cells(item).at(-1)).toBe('Further values2222%');
		expect(screen.getByText('34 values')).toBeVisible();
		await userEvent.click(screen.getByRole('button', { name: 'Show the first 12' }));
		expect(screen.getByText('22 more: the CSV has them.')).toBeVisible();
		expect(cells(item)).toHaveLength(13);
		await userEvent.selectOptions(screen.getByLabelText('Order of the values'), 'Rarest first');
		expect(cells(item)[0]).toBe('Value 1211.0%');
	});

	test('values lead nowhere where pictures cannot be looked at by trait', async () => {
		serve(3, { kind: 'attributed' });
		open('?tab=traits');
		const race = await screen.findByRole('table', { name: 'Race' });
		expect(within(race).queryByRole('link')).toBeNull();
	});

	test('a collection without traits says so', async () => {
		serve(2, { traits: [] });
		open('?tab=traits');
		expect(await screen.findByText('The tokens of this collection carry no traits.')).toBeVisible();
	});
});

describe('a rarity page that cannot be shown', () => {
	const refuse = (refusal: Refusal) => api.use(procedure('collections', 'rarity', () => refusal));

	test('says that there is no such collection', async () => {
		serve(1);
		refuse(new Refusal(404, 'No such collection.', {}, 'not_found'));
		open();
		expect(await screen.findByRole('heading', { level: 1, name: 'No collection found' })).toBeVisible();
		await waitFor(() => expect(document.title).toBe('No collection found – ADX Realm'));
		expect(screen.getByRole('link', { name: 'See what there is' })).toHaveAttribute('href', '/gallery');
	});

	test('says so of one that was deleted in another tab, once somebody comes back from there', async () => {
		serve(1);
		open();
		expect(await heading()).toBeVisible();
		refuse(new Refusal(404, 'No such collection.', {}, 'not_found'));
		window.dispatchEvent(new Event('visibilitychange'));
		expect(await screen.findByRole('heading', { level: 1, name: 'No collection found' })).toBeVisible();
		await waitFor(() => expect(document.title).toBe('No collection found – ADX Realm'));
		expect(screen.queryByRole('tab')).toBeNull();
	});

	test('says so of one that is deleted in another tab, at once', async () => {
		const live = serveChanges();
		serve(1);
		open();
		expect(await heading()).toBeVisible();
		await waitFor(() => expect(live.connections).toEqual(['']));
		refuse(new Refusal(404, 'No such collection.', {}, 'not_found'));
		live.tell('1', { changes: [{ topic: 'merge', id: 'c-1' }] });
		expect(
			await screen.findByRole('heading', { level: 1, name: 'No collection found' }, { timeout: 3_000 }),
		).toBeVisible();
	});

	test('sends who comes too early to the job, and asks again on demand', async () => {
		serve(1);
		refuse(new Refusal(409, 'This collection is still being generated.', {}, 'job_running'));
		open();
		expect(await screen.findByText('This collection is still being generated.')).toBeVisible();
		expect(screen.getByRole('link', { name: 'Open the job' })).toHaveAttribute('href', '/jobs/c-1');
		expect(document.title).toBe('Rarity – ADX Realm');
		serve(1);
		await userEvent.click(screen.getByRole('button', { name: 'Load again' }));
		expect(await heading()).toBeVisible();
	});

	test('is behind the lock of the gallery when the collection is the gallery’s', async () => {
		serve(1);
		api.use(
			procedure('auth', 'check', () => signedInAs('creator')),
			procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: ['gallery' as const] })),
		);
		refuse(new Refusal(403, 'This page is locked.', {}, 'page_locked'));
		open();
		expect(await screen.findByLabelText('Admin password')).toBeVisible();
	});
});
