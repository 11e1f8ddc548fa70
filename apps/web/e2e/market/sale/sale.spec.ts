import { createTestWallet } from '@adx/contracts/solana/wallet-testing';
import { expect } from '@playwright/test';
import { injectSolanaWallet } from '../solana-test-wallet.ts';
import {
	lamportsPerSol,
	listing,
	mintRemaining,
	openListing,
	openSale,
	signItem,
	startMinting,
	testWithSolana as test,
	toast,
} from './sale-steps.ts';

test.use({ actionTimeout: 15_000 });

test('a merge is listed, a stranger buys, the creator mints the rest, it is sold out, and the gallery follows (MLST-06, WAL-02, WAL-03, ERR-07, AMB-61)', async ({
	page,
	browser,
	product,
	chain,
	folder,
}, testInfo) => {
	test.setTimeout(5 * 60_000);
	const creator = await injectSolanaWallet(page, { name: 'creator' });
	const buyerAddress = (await createTestWallet('buyer')).address;
	chain.airdrop(creator.address, lamportsPerSol);
	chain.airdrop(buyerAddress, lamportsPerSol);
	await openListing(page, { product, folder, count: 28 });

	await expect(listing(page).getByText(/will cost you about 0\.\d+ SOL; buyers pay about 0\.\d+ SOL/)).toBeVisible();
	await startMinting(page, '0.1');
	await expect(toast(page, 'Minting Started')).toBeVisible();
	expect(creator.requests).toEqual(['connect']);
	const saleUrl = await openSale(page);
	expect(creator.requests).toEqual(['connect', 'sign 1']);
	const earnedBefore = chain.balance(creator.address);

	const stranger = await browser.newContext({ reducedMotion: 'reduce' });
	const empty = await stranger.newPage();
	// A small telephone: what it costs and where to press are seen without scrolling.
	await empty.setViewportSize({ width: 360, height: 640 });
	await empty.goto(saleUrl);
	await expect(empty.getByText('0.1 SOL', { exact: true }).first()).toBeInViewport({ ratio: 1 });
	await expect(empty.getByRole('button', { name: 'Buy for 0.1 SOL' })).toBeInViewport({ ratio: 1 });
	await empty.screenshot({ path: testInfo.outputPath('first-screen.png') });
	await empty.getByRole('button', { name: 'Buy for 0.1 SOL' }).click();
	await expect(toast(empty, 'Wallet Not Found')).toBeVisible();
	await expect(empty.getByRole('link', { name: 'Install Phantom' })).toBeVisible();
	await expect(empty.getByText('28 left')).toBeVisible();
	await empty.close();

	const shop = await stranger.newPage();
	// Found in `window.phantom` alone.
	const buyer = await injectSolanaWallet(shop, { name: 'buyer', announces: false });
	await shop.goto(saleUrl);
	await expect(shop.getByRole('heading', { level: 1, name: 'Frost & Fire' })).toBeVisible();
	await expect(shop.getByText('0 of 28 minted').first()).toBeVisible();
	expect((await stranger.cookies()).map(({ name }) => name)).not.toContain('adx_session');

	await shop.getByRole('button', { name: 'Buy for 0.1 SOL' }).click();
	await expect(toast(shop, 'Wallet Connected')).toBeVisible();
	await expect(shop.getByText(`Connected to ${buyer.address.slice(0, 8)}…`).first()).toBeVisible();
	const summary = shop.getByRole('region', { name: 'What you are about to sign' });
	await expect(summary.getByText(/^0\.1 SOL to /)).toBeVisible();
	buyer.rejectNext('sign');
	await shop.getByRole('button', { name: 'Sign with Phantom' }).click();
	await expect(shop.getByText('You closed the request')).toBeVisible();
	expect(chain.balance(buyer.address)).toBe(lamportsPerSol);
	await shop.getByRole('button', { name: 'Sign with Phantom' }).click();
	await expect(shop.getByText(/^It is yours: Frost & Fire #\d+$/)).toBeVisible({ timeout: 40_000 });
	const picture = shop.getByRole('img', { name: /^Frost & Fire #\d+$/ }).first();
	await expect.poll(() => picture.evaluate((image: HTMLImageElement) => image.naturalWidth)).toBe(64);
	await expect(shop.getByRole('link', { name: 'View on Explorer' })).toHaveAttribute(
		'href',
		/^https:\/\/explorer\.example\/address\//,
	);
	expect(chain.balance(creator.address) - earnedBefore).toBe(lamportsPerSol / 10n);

	await shop.reload();
	await expect(shop.getByText(/^It is yours: /)).toBeVisible();
	await shop.getByRole('button', { name: 'Buy another' }).click();
	// What is signed reaches the server only after the page was reloaded.
	await shop.route('**/trpc/mint.sales.submit*', (route) => route.abort());
	await signItem(shop);
	await expect(shop.getByText(/^The server did not answer\. Your signature is kept/)).toBeVisible();
	await shop.unroute('**/trpc/mint.sales.submit*');
	await shop.reload();
	await expect(shop.getByText(/^It is yours: /)).toBeVisible({ timeout: 40_000 });
	await shop.getByRole('button', { name: 'Buy another' }).click();
	expect(buyer.requests).toEqual(['connect', 'sign 1', 'sign 1', 'sign 1']);

	await page.goto(`${product.origin}/gallery`);
	const featured = page.getByRole('region', { name: 'Featured Collections' });
	await expect(featured.getByRole('link', { name: 'Buy an item of Frost & Fire' })).toBeVisible();
	await page.goBack();
	await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
	const dialog = listing(page);
	await mintRemaining(page, chain);
	expect(creator.requests).toEqual(['connect', 'sign 1', 'sign 25', 'sign 1']);
	await expect(dialog.getByRole('progressbar', { name: 'Minted', exact: true })).toHaveAttribute(
		'aria-valuetext',
		'28 of 28 minted',
	);
	await expect(shop.getByText('Sold out', { exact: true })).toBeVisible({ timeout: 40_000 });
	await stranger.close();

	// Two were bought, for 0.1 SOL each; what is final on the chain is counted.
	const card = page.getByRole('article').filter({ hasText: 'Frost & Fire' });
	await expect(async () => {
		await page.goto(`${product.origin}/gallery`);
		await expect(card.getByRole('link', { name: 'See the sale of Frost & Fire' })).toBeVisible();
		await expect(card.getByText('0.2 SOL')).toBeVisible();
	}).toPass({ timeout: 60_000 });
	await expect(page.getByText('No collection is minting at the moment.')).toBeVisible();
});

test('no wallet, a wallet that closes the request, and a server that does not answer start nothing (ERR-07, ERR-12)', {
	tag: '@further',
}, async ({ page, product, folder }) => {
	test.setTimeout(2 * 60_000);
	await openListing(page, { product, folder, count: 2 });
	await startMinting(page, '0.1');
	await expect(toast(page, 'Wallet Not Found')).toBeVisible();
	await expect(toast(page, 'Please install Phantom wallet to mint NFTs')).toBeVisible();

	const wallet = await injectSolanaWallet(page, { name: 'creator' });
	wallet.rejectNext('connect');
	await page.reload();
	await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
	await startMinting(page, '0.1');
	await expect(listing(page).getByText('You closed the request')).toBeVisible();
	await page.route('**/trpc/mint.collections.start*', (route) => route.abort(), { times: 1 });
	await listing(page).getByRole('button', { name: 'Start Minting' }).click();
	await expect(toast(page, 'Minting Failed')).toBeVisible();
	await expect(listing(page).getByRole('alert')).toHaveText('Failed to start minting');
	await listing(page).getByRole('button', { name: 'Start Minting' }).click();
	await expect(toast(page, 'Minting Started')).toBeVisible();

	// Its wallet is empty.
	await listing(page).getByRole('button', { name: 'Sign the collection' }).click({ timeout: 40_000 });
	await expect(
		listing(page)
			.getByText(/SOL/)
			.filter({ hasText: /needs?|takes?|too little/i })
			.first(),
	).toBeVisible();
});

test('the gate stands everywhere but at a sale, and a sale that does not exist says so (AMB-61)', {
	tag: '@further',
}, async ({ page, product }) => {
	await page.goto(`${product.origin}/sale/no-such-sale`);
	await expect(page.getByRole('heading', { name: 'No sale found' })).toBeVisible();
	await page.getByRole('link', { name: 'ADX Realm, to the main page' }).click();
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
	await page.goto(`${product.origin}/merger`);
	await expect(page.getByRole('heading', { name: 'Developer Access' })).toBeVisible();
});
