import type { SaleReveal } from '@adx/validators/sale/reveal';
import { screen, within } from '@testing-library/react';
import { expect, test } from 'vitest';
import { createSaleReveal } from '../../../../test/sale-fixtures.ts';
import { createOpenSale, openSale, useSaleServer } from '../sale-testing.ts';

const server = useSaleServer();

const drawn = { drawBlock: 99, drawHash: 'ef'.repeat(32) } as const;

const openReveal = async (reveal: Partial<SaleReveal>, state: 'selling' | 'ended' = 'ended') => {
	server.sale = createOpenSale({ state, itemPreview: 'covered', reveal: createSaleReveal(reveal) });
	await openSale();
	return within(screen.getByRole('region', { name: 'Delayed reveal' }));
};

test('buyers read what was committed to while the items are covered', async () => {
	const card = await openReveal({}, 'selling');
	for (const hash of ['ab', 'cd']) expect(card.getByText(hash.repeat(32))).toBeVisible();
	expect(card.getByText(/^Every item is covered until the sale has ended/)).toBeVisible();
	expect(card.getByText(/^Nobody names that block/)).toBeVisible();
	expect(card.queryByText('Seed')).toBeNull();
	expect(screen.getByText(/items are covered until the reveal, after the sale\.$/)).toBeVisible();
});

test.each([
	[{ phase: 'drawing', drawBlock: 99 }, /block 99 decides on the order\. It is not there for good yet/],
	[
		{ ...drawn, phase: 'drawn', beginsBy: '2026-12-09T10:00:00.000Z' },
		/to reveal the items; by itself it begins on Dec 9, 2026/,
	],
	[
		{ ...drawn, phase: 'preparing' },
		/^The sale is over, and block 99 has decided on the order\. The reveal has started/,
	],
	[{ ...drawn, phase: 'unpublished' }, /The reveal has started/],
	[{ ...drawn, phase: 'ready' }, /The reveal has started/],
] as const)('and after the sale how far it is: %o', async (reveal, text) => {
	expect((await openReveal(reveal)).getByText(text)).toBeVisible();
});

test('once it is revealed, the seed and how to check the order stand there', async () => {
	const told = { seed: '12'.repeat(32), shuffle: '34'.repeat(32), revealedAt: '2026-11-27T10:00:00.000Z' };
	const card = await openReveal({ ...drawn, ...told, phase: 'revealed' });
	for (const hash of ['ef', '12', '34']) expect(card.getByText(hash.repeat(32))).toBeVisible();
	expect(screen.getByText(/^Every item names its files for good/)).toBeVisible();
	expect(screen.queryByText(/is decided after the sale|Until the reveal/)).toBeNull();
	expect(card.getByText(/npm run verify-collection -- --sale \S+\/sale\/\S+ --rpc URL --gateway URL/)).toBeVisible();
});

test('says that blocks were named before and nobody drew them', async () => {
	const card = await openReveal({ ...drawn, phase: 'drawn', forgottenDraws: 2 });
	expect(card.getByText(/^2 other blocks were named before, and nobody drew/)).toBeVisible();
});

test('a sale that shows its items from the start has no such part', async () => {
	await openSale();
	expect(screen.queryByRole('region', { name: 'Delayed reveal' })).toBeNull();
});
