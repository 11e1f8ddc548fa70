import { fireEvent, screen, within } from '@testing-library/react';
import { describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../../test/api.ts';
import { createOpenSale, openSale, press, useSaleServer } from '../sale-testing.ts';

const server = useSaleServer();

const itemOf = (tokenNumber: number, isMinted = false) => ({
	tokenNumber,
	name: `Frost & Fire #${tokenNumber}`,
	imageUrl: `/api/sales/sale-1/items/${tokenNumber}`,
	isMinted,
});
const wall = async () => within(await screen.findByRole('region', { name: 'The items' }));

describe('before anything is sold', () => {
	test('a sample is shown as previews, with how many items there are', async () => {
		server.sale = createOpenSale({ mintedCount: 0, availableCount: 30 });
		server.items = () => ({
			total: 12,
			items: Array.from({ length: 12 }, (_, place) => itemOf(place + 1, place === 1)),
		});
		await openSale();
		const items = await wall();
		expect(await items.findByText('12 of the 30 items, spread over the collection.')).toBeVisible();
		expect(items.getAllByRole('listitem')).toHaveLength(12);
		const [first, second] = items.getAllByRole('listitem');
		expect(first!.querySelector('img')).toHaveAttribute('src', '/api/sales/sale-1/items/1?size=200');
		expect(first).not.toHaveTextContent('Minted');
		expect(second).toHaveTextContent('Minted');
		expect(items.queryByRole('button', { name: /^Show/ })).toBeNull();
	});

	test('a sample that could not be loaded is not said to be all', async () => {
		server.sale = createOpenSale({ mintedCount: 0, availableCount: 30 });
		server.items = () => new Refusal(409, 'Too busy.');
		await openSale();
		const items = await wall();
		expect(await items.findByText('The items could not be loaded. Too busy.')).toBeVisible();
		expect(items.getByText('Some of the 30 items, spread over the collection.')).toBeVisible();
	});

	test('one that is minted meanwhile gets its badge', async () => {
		let mintedCount = 0;
		server.items = () => ({ total: 12, items: [itemOf(1, mintedCount > 0)] });
		server.sale = createOpenSale({ mintedCount, availableCount: 30 });
		await openSale();
		const items = await wall();
		expect(await items.findByText('Frost & Fire #1')).toBeVisible();
		expect(items.queryByText('Minted')).toBeNull();
		mintedCount = 1;
		server.sale = createOpenSale({ mintedCount, availableCount: 29 });
		// What is older than ten seconds is asked for again once the browser is connected again.
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 11_000 });
		for (const change of ['offline', 'online']) fireEvent(window, new Event(change));
		vi.useRealTimers();
		expect(await items.findByText('Minted')).toBeVisible();
	});

	test('all come a page at a time, and a page that fails is asked for again', async () => {
		server.sale = createOpenSale({ itemPreview: 'all', supply: 50, mintedCount: 0 });
		let isBusy = true;
		server.items = ({ offset, limit }) =>
			offset > 0 && isBusy
				? new Refusal(409, 'Too busy.')
				: {
						total: 50,
						items: Array.from({ length: Math.min(limit, 50 - offset) }, (_, place) => itemOf(offset + place + 1)),
					};
		await openSale();
		const items = await wall();
		expect(items.getByText('All 50 items of this sale.')).toBeVisible();
		await press('Show 2 more');
		expect(await items.findByText('The items could not be loaded. Too busy.')).toBeVisible();
		isBusy = false;
		await press('Load again');
		expect(await items.findByText('Frost & Fire #50')).toBeVisible();
		expect(items.queryByRole('button', { name: /^Show/ })).toBeNull();
	});

	test('covered ones are asked for by nobody', async () => {
		let calls = 0;
		server.items = () => {
			calls += 1;
			return { total: 0, items: [] };
		};
		server.sale = createOpenSale({ itemPreview: 'covered', mintedCount: 0 });
		await openSale();
		const items = await wall();
		expect(items.getByText('The 30 items are covered: each is shown once it is minted.')).toBeVisible();
		expect(document.querySelectorAll('[data-covered]')).toHaveLength(12);
		expect(calls).toBe(0);
	});

	test('traits say how many items have each value', async () => {
		server.traits = [
			{
				trait: 'Race',
				valueCount: 2,
				values: [
					{ value: 'Elf', count: 24 },
					{ value: 'Orc', count: 6 },
				],
			},
			{ trait: 'Name', valueCount: 30, values: [{ value: 'Ice', count: 1 }] },
		];
		await openSale();
		const elf = await screen.findByText('Elf');
		expect(elf.parentElement).toHaveTextContent('Elf24 (80%)');
		expect(screen.getByText('2 values')).toBeVisible();
		expect(screen.getByText('and 29 values more')).toBeInTheDocument();
	});

	test('addresses in the seller’s words are links, and markup is text', async () => {
		server.sale = createOpenSale({ description: 'See https://elves.example/a. <b onclick="x()">Bold</b>' });
		await openSale();
		const link = screen.getByRole('link', { name: 'https://elves.example/a' });
		expect(link).toHaveAttribute('href', 'https://elves.example/a');
		expect(link).toHaveAttribute('rel', 'nofollow ugc noopener noreferrer');
		expect(screen.getByText(/<b onclick="x\(\)">Bold<\/b>/)).toBeVisible();
	});

	test('price and button come first, then wallet and phases, then the items', async () => {
		const phase = { id: 'p', name: 'Early', priceLamports: '100000000', price: 0.1, startsAt: null, endsAt: null };
		const open = { ...phase, walletLimit: null, totalLimit: null, allowlistCount: null };
		server.sale = createOpenSale({ phases: [open], phaseId: 'p', itemPreview: 'covered' });
		await openSale();
		const order = [
			screen.getByText('plus about 0.0068 SOL for rent and fees of the network'),
			screen.getByRole('button', { name: 'Buy for 0.1 SOL' }),
			screen.getByRole('region', { name: 'Phases' }),
			screen.getByRole('region', { name: 'The items' }),
		];
		const inDocument = order.toSorted((a, b) =>
			a.compareDocumentPosition(b) & Node.DOCUMENT_POSITION_FOLLOWING ? -1 : 1,
		);
		expect(inDocument).toEqual(order);
	});
});
