import { hasAnvil, testAccounts, testKeys } from '@adx/contracts/evm/anvil-testing';
import { expect } from '@playwright/test';
import { openCreateTab } from '../../support/steps.ts';
import {
	connect,
	connectTo,
	expectConfirmed,
	expectMinted,
	mintButtons,
	mintDialog,
	openWithGenerated,
	pressMint,
	section,
	testWithChain as test,
	tile,
} from './mint-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');
test.use({ actionTimeout: 15_000 });

test('Disconnect holds over a reload and whatever the wallet reports, until somebody connects again (WAL-01)', {
	tag: '@further',
}, async ({ page, product, wallet }) => {
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	await section(page).getByRole('button', { name: 'Disconnect' }).click();
	await expect(mintButtons(page, 'Connect Wallet').first()).toBeFocused();
	await wallet.chooseAccount(testKeys.stranger);
	await page.reload();
	await expect(tile(page, 1).getByRole('button', { name: 'Connect Wallet' })).toBeDisabled();
	await wallet.chooseAccount(testKeys.buyer);
	// By then the page has drawn what the wallet reported.
	await page.evaluate(() => new Promise((drawn) => requestAnimationFrame(() => requestAnimationFrame(drawn))));
	await expect(tile(page, 1).getByRole('button', { name: 'Connect Wallet' })).toBeDisabled();
	expect(wallet.countOf('eth_requestAccounts')).toBe(1);
	await connectTo(page);
	await page.reload();
	await expect(section(page).getByText('Polygon · Test Wallet', { exact: true })).toBeVisible();
	expect(wallet.countOf('eth_requestAccounts')).toBe(2);
});

test('rejects with a sentence a wallet that says it switched and did not, or that leaves a request open', {
	tag: '@further',
}, async ({ page, product, wallet }) => {
	await openWithGenerated(page, product, 1);
	wallet.ignoreNext('wallet_switchEthereumChain');
	await connect(page);
	await expect(section(page).getByText(/^Confirm in Test Wallet \(2 of 2\)\./)).toBeVisible();
	await expect(section(page).getByText(/^Test Wallet did not switch to Polygon\./)).toBeVisible();

	const held = wallet.holdNext('wallet_switchEthereumChain');
	await section(page).getByRole('button', { name: 'Wrong network' }).click();
	await section(page).getByRole('button', { name: 'Stop waiting' }).click();
	await expect(section(page).getByText(/^You stopped waiting\./)).toBeVisible();
	await expect(section(page).getByRole('button', { name: 'Wrong network' })).toBeFocused();
	held.release();
	await section(page).getByRole('button', { name: 'Retry' }).click();
	await expect(section(page).getByText('Polygon · Test Wallet', { exact: true })).toBeVisible();
});

test('an account switched while the wallet asks is told, and the next try is for the new one', {
	tag: '@further',
}, async ({ page, product, chains: { polygon }, wallet }) => {
	const before = await polygon.balanceOf(testAccounts.stranger.address);
	await openWithGenerated(page, product, 1);
	await connectTo(page);
	const dialog = mintDialog(page);
	const held = wallet.holdNext('eth_sendTransaction');
	await pressMint(page, 1);
	await expect(dialog.getByText(/^Confirm in Test Wallet\./)).toBeVisible();
	await wallet.chooseAccount(testKeys.stranger);
	await expect(dialog.getByRole('alert')).toHaveText(
		/^You switched the account in Test Wallet\. This mint is for 0x3C44/,
	);
	held.release();
	await expect(dialog.getByRole('alert')).toHaveText(
		/^The account in Test Wallet was switched meanwhile\. Nothing was sent/,
	);
	await dialog.getByRole('button', { name: 'Mint NFT' }).click();
	await expectConfirmed(page);
	expect(await polygon.balanceOf(testAccounts.stranger.address)).toBe(before + 1n);
});

test('a request that was left is followed when it is confirmed after all, on another page too', {
	tag: '@further',
}, async ({ page, product, chains: { polygon }, wallet }) => {
	const before = await polygon.balanceOf(wallet.address);
	await openWithGenerated(page, product, 2);
	await connectTo(page);
	const dialog = mintDialog(page);
	const first = wallet.holdNext('eth_sendTransaction');
	await pressMint(page, 1);
	await expect(dialog.getByText(/^Confirm in Test Wallet/)).toBeVisible();
	await dialog.getByRole('button', { name: 'Stop waiting' }).click();
	await expect(dialog.getByText(/^You stopped waiting\./)).toBeVisible();
	first.release();
	await expectConfirmed(page);
	await page.keyboard.press('Escape');
	await expect(dialog).toBeHidden();
	await expectMinted(page, 1);

	const second = wallet.holdNext('eth_sendTransaction');
	await pressMint(page, 2);
	await expect(dialog.getByText(/^Confirm in Test Wallet/)).toBeVisible();
	await dialog.getByRole('button', { name: 'Close' }).click();
	await page.getByRole('link', { name: 'Gallery' }).first().click();
	await expect(section(page)).toBeHidden();
	second.release();
	await expect.poll(() => polygon.balanceOf(wallet.address)).toBe(before + 2n);
	await page.getByRole('link', { name: 'Create' }).first().click();
	await openCreateTab(page, 'Mint');
	await expectMinted(page, 2);
});

test('Back closes the dialog and keeps the page, the focus and what is under way', { tag: '@further' }, async ({
	page,
	product,
	wallet,
}) => {
	await openWithGenerated(page, product, 1);
	// Only within the page can it be kept.
	await page.getByRole('link', { name: 'Gallery' }).first().click();
	await expect(section(page)).toBeHidden();
	await page.getByRole('link', { name: 'Create' }).first().click();
	await openCreateTab(page, 'Mint');
	await connectTo(page);
	const address = page.url();
	const held = wallet.holdNext('eth_sendTransaction');
	await pressMint(page, 1);
	await expect(mintDialog(page).getByText(/^Confirm in Test Wallet/)).toBeVisible();
	await page.evaluate(() => history.back());
	await expect(mintDialog(page)).toBeHidden();
	// The browser has gone back already when it is told to stay, and returns.
	await expect.poll(() => page.url()).toBe(address);
	await expect(tile(page, 1).locator(':focus')).toHaveCount(1);
	held.release();
	await expectMinted(page, 1);
	await expect(tile(page, 1).getByRole('button', { name: 'Minted ✓' })).toBeVisible();
	await page.evaluate(() => history.back());
	await expect.poll(() => page.url()).not.toBe(address);
});
