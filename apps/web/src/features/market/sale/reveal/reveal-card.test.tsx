import type { SaleReveal } from '@adx/validators/sale/reveal';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createSaleReveal } from '../../../../test/sale-fixtures.ts';
import { createOpenSale, openSale, useSaleServer } from '../sale-testing.ts';

const server = useSaleServer();

const openReveal = async (reveal: Partial<SaleReveal>, state: 'selling' | 'ended' = 'ended') => {
	server.sale = createOpenSale({ state, itemPreview: 'covered', reveal: createSaleReveal(reveal) });
	await openSale();
	return within(screen.getByRole('region', { name: 'Delayed reveal' }));
};

test('buyers read what was committed to while the items are covered', async () => {
	const card = await openReveal({}, 'selling');
	for (const hash of ['ab', 'cd']) expect(card.getByText(hash.repeat(32))).toBeVisible();
	expect(card.getByText(/^Every item is covered until the sale has ended/)).toBeVisible();
	expect(card.queryByText('Seed')).toBeNull();
	expect(screen.getByText(/items are covered until the reveal, after the sale\.$/)).toBeVisible();
});

test.each([
	[{ phase: 'drawing', drawBlock: 99 }, /^The sale is over\. The block that decides on the order is not there/],
	[{ phase: 'drawn', drawBlock: 99, drawHash: 'ef'.repeat(32) }, /^The sale is over, and block 99 decides/],
] as const)('and after the sale how far it is: %o', async (reveal, text) => {
	expect((await openReveal(reveal)).getByText(text)).toBeVisible();
});

test('once it is revealed, the seed and how to check the order stand there', async () => {
	const drawn = { drawBlock: 99, drawHash: 'ef'.repeat(32), seed: '12'.repeat(32), shuffle: '34'.repeat(32) };
	const card = await openReveal({ ...drawn, phase: 'revealed', revealedAt: '2026-11-27T10:00:00.000Z' });
	for (const hash of ['ef', '12', '34']) expect(card.getByText(hash.repeat(32))).toBeVisible();
	expect(screen.getByText(/^Every item names its files for good/)).toBeVisible();
	expect(screen.queryByText(/is decided after the sale|Until the reveal/)).toBeNull();
	expect(card.getByText(/npm run verify-collection -- --sale \S+\/sale\/\S+ --rpc URL --gateway URL/)).toBeVisible();
});

test('a sale that shows its items from the start has no such part', async () => {
	await openSale();
	expect(screen.queryByRole('region', { name: 'Delayed reveal' })).toBeNull();
});
