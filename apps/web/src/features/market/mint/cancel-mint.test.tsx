import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { describe, expect, test } from 'vitest';
import { Refusal } from '../../../test/api.ts';
import { haveWallet } from '../../wallets/evm/evm-wallet-testing.ts';
import { imageId, mintOf, openSection, toastTitle, useMintServer } from './mint-testing.ts';

const server = useMintServer();
const permittedUntil = new Date(2026, 10, 21, 13, 5);

async function openQuestion() {
	const section = await openSection();
	await userEvent.click(await section.findByRole('button', { name: 'Cancel this mint' }));
	return { section, dialog: within(await screen.findByRole('dialog', { name: 'Cancel this mint?' })) };
}

describe('a mint under way', () => {
	test('is given up by its owner, who reads before what holds until when', async () => {
		haveWallet({ isConnected: true });
		server.mints = [mintOf('minting', { permittedUntil })];
		const { section, dialog } = await openQuestion();
		expect(dialog.getByText(/^Now: .* same token/)).toBeVisible();
		expect(dialog.getByText(/^Until 13:05: .* cannot be taken back.* cancel it in your wallet/)).toBeVisible();
		expect(dialog.getByText(/^After that: nothing can come of it/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel mint' }));
		expect(await section.findByText('Cancelled')).toBeVisible();
		expect(server.cancel).toHaveBeenCalledWith({ imageId, chain: 'polygon' });
		expect(section.getByText(/^You cancelled this mint\. What was signed holds until /)).toBeVisible();
		expect(section.getByRole('button', { name: 'Retry Mint' })).toBeEnabled();
		expect(section.queryByRole('button', { name: 'Cancel this mint' })).toBeNull();
	});

	test('goes on where the server refuses to give it up, which is said', async () => {
		server.mints = [mintOf('prepared')];
		server.cancel.mockReturnValue(
			new Refusal(409, 'This image is minted on this chain already.', {}, 'already_minted'),
		);
		const { dialog } = await openQuestion();
		await userEvent.click(dialog.getByRole('button', { name: 'Cancel mint' }));
		expect(await toastTitle('Not cancelled')).toBeVisible();
		expect(screen.getByText('This image is minted on this chain already.')).toBeVisible();
	});

	test('says that no node knows its transaction', async () => {
		server.mints = [mintOf('minting', { transactionUnknown: true })];
		const section = await openSection();
		expect(section.getByText(/^The chain’s node does not know this transaction/)).toBeVisible();
	});

	test('is over for good once what was signed has run out', async () => {
		server.mints = [mintOf('failed', { cancelledAt: new Date(), permittedUntil: null })];
		const section = await openSection();
		expect(section.getByText(/nothing can come of it any more\.$/)).toBeVisible();
	});
});
