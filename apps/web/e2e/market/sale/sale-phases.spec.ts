import { createTestWallet } from '@adx/contracts/solana/wallet-testing';
import { expect } from '@playwright/test';
import { injectSolanaWallet } from '../solana-test-wallet.ts';
import {
	inMinutes,
	lamportsPerSol,
	listing,
	openListing,
	openPhases,
	openSale,
	phaseGroup,
	phasesOf,
	putClockWrong,
	signItem,
	startMinting,
	testWithSolana as test,
} from './sale-steps.ts';

test.use({ actionTimeout: 15_000 });

test('a sale runs in phases and by the clock: its list lets wallets in, its limit ends them, and its creator pauses, reprices, times and ends it', async ({
	page,
	browser,
	product,
	chain,
	folder,
}, testInfo) => {
	test.setTimeout(4 * 60_000);
	const creator = await injectSolanaWallet(page, { name: 'creator' });
	const buyerAddress = (await createTestWallet('buyer')).address;
	chain.airdrop(creator.address, lamportsPerSol);
	chain.airdrop(buyerAddress, lamportsPerSol);
	await openListing(page, { product, folder, count: 5 });
	await startMinting(page, '0.1');
	const saleUrl = await openSale(page);

	await openPhases(page);
	await phasesOf(page).getByRole('button', { name: 'Add a phase' }).click();
	await phaseGroup(page, 1).getByLabel('Name').fill('Early supporters');
	await phaseGroup(page, 1).getByLabel('Price (SOL)').fill('0.02');
	await phaseGroup(page, 1)
		.getByLabel('Ends')
		.fill(await inMinutes(page, 60));
	await phaseGroup(page, 1).getByLabel('Items per wallet').fill('1');
	await phaseGroup(page, 1).getByRole('checkbox').check();
	await phaseGroup(page, 1)
		.getByLabel('Wallets', { exact: true })
		.fill((await createTestWallet('somebody else')).address);
	await phasesOf(page).getByRole('button', { name: 'Add a phase' }).click();
	await phaseGroup(page, 2).getByLabel('Name').fill('Public');
	await phasesOf(page).getByRole('button', { name: 'Save the phases' }).click();
	await expect(listing(page).getByText('The phases are saved.')).toBeVisible();

	const stranger = await browser.newContext({ reducedMotion: 'reduce' });
	const shop = await stranger.newPage();
	// The server's clock decides and counts down: all that follows is bought on a computer that is a year behind.
	await putClockWrong(shop, -366);
	const buyer = await injectSolanaWallet(shop, { name: 'buyer' });
	await shop.goto(saleUrl);
	expect(await shop.evaluate(() => Date.now())).toBeLessThan(Date.now() - 365 * 24 * 3_600_000);
	await expect(shop.getByText(/^‘Early supporters’ ends in 00:5\d:\d\d$/)).toBeVisible();
	await shop.getByRole('button', { name: 'Buy for 0.02 SOL' }).click();
	await expect(
		shop.getByText('This wallet is not on the list of the phase ‘Early supporters’. Nothing was paid.'),
	).toBeVisible();

	await openPhases(page);
	await phaseGroup(page, 1).getByLabel('Wallets', { exact: true }).fill(`wallet,note\n${buyer.address},friend`);
	await phasesOf(page).getByRole('button', { name: 'Save the phases' }).click();
	await expect(phasesOf(page)).toHaveCount(0);
	await signItem(shop);
	await expect(shop.getByText(/^It is yours: Frost & Fire #\d+$/)).toBeVisible({ timeout: 40_000 });
	await shop.getByRole('button', { name: 'Buy another' }).click();
	await shop.getByRole('button', { name: 'Buy for 0.02 SOL' }).click();
	await expect(
		shop.getByText('A wallet may buy one item in the phase ‘Early supporters’, and this one has.'),
	).toBeVisible();

	await listing(page).getByRole('button', { name: 'Pause the sale' }).click();
	await expect(listing(page).getByText(/^Paused\. What was set aside/)).toBeVisible();
	await expect(shop.getByText('Paused', { exact: true })).toBeVisible({ timeout: 20_000 });
	await expect(shop.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
	await listing(page).getByRole('button', { name: 'Resume the sale' }).click();
	await expect(listing(page).getByText('The sale goes on.')).toBeVisible();

	await openPhases(page);
	await phasesOf(page).getByRole('button', { name: 'Remove Phase 2' }).click();
	await phasesOf(page).getByRole('button', { name: 'Remove Phase 1' }).click();
	await phasesOf(page).getByRole('button', { name: 'Save the phases' }).click();
	await expect(listing(page).getByText(/^No phases: everybody can buy/)).toBeVisible();
	await listing(page).getByLabel('Price (SOL)').fill('0.03');
	await listing(page).getByRole('button', { name: 'Change the price' }).click();
	await expect(listing(page).getByText('An item costs 0.03 SOL from now on.')).toBeVisible();
	await shop.getByRole('button', { name: 'Buy for 0.03 SOL' }).click({ timeout: 20_000 });
	await expect(shop.getByText(/^0\.03 SOL to /)).toBeVisible();
	await shop.getByRole('button', { name: 'Sign with Phantom' }).click();
	await expect(shop.getByText(/^It is yours: /)).toBeVisible({ timeout: 40_000 });

	const times = listing(page).getByRole('region', { name: 'Start and end of the sale' });
	const saveTimes = async () => {
		await times.getByRole('button', { name: 'Save start and end' }).click();
		await expect(times.getByText('Start and end are saved.')).toBeVisible();
	};
	await times.getByLabel('Sale starts').fill(await inMinutes(page, 60));
	await saveTimes();
	await shop.reload();
	await expect(shop.getByText(/^The sale starts in 0[01]:\d\d:\d\d$/)).toBeVisible({ timeout: 20_000 });
	await expect(shop.getByText('Not open yet')).toBeVisible();
	await expect(shop.getByRole('button', { name: /^Buy/ })).toHaveCount(0);
	await shop.screenshot({ path: testInfo.outputPath('not-open-yet.png'), fullPage: true });
	await times.getByLabel('Sale ends').fill(await inMinutes(page, 30));
	await times.getByRole('button', { name: 'Save start and end' }).click();
	await expect(times.getByText('It ends before it starts').first()).toBeVisible();
	await times.screenshot({ path: testInfo.outputPath('times.png') });
	await times.getByLabel('Sale starts').fill('');
	await saveTimes();
	await shop.reload();
	await shop.getByRole('button', { name: 'Buy another' }).click();
	await expect(shop.getByText(/^The sale ends in 00:\d\d:\d\d$/)).toBeVisible({ timeout: 20_000 });
	await expect(shop.getByRole('button', { name: /^Buy/ })).toBeVisible();
	await shop.screenshot({ path: testInfo.outputPath('ends.png'), fullPage: true });

	const end = listing(page).getByRole('button', { name: 'End the sale' });
	await end.click();
	await page.getByRole('button', { name: 'Keep selling' }).click();
	await expect(end).toBeFocused();
	await end.click();
	await page.getByRole('dialog', { name: 'End this sale?' }).getByRole('button', { name: 'End the sale' }).click();
	await expect(listing(page).getByText('You ended this sale. Its page stays, and nobody can buy.')).toBeVisible();
	await shop.reload();
	await expect(shop.getByText('Ended', { exact: true })).toBeVisible({ timeout: 20_000 });
	await stranger.close();
});
