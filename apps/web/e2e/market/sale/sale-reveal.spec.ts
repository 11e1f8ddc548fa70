import { createTestWallet } from '@adx/contracts/solana/wallet-testing';
import { expect } from '@playwright/test';
import { injectSolanaWallet } from '../solana-test-wallet.ts';
import {
	countShownPictures,
	lamportsPerSol,
	listing,
	openListing,
	openSale,
	signItem,
	startMinting,
	testWithSolana as test,
} from './sale-steps.ts';

test.use({ actionTimeout: 15_000 });

test(
	'the items of a sale on Solana are covered until it is sold out, drawn and revealed',
	{
		tag: '@further',
	},
	async ({ page, browser, product, chain, folder }, testInfo) => {
		test.setTimeout(5 * 60_000);
		const creator = await injectSolanaWallet(page, { name: 'creator' });
		const buyerAddress = (await createTestWallet('buyer')).address;
		for (const address of [creator.address, buyerAddress]) chain.airdrop(address, lamportsPerSol);
		await openListing(page, { product, folder, count: 2 });
		await listing(page).getByRole('radio', { name: 'After the sale' }).click();
		await startMinting(page, '0.1');
		const saleUrl = await openSale(page);
		const reveal = listing(page).getByRole('region', { name: 'Reveal' });
		await expect(reveal.getByText(/^The items are covered\./)).toBeVisible();

		const stranger = await browser.newContext({ reducedMotion: 'reduce' });
		const shop = await stranger.newPage();
		await injectSolanaWallet(shop, { name: 'buyer' });
		await shop.goto(saleUrl);
		await expect(shop.getByText('The 2 items are covered until the reveal, after the sale.')).toBeVisible();
		await signItem(shop);
		await expect(shop.getByText(/^It is yours: /)).toBeVisible({ timeout: 40_000 });
		await shop.getByRole('button', { name: 'Buy another' }).click();
		await signItem(shop);
		await expect(shop.getByText(/^It is yours: /)).toBeVisible({ timeout: 40_000 });
		const readPictures = async () => {
			const urls = [1, 2].map((number) => `${saleUrl.replace('/sale/', '/api/sales/')}/items/${number}?size=full`);
			const answers = await Promise.all(urls.map((url) => shop.request.get(url)));
			return new Set(await Promise.all(answers.map(async (answer) => (await answer.body()).toString('base64'))));
		};
		// Whoever bought an item sees the same cover as everybody.
		expect((await readPictures()).size).toBe(1);

		await reveal.getByRole('button', { name: 'Reveal the items' }).click({ timeout: 90_000 });
		await reveal.getByRole('button', { name: 'They are published' }).click({ timeout: 60_000 });
		await expect(reveal.getByText(/^The items are shown, for good\./)).toBeVisible({ timeout: 90_000 });
		// Without a reload: the page that was open all the time shows them, and what was bought there.
		const card = shop.getByRole('region', { name: 'Delayed reveal' });
		await expect(card.getByText(/^The items are shown, in the order that the seed and block/)).toBeVisible({
			timeout: 30_000,
		});
		await expect.poll(() => countShownPictures(shop)).toBe(2);
		await expect(shop.getByText(/^Rank \d of 2/)).toBeVisible();
		await shop.screenshot({ path: testInfo.outputPath('revealed.png'), fullPage: true });
		expect((await readPictures()).size).toBe(2);
		await stranger.close();
	},
);
