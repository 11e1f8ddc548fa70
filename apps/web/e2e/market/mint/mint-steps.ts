import { adxCollectionAbi } from '@adx/contracts/evm/abi';
import {
	type Anvil,
	type ChainClient,
	chainClient,
	deployForTest,
	startAnvil,
	testAccounts,
	testKeys,
} from '@adx/contracts/evm/anvil-testing';
import { type RpcProxy, startRpcProxy } from '@adx/contracts/evm/rpc-proxy-testing';
import { expect, type Page } from '@playwright/test';
import { fillFirstForm, openCreateTab } from '../../support/steps.ts';
import { type TestServer, test, useProduct } from '../../support/test-server.ts';
import { injectWallet, type TestWallet } from '../evm-test-wallet.ts';

/** A chain that the product mints on. */
export interface MintingChain {
	readonly client: ChainClient;
	/** The way that product and wallet take to it. */
	readonly node: RpcProxy;
	readonly contract: `0x${string}`;
	/** How many tokens somebody has. */
	balanceOf(owner: `0x${string}`): Promise<bigint>;
	/** Lets the server's vouchers count, or no longer; before whatever waits for a block. */
	letSign(isSigner: boolean): Promise<void>;
}

export interface Chains {
	readonly polygon: MintingChain;
	readonly ethereum: MintingChain;
	/** The chain that the wallet starts on, where nothing is minted. */
	readonly other: Anvil;
}

/**
 * Playwright's `test` with a product that mints on chains of its own, one for all stories of a worker, where each is a
 * creator of its own; a test that asks for `wallet` has one in the page.
 */
export const testWithChain = test.extend<{ wallet: TestWallet }, { chains: Chains; mintingProduct: TestServer }>({
	chains: [
		async ({}, use) => {
			const [polygon, ethereum, other] = await Promise.all([
				startMintingChain(137),
				startMintingChain(1),
				startAnvil({ chainId: 31_337 }),
			]);
			await use({ polygon, ethereum, other });
			await Promise.all([polygon.stop(), ethereum.stop(), other.stop()]);
		},
		{ scope: 'worker' },
	],
	mintingProduct: [
		({ installation, chains: { polygon, ethereum } }, use) =>
			useProduct(
				installation,
				{
					POLYGON_RPC_URL: polygon.node.origin,
					POLYGON_PUBLIC_RPC_URL: polygon.node.origin,
					POLYGON_CONTRACT_ADDRESS: polygon.contract,
					POLYGON_EXPLORER_URL: 'https://explorer.example',
					POLYGON_CONFIRMATIONS: '1',
					ETHEREUM_RPC_URL: ethereum.node.origin,
					ETHEREUM_PUBLIC_RPC_URL: ethereum.node.origin,
					ETHEREUM_CONTRACT_ADDRESS: ethereum.contract,
					ETHEREUM_CONFIRMATIONS: '1',
					VOUCHER_SIGNER_KEY: testKeys.signer,
				},
				use,
			),
		{ scope: 'worker' },
	],
	product: ({ mintingProduct }, use) => use(mintingProduct),
	wallet: async ({ page, chains: { other } }, use) => {
		await use(await injectWallet(page, { privateKey: testKeys.buyer, rpcUrls: new Map([[31_337, other.rpcUrl]]) }));
	},
});

async function startMintingChain(chainId: number): Promise<MintingChain & { stop(): Promise<void> }> {
	const anvil = await startAnvil({ chainId });
	const { address } = await deployForTest(anvil);
	const node = await startRpcProxy(anvil.rpcUrl);
	const client = chainClient(anvil);
	const collection = { address, abi: adxCollectionAbi } as const;
	return {
		client,
		node,
		contract: address,
		balanceOf: (owner) => client.readContract({ ...collection, functionName: 'balanceOf', args: [owner] }),
		async letSign(isSigner) {
			const role = await client.readContract({ ...collection, functionName: 'SIGNER_ROLE' });
			await client.writeContract({
				...collection,
				account: testAccounts.admin,
				functionName: isSigner ? 'grantRole' : 'revokeRole',
				args: [role, testAccounts.signer.address],
				gas: 100_000n,
				maxPriorityFeePerGas: 10n ** 11n,
				maxFeePerGas: 10n ** 12n,
			});
		},
		async stop() {
			await node.close();
			await anvil.stop();
		},
	};
}

/** The section on the main page. */
export const section = (page: Page) => page.getByRole('region', { name: 'Mint', exact: true });
export const mintButtons = (page: Page, label: string) =>
	section(page).getByRole('button', { name: label, exact: true });
/** Counts from 1. */
export const tile = (page: Page, number: number) =>
	section(page)
		.getByRole('listitem')
		.nth(number - 1);
export const mintDialog = (page: Page) => page.getByRole('dialog', { name: 'Mint to ADX Collection' });

const order = {
	races: ['elf', 'orc'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	engine: 'forge',
};

/** Opens the main page as a developer who has a collection of so many characters; how one comes by it is tested elsewhere. */
export async function openWithGenerated(page: Page, { origin, passwords }: TestServer, count: number): Promise<void> {
	const post = async (path: string, data: object) => {
		const answer = await page.request.post(`${origin}/api/${path}`, { headers: { origin }, data });
		expect(answer.status(), await answer.text()).toBe(200);
		return answer.json();
	};
	await post('auth/password', { kind: 'developer', password: passwords.developer });
	const { jobId } = await post('generate', { ...order, batchSize: count });
	const jobs = async () => (await page.request.get(`${origin}/api/jobs`)).json();
	await expect.poll(jobs, { timeout: 40_000 }).toEqual([expect.objectContaining({ id: jobId, status: 'completed' })]);
	await page.goto(`${origin}/?tab=mint`);
	await expect(section(page).getByRole('img')).toHaveCount(count);
}

/** Has the forge draw five characters, by somebody who is on the main page. */
export async function generateFive(page: Page): Promise<void> {
	await fillFirstForm(page, '5 ADX');
	await page.getByRole('button', { name: 'Generate ADX Characters' }).click();
	await expect(page.getByText('Generation completed successfully!').first()).toBeVisible({ timeout: 40_000 });
	await openCreateTab(page, 'Mint');
	await expect(section(page).getByRole('img')).toHaveCount(5);
}

/** Presses the section's own button; the tiles' only point to it. */
export const connect = (page: Page) => mintButtons(page, 'Connect Wallet').first().click();

/** Connects, with whatever switch the wallet needs for that. */
export async function connectTo(page: Page, chain: 'Polygon' | 'Ethereum' = 'Polygon'): Promise<void> {
	await connect(page);
	await expect(section(page).getByText(`${chain} · Test Wallet`, { exact: true })).toBeVisible();
}

/** Opens the dialog of a tile by its button and presses the one that mints. */
export async function pressMint(page: Page, number: number, label = 'Mint NFT'): Promise<void> {
	await tile(page, number).getByRole('button', { name: label, exact: true }).click();
	await mintDialog(page).getByRole('button', { name: 'Mint NFT' }).click();
}

/** Mines nothing until the work is done, so that what is shown of a transaction under way can be seen. */
export async function withMiningPaused({ client }: MintingChain, work: () => Promise<void>): Promise<void> {
	await client.setAutomine(false);
	try {
		await work();
	} finally {
		await client.setAutomine(true);
		await client.mine({ blocks: 1 });
	}
}

/** Waits until the open dialog shows what the watcher reads from the chain. */
export async function expectConfirmed(page: Page): Promise<void> {
	const toastText = mintDialog(page).getByText('Minted: the chain has confirmed it.');
	await expect(toastText).toBeVisible({ timeout: 30_000 });
}

/** The same of a tile. */
export async function expectMinted(page: Page, number: number): Promise<void> {
	await expect(tile(page, number).getByText('Minted', { exact: true })).toBeVisible({ timeout: 30_000 });
	await expect(tile(page, number).getByRole('button', { name: 'Minted ✓' })).toBeDisabled();
}
