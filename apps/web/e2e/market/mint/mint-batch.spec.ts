import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { expect } from '@playwright/test';
import { connectTo, openWithGenerated, section, testWithChain as test, tile, withMiningPaused } from './mint-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');
test.use({ actionTimeout: 15_000 });

test('many images are minted with one signature: the list outlives a reload, and each shows how far it is', async ({
	page,
	product,
	chains: { polygon },
	wallet,
}) => {
	test.slow();
	const before = await polygon.balanceOf(wallet.address);
	await openWithGenerated(page, product, 4);
	await connectTo(page);
	await section(page).getByRole('button', { name: 'Select all shown' }).click();
	await section(page).getByRole('button', { name: 'Mint 4 images' }).click();
	const dialog = page.getByRole('dialog', { name: 'Mint many' });
	await expect(dialog.getByText(/^4 images in 1 transaction, each of which your wallet asks about once/)).toBeVisible();
	await expect(dialog.getByText(/^Gas: at most [\d,]+ in all, at present about [\d.]+ MATIC/)).toBeVisible();
	wallet.rejectNext('eth_sendTransaction');
	await dialog.getByRole('button', { name: 'Mint 4 images' }).click();
	await expect(dialog.getByText('You closed the request')).toBeVisible();

	await page.reload();
	await expect(section(page).getByText('4 of 4 images are still to be minted.')).toBeVisible();
	await section(page).getByRole('button', { name: 'Show them' }).click();
	const rows = dialog.getByRole('list', { name: 'Images of this batch' }).getByRole('listitem');
	await expect(rows).toHaveCount(4);
	await withMiningPaused(polygon, async () => {
		await dialog.getByRole('button', { name: /^(Mint|Continue with) 4 images$/ }).click();
		await expect(dialog.getByText(/^All are sent\./)).toBeVisible();
		await expect(rows.filter({ hasText: 'Sent, waiting for the chain' })).toHaveCount(4);
	});
	await expect(rows.filter({ hasText: /Minted$/ })).toHaveCount(4, { timeout: 30_000 });
	await expect(dialog.getByText(/^All are minted/)).toBeVisible();
	await dialog.getByRole('button', { name: 'Done' }).click();
	for (const number of [1, 2, 3, 4]) {
		await expect(tile(page, number).getByRole('button', { name: 'Minted ✓' })).toBeDisabled();
	}
	expect(wallet.countOf('eth_sendTransaction')).toBe(2);
	expect(await polygon.balanceOf(wallet.address)).toBe(before + 4n);
});
