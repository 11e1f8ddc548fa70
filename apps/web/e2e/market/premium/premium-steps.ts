import {
	type Anvil,
	type ChainClient,
	chainClient,
	startAnvil,
	testAccounts,
	testKeys,
} from '@adx/contracts/evm/anvil-testing';
import { expect, type Locator, type Page } from '@playwright/test';
import { test } from '../../support/test-server.ts';
import { injectWallet, type TestWallet } from '../evm-test-wallet.ts';

/** A chain on which Premium is paid for. */
export interface PaymentChain {
	readonly polygon: Anvil;
	/** The chain that the wallet starts on. */
	readonly other: Anvil;
	readonly client: ChainClient;
	readonly treasury: `0x${string}`;
}

/** Playwright's `test` with a product that sells Premium for 5 of its chain's coin, after three confirmations. */
export const testWithPrice = test.extend<{ wallet: TestWallet }, { payment: PaymentChain }>({
	payment: [
		async ({}, use) => {
			const [polygon, other] = await Promise.all([startAnvil({ chainId: 137 }), startAnvil({ chainId: 31_337 })]);
			await use({ polygon, other, client: chainClient(polygon), treasury: testAccounts.admin.address });
			await Promise.all([polygon.stop(), other.stop()]);
		},
		{ scope: 'worker' },
	],
	productEnv: ({ payment: { polygon, treasury } }, use) =>
		use({
			POLYGON_RPC_URL: polygon.rpcUrl,
			POLYGON_EXPLORER_URL: 'https://explorer.example',
			POLYGON_CONFIRMATIONS: '3',
			PREMIUM_TREASURY: treasury,
			PREMIUM_PRICE: '5',
		}),
	wallet: async ({ page, payment: { polygon, other } }, use) => {
		const rpcUrls = new Map([
			[31_337, other.rpcUrl],
			[137, polygon.rpcUrl],
		]);
		await use(await injectWallet(page, { privateKey: testKeys.buyer, rpcUrls }));
	},
});

export const premiumDialog = (page: Page): Locator => page.getByRole('dialog', { name: 'Premium', exact: true });

/** Opens it by the account menu. */
export async function openPremium(page: Page): Promise<Locator> {
	await page.getByRole('button', { name: 'Account' }).click();
	await page.getByRole('menuitem', { name: /^Premium/ }).click();
	await expect(premiumDialog(page).getByRole('heading', { name: 'Premium', exact: true })).toBeVisible();
	return premiumDialog(page);
}

/** Connects the wallet of the page in the open dialog. */
export async function connectInDialog(dialog: Locator): Promise<void> {
	await dialog.getByRole('button', { name: 'Connect Wallet' }).click();
	await expect(dialog.getByText(/^Polygon · Test Wallet$/)).toBeVisible();
}
