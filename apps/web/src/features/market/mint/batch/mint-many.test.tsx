import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import type { PreparedMint } from '@adx/validators/mint';
import { act, cleanup, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { decodeFunctionData, encodeErrorResult, type Hex } from 'viem';
import { beforeEach, describe, expect, test, vi } from 'vitest';
import { Refusal } from '../../../../test/api.ts';
import { createJob } from '../../../../test/fixtures.ts';
import {
	type FakeWallet,
	haveWallet,
	otherAddress,
	refusal,
	testAddress,
	testHash,
} from '../../../wallets/evm/evm-wallet-testing.ts';
import { developerHas, mintOf, openSection, prepared, useMintServer } from '../mint-testing.ts';

const server = useMintServer();
const idOf = (place: number) => `job-1-image-${place}`;
const nonceOf = (imageId: string) => imageId.slice(imageId.lastIndexOf('-') + 1);

beforeEach(() => {
	developerHas(createJob(1, { batchSize: 4 }));
	server.prepare.mockImplementation(({ imageId }) => ({
		...prepared,
		imageId,
		voucher: { ...prepared.voucher, nonce: nonceOf(imageId) },
	}));
	server.submitted.mockImplementation(({ imageId, transactionHash }) => {
		const mint = mintOf('minting', { imageId, transactionHash });
		server.mints = [...server.mints.filter((known) => known.imageId !== imageId), mint];
		return mint;
	});
});

const sentBy = (wallet: FakeWallet) =>
	wallet.callsOf('eth_sendTransaction').map(({ params }) => {
		const { functionName, args } = decodeFunctionData({
			abi: adxCollectionAbi,
			data: (params![0] as { data: Hex }).data,
		});
		if (functionName === 'redeem') return ['redeem', [String(args[0].nonce)]];
		if (functionName === 'redeemMany') return ['redeemMany', args[0].map(({ voucher }) => String(voucher.nonce))];
		return [functionName, []];
	});
const toWallet = () => {
	const wallet = haveWallet({ isConnected: true });
	// 30 gwei.
	wallet.answer('eth_gasPrice', () => '0x6fc23ac00');
	return wallet;
};

/** The dialog of a batch of everything that is shown. */
async function openBatch() {
	const section = await openSection();
	await userEvent.click(await section.findByRole('button', { name: 'Select all shown' }));
	await userEvent.click(section.getByRole('button', { name: /^Mint \d images?$/ }));
	return { section, dialog: within(await screen.findByRole('dialog', { name: 'Mint many' })) };
}
type Dialog = Awaited<ReturnType<typeof openBatch>>['dialog'];
const statesIn = (dialog: Dialog) =>
	within(dialog.getByRole('list', { name: 'Images of this batch' }))
		.getAllByRole('listitem')
		.map((row) => row.lastElementChild?.textContent);

describe('minting many images', () => {
	test('shows price and gas before, asks the wallet once, and reports each image', async () => {
		const wallet = toWallet();
		const { dialog } = await openBatch();
		expect(
			dialog.getByText('4 images in 1 transaction, each of which your wallet asks about once. Price: free.'),
		).toBeVisible();
		expect(await dialog.findByText(/^Gas: at most 280,000 in all, at present about 0.0084 MATIC\./)).toBeVisible();
		expect(statesIn(dialog)).toEqual(Array.from({ length: 4 }, () => 'To be minted'));
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
		expect(sentBy(wallet)).toEqual([['redeemMany', ['1', '2', '3', '4']]]);
		expect(server.prepare).toHaveBeenCalledTimes(4);
		expect(server.prepare).toHaveBeenNthCalledWith(
			2,
			expect.objectContaining({ imageId: idOf(2), name: expect.stringMatching(/ #2$/), walletAddress: testAddress }),
		);
		// Side by side, in whatever order they arrive.
		const reported = server.submitted.mock.calls.map(([{ imageId, transactionHash }]) => [imageId, transactionHash]);
		expect(new Set(reported)).toEqual(new Set([1, 2, 3, 4].map((place) => [idOf(place), testHash])));
		expect(statesIn(dialog)).toEqual(Array.from({ length: 4 }, () => 'Sent, waiting for the chain'));
		await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
		expect(screen.queryByText(/images are sent\.$/)).toBeNull();
	});

	test('sends one transaction per image in turn on a contract of the first version', async () => {
		server.contract = { ...server.contract, version: 1, batchMax: 1 };
		const wallet = toWallet();
		const { dialog } = await openBatch();
		expect(dialog.getByText(/^4 images in 4 transactions/)).toBeVisible();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
		expect(sentBy(wallet)).toEqual(['1', '2', '3', '4'].map((nonce) => ['redeem', [nonce]]));
	});

	test('rejects a permission that takes a price or makes somebody else the owner, before the wallet is asked', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		const answer = server.prepare.getMockImplementation()!;
		const wallet = toWallet();
		const { dialog } = await openBatch();
		for (const [changes, text] of [
			[{ price: '1' }, /it takes a price/],
			[{ to: otherAddress }, /it makes somebody else the owner/],
		] as const) {
			server.prepare.mockImplementation((input) => {
				const prepared = answer(input) as PreparedMint;
				return { ...prepared, voucher: { ...prepared.voucher, ...changes } };
			});
			await userEvent.click(dialog.getByRole('button', { name: /^(Mint 4|Continue with 4) images$/ }));
			expect(await dialog.findByText(text)).toBeVisible();
		}
		expect(sentBy(wallet)).toEqual([]);
	});

	test.each([
		[409, 'already_minted'],
		[502, 'file_damaged'],
	] as const)('leaves out what the server refuses about one image, and says why: %i %s', async (status, reason) => {
		const wallet = toWallet();
		const answer = server.prepare.getMockImplementation()!;
		const why = 'This image is minted on this chain already.';
		server.prepare.mockImplementation((input) =>
			input.imageId === idOf(2) ? new Refusal(status, why, {}, reason) : answer(input),
		);
		const { dialog } = await openBatch();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText('1 image could not be prepared; the list says why.')).toBeVisible();
		expect(sentBy(wallet)).toEqual([['redeemMany', ['1', '3', '4']]]);
		expect(statesIn(dialog)[1]).toBe(why);
		expect(dialog.getByRole('button', { name: 'Continue with 1 image' })).toBeEnabled();
	});

	test('sends what was prepared before the server failed, and goes on with the rest', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		const wallet = toWallet();
		const answer = server.prepare.getMockImplementation()!;
		const why = 'Too many preparations of mints. Try again in a minute.';
		server.prepare.mockImplementation((input) =>
			server.prepare.mock.calls.length > 2 ? new Refusal(429, why, {}, 'too_many_tries') : answer(input),
		);
		const { dialog } = await openBatch();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText(why)).toBeVisible();
		expect(sentBy(wallet)).toEqual([['redeemMany', ['1', '2']]]);
		server.prepare.mockImplementation(answer);
		await userEvent.click(dialog.getByRole('button', { name: 'Continue with 2 images' }));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
		expect(sentBy(wallet)[1]).toEqual(['redeemMany', ['3', '4']]);
	});

	test('goes on after a reload with what is not sent yet, and warns of what the wallet was asked for', async () => {
		const wallet = toWallet();
		const batch = {
			items: [1, 2, 3].map((place) => ({ imageId: idOf(place), name: `Elf ${place}`, description: '' })),
		};
		localStorage.setItem('adx_mint_batch_polygon', JSON.stringify({ ...batch, askedIds: [idOf(2)] }));
		server.mints = [mintOf('confirmed', { imageId: idOf(1) })];
		const section = await openSection();
		expect(section.getByText('2 of 3 images are still to be minted.')).toBeVisible();
		await userEvent.click(section.getByRole('button', { name: 'Show them' }));
		const dialog = within(await screen.findByRole('dialog', { name: 'Mint many' }));
		expect(dialog.getByRole('alert')).toHaveTextContent(/^Your wallet was asked to send a transaction/);
		expect(statesIn(dialog)).toEqual(['Minted', 'To be minted', 'To be minted']);
		await userEvent.click(dialog.getByRole('button', { name: 'Continue with 2 images' }));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
		expect(sentBy(wallet)).toEqual([['redeemMany', ['2', '3']]]);
		await userEvent.click(dialog.getByRole('button', { name: 'Done' }));
		expect(localStorage.getItem('adx_mint_batch_polygon')).toBeNull();
	});

	test('says that all are minted once the chain has confirmed each of them, and not before', async () => {
		toWallet();
		const items = [1, 2].map((place) => ({ imageId: idOf(place), name: `Elf ${place}`, description: '' }));
		localStorage.setItem('adx_mint_batch_polygon', JSON.stringify({ items, askedIds: [] }));
		const confirmed = mintOf('confirmed', { imageId: idOf(1) });
		for (const [last, bar, text] of [
			['minting', 'All 2 images are sent.', /^All are sent\. The chain has to confirm them now/],
			['confirmed', 'All 2 images are minted.', /^All are minted: the chain has confirmed them\.$/],
		] as const) {
			server.mints = [confirmed, mintOf(last, { imageId: idOf(2) })];
			const section = await openSection();
			expect(section.getByText(bar)).toBeVisible();
			await userEvent.click(section.getByRole('button', { name: 'Show them' }));
			const dialog = within(await screen.findByRole('dialog', { name: 'Mint many' }));
			expect(dialog.getByText(text)).toBeVisible();
			cleanup();
		}
	});

	test('a closed request sends nothing, is not an error, and can be made again', async () => {
		const wallet = toWallet();
		wallet.answerOnce('eth_sendTransaction', () => {
			throw refusal(4001);
		});
		const { dialog } = await openBatch();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText('You closed the request. Nothing was minted.')).toBeVisible();
		expect(dialog.queryByRole('alert')).toBeNull();
		await userEvent.click(dialog.getByRole('button', { name: 'Continue with 4 images' }));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
	});

	test('is sent after all where the wallet confirms what was no longer waited for', async () => {
		const wallet = toWallet();
		let send = (_hash: string) => {};
		wallet.answerOnce('eth_sendTransaction', () => new Promise<string>((resolve) => (send = resolve)));
		const { dialog } = await openBatch();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText(/^Confirm in Fake Wallet\. .* send 4 images\.$/)).toBeVisible();
		expect(statesIn(dialog)[0]).toBe('In your wallet');
		await userEvent.click(dialog.getByRole('button', { name: 'Stop waiting' }));
		expect(dialog.getByText(/^Stopped\./)).toBeVisible();
		expect(dialog.getByRole('alert')).toHaveTextContent(/Check the wallet first/);
		await act(async () => send(testHash));
		expect(await dialog.findByText(/^All are sent\./)).toBeVisible();
	});

	test('says why the contract refuses it, and the wallet is not asked', async () => {
		vi.spyOn(console, 'error').mockReturnValue();
		const wallet = toWallet();
		wallet.answer('eth_call', () => {
			const data = encodeErrorResult({ abi: adxCollectionAbi, errorName: 'WrongSigner', args: [] });
			throw refusal(3, 'execution reverted', data);
		});
		const { dialog } = await openBatch();
		await userEvent.click(dialog.getByRole('button', { name: 'Mint 4 images' }));
		expect(await dialog.findByText(/does not accept this server’s signature/)).toBeVisible();
		expect(wallet.callsOf('eth_sendTransaction')).toEqual([]);
	});
});

describe('choosing images', () => {
	test('one by one, what is minted or on its way is not to be chosen', async () => {
		toWallet();
		server.mints = [mintOf('minting'), mintOf('confirmed', { imageId: idOf(2) })];
		const section = await openSection();
		const box = await section.findByRole('checkbox', { name: /^Select .* #3$/ });
		expect(section.getAllByRole('checkbox')).toHaveLength(2);
		await userEvent.click(box);
		expect(section.getByText('1 image selected')).toBeVisible();
		await userEvent.click(section.getByRole('button', { name: 'Clear selection' }));
		expect(section.queryByText('1 image selected')).toBeNull();
		expect(box).not.toBeChecked();
	});

	test('needs a wallet, and a batch that is over before another', async () => {
		const section = await openSection();
		expect(section.queryByRole('checkbox')).toBeNull();
		expect(section.queryByRole('button', { name: 'Select all shown' })).toBeNull();
	});
});
