import { adxDropAbi } from '@adx/contracts/evm/abi';
import { chainClient, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect, type Page } from '@playwright/test';
import { parseEther } from 'viem';
import { injectWallet } from '../evm-test-wallet.ts';
import {
	inMinutes,
	listing,
	type MergeOptions,
	openListing,
	openPhases,
	phaseGroup,
	phasesOf,
	putClockWrong,
	testWithDrops as test,
} from './sale-steps.ts';

test.use({ actionTimeout: 15_000 });

const connect = (page: Page) => page.getByRole('button', { name: 'Connect Wallet' }).first().click();

interface StartOptions extends MergeOptions {
	readonly evm: { readonly rpcUrl: string };
}

/** Lists a collection on Polygon, deploys its contract and publishes its files; the first request of the wallet is closed. */
async function startDrop(page: Page, { product, evm, folder, count }: StartOptions) {
	const rpcUrls = new Map([[137, evm.rpcUrl]]);
	const creator = await injectWallet(page, { privateKey: testKeys.admin, rpcUrls });
	await openListing(page, { product, folder, count });
	const dialog = listing(page);
	await dialog.getByLabel('Symbol').fill('ff');
	await dialog.getByLabel('Mint Price (POL)').fill('0.5');
	await dialog.getByLabel('Royalty (%)').fill('5');
	await expect(
		dialog.getByText(/^Nothing is paid yet\. The collection is a contract of your own on Polygon/),
	).toBeVisible();
	await expect(dialog.getByRole('button', { name: 'Start Minting' })).toBeDisabled();
	await connect(page);
	await dialog.getByRole('button', { name: 'Start Minting' }).click();

	await dialog.getByRole('button', { name: 'Deploy the collection' }).click({ timeout: 40_000 });
	const deployment = dialog.getByRole('region', { name: 'What you are about to send' });
	await expect(deployment.getByText('The contract of the collection')).toBeVisible();
	creator.rejectNext('eth_sendTransaction');
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await expect(dialog.getByText('You closed the request', { exact: false })).toBeVisible();
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await dialog.getByRole('button', { name: 'They are published' }).click({ timeout: 40_000 });
	const link = dialog.getByRole('link', { name: 'Open the page of the sale' });
	const saleUrl = new URL((await link.getAttribute('href')) ?? '', page.url()).href;
	return { dialog, saleUrl, rpcUrls };
}

test('a collection is sold on an EVM chain: its creator deploys the contract and mints what is left, a buyer buys two items at once', async ({
	page,
	browser,
	product,
	evm,
	folder,
}) => {
	test.setTimeout(4 * 60_000);
	const { dialog, saleUrl, rpcUrls } = await startDrop(page, { product, evm, folder, count: 4 });

	const stranger = await browser.newContext({ reducedMotion: 'reduce' });
	const shop = await stranger.newPage();
	const buyer = await injectWallet(shop, { privateKey: testKeys.buyer, rpcUrls });
	await shop.goto(saleUrl);
	await shop.getByRole('button', { name: 'Buy for 0.5 POL' }).click();
	await expect(shop.getByText('Connect your wallet first.')).toBeVisible();
	await connect(shop);
	await shop.getByRole('button', { name: 'One more' }).click();
	const client = chainClient(evm);
	const before = await client.getBalance({ address: testAccounts.admin.address });
	await shop.getByRole('button', { name: 'Buy 2 items for 1 POL' }).click();
	await expect(shop.getByRole('region', { name: 'What you are about to send' }).getByText(/^1 POL to /)).toBeVisible();
	await shop.getByRole('button', { name: /^Send with/ }).click();
	await expect(shop.getByText(/^It is yours: Frost & Fire #\d, Frost & Fire #\d$/)).toBeVisible({ timeout: 40_000 });
	expect((await client.getBalance({ address: testAccounts.admin.address })) - before).toBe(parseEther('1'));
	// So few items are left that each wallet has to show whose it is.
	expect(buyer.countOf('personal_sign')).toBe(1);

	await dialog.getByRole('button', { name: 'Pause on chain' }).click({ timeout: 30_000 });
	const control = dialog.getByRole('region', { name: 'What you are about to send' });
	await expect(control.getByText(/^Pauses the sale: the contract sells nothing/)).toBeVisible();
	await expect(control.getByText(/^about 0\.\d+ POL/)).toBeVisible();
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await expect(dialog.getByText('The contract is paused.')).toBeVisible({ timeout: 40_000 });
	await shop.reload();
	await expect(shop.getByText('The creator has paused this sale. Come back later.')).toBeVisible();
	await dialog.getByRole('button', { name: 'Resume on chain' }).click();
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await expect(dialog.getByText('The contract sells again.')).toBeVisible({ timeout: 40_000 });

	await expect(dialog.getByText(/^The next transaction’s fee is about [\d.]+ POL\.$/)).toBeVisible();
	await dialog.getByRole('button', { name: 'Mint 2 to me' }).click({ timeout: 30_000 });
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await expect(dialog.getByText('Every item is minted.')).toBeVisible({ timeout: 40_000 });
	await shop.reload();
	await expect(shop.getByText('Sold out', { exact: true })).toBeVisible({ timeout: 30_000 });
	await expect(shop.getByText(/^The chain lets no more than 4 exist\./)).toBeVisible();
	const { mintAddress } = await (await shop.request.get(saleUrl.replace('/sale/', '/api/sales/'))).json();
	const supply = { address: mintAddress, abi: adxDropAbi, functionName: 'totalSupply' } as const;
	expect(await client.readContract(supply)).toBe(4n);
	await stranger.close();
});

test('a sale on an EVM chain is ended in its contract for good by its creator', async ({
	page,
	browser,
	product,
	evm,
	folder,
}) => {
	test.setTimeout(4 * 60_000);
	const { dialog, saleUrl } = await startDrop(page, { product, evm, folder, count: 2 });
	await dialog.getByRole('button', { name: 'End for good on chain' }).click({ timeout: 30_000 });
	await expect(dialog.getByText(/^Ends the sale for good: no further item comes into being/)).toBeVisible();
	await dialog.getByRole('button', { name: /^Send with/ }).click();
	await expect(dialog.getByText(/^You ended this sale in its contract/)).toBeVisible({ timeout: 40_000 });
	await expect(dialog.getByRole('button', { name: /to me$/ })).toHaveCount(0);
	const shop = await browser.newPage();
	await shop.goto(saleUrl);
	await expect(shop.getByText('This sale is over. The items that are left are not for sale.')).toBeVisible();
	const { mintAddress } = await (await shop.request.get(saleUrl.replace('/sale/', '/api/sales/'))).json();
	const state = { address: mintAddress, abi: adxDropAbi, functionName: 'saleState' } as const;
	expect((await chainClient(evm).readContract(state))[2]).toBe(true);
	await shop.close();
});

test('a sale on an EVM chain runs in a phase: its list and its limit hold, and its creator pauses and resumes it', async ({
	page,
	browser,
	product,
	evm,
	folder,
}) => {
	test.setTimeout(4 * 60_000);
	const { dialog, saleUrl, rpcUrls } = await startDrop(page, { product, evm, folder, count: 6 });
	const stranger = await browser.newContext({ reducedMotion: 'reduce' });
	const shop = await stranger.newPage();
	// A year ahead: to such a computer every voucher has long run out.
	await putClockWrong(shop, 366);
	const buyer = await injectWallet(shop, { privateKey: testKeys.buyer, rpcUrls });
	const early = phaseGroup(page, 1);
	const saveList = async (wallets: string) => {
		await early.getByLabel('Wallets', { exact: true }).fill(wallets);
		await phasesOf(page).getByRole('button', { name: 'Save the phases' }).click();
	};

	await openPhases(page);
	await phasesOf(page).getByRole('button', { name: 'Add a phase' }).click();
	await early.getByLabel('Name').fill('Early supporters');
	await early.getByLabel('Price (POL)').fill('0.2');
	await early.getByLabel('Ends').fill(await inMinutes(page, 60));
	await early.getByLabel('Items per wallet').fill('2');
	await early.getByRole('checkbox').check();
	await saveList(`${testAccounts.stranger.address}\n${'A'.repeat(43)}`);
	await expect(phasesOf(page).getByText(/^Line 2 is no address of an EVM chain: A/)).toBeVisible();
	await saveList(testAccounts.stranger.address);
	await expect(dialog.getByText('The phases are saved.')).toBeVisible();

	await shop.goto(saleUrl);
	await expect(shop.getByText(/^‘Early supporters’ ends in 0[01]:\d\d:\d\d$/)).toBeVisible();
	await connect(shop);
	await shop.getByRole('button', { name: 'Buy for 0.2 POL' }).click();
	await expect(
		shop.getByText('This wallet is not on the list of the phase ‘Early supporters’. Nothing was paid.'),
	).toBeVisible();
	await openPhases(page);
	await saveList(`wallet,note\n${testAccounts.stranger.address},\n${buyer.address},friend`);
	await expect(phasesOf(page)).toHaveCount(0);
	await shop.getByRole('button', { name: 'One more' }).click();
	await shop.getByRole('button', { name: 'Buy 2 items for 0.4 POL' }).click();
	await shop.getByRole('button', { name: /^Send with/ }).click();
	await expect(shop.getByText(/^It is yours: Frost & Fire #\d, Frost & Fire #\d$/)).toBeVisible({ timeout: 40_000 });
	await shop.getByRole('button', { name: 'Buy another' }).click();
	await shop.getByRole('button', { name: 'Buy for 0.2 POL' }).click();
	await expect(
		shop.getByText('A wallet may buy 2 items in the phase ‘Early supporters’, and this one has.'),
	).toBeVisible();
	expect(buyer.countOf('eth_sendTransaction')).toBe(1);

	await dialog.getByRole('button', { name: 'Pause the sale' }).click();
	await expect(shop.getByText('Paused', { exact: true })).toBeVisible({ timeout: 20_000 });
	await expect(shop.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
	await dialog.getByRole('button', { name: 'Resume the sale' }).click();
	await expect(shop.getByRole('button', { name: 'Buy for 0.2 POL' })).toBeVisible({ timeout: 20_000 });
	await stranger.close();
});
