import { screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { expect, test } from 'vitest';
import { createMergeJob } from '../../../test/merge-fixtures.ts';
import { haveCreator, type Listing, openListing, openSale, useCreatorSaleServer } from './listing-testing.tsx';

const server = useCreatorSaleServer();

const sentence = 'Minting on Solana is not set up on this server.';

async function expectNothingToStart(dialog: Listing): Promise<void> {
	expect((await dialog.findAllByText(sentence))[0]).toBeVisible();
	await waitFor(() => expect(dialog.queryByRole('button', { name: 'Connect Wallet' })).toBeNull());
	expect(dialog.queryByRole('button', { name: 'Change the listing' })).toBeNull();
}

test('a server without Solana says so before the form, and neither connects a wallet nor starts anything', async () => {
	server.hasSolana = false;
	haveCreator();
	const dialog = await openListing(createMergeJob({ collectionSymbol: 'FF', mintPrice: 0.125 }));
	await expectNothingToStart(dialog);
	const name = dialog.getByLabelText('Collection Name');
	const [above, beside] = dialog.getAllByText(sentence);
	expect(above!.compareDocumentPosition(name)).toBe(Node.DOCUMENT_POSITION_FOLLOWING);
	expect(above!.parentElement).toHaveTextContent('Its operator can do so as “Selling collections on Solana” in');
	const start = dialog.getByRole('button', { name: 'Start Minting' });
	expect(start).toBeDisabled();
	expect(start).toHaveAccessibleDescription(sentence);
	expect(beside).toHaveAttribute('id', start.getAttribute('aria-describedby'));
	await userEvent.type(name, '{Enter}');
	expect(server.changes()).toEqual([]);
	await userEvent.click(dialog.getByRole('button', { name: 'Cancel' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
});

test('a server with Solana says nothing of the kind', async () => {
	const dialog = await openListing(createMergeJob({ collectionSymbol: 'FF', mintPrice: 0.125 }));
	expect(await dialog.findByText(/This server publishes nothing/)).toBeVisible();
	expect(dialog.queryByText(sentence)).toBeNull();
	expect(dialog.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
	expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeEnabled();
});

test('a sale that waits for its signature asks for no wallet there', async () => {
	server.hasSolana = false;
	const dialog = await openSale('unsigned');
	expect(await dialog.findByRole('list', { name: 'Steps' })).toBeVisible();
	await expectNothingToStart(dialog);
	expect(dialog.queryByRole('button', { name: 'Sign the collection' })).toBeNull();
});

test('the files of a signed collection stay within reach there', async () => {
	server.hasSolana = false;
	const dialog = await openSale('unpublished');
	const download = await dialog.findByRole('link', { name: /Download/ });
	await expectNothingToStart(dialog);
	expect(download).toHaveAttribute('href', '/api/mint-collection/merge-1/car');
});

test('what was sold so far and the address of the sale stay within reach there', async () => {
	server.hasSolana = false;
	const dialog = await openSale('selling');
	expect(await dialog.findByRole('progressbar', { name: 'Minted' })).toBeVisible();
	await expectNothingToStart(dialog);
	expect(dialog.queryByRole('region', { name: 'Mint all to me' })).toBeNull();
});
