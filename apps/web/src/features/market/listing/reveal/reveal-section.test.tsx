import type { CreatorReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { Refusal } from '../../../../test/api.ts';
import { createCreatorReveal } from '../../../../test/sale-fixtures.ts';
import { openSale, useCreatorSaleServer } from '../listing-testing.tsx';

const server = useCreatorSaleServer();

const drawn = { phase: 'drawn', drawBlock: 1_234, drawHash: 'ef'.repeat(32) } as const;

async function openReveal(reveal: Partial<CreatorReveal>, sale: Partial<CreatorSale> = {}) {
	const dialog = await openSale('selling', { revealChoice: 'delayed', reveal: createCreatorReveal(reveal), ...sale });
	return { dialog, part: within(await dialog.findByRole('region', { name: 'Reveal' })) };
}

test('a sale whose items are covered says what it has committed to, and offers no choice of what is shown', async () => {
	const { dialog, part } = await openReveal({});
	expect(part.getByText('ab'.repeat(32))).toBeVisible();
	expect(part.getByText('cd'.repeat(32))).toBeVisible();
	expect(part.getByText(/^The items are covered\. Once every item is sold/)).toBeVisible();
	expect(dialog.queryByLabelText('Items shown before they are bought')).toBeNull();
	expect(part.queryByRole('button')).toBeNull();
});

test('the items are revealed by one press once their order is drawn', async () => {
	const { part } = await openReveal({ ...drawn, beginsBy: '2026-12-09T10:00:00.000Z' }, { state: 'ended' });
	expect(
		part.getByText(/^Block 1,234 has decided on the order\..* By itself it begins on Dec 9, 2026, /),
	).toBeVisible();
	await userEvent.click(part.getByRole('button', { name: 'Reveal the items' }));
	expect(server.changes()).toEqual([['collections.reveal', { jobId: 'merge-1' }]]);
});

test('what the server refuses is told', async () => {
	const { part } = await openReveal(drawn, { state: 'ended' });
	server.refusals.set('collections.reveal', new Refusal(409, 'Try again in a few minutes.', {}, 'reveal_not_ready'));
	await userEvent.click(part.getByRole('button', { name: 'Reveal the items' }));
	expect(await part.findByText('Try again in a few minutes.')).toBeVisible();
});

test.each([
	[{ phase: 'drawing', drawBlock: 1_234 }, /^Block 1,234 decides on the order\. It has to be there for good first/],
	[{ ...drawn, phase: 'preparing', progress: 40 }, /^The files are laid out in the drawn order/],
	[{ ...drawn, phase: 'ready' }, /^The files are there\. The key of the collection names them/],
	[{ ...drawn, phase: 'revealed' }, /^The items are shown, for good/],
	[{ errorMessage: 'The files could not be laid out.' }, /^The files could not be laid out\.$/],
] as const)('says how it is: %o', async (reveal, text) => {
	const { part } = await openReveal(reveal, { state: 'ended' });
	expect(part.getByText(text)).toBeVisible();
	expect(screen.queryByRole('button', { name: 'Reveal the items' })).toBeNull();
});

test('a contract that has not been read yet is not said to have named a block', async () => {
	const sale = { network: 'polygon', state: 'ended', closedAt: '2026-11-24T10:00:00.000Z' } as const;
	const { part } = await openReveal({ next: null }, { ...sale, chainState: 'open' });
	expect(part.getByText(/^The sale is over\. Its contract has to know that too, and is being read/)).toBeVisible();
});

test('a sale whose time is over waits for its creator to end it', async () => {
	const { part } = await openReveal({}, { state: 'ended', closedAt: null });
	expect(
		part.getByText(/^The time of the sale is over, and you could still give it more\. End it for good/),
	).toBeVisible();
});

test('a sale that was ended for good draws its block by itself', async () => {
	const { part } = await openReveal({}, { state: 'ended', closedAt: '2026-11-24T10:00:00.000Z' });
	expect(part.getByText(/^The sale is over\. The key of the collection gives up its power/)).toBeVisible();
});

test('a sale that shows its items has nothing of it', async () => {
	const dialog = await openSale('selling');
	expect(await dialog.findByLabelText('Items shown before they are bought')).toBeVisible();
	expect(dialog.queryByRole('region', { name: 'Reveal' })).toBeNull();
});
