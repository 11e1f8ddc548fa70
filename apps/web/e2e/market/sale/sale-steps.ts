import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { type Anvil, chainClient, hasAnvil, startAnvil, testKeys } from '@adx/contracts/evm/anvil-testing';
import { hasLitesvm, type SolanaTestChain, startSolana } from '@adx/contracts/solana/solana-testing';
import { transactionLifetimeMs } from '@adx/validators/limits';
import { expect, type Page } from '@playwright/test';
import { writeHashLipsBuild } from '../../merger/merger-files.ts';
import { openMerger } from '../../merger/merger-steps.ts';
import { type TestServer, test } from '../../support/test-server.ts';

export const lamportsPerSol = 1_000_000_000n;

async function testFolder({}, use: (folder: string) => Promise<void>): Promise<void> {
	const folder = await mkdtemp(join(tmpdir(), 'adx-sale-'));
	await use(folder);
	await rm(folder, { recursive: true, force: true });
}

/** The same on a chain of its own that makes a block every 200 ms. */
export const testWithSolana = test.extend<{ chain: SolanaTestChain; folder: string }>({
	chain: async ({}, use) => {
		// Its native library is published for some platforms alone.
		test.skip(!hasLitesvm, 'There is no Solana to test against for this platform.');
		const chain = await startSolana({ blockMs: 200 });
		await use(chain);
		await chain.stop();
	},
	folder: testFolder,
	productEnv: ({ chain }, use) =>
		use({
			SOLANA_RPC_URL: chain.rpcUrl,
			SOLANA_CLUSTER: 'localnet',
			SOLANA_EXPLORER_URL: 'https://explorer.example',
			SALE_WALLET_PROOF: 'off',
		}),
});

/** The same on an EVM chain of its own that makes a block every second; a sale counts after two of them. */
export const testWithDrops = test.extend<{ evm: Anvil; folder: string }>({
	evm: async ({}, use) => {
		// npm has its binary for Linux on x64 alone; elsewhere an installed Foundry serves.
		test.skip(!hasAnvil, 'There is no anvil for this platform.');
		const anvil = await startAnvil({ chainId: 137 });
		const client = chainClient(anvil);
		await client.setAutomine(false);
		await client.setIntervalMining({ interval: 1 });
		await use(anvil);
		await anvil.stop();
	},
	folder: testFolder,
	productEnv: ({ evm }, use) =>
		use({
			POLYGON_RPC_URL: evm.rpcUrl,
			POLYGON_PUBLIC_RPC_URL: evm.rpcUrl,
			POLYGON_EXPLORER_URL: 'https://explorer.example',
			POLYGON_CONFIRMATIONS: '2',
			POLYGON_SYMBOL: 'POL',
			VOUCHER_SIGNER_KEY: testKeys.signer,
		}),
});

export const listing = (page: Page) => page.getByRole('dialog', { name: 'Mint & List on Marketplace' });
export const toast = (page: Page, title: string) => page.getByText(title, { exact: true }).first();

export interface MergeOptions {
	readonly product: TestServer;
	readonly folder: string;
	/** Items. */
	readonly count: number;
}

/** From a new browser to a finished merge, with the window behind 'Mint & List' open. */
export async function openListing(page: Page, { product, folder, count }: MergeOptions): Promise<void> {
	await openMerger(page, product);
	await page.getByTestId('merger-folder').setInputFiles(await writeHashLipsBuild(folder, 'build', count));
	await expect(page.getByText('Everything has arrived')).toBeVisible();
	await page.getByLabel('Project Name').fill('Frost & Fire');
	// What is found moves the button, and a press on a button that moves is lost.
	await expect(page.getByRole('region', { name: 'Preflight' }).getByText(/checked for all targets/)).toBeVisible();
	await page.getByRole('button', { name: 'Start Merge' }).click();
	await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click({ timeout: 40_000 });
	await expect(listing(page).getByLabel('Symbol')).toBeVisible();
}

/** Fills the form and presses 'Start Minting'; Phantom connects on the way. */
export async function startMinting(page: Page, price: string): Promise<void> {
	const dialog = listing(page);
	await dialog.getByLabel('Symbol').fill('ff');
	await dialog.getByLabel('Mint Price (SOL)').fill(price);
	await dialog.getByLabel('Royalty (%)').fill('5');
	await dialog.getByRole('button', { name: 'Start Minting' }).click();
}

/** From the press on 'Start Minting' to an open sale, whose address it gives. */
export async function openSale(page: Page): Promise<string> {
	const dialog = listing(page);
	await dialog.getByRole('button', { name: 'Sign the collection' }).click({ timeout: 40_000 });
	await expect(dialog.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
	await dialog.getByRole('button', { name: 'Sign with Phantom' }).click();
	await dialog.getByRole('button', { name: 'They are published' }).click({ timeout: 40_000 });
	const link = dialog.getByRole('link', { name: 'Open the page of the sale' });
	await expect(link).toBeVisible();
	return new URL((await link.getAttribute('href')) ?? '', page.url()).href;
}

/** On the page of a sale: from the first press to the signature. */
export async function signItem(page: Page): Promise<void> {
	await page.getByRole('button', { name: /^Buy for/ }).click();
	await page.getByRole('button', { name: 'Sign with Phantom' }).click();
}

/** 'Mint all to me' of 26 items, 25 and then one, with the page reloaded while the chain has not confirmed the first. */
export async function mintRemaining(page: Page, chain: SolanaTestChain): Promise<void> {
	const dialog = listing(page);
	await dialog.getByRole('button', { name: 'Mint all 26 to me' }).click({ timeout: 20_000 });
	await expect(dialog.getByText('25 items, which go to your wallet')).toBeVisible();
	// The server no longer sees what is on the chain.
	const release = chain.hold('getMultipleAccounts');
	await dialog.getByRole('button', { name: 'Sign with Phantom' }).click();
	await expect(dialog.getByText(/^The network confirms: 0 of 25/)).toBeVisible({ timeout: 20_000 });
	await page.reload();
	await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
	await expect(dialog.getByText(/^The page was closed while items were being minted/)).toBeVisible();
	release();
	await dialog.getByRole('button', { name: 'Go on minting' }).click();
	await expect(dialog.getByText('one item, which goes to your wallet')).toBeVisible({ timeout: 40_000 });
	await dialog.getByRole('button', { name: 'Sign with Phantom' }).click();
	await expect(dialog.getByText('Every item is minted.')).toBeVisible({ timeout: 40_000 });
}

/** Slows the pages' clocks, so that no picture is taken too late to sign. */
export const slowClock = (page: Page) =>
	page.addInitScript(() => {
		const now = Date.now;
		const openedAt = now();
		Date.now = () => openedAt + Math.floor((now() - openedAt) / 10);
	});

/** Puts the page's clock on to when the chain no longer takes what it was given to sign. */
export const skipTimeToSign = (page: Page) =>
	page.evaluate((lifetimeMs) => {
		const now = Date.now;
		Date.now = () => now() + lifetimeMs;
	}, transactionLifetimeMs);

const dayMs = 24 * 3_600_000;

/** Puts the clock of a page's computer wrong by so many days, on each of its pages; call it before the first. */
export const putClockWrong = (page: Page, days: number) =>
	page.addInitScript((offMs) => {
		const RightDate = Date;
		window.Date = new Proxy(RightDate, {
			construct: (target, args) => Reflect.construct(target, args.length === 0 ? [RightDate.now() + offMs] : args),
			get: (target, name) => (name === 'now' ? () => RightDate.now() + offMs : Reflect.get(target, name)),
		});
	}, days * dayMs);

/** As a field for date and time takes it, in the browser's own time zone. */
export const inMinutes = (page: Page, minutes: number) =>
	page.evaluate((ms) => {
		const at = new Date(Date.now() + ms);
		return new Date(at.getTime() - at.getTimezoneOffset() * 60_000).toISOString().slice(0, 16);
	}, minutes * 60_000);

/** The window of a sale's phases, which its creator opens from the listing's. */
export const phasesOf = (page: Page) => page.getByRole('dialog', { name: 'Phases of the sale' });
export const openPhases = (page: Page) => listing(page).getByRole('button', { name: 'Phases', exact: true }).click();
/** The fields of one, from 1. */
export const phaseGroup = (page: Page, number: number) =>
	phasesOf(page).getByRole('group', { name: `Phase ${number}` });

/** How many different pictures of items the page of a sale shows. */
export const countShownPictures = (page: Page): Promise<number> =>
	page.getByRole('region', { name: 'Latest items' }).evaluate((region) => {
		const shown = [...region.querySelectorAll('img')].map((image) => {
			const canvas = document.createElement('canvas');
			[canvas.width, canvas.height] = [image.naturalWidth, image.naturalHeight];
			if (image.naturalWidth === 0) return '';
			canvas.getContext('2d')?.drawImage(image, 0, 0);
			return canvas.toDataURL();
		});
		return new Set(shown).size;
	});
