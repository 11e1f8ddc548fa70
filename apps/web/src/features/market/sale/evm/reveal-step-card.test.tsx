import { adxDropAbi } from '@adx/contracts/evm/abi';
import type { RevealStep, SaleReveal } from '@adx/validators/sale/reveal';
import type { Sale } from '@adx/validators/sale/sales';
import { screen, within } from '@testing-library/react';
import { encodeFunctionData, type Hex, keccak256 } from 'viem';
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest';
import { createItem, createPurchase, createSaleReveal } from '../../../../test/sale-fixtures.ts';
import {
	otherAddress as contract,
	endWithoutWallets,
	haveWallet,
	startWithoutWallets,
	testAddress,
	testHash,
} from '../../../wallets/evm/evm-wallet-testing.ts';
import { createOpenSale, openSale, press, storePurchase, useSaleServer } from '../sale-testing.ts';

const server = useSaleServer();

const seed: Hex = `0x${'11'.repeat(32)}`;
const word = [`0x${'22'.repeat(32)}`, `0x${'33'.repeat(32)}`] as const;
const abi = adxDropAbi;
const data = {
	end: encodeFunctionData({ abi, functionName: 'endSaleBySignature', args: word }),
	draw: encodeFunctionData({ abi, functionName: 'draw' }),
	reveal: encodeFunctionData({ abi, functionName: 'reveal', args: [seed, 'ipfs://shown/', ...word] }),
} as const satisfies Record<RevealStep, Hex>;

const chain = { chainId: 137, name: 'Polygon', symbol: 'POL', rpcUrl: null, explorerUrl: null };
const drawn = { phase: 'ready', drawBlock: 99, drawHash: 'ef'.repeat(32) } as const;

const toCall = (step: RevealStep) => ({ step, call: { chainId: 137, to: contract, data: data[step], valueWei: '0' } });
const createDrop = (reveal: Partial<SaleReveal>, changes: Partial<Sale> = {}) =>
	createOpenSale({
		phase: 'sold_out',
		state: 'sold_out',
		network: 'polygon',
		cluster: 'polygon',
		coin: 'POL',
		chain,
		mintAddress: contract,
		itemPreview: 'covered',
		latest: [{ tokenNumber: 7, name: 'Frost & Fire #7', imageUrl: '/api/sales/sale-1/items/7' }],
		coverUrl: '/api/sales/sale-1/cover?size=512',
		reveal: createSaleReveal({ seedCommitment: keccak256(seed).slice(2), ...reveal }),
		...changes,
	});

beforeAll(async () => {
	await import('./evm-buy-card.tsx');
});
beforeEach(startWithoutWallets);
afterEach(endWithoutWallets);

function connectWallet() {
	const wallet = haveWallet();
	wallet.answer('eth_estimateGas', () => '0x8235');
	wallet.answer('eth_gasPrice', () => '0x6fc23ac00');
	wallet.answer('eth_blockNumber', () => '0x1');
	return wallet;
}
const card = async () => within(await screen.findByRole('region', { name: 'Until the reveal' }));

describe('what leads an ended sale on an EVM chain to its reveal', () => {
	test.each([
		['end', 'Close the sale in its contract', /^Ends the sale for good/],
		['draw', 'Draw the order', /^Keeps the hash of the block/],
		['reveal', 'Reveal in the contract', /^Shows the items for good/],
	] as const)('is sent by any visitor, who reads what it does before: %s', async (step, button, does) => {
		const wallet = connectWallet();
		server.sale = createDrop({ ...drawn, next: toCall(step) });
		await openSale();
		await press('Connect Wallet');
		await press(button);
		expect(await (await card()).findByText(does)).toBeVisible();
		expect(wallet.asked).not.toContain('eth_sendTransaction');
		wallet.answerOnce('eth_sendTransaction', () => {
			server.sale = createDrop({ ...drawn, next: null });
			return testHash;
		});
		await press('Send with Fake Wallet');
		await expect.poll(() => screen.queryByRole('region', { name: 'Until the reveal' }), { timeout: 10_000 }).toBeNull();
		const [sent] = wallet.callsOf('eth_sendTransaction');
		expect(sent?.params).toMatchObject([{ from: testAddress, to: contract, data: data[step] }]);
	});

	test('is refused where it tells another seed than was committed to, or does something else', async () => {
		const wallet = connectWallet();
		server.sale = createDrop({ ...drawn, seedCommitment: 'cd'.repeat(32), next: toCall('reveal') });
		await openSale();
		await press('Connect Wallet');
		await press('Reveal in the contract');
		expect(await (await card()).findByText(/another seed than the one that was committed to/)).toBeVisible();
		expect(wallet.asked).not.toContain('eth_sendTransaction');
	});

	test('is offered to nobody while there is nothing to send', async () => {
		server.sale = createDrop({ phase: 'drawing', drawBlock: 99 });
		await openSale();
		expect(await screen.findByRole('region', { name: 'Delayed reveal' })).toBeVisible();
		expect(screen.queryByRole('region', { name: 'Until the reveal' })).toBeNull();
	});
});

test('a page that is open while the items are revealed shows them, with what was bought there, at addresses of their own', async () => {
	const wallet = connectWallet();
	storePurchase({ walletAddress: testAddress });
	const name = 'Frost & Fire #7';
	const covered = { ...createItem(7), name, attributes: [], rarityRank: null, rarityTier: null };
	server.purchase.mockImplementation(() => createPurchase({ status: 'confirmed', items: [covered] }));
	server.sale = createDrop({ ...drawn, next: toCall('reveal') });
	await openSale();
	const urlsOf = (alt: string) =>
		[...document.querySelectorAll(`img[alt="${alt}"]`)].map((each) => each.getAttribute('src'));
	await expect.poll(() => urlsOf(name)).toEqual(['/api/sales/sale-1/items/7?size=512']);
	expect(urlsOf('')).toEqual(['/api/sales/sale-1/items/7?size=200']);
	await press('Connect Wallet');
	await press('Reveal in the contract');
	wallet.answerOnce('eth_sendTransaction', () => {
		const told = { seed: seed.slice(2), revealedAt: '2026-11-27T10:00:00.000Z', metadataUri: 'ipfs://shown/' };
		const coverUrl = '/api/sales/sale-1/cover?size=512&v=revealed';
		server.sale = createDrop({ ...drawn, ...told, phase: 'revealed' }, { coverUrl });
		server.purchase.mockImplementation(() => createPurchase({ status: 'confirmed', items: [createItem(7)] }));
		server.traits = [{ trait: 'Race', valueCount: 1, values: [{ value: 'Elf', count: 30 }] }];
		return testHash;
	});
	await press('Send with Fake Wallet');
	expect(await screen.findByText(/^The items are shown, in the order/, undefined, { timeout: 10_000 })).toBeVisible();
	await expect.poll(() => urlsOf(name)).toEqual(['/api/sales/sale-1/items/7?size=512&v=revealed']);
	expect(urlsOf('')).toEqual(['/api/sales/sale-1/items/7?size=200&v=revealed']);
	expect(document.querySelector('img[src="/api/sales/sale-1/cover?size=512&v=revealed"]')).not.toBeNull();
	expect(await screen.findByRole('region', { name: 'Traits' })).toBeVisible();
	expect(await screen.findByText('Wizard')).toBeVisible();
});
