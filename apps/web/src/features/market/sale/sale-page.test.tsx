import { cleanup, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test, vi } from 'vitest';
import { api, procedureAt, Refusal } from '../../../test/api.ts';
import { openPage } from '../../../test/setup.tsx';
import { collectionMint, creator } from '../../wallets/solana/solana-testing.ts';
import { createOpenSale, openSale, press, useSaleServer } from './sale-testing.ts';

const server = useSaleServer();

describe('the page of a sale', () => {
	test('stands outside the gate and asks for nothing but the sale (AMB-61)', async () => {
		const asked: string[] = [];
		const listen = ({ request }: { request: Request }) => void asked.push(new URL(request.url).pathname);
		api.events.on('request:start', listen);
		await openSale();
		api.events.removeListener('request:start', listen);
		const calls = asked.flatMap((path) => (path.startsWith('/trpc/') ? path.slice('/trpc/'.length).split(',') : []));
		expect(calls).toContain('mint.sales.get');
		expect(calls.filter((call) => !call.startsWith('mint.sales.'))).toEqual([]);
		expect(screen.queryByText(/Developer Access/)).toBeNull();
		expect(document.title).toBe('Frost & Fire – ADX Realm');
	});

	test('has its kind in the tab before its name is known, and says there as well that there is none', async () => {
		const answer = Promise.withResolvers<Refusal>();
		api.use(procedureAt('mint.sales.get', () => answer.promise));
		openPage('/sale/sale-1');
		await waitFor(() => expect(document.title).toBe('Sale – ADX Realm'));
		answer.resolve(new Refusal(404, 'No such sale.'));
		expect(await screen.findByRole('heading', { name: 'No sale found' })).toBeVisible();
		expect(document.title).toBe('No sale found – ADX Realm');
	});

	test.each(['/sale', '/sale/', '/sale/a/b'])('the gate stands at %s (AMB-61)', async (path) => {
		openPage(path);
		expect(await screen.findByRole('heading', { name: 'Developer Access' })).toBeVisible();
	});

	test('shows what is sold: price to the last lamport, cost besides, supply, left, network, royalty, creator', async () => {
		server.sale = createOpenSale({
			priceLamports: '123456789',
			reservedCount: 3,
			explorerUrl: 'https://explorer.example/c',
		});
		await openSale();
		expect(screen.getByText('0.123456789 SOL')).toBeVisible();
		expect(screen.getByText('plus about 0.0068 SOL for rent and fees of the network')).toBeVisible();
		const bar = screen.getByRole('progressbar', { name: 'Minted' });
		expect(bar).toHaveAttribute('aria-valuetext', '12 of 30 minted');
		expect(bar).toHaveAttribute('aria-valuenow', '40');
		expect(screen.getByText('18 left')).toBeVisible();
		expect(screen.getByText('3 being bought right now')).toBeVisible();
		expect(screen.getByText('Test network: devnet.')).toBeVisible();
		expect(screen.getByText(/The chain does not enforce it/)).toBeVisible();
		expect(screen.getByText('by Anonymous')).toBeVisible();
		expect(screen.getByRole('link', { name: 'View collection on Explorer' })).toHaveAttribute(
			'href',
			'https://explorer.example/c',
		);
		expect(screen.getByRole('img', { name: 'Cover of Frost & Fire' })).toHaveAttribute(
			'src',
			'/api/sales/sale-1/cover?size=512',
		);
	});

	test('says who could make more items, and once nobody can', async () => {
		server.sale = createOpenSale({ explorerUrl: 'https://explorer.example/c' });
		await openSale();
		expect(screen.getByText(/^The chain holds the number of items at 30\. Until every item is minted/)).toBeVisible();
		cleanup();
		server.sale = createOpenSale({ explorerUrl: 'https://explorer.example/c', isCapFixed: true });
		await openSale();
		expect(screen.getByText(/^No more than 30 can ever exist\./)).toBeVisible();
		expect(screen.getByRole('link', { name: 'See it on Explorer' })).toHaveAttribute(
			'href',
			'https://explorer.example/c',
		);
	});

	test('tells which marketplaces list it as far as is known, by its network', async () => {
		await openSale();
		await press('Which marketplaces list such tokens');
		expect(screen.getByText(/^This is a test network\. As public documentation said in/)).toBeVisible();
		expect(screen.getByText('does not list them')).toBeVisible();
		cleanup();
		server.sale = createOpenSale({ cluster: 'mainnet-beta' });
		await openSale();
		await press('Which marketplaces list such tokens');
		expect(screen.getAllByText('unverified')).toHaveLength(3);
		expect(screen.getAllByRole('link', { name: 'Source' })).toHaveLength(2);
	});

	test('shows art that is not square whole', async () => {
		server.sale = createOpenSale({
			latest: [{ tokenNumber: 7, name: 'Frost #7', imageUrl: '/api/sales/sale-1/items/7' }],
		});
		await openSale();
		expect(screen.getByRole('img', { name: 'Cover of Frost & Fire' })).toHaveClass('object-contain');
		expect(screen.getByText('Frost #7').parentElement!.querySelector('img')).toHaveClass('object-contain');
	});

	test('gives the addresses of creator and collection to copy', async () => {
		const user = userEvent.setup();
		await openSale();
		for (const [name, address] of [
			['Paid to', creator],
			['Collection', collectionMint],
		] as const) {
			await user.click(screen.getByRole('button', { name: new RegExp(`^${name}.*Copy address$`) }));
			expect(await navigator.clipboard.readText()).toBe(address);
		}
	});

	test('has no sign of a test on the main network, and no link without an explorer', async () => {
		server.sale = createOpenSale({ cluster: 'mainnet-beta' });
		await openSale();
		expect(screen.queryByText(/Test network/)).toBeNull();
		expect(screen.queryByRole('link', { name: /Explorer/ })).toBeNull();
	});

	test('shows what was minted last', async () => {
		server.sale = createOpenSale({
			latest: [{ tokenNumber: 4, name: 'Frost & Fire #4', imageUrl: '/api/sales/sale-1/items/4' }],
		});
		await openSale();
		expect(screen.getByText('Frost & Fire #4').previousSibling).toHaveAttribute(
			'src',
			'/api/sales/sale-1/items/4?size=200',
		);
	});

	test('sold out: says so and sells nothing', async () => {
		server.sale = createOpenSale({ phase: 'sold_out', state: 'sold_out', mintedCount: 30, availableCount: 0 });
		await openSale();
		expect(screen.getByText('Sold out')).toBeVisible();
		expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
	});

	test.each([
		['paused', { state: 'paused' }, 'Paused'],
		['ended', { state: 'ended' }, 'Ended'],
		['waiting for its last confirmations', { mintedCount: 30, availableCount: 0 }, 'All taken'],
	] as const)('%s: says so and sells nothing', async (_, changes, title) => {
		server.sale = createOpenSale(changes);
		await openSale();
		expect(screen.getByText(title)).toBeVisible();
		expect(screen.queryByRole('button', { name: /^Buy/ })).toBeNull();
	});

	test('ended early: promises nothing of what is left', async () => {
		server.sale = createOpenSale({ state: 'ended', mintedCount: 0, isCapFixed: true });
		await openSale();
		expect(screen.getByText('30 not minted')).toBeVisible();
		expect(screen.getByText(/^The sale ended with 0 of 30 items minted\./)).toBeVisible();
		expect(screen.getByText('No item was minted before the sale ended.')).toBeVisible();
		expect(screen.queryByText(/can ever exist|The next item|30 left/)).toBeNull();
	});

	test('without a royalty none is talked about', async () => {
		server.sale = createOpenSale({ royalty: 0 });
		await openSale();
		expect(screen.getByText('No royalty is declared for later sales.')).toBeVisible();
	});

	test('rejects an address without a sale', async () => {
		server.sale = new Refusal(404, 'No such sale.', {}, 'not_found');
		openPage('/sale/sale-1');
		expect(await screen.findByRole('heading', { name: 'No sale found' })).toBeVisible();
	});

	test('rejects while the server is away, and goes on when it is back', async () => {
		server.sale = new Refusal(500, 'boom', {}, 'internal');
		openPage('/sale/sale-1');
		expect(await screen.findByRole('heading', { name: 'The sale could not be loaded' })).toBeVisible();
		server.sale = createOpenSale();
		await press('Load again');
		expect(await screen.findByRole('heading', { level: 1, name: 'Frost & Fire' })).toBeVisible();
	});

	test('rejects what breaks it with a page that says so, and loads again', async () => {
		vi.spyOn(console, 'error').mockImplementation(() => {});
		server.sale = createOpenSale({ priceLamports: 'a lot' });
		const { reload } = openPage('/sale/sale-1');
		expect(await screen.findByRole('heading', { name: 'This page failed' })).toBeVisible();
		expect(screen.getByRole('alert')).toHaveTextContent(/^Load it again\. What you signed is not lost/);
		await press('Load the page again');
		expect(reload).toHaveBeenCalledOnce();
	});
});
