import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { HttpResponse, http } from 'msw';
import { describe, expect, onTestFinished, test, vi } from 'vitest';
import { api } from '../../../test/api.ts';
import { serveCollection } from '../collection-server-testing.ts';
import {
	findTile,
	lightbox,
	openCollection,
	press,
	refuseFarPages,
	tokens,
	useGalleryPages,
} from '../gallery-page-testing.ts';

useGalleryPages();

const parameters = () => new URLSearchParams(window.location.search);

describe('a picture', () => {
	test('opens with its traits and their shares, its rank and its source, and its address', async () => {
		serveCollection(tokens(4));
		openCollection();
		await userEvent.click(await findTile(3));
		const open = await lightbox();
		expect(parameters().get('image')).toBe('3');
		const traits = within(open.getByRole('region', { name: 'Traits' }));
		expect(traits.getByText('Race').parentElement).toHaveTextContent('RaceElf50% of the collection');
		expect(open.getByText('3 of 4', { selector: 'dd' })).toBeVisible();
		expect(within(open.getByRole('region', { name: 'Source' })).getByText('images/3.png')).toBeVisible();
		expect(open.getByText(/Provisional/)).toBeVisible();
	});

	test('arrows walk in the order of the grid; Back closes it and the tile has the focus', async () => {
		serveCollection(tokens(4).map((token) => ({ ...token, rarityRank: 5 - token.tokenNumber })));
		openCollection('?sort=rank');
		await userEvent.click(await findTile(4));
		await lightbox();
		await userEvent.keyboard('{ArrowRight}');
		expect(await (await lightbox()).findByText('2 of 4', { selector: 'span' })).toBeVisible();
		expect(parameters().get('image')).toBe('3');
		await userEvent.keyboard('{End}');
		await waitFor(() => expect(parameters().get('image')).toBe('1'));
		window.history.back();
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(parameters().get('sort')).toBe('rank');
		await waitFor(async () => expect(await findTile(1)).toHaveFocus());
	});

	test('opens from its address, even far down and outside the filter', async () => {
		const server = serveCollection(tokens(500));
		const traits = encodeURIComponent('{"Race":["Elf"]}');
		openCollection(`?image=422&traits=${traits}`);
		const open = await lightbox();
		expect(await open.findByText('422 of 500', { selector: 'span' })).toBeVisible();
		expect(server.pages).toContainEqual({ collectionId: 'collection-1', offset: 421, limit: 1 });
		await userEvent.keyboard('{ArrowLeft}');
		expect(await open.findByText('421 of 500', { selector: 'span' })).toBeVisible();
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(JSON.parse(parameters().get('traits')!)).toEqual({ Race: ['Elf'] });
	});

	test.each([
		['by rank', '?sort=rank', [300, 299], '201 of 500'],
		['of a trait', `?traits=${encodeURIComponent('{"Race":["Elf"]}')}`, [301, 303], '151 of 250'],
		['of a search', '?q=Court', [300, 301], '300 of 500'],
	] as const)('gone to in the order %s has its place there, and its tile the focus at the end', async (...row) => {
		const [, search, [number, next], place] = row;
		const setScroll = (value: number) => Object.defineProperty(window, 'scrollY', { configurable: true, value });
		onTestFinished(() => void setScroll(0));
		vi.spyOn(Element.prototype, 'scrollHeight', 'get').mockReturnValue(100_000);
		vi.spyOn(window, 'scrollTo').mockImplementation((to: unknown) => {
			setScroll((to as { readonly top: number }).top);
			window.dispatchEvent(new Event('scroll'));
		});
		serveCollection(tokens(500).map((token) => ({ ...token, rarityRank: 501 - token.tokenNumber })));
		openCollection(search);
		await screen.findAllByRole('button', { name: /^Open #/ });
		await userEvent.type(screen.getByLabelText('Go to #'), `${number}{Enter}`);
		const open = await lightbox();
		expect(await open.findByText(place, { selector: 'span' })).toBeVisible();
		await userEvent.keyboard('{ArrowRight}');
		await waitFor(() => expect(parameters().get('image')).toBe(String(next)));
		await userEvent.keyboard('{Escape}');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		await waitFor(async () => expect(await findTile(next)).toHaveFocus());
	});

	test.each([
		['a click', ''],
		['its address', '?image=3'],
	])('opened by %s begins on itself, where Space and Z zoom in and out', async (_, search) => {
		serveCollection(tokens(4));
		openCollection(search);
		if (search === '') await userEvent.click(await findTile(3));
		const open = await lightbox();
		const stage = await open.findByRole('region', { name: 'Picture' });
		await waitFor(() => expect(stage).toHaveFocus());
		const isZoomed = () => stage.querySelector<HTMLElement>('.relative')?.style.width === '1024px';
		expect(isZoomed()).toBe(false);
		await userEvent.keyboard(' ');
		expect(isZoomed()).toBe(true);
		await userEvent.keyboard('z');
		expect(isZoomed()).toBe(false);
		await userEvent.keyboard('z{ArrowRight}');
		await waitFor(() => expect(parameters().get('image')).toBe('4'));
		expect(isZoomed()).toBe(false);
	});

	test('over the edge of a page the next one is fetched', async () => {
		const server = serveCollection(tokens(300));
		openCollection('?image=100');
		const open = await lightbox();
		expect(await open.findByText('100 of 300', { selector: 'span' })).toBeVisible();
		await waitFor(() => expect(server.pages.map(({ offset }) => offset)).toContain(100));
		await userEvent.keyboard('{ArrowRight}');
		expect(await open.findByText('101 of 300', { selector: 'span' })).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(await open.findByText('300 of 300', { selector: 'span' })).toBeVisible();
		expect(open.getByRole('button', { name: 'Next picture' })).toHaveAttribute('aria-disabled', 'true');
	});

	test('that cannot be fetched offline says so, and is shown by itself once the connection is back', async () => {
		serveCollection(tokens(500));
		openCollection();
		await findTile(1);
		let isConnected = true;
		vi.spyOn(navigator, 'onLine', 'get').mockImplementation(() => isConnected);
		api.use(http.all('*/trpc/*', () => (isConnected ? undefined : HttpResponse.error())));
		function connect(next: boolean) {
			isConnected = next;
			act(() => void window.dispatchEvent(new Event(next ? 'online' : 'offline')));
		}
		connect(false);
		await userEvent.type(screen.getByLabelText('Go to #'), '422{Enter}');
		const open = await lightbox();
		expect(await open.findByText('Your browser is offline. Try again once it is connected.')).toBeVisible();
		expect(open.getByRole('button', { name: 'Load again' })).toBeVisible();
		connect(true);
		expect(await open.findByText('422 of 500', { selector: 'span' })).toBeVisible();
	});

	test('whose file does not come is asked for again once the connection is back', async () => {
		serveCollection(tokens(2));
		openCollection('?image=1');
		const stage = (await lightbox()).findByRole('region', { name: 'Picture' });
		const files = within(await stage);
		const layers = [
			files.getByRole('img', { name: 'Frost Court #1' }),
			files.getByRole('presentation', { hidden: true }),
		];
		for (const layer of layers) fireEvent.error(layer);
		expect(await files.findByText('Cannot be shown')).toBeVisible();
		act(() => void window.dispatchEvent(new Event('online')));
		expect(await files.findByRole('img', { name: 'Frost Court #1' })).toHaveAttribute('src');
	});

	test('that cannot be fetched as it is gone to says so, and is tried again on demand', async () => {
		serveCollection(tokens(300));
		const answerFarPages = refuseFarPages();
		openCollection('?image=1');
		const open = await lightbox();
		expect(await open.findByText('1 of 300', { selector: 'span' })).toBeVisible();
		await userEvent.keyboard('{End}');
		expect(await open.findByText('Too busy.')).toBeVisible();
		answerFarPages();
		await userEvent.click(open.getByRole('button', { name: 'Load again' }));
		expect(await open.findByText('300 of 300', { selector: 'span' })).toBeVisible();
	});

	test('that the collection does not hold says so', async () => {
		serveCollection(tokens(2));
		openCollection('?image=77');
		expect(await (await lightbox()).findByText('This collection holds no such picture.')).toBeVisible();
		await press('Close');
		await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
		expect(window.location.search).toBe('');
	});
});
