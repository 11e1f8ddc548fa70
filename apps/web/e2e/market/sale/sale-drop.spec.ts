import { adxDropAbi } from '@adx/contracts/evm/abi';
import { chainClient, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect, type Locator, type Page } from '@playwright/test';
import { parseEther } from 'viem';
import { injectWallet } from '../evm-test-wallet.ts';
import {
	countShownPictures,
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
	/** Whether the items are covered until a reveal. */
	readonly isCovered?: boolean;
}

/** Lists a collection on Polygon, deploys its contract and publishes its files; the first request of the wallet is closed. */
async function startDrop(page: Page, { product, evm, folder, count, isCovered = false }: StartOptions) {
	const rpcUrls = new Map([[137, evm.rpcUrl]]);
	const creator = await injectWallet(page, { privateKey: testKeys.admin, rpcUrls });
	await openListing(page, { product, folder, count });
	const dialog = listing(page);
	await dialog.getByLabel('Symbol').fill('ff');
	await dialog.getByLabel('Mint Price (POL)').fill('0.5');
	await dialog.getByLabel('Royalty (%)').fill('5');
	if (isCovered) await dialog.getByRole('radio', { name: 'After the sale' }).click();
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
	await expect(shop.getByText(/^No more than 4 can ever exist\./)).toBeVisible();
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
	await expect(dialog.getByText(/^This sale was ended in its contract/)).toBeVisible({ timeout: 40_000 });
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
	await expect(phasesOf(page).getByText(/^Line 2 is not an EVM address: A/)).toBeVisible();
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

test(
	'the items of a sale on an EVM chain are covered until it is sold out, drawn and revealed',
	{
		tag: '@further',
	},
	async ({ page, browser, product, evm, folder }, testInfo) => {
		test.setTimeout(5 * 60_000);
		const { dialog, saleUrl, rpcUrls } = await startDrop(page, { product, evm, folder, count: 3, isCovered: true });
		const reveal = dialog.getByRole('region', { name: 'Reveal' });
		await expect(reveal.getByText(/^The items are covered\./)).toBeVisible();

		const stranger = await browser.newContext({ reducedMotion: 'reduce' });
		const shop = await stranger.newPage();
		await injectWallet(shop, { privateKey: testKeys.buyer, rpcUrls });
		await shop.goto(saleUrl);
		await expect(shop.getByText('The 3 items are covered until the reveal, after the sale.')).toBeVisible();
		const card = shop.getByRole('region', { name: 'Delayed reveal' });
		await expect(card.getByText(/^Every item is covered until the sale has ended/)).toBeVisible();
		await shop.screenshot({ path: testInfo.outputPath('covered.png'), fullPage: true });
		await connect(shop);
		for (const _ of [2, 3]) await shop.getByRole('button', { name: 'One more' }).click();
		await shop.getByRole('button', { name: 'Buy 3 items for 1.5 POL' }).click();
		await shop.getByRole('button', { name: /^Send with/ }).click();
		await expect(shop.getByText(/^It is yours: /)).toBeVisible({ timeout: 40_000 });
		const saleId = saleUrl.split('/').at(-1);
		const readPictures = async () => {
			const urls = [1, 2, 3].map((number) => `${product.origin}/api/sales/${saleId}/items/${number}?size=full`);
			const answers = await Promise.all(urls.map((url) => shop.request.get(url)));
			return new Set(await Promise.all(answers.map(async (answer) => (await answer.body()).toString('base64'))));
		};
		// Whoever bought an item sees the same cover as everybody.
		expect((await readPictures()).size).toBe(1);

		expect(await countShownPictures(shop)).toBe(1);

		const send = async (whose: Locator, button: string) => {
			await whose.getByRole('button', { name: button }).click({ timeout: 60_000 });
			const confirm = whose.getByRole('button', { name: /^Send with/ });
			await expect(confirm).toBeVisible();
			const hasFocus = () => whose.evaluate((element) => element.contains(document.activeElement));
			await expect.poll(hasFocus, 'the focus goes to the summary').toBe(true);
			await confirm.click();
		};
		await send(reveal, 'Close the sale in its contract');
		await expect(reveal.getByText(/^Block [\d,]+ /)).toBeVisible({ timeout: 60_000 });
		// Whoever bought draws, and reveals: nobody waits for the creator alone.
		const steps = shop.getByRole('region', { name: 'Until the reveal' });
		await expect(steps.getByRole('button', { name: 'Draw the order' })).toBeVisible({ timeout: 60_000 });
		await shop.screenshot({ path: testInfo.outputPath('to-draw.png'), fullPage: true });
		await send(steps, 'Draw the order');
		await expect(card.getByText(/has decided on the order, which nobody can change/)).toBeVisible({ timeout: 60_000 });
		await reveal.getByRole('button', { name: 'Reveal the items' }).click({ timeout: 60_000 });
		await reveal.getByRole('button', { name: 'They are published' }).click({ timeout: 60_000 });
		await expect(reveal.getByRole('button', { name: 'Reveal in the contract' })).toBeVisible({ timeout: 60_000 });
		await page.screenshot({ path: testInfo.outputPath('to-reveal.png') });
		await send(steps, 'Reveal in the contract');
		await expect(reveal.getByText(/^The items are shown, for good\./)).toBeVisible({ timeout: 60_000 });
		// Without a reload: the page that was open all the time shows them.
		await expect(card.getByText(/^The items are shown, in the order that the seed and block/)).toBeVisible({
			timeout: 30_000,
		});
		await expect.poll(() => countShownPictures(shop)).toBe(3);
		await expect(shop.getByText(/^Rank \d of 3/)).toHaveCount(3);
		await shop.screenshot({ path: testInfo.outputPath('revealed.png'), fullPage: true });
		expect((await readPictures()).size).toBe(3);
		const { mintAddress } = await (await shop.request.get(`${product.origin}/api/sales/${saleId}`)).json();
		const token = { address: mintAddress, abi: adxDropAbi, functionName: 'tokenURI', args: [1n] } as const;
		expect(await chainClient(evm).readContract(token)).toMatch(/^ipfs:\/\/\w+\/1\.json$/);
		await stranger.close();
	},
);
