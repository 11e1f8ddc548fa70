import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { signIn } from '../../support/steps.ts';
import { checkScreen } from '../../visual/screen-checks.ts';
import { connectInDialog, openPremium, testWithPrice as test } from './premium-steps.ts';

test.skip(!hasAnvil, 'There is no anvil for this platform.');

/** A screenshot to look at, and what can be asserted of any look. */
async function inspect(page: Page, name: string, testInfo: TestInfo): Promise<void> {
	// Beyond what fits the window, the dialog's whole length is of interest.
	const size = page.viewportSize()!;
	const heightPx = await page
		.getByRole('dialog')
		.evaluate((dialog) => dialog.querySelector('.overflow-y-auto')!.scrollHeight);
	await page.setViewportSize({ ...size, height: Math.max(size.height, heightPx) });
	await checkScreen(page, name, testInfo, { fullPage: false });
	await page.setViewportSize(size);
}

for (const width of [360, 1_440]) {
	test.describe(`paying for Premium at ${width} px`, { tag: '@looks' }, () => {
		test.use({
			viewport: { width, height: width < 500 ? 780 : 900 },
			actionTimeout: 15_000,
			productEnv: async ({ payment: { polygon, other, treasury } }, use) =>
				use({
					POLYGON_RPC_URL: polygon.rpcUrl,
					POLYGON_EXPLORER_URL: 'https://explorer.example',
					POLYGON_CONFIRMATIONS: '3',
					ETHEREUM_RPC_URL: other.rpcUrl,
					PREMIUM_TREASURY: treasury,
					PREMIUM_PRICE: 'polygon:5,ethereum:0.002',
				}),
		});

		test('fits and is accessible in every state', async ({ page, product, wallet, payment }, testInfo) => {
			test.setTimeout(8 * 60_000);
			await page.goto(product.origin);
			await signIn(page, product);
			const dialog = await openPremium(page);
			await expect(dialog.getByRole('button', { name: 'Connect Wallet' })).toBeVisible();
			await inspect(page, 'premium-offer', testInfo);

			await dialog.getByText('Paid already, or paying manually').click();
			await dialog.getByLabel('Transaction hash on Polygon').fill(`0x${'ab'.repeat(32)}`);
			await dialog.getByRole('button', { name: 'Check payment' }).click();
			await expect(dialog.getByText(/^Polygon knows no such transaction yet/).first()).toBeVisible();
			await inspect(page, 'premium-by-hand', testInfo);
			await dialog.getByText('Paid already, or paying manually').click();

			await connectInDialog(dialog);
			wallet.holdNext('eth_sendTransaction');
			await dialog.getByRole('button', { name: 'Pay with wallet' }).click();
			await expect(dialog.getByText(/^Confirm in Test Wallet\. It shows 5 MATIC/)).toBeVisible();
			await inspect(page, 'premium-in-wallet', testInfo);

			await page.reload();
			await openPremium(page);
			await expect(
				dialog.getByText(/^Test Wallet was asked to pay on Polygon, and this page does not know the outcome\./),
			).toBeVisible();
			await expect(dialog.getByRole('button', { name: 'Pay with wallet' })).toHaveCount(0);
			await inspect(page, 'premium-asked-before', testInfo);
			await dialog.getByRole('button', { name: 'My wallet sent nothing' }).click();
			await expect(dialog.getByText(/^Polygon · Test Wallet$/)).toBeVisible();
			await dialog.getByRole('button', { name: 'Pay with wallet' }).click();
			await expect(dialog.getByText('1 of 3 confirmations')).toBeVisible();
			await inspect(page, 'premium-waiting', testInfo);

			// As another tab keeps one, of which the chain knows nothing.
			await page.evaluate(() => {
				const payment = { chain: 'polygon', signature: `0x${'cd'.repeat(32)}`, userId: 'somebody', isNamed: true };
				localStorage.setItem(`adx_premium_payment:polygon:${payment.signature}`, JSON.stringify(payment));
				window.dispatchEvent(new StorageEvent('storage'));
			});
			await expect(dialog.getByText(/it has a new hash now/)).toBeVisible();
			await inspect(page, 'premium-waiting-for-two', testInfo);

			await payment.client.mine({ blocks: 2 });
			await expect(dialog.getByText(/^Paid for on Polygon/)).toBeVisible({ timeout: 20_000 });
			await inspect(page, 'premium-paid', testInfo);
			await dialog.getByRole('button', { name: 'Remove premium' }).click();
			await expect(dialog).toHaveCount(0);
			await openPremium(page);
			await expect(dialog.getByRole('button', { name: 'Switch Premium on again' })).toBeVisible();
			await inspect(page, 'premium-switched-off', testInfo);
		});
	});
}
