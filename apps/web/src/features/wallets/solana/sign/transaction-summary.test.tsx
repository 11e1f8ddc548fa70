import { render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { buyer, collectionMint, collectionWire, creator, itemWire, saleAuthority } from '../solana-testing.ts';
import type { ExpectedTransaction } from '../verify/expected-transaction.ts';
import { expectedCollection, expectedItem } from '../verify/verify-testing.ts';
import { reviewTransactions } from './sign-transactions.ts';
import { TransactionSummary } from './transaction-summary.tsx';

async function show(wires: readonly string[], expected: ExpectedTransaction) {
	render(<TransactionSummary review={await reviewTransactions(wires, expected)} />);
	const terms = screen.getAllByRole('term').map(({ textContent }) => textContent);
	const values = screen.getAllByRole('definition').map(({ textContent }) => textContent?.trim());
	return Object.fromEntries(terms.map((term, place) => [term, values[place]]));
}

test('of an item: price, to whom, and rent and fees as its bytes say', async () => {
	expect(await show([itemWire()], expectedItem)).toEqual({
		Pays: expect.stringMatching(`^${buyer.slice(0, 4)}…`),
		Creates: 'one item, which goes to your wallet',
		Price: expect.stringMatching(`^0\\.1 SOL to ${creator.slice(0, 4)}…`),
		'Rent and fees of the network': '0.0068 SOL',
		'Leaves your wallet': '0.1068 SOL',
		Programs: 'Compute Budget, System, Token-2022, Associated Token Account',
	});
	expect(screen.getByText(/takes the rent of the account for your token: it is counted in/)).toBeVisible();
	await userEvent.click(screen.getByRole('button', { name: 'Addresses' }));
	expect(screen.getByText(/^Frost & Fire #7: \w+, ipfs:\/\/\w+\/7\.json$/)).toBeVisible();
});

test('of a collection: its texts, its size, its royalty and who has a say', async () => {
	expect(await show([collectionWire()], expectedCollection)).toEqual({
		Pays: expect.stringMatching(`^${creator.slice(0, 4)}…`),
		Creates: 'the collection',
		Name: 'Frost & Fire',
		Symbol: 'FF',
		'Items at most': '30',
		'Royalty (declared)': '5%',
		'May change its texts': 'your wallet',
		'Deposit, counted in below':
			'0.00099088 SOL pays for fixing the number of items once all are minted; the rest comes back to you',
		'Rent and fees of the network': '0.0058 SOL',
		'Leaves your wallet': '0.0058 SOL',
		Programs: 'Compute Budget, System, Token-2022',
	});
	expect(screen.queryByText(/takes the rent/)).toBeNull();
	await userEvent.click(screen.getByRole('button', { name: 'Addresses' }));
	expect(screen.getByText(`Lets items in: ${saleAuthority}`)).toBeVisible();
	expect(screen.getByText(new RegExp(`^Frost & Fire: ${collectionMint}, `))).toBeVisible();
});
