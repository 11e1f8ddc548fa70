import { fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { api, procedure, Refusal } from '../../../test/api.ts';
import { publicConfig } from '../../../test/fixtures.ts';
import { openPage } from '../../../test/setup.tsx';
import { createToken, serveCollection } from '../collection-server-testing.ts';
import {
	aside,
	findTile,
	openCollection,
	press,
	refuseFarPages,
	shownNumbers,
	tokens,
	useGalleryPages,
} from '../gallery-page-testing.ts';

useGalleryPages();

const parameters = () => new URLSearchParams(window.location.search);

describe('the page of a collection', () => {
	test('tells its facts, its proof and its sources', async () => {
		const sourcesOf = [
			{ name: 'Elves of the north', imageCount: 4, tokenCount: 4 },
			{ name: 'Orcs', imageCount: 5, tokenCount: 0 },
		];
		serveCollection(tokens(4), { floorPrice: 0, royalty: 2.5, sources: sourcesOf });
		openCollection();
		expect(await screen.findByRole('heading', { level: 1, name: 'Frost Court 1' })).toBeVisible();
		expect(screen.getByText('by Anonymous')).toBeVisible();
		const facts = [...document.querySelectorAll('[aria-label="Facts"] > div')].map(({ textContent }) => textContent);
		expect(facts).toEqual([
			'Images4',
			'FloorFree',
			'Volume0 SOL',
			'Royalty2.5%',
			'SymbolADX',
			'Categorypfp',
			expect.stringMatching(/^Frozen on/),
		]);
		expect(screen.getByText('ab'.repeat(32))).toBeVisible();
		expect(screen.getByRole('button', { name: 'Copy Provenance hash' })).toBeVisible();
		const sources = within(screen.getByRole('region', { name: 'Merged from' }));
		expect(sources.getByText('Elves of the north').parentElement).toHaveTextContent(/north4 pictures$/);
		expect(sources.getByText('Orcs').parentElement).toHaveTextContent('0 of 5 pictures');
		expect(screen.queryByRole('region', { name: 'Your collection' })).toBeNull();
		expect(screen.getByRole('link', { name: 'Rarity' })).toHaveAttribute('href', '/collections/collection-1/rarity');
	});

	test('leads to its sale and to where the chain has it', async () => {
		serveCollection(tokens(2), {
			featured: true,
			saleUrl: '/sale/sale-1',
			contractAddress: 'CoLLection1111',
			explorerUrl: 'https://explorer.example/address/CoLLection1111',
		});
		openCollection();
		expect(await screen.findByRole('link', { name: 'Buy an item of Frost Court 1' })).toHaveAttribute(
			'href',
			'/sale/sale-1',
		);
		expect(screen.getByText('CoLLection1111')).toBeVisible();
		expect(screen.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
			'href',
			'https://explorer.example/address/CoLLection1111',
		);
	});

	test('goes to a number at once, also where a search does not hold it, and says where there is none', async () => {
		serveCollection(tokens(120));
		openCollection('?query=none');
		const field = await screen.findByLabelText('Go to #');
		await userEvent.type(field, '77{Enter}');
		await waitFor(() => expect(parameters().get('image')).toBe('77'));
		expect(await screen.findByRole('dialog')).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await userEvent.type(field, '121{Enter}');
		expect(screen.getByText('This collection holds no such picture.')).toBeVisible();
		expect(field).toHaveAccessibleDescription('This collection holds no such picture.');
		expect(parameters().get('image')).toBeNull();
		await userEvent.type(field, '{Backspace}0{Enter}');
		await waitFor(() => expect(parameters().get('image')).toBe('120'));
	});

	test('refuses a number where it was typed, moving nothing, until other pictures are shown', async () => {
		serveCollection(tokens(12));
		openCollection();
		await userEvent.type(await screen.findByLabelText('Go to #'), '121{Enter}');
		expect(screen.getByText('This collection holds no such picture.')).toHaveClass('absolute');
		await userEvent.type(screen.getByLabelText('Find a picture'), '1');
		await waitFor(() => expect(screen.queryByText('This collection holds no such picture.')).toBeNull());
		expect(screen.getByLabelText('Go to #')).toHaveValue(121);
	});

	test('one that does not exist or is hidden says so, with the way back', async () => {
		serveCollection([]);
		openPage('/collections/collection-9');
		expect(await screen.findByRole('heading', { level: 1, name: 'No collection found' })).toBeVisible();
		expect(screen.getByRole('link', { name: 'All collections' })).toHaveAttribute('href', '/gallery');
		await waitFor(() => expect(document.title).toBe('No collection found – ADX Realm'));
	});

	test('has its kind in the tab before its name is known', async () => {
		const { collection } = serveCollection(tokens(2));
		const answer = Promise.withResolvers<typeof collection>();
		api.use(procedure('merge', 'collection', () => answer.promise));
		openCollection();
		await waitFor(() => expect(document.title).toBe('Collection – ADX Realm'));
		answer.resolve(collection);
		await waitFor(() => expect(document.title).toBe('Frost Court 1 – ADX Realm'));
	});

	test('has its kind in the tab while it is locked', async () => {
		serveCollection(tokens(2));
		api.use(procedure('auth', 'config', () => ({ ...publicConfig, lockedPages: ['gallery' as const] })));
		openCollection();
		expect(await screen.findByLabelText('Admin password')).toBeVisible();
		await waitFor(() => expect(document.title).toBe('Collection – ADX Realm'));
	});

	test('a failure is told and tried again on demand', async () => {
		let isClosed = true;
		const server = serveCollection(tokens(2));
		api.use(procedure('merge', 'collection', () => (isClosed ? new Refusal(409, 'Closed.') : server.collection)));
		openCollection();
		expect(await screen.findByText('Closed.')).toBeVisible();
		isClosed = false;
		await press('Load again');
		expect(await screen.findByRole('heading', { level: 1, name: 'Frost Court 1' })).toBeVisible();
	});
});

describe('its pictures', () => {
	test('show rank and tier, provisional under 100', async () => {
		serveCollection([createToken(1, { rarityTier: 'Legendary' }), createToken(2)]);
		openCollection();
		expect(await findTile(1)).toHaveAccessibleName('Open #1 Frost Court #1 Rank 1 · Legendary provisional');
		expect(await findTile(1)).toHaveTextContent('#1 Frost Court #1 Rank 1 · Legendary');
		expect(screen.getByText(/Ranks and tiers are provisional/)).toBeVisible();
	});

	test('are shown from the first one on when others are chosen, but only from further down', async () => {
		serveCollection(tokens(40));
		openCollection();
		await findTile(1);
		const scrolledTo: Element[] = [];
		vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(async function (this: Element) {
			scrolledTo.push(this);
		});
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await waitFor(() => expect(shownNumbers()).not.toContain(2));
		expect(scrolledTo).toEqual([]);
		vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, -1_200, 800, 600));
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await waitFor(() => expect(scrolledTo).toEqual([screen.getByRole('region', { name: 'Pictures' })]));
	});

	test('are shown from the first one on also where the bar of the page and the toolbar cover that in part', async () => {
		serveCollection(tokens(40));
		openCollection();
		await findTile(1);
		const pictures = screen.getByRole('region', { name: 'Pictures' });
		// Growing chips above it would scroll the page along.
		expect(pictures).toHaveClass('[overflow-anchor:none]');
		const { style } = document.documentElement;
		style.setProperty('scroll-padding-top', '64px');
		onTestFinished(() => void style.removeProperty('scroll-padding-top'));
		vi.spyOn(Element.prototype, 'getBoundingClientRect').mockReturnValue(new DOMRect(0, 20, 800, 600));
		const scroll = vi.spyOn(Element.prototype, 'scrollIntoView').mockImplementation(async () => {});
		await userEvent.click(aside().getByRole('checkbox', { name: /^Elf/ }));
		await waitFor(() => expect(scroll.mock.contexts).toEqual([pictures]));
	});

	test('that kept a name of their own show it beside the number', async () => {
		serveCollection([createToken(1, { name: 'Mira the Pale' }), createToken(2)]);
		openCollection();
		expect(within(await findTile(1)).getByText('Mira the Pale')).not.toHaveClass('sr-only');
		expect(within(await findTile(2)).getByText('Frost Court #2')).toHaveClass('sr-only');
		expect(await findTile(1)).toHaveAccessibleName('Open #1 Mira the Pale Rank 1 · Common provisional');
	});

	test('of a hundred are not provisional', async () => {
		serveCollection(tokens(100));
		openCollection();
		expect(await findTile(1)).toHaveAccessibleName('Open #1 Frost Court #1 Rank 1 · Common');
		expect(screen.queryByText(/provisional/)).toBeNull();
	});

	test('that cannot be decoded have a placeholder and are not asked for', async () => {
		serveCollection([createToken(1, { width: null, height: null }), createToken(2)]);
		openCollection();
		const broken = await findTile(1);
		expect(within(broken).getAllByText('Cannot be shown')[0]).toBeVisible();
		expect(broken.querySelector('img')).toBeNull();
		expect((await findTile(2)).querySelector('img')).toHaveAttribute(
			'src',
			'/api/collections/collection-1/images/2?size=512',
		);
	});

	test('are narrowed by several values of a trait, and the address keeps them', async () => {
		const server = serveCollection(
			tokens(6).map((token, place) => ({
				...token,
				attributes: [{ trait_type: 'Race', value: ['Elf', 'Orc', 'Gnome'][place % 3]! }],
			})),
		);
		openCollection();
		await findTile(6);
		await userEvent.click(await aside().findByRole('checkbox', { name: /^Elf/ }));
		await waitFor(() => expect(shownNumbers()).toEqual([1, 4]));
		await userEvent.click(aside().getByRole('checkbox', { name: /^Gnome/ }));
		await waitFor(() => expect(shownNumbers()).toEqual([1, 3, 4, 6]));
		expect(JSON.parse(parameters().get('traits')!)).toEqual({ Race: ['Elf', 'Gnome'] });
		expect(server.pages.at(-1)).toMatchObject({ traits: '{"Race":["Elf","Gnome"]}', offset: 0 });
		await press('Remove Race: Elf');
		await waitFor(() => expect(shownNumbers()).toEqual([3, 6]));
		await press('Clear traits');
		await waitFor(() => expect(shownNumbers()).toHaveLength(6));
		expect(window.location.search).toBe('');
	});

	test('a trait that was opened stays open while its values are ticked and unticked', async () => {
		serveCollection(tokens(4));
		openCollection();
		await findTile(1);
		await userEvent.click(aside().getByRole('button', { name: /^Class/ }));
		for (const isTicked of [true, false]) {
			await userEvent.click(aside().getByRole('checkbox', { name: /^Wizard/ }));
			await waitFor(() => expect(parameters().has('traits')).toBe(isTicked));
			expect(aside().getByRole('checkbox', { name: /^Wizard/ })).toBeVisible();
		}
	});

	test('a trait tells how many have it; its values are found by typing', async () => {
		serveCollection(tokens(4));
		openCollection();
		await findTile(1);
		expect(aside().getByRole('checkbox', { name: 'Elf 2 (50%)' })).toBeVisible();
		expect(aside().queryByText('Wizard')).toBeNull();
		await userEvent.type(aside().getByLabelText('Find a trait'), 'wiz');
		expect(await aside().findByRole('checkbox', { name: 'Wizard 4 (100%)' })).toBeVisible();
		expect(aside().queryByText('Elf')).toBeNull();
		await userEvent.type(aside().getByLabelText('Find a trait'), 'zzz');
		expect(await aside().findByText('No trait or value is called that.')).toBeVisible();
	});

	test('a value that is not among the 500 listed ones is found when it is typed in full', async () => {
		const values = Array.from({ length: 500 }, (_, place) => ({ value: `u${place + 1}`, count: 1 }));
		const serial = { trait: 'Serial', values, valueCount: 2_000 };
		const server = serveCollection(
			tokens(6).map((token) => ({
				...token,
				attributes: [{ trait_type: 'Serial', value: `u${token.tokenNumber + 1_993}` }],
			})),
			{ facets: [serial, { ...serial, trait: 'Of before', valueCount: undefined }] },
		);
		openCollection();
		await findTile(1);
		expect(aside().getByRole('button', { name: 'Serial 2,000' })).toBeVisible();
		expect(aside().getByRole('button', { name: 'Of before 500+' })).toBeVisible();
		await userEvent.click(aside().getByRole('button', { name: 'Show 490 more' }));
		expect(aside().getByRole('checkbox', { name: /^u500/ })).toBeVisible();
		expect(aside().getByText(/^Only the 500 most frequent values are listed/)).toBeVisible();
		await userEvent.type(aside().getByLabelText('Find a trait'), 'U1999');
		expect(aside().queryByText('No trait or value is called that.')).toBeNull();
		await userEvent.clear(aside().getByLabelText('Find a trait'));
		await userEvent.type(aside().getByLabelText('Find a trait'), 'u1999');
		expect(aside().getByRole('button', { name: 'Serial 2,000' })).toBeVisible();
		const group = within(aside().getByRole('list', { name: 'Serial' }));
		await userEvent.click(group.getByRole('checkbox', { name: '‘u1999’, spelt exactly so' }));
		await waitFor(() => expect(shownNumbers()).toEqual([6]));
		expect(server.pages.at(-1)).toMatchObject({ traits: '{"Serial":["u1999"]}' });
	});

	test('are found by name or number, and nothing found offers to show all', async () => {
		const server = serveCollection(tokens(12));
		openCollection();
		await findTile(1);
		await userEvent.type(screen.getByLabelText('Find a picture'), '#12');
		await waitFor(() => expect(shownNumbers()).toEqual([12]));
		expect(server.pages.at(-1)).toMatchObject({ search: '#12' });
		await userEvent.type(screen.getByLabelText('Find a picture'), 'x');
		await press('Show all pictures');
		await waitFor(() => expect(shownNumbers()).toHaveLength(12));
		expect(screen.getByLabelText('Find a picture')).toHaveValue('');
	});

	test('are sorted by rarity', async () => {
		serveCollection(tokens(3).map((token) => ({ ...token, rarityRank: 4 - token.tokenNumber })));
		openCollection();
		await findTile(1);
		await userEvent.selectOptions(screen.getByLabelText('Sort by'), 'Rarest first');
		await waitFor(() => expect(shownNumbers()).toEqual([3, 2, 1]));
		expect(window.location.search).toBe('?sort=rank');
	});

	test('ten thousand come in pages, and only what is in view is fetched and in the document', async () => {
		const server = serveCollection(tokens(10_000));
		openCollection();
		await findTile(1);
		expect(shownNumbers().length).toBeLessThan(300);
		expect(server.pages).toEqual([{ collectionId: 'collection-1', offset: 0, limit: 100, sort: 'number' }]);
		const [inToolbar, atFoot] = screen.getAllByText(/^1–\d+ \/ 10,000$/);
		expect(inToolbar!.closest('search')).not.toBeNull();
		expect(atFoot!.parentElement).toHaveClass('sticky');
		expect(screen.getByLabelText('Go to #').style.width).toBe('calc(9ch + 2.25rem)');
	});

	test('are larger or smaller as wanted', async () => {
		serveCollection(tokens(5));
		openCollection();
		await findTile(1);
		const slider = screen.getByRole('slider', { name: 'Tile size' });
		const columns = () =>
			document.querySelector<HTMLElement>('[style*="grid-template-columns"]')?.style.gridTemplateColumns;
		expect(columns()).toContain('repeat(5,');
		fireEvent.change(slider, { target: { value: '3' } });
		await waitFor(() => expect(columns()).toContain('repeat(2,'));
	});

	test('arrows move between tiles with one tab stop', async () => {
		serveCollection(tokens(5));
		openCollection();
		(await findTile(1)).focus();
		await userEvent.keyboard('{ArrowRight}{ArrowRight}');
		await waitFor(async () => expect(await findTile(3)).toHaveFocus());
		expect(await findTile(3)).toHaveAttribute('tabindex', '0');
		expect(await findTile(1)).toHaveAttribute('tabindex', '-1');
	});

	test('that cannot be loaded are told, and tried again on demand', async () => {
		serveCollection(tokens(1));
		let isBusy = true;
		api.use(
			procedure('merge', 'tokens', () =>
				isBusy ? new Refusal(409, 'Too busy.') : { total: 1, tokens: [createToken(1)] },
			),
		);
		openCollection();
		expect(await screen.findByText('Too busy.')).toBeVisible();
		isBusy = false;
		await press('Load again');
		expect(await findTile(1)).toBeVisible();
	});

	test('of a page that cannot be loaded are told where they are looked for, and do not look as if they came', async () => {
		serveCollection(tokens(300));
		const answerFarPages = refuseFarPages();
		openCollection();
		await findTile(1);
		const scrollTo = (value: number) => Object.defineProperty(window, 'scrollY', { configurable: true, value });
		onTestFinished(() => void scrollTo(0));
		scrollTo(6_000);
		fireEvent.scroll(window);
		const message = await screen.findByText('The pictures could not be loaded. Too busy.');
		expect(message.closest('.sticky')).not.toBeNull();
		expect(document.querySelector('[data-place] .animate-shimmer:not(.animate-none\\!)')).toBeNull();
		answerFarPages();
		await press('Load again');
		await waitFor(() => expect(screen.queryByText(/Too busy/)).toBeNull());
	});
});
