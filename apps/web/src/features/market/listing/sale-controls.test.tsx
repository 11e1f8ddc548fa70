import type { MintedItem } from '@adx/validators/sale/minted-items';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { screen, waitFor, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test, vi } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { createCreatorReveal } from '../../../test/sale-fixtures.ts';
import { openSale, saleIn, useCreatorSaleServer } from './listing-testing.tsx';

const server = useCreatorSaleServer();

test('a running sale is paused and resumed, and says what that means', async () => {
	const dialog = await openSale('selling');
	await userEvent.click(await dialog.findByRole('button', { name: 'Pause the sale' }));
	expect(
		await dialog.findByText(/^Paused\. What was set aside before can still be bought for about a minute\.$/),
	).toBeVisible();
	expect(dialog.getByText(/its page stays, and nobody can set an item aside/)).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Resume the sale' }));
	expect(await dialog.findByText('The sale goes on.')).toBeVisible();
	expect(server.changes()).toEqual([
		['collections.update', { jobId: 'merge-1', paused: true }],
		['collections.update', { jobId: 'merge-1', paused: false }],
	]);
});

test('another price is asked from now on; nonsense is refused here, and the same price is not sent', async () => {
	const dialog = await openSale('selling');
	const field = await dialog.findByRole('textbox', { name: 'Price (SOL)' });
	const change = dialog.getByRole('button', { name: 'Change the price' });
	await userEvent.click(change);
	for (const [typed, sentence] of [
		['-1', 'At least 0'],
		['x', 'Enter a price'],
		[' ', 'Enter a price'],
		['0.1000000001', 'At most nine decimals'],
	] as const) {
		await userEvent.clear(field);
		await userEvent.type(field, typed);
		await userEvent.click(change);
		expect(dialog.getByText(sentence)).toBeVisible();
	}
	expect(server.changes()).toEqual([]);
	await userEvent.clear(field);
	await userEvent.type(field, '0.25');
	await userEvent.click(change);
	expect(await dialog.findByText('An item costs 0.25 SOL from now on.')).toBeVisible();
	expect(server.changes()).toEqual([['collections.update', { jobId: 'merge-1', price: 0.25 }]]);
	expect(within(dialog.getByLabelText('The sale')).getByText('0.25 SOL')).toBeVisible();
	await userEvent.clear(field);
	await userEvent.click(change);
	expect(dialog.queryByText('An item costs 0.25 SOL from now on.')).toBeNull();
});

test('an untouched price is the sale’s, whatever another tab made of it', async () => {
	const dialog = await openSale('selling');
	const field = await dialog.findByRole('textbox', { name: 'Price (SOL)' });
	expect(field).toHaveValue('0.1');
	server.sale = saleIn('selling', { price: 0.3, priceLamports: '300000000' });
	await waitFor(() => expect(field).toHaveValue('0.3'));
	await userEvent.click(dialog.getByRole('button', { name: 'Change the price' }));
	expect(dialog.getByText('That is the price already.')).toBeVisible();
	expect(server.changes()).toEqual([]);
});

const members = {
	id: 'p0',
	name: 'Members',
	priceLamports: '100000000',
	price: 0.1,
	startsAt: null,
	endsAt: null,
	walletLimit: null,
	totalLimit: null,
	allowlistCount: 7,
};

test.each([
	[{ state: 'upcoming' }, /^The sale is not open yet/],
	[{ state: 'selling' }, /^Everybody with this link can buy/],
	[{ state: 'paused', pausedAt: '2026-11-24T10:00:00.000Z' }, /^The sale is paused: everybody/],
	[{ phases: [members] }, /^Everybody with this link can buy as the phases below allow/],
] satisfies [Partial<CreatorSale>, RegExp][])('says who can buy: %j', async (changes, sentence) => {
	const dialog = await openSale('selling', changes);
	expect(await dialog.findByText(sentence)).toBeVisible();
});

test('what was said of a sale that went on goes once it is over', async () => {
	const dialog = await openSale('selling');
	await userEvent.click(await dialog.findByRole('button', { name: 'Pause the sale' }));
	await userEvent.click(await dialog.findByRole('button', { name: 'Resume the sale' }));
	expect(await dialog.findByText('The sale goes on.')).toBeVisible();
	server.sale = { ...server.sale, state: 'ended' };
	await waitFor(() => expect(dialog.queryByText('The sale goes on.')).toBeNull());
	// Over by its time: pausing it would do nothing.
	expect(dialog.queryByRole('button', { name: 'Pause the sale' })).toBeNull();
	expect(dialog.getByText(/^A later end lets the sale go on/)).toBeVisible();
});

test.each([
	['0.25', 'An item costs 0.25 SOL from now on.'],
	['0.1', 'That is the price already.'],
])('what was said of the price goes once phases have their own: %s', async (typed, sentence) => {
	const dialog = await openSale('selling');
	const field = await dialog.findByRole('textbox', { name: 'Price (SOL)' });
	await userEvent.clear(field);
	await userEvent.type(field, typed);
	await userEvent.click(dialog.getByRole('button', { name: 'Change the price' }));
	expect(await dialog.findByText(sentence)).toBeVisible();
	await userEvent.click(dialog.getByRole('button', { name: 'Phases' }));
	const phases = within(await screen.findByRole('dialog', { name: 'Phases of the sale' }));
	await userEvent.click(phases.getByRole('button', { name: 'Add a phase' }));
	await userEvent.type(phases.getByLabelText('Name'), 'Early');
	await userEvent.click(phases.getByRole('button', { name: 'Save the phases' }));
	expect(await dialog.findByText('The phases are saved.')).toBeVisible();
	expect(dialog.queryByText(sentence)).toBeNull();
});

test('covered items of a sale that was ended are not offered to its creator, who could choose', async () => {
	const dialog = await openSale('selling', {
		state: 'ended',
		closedAt: '2026-11-24T10:00:00.000Z',
		revealChoice: 'delayed',
		reveal: createCreatorReveal({ phase: 'drawn' }),
		soldCount: 2,
	});
	expect(await dialog.findByText(/^You ended this sale/)).toBeVisible();
	const steps = within(dialog.getByRole('list', { name: 'Steps' })).getAllByRole('listitem');
	expect(steps.at(-1)).toHaveTextContent('Sell, done');
	expect(steps.filter((step) => step.hasAttribute('aria-current'))).toEqual([]);
	expect(dialog.queryByRole('region', { name: 'Mint all to me' })).toBeNull();
});

test('a sale is ended after a look at what that does; what is left can still be minted by its creator', async () => {
	const dialog = await openSale('selling', { soldCount: 12, ownCount: 1 });
	await userEvent.click(await dialog.findByRole('button', { name: 'End the sale' }));
	const question = within(await screen.findByRole('dialog', { name: 'End this sale?' }));
	expect(question.getByText(/^Nobody will be able to buy the 17 items that are left\./)).toBeVisible();
	await userEvent.click(question.getByRole('button', { name: 'Keep selling' }));
	expect(server.changes()).toEqual([]);
	await waitFor(() => expect(dialog.getByRole('button', { name: 'End the sale' })).toHaveFocus());
	await userEvent.click(dialog.getByRole('button', { name: 'End the sale' }));
	const again = within(await screen.findByRole('dialog', { name: 'End this sale?' }));
	await userEvent.click(again.getByRole('button', { name: 'End the sale' }));
	expect(await dialog.findByText('You ended this sale. Its page stays, and nobody can buy.')).toBeVisible();
	await waitFor(() => expect(screen.queryByRole('dialog', { name: 'End this sale?' })).toBeNull());
	expect(dialog.queryByRole('button', { name: 'Pause the sale' })).toBeNull();
	expect(dialog.getByRole('region', { name: 'Mint all to me' })).toBeVisible();
	expect(server.changes()).toEqual([['collections.end', { jobId: 'merge-1' }]]);
});

test('its creator chooses what the page shows before it is bought, also before the sale opens', async () => {
	const dialog = await openSale('unsigned');
	const field = await dialog.findByRole('combobox', { name: 'Items shown before they are bought' });
	expect(field).toHaveDisplayValue('A sample of 12, spread over the collection');
	await userEvent.selectOptions(field, 'None: covered until they are minted');
	expect(await dialog.findByText('The items are covered. Who saw one before may have kept it.')).toBeVisible();
	expect(field).toHaveDisplayValue('None: covered until they are minted');
	expect(server.changes()).toEqual([['collections.update', { jobId: 'merge-1', itemPreview: 'covered' }]]);
});

test('what the server refuses is told, and the sale is read again', async () => {
	const dialog = await openSale('selling');
	server.refusals.set('collections.update', new Refusal(409, 'This sale has ended.', {}, 'sale_ended'));
	const pause = await dialog.findByRole('button', { name: 'Pause the sale' });
	server.sale = saleIn('selling', { state: 'ended', closedAt: '2026-11-24T10:00:00.000Z' });
	await userEvent.click(pause);
	expect(await dialog.findByText('This sale has ended.')).toBeVisible();
	expect(await dialog.findByText('You ended this sale. Its page stays, and nobody can buy.')).toBeVisible();
});

test('who bought is counted, drawn and taken away; nothing is said before the first item is minted', async () => {
	const bought = (tokenNumber: number, hour: number): MintedItem => ({
		tokenNumber,
		name: `Frost #${tokenNumber}`,
		kind: 'bought',
		walletAddress: `wallet-${tokenNumber}`,
		paidLamports: '100000000',
		mintedAt: `2026-11-22T1${hour}:00:00.000Z`,
		mintAddress: `mint-${tokenNumber}`,
		signature: null,
		explorerUrl: null,
	});
	server.items = [bought(2, 3), bought(1, 1)];
	const dialog = await openSale('selling', { soldCount: 2 });
	const sales = within(await dialog.findByRole('region', { name: 'Sales' }));
	expect(sales.getByText('2 wallets have bought.')).toBeVisible();
	expect(sales.getByRole('img', { name: /^2 items sold from Nov 22, 2026, / })).toBeVisible();
	const save = vi.spyOn(URL, 'createObjectURL');
	await userEvent.click(sales.getByRole('button', { name: 'Download as CSV' }));
	expect(await (save.mock.calls[0]![0] as File).text()).toMatch(/^number,name,.*\r\n2,Frost #2,bought,wallet-2,0\.1,/);
});

test('a sample is not said to be larger than the collection', async () => {
	const dialog = await openSale('unsigned', { supply: 5 });
	const field = await dialog.findByRole('combobox', { name: 'Items shown before they are bought' });
	expect(field).toHaveDisplayValue('A sample of 5, spread over the collection');
});
