import { buildCollectionTransaction } from '@adx/contracts/solana-collection';
import { deriveAddress } from '@adx/contracts/solana-keys';
import { buildPieceTransaction } from '@adx/contracts/solana-piece';
import { createTestWallet } from '@adx/contracts/solana-wallet-testing';
import type { MergeJob } from '@adx/validators/merge';
import type { CreatorSale, Sale } from '@adx/validators/sales';
import AxeBuilder from '@axe-core/playwright';
import { expect, type Page, type TestInfo } from '@playwright/test';
import { creatorSaleOf, pieceOf, purchaseOf, reservationOf, saleOf } from '../src/test/sale-fixtures.ts';
import { pictureOf } from './merger-files.ts';
import { openMerger } from './merger-steps.ts';
import { testOnSharedProduct as test } from './product.ts';
import { listing } from './sale-steps.ts';
import { giveSolanaWallet } from './solana-test-wallet.ts';

/** A screenshot to look at, and what can be asserted of any look. */
async function inspect(page: Page, name: string, testInfo: TestInfo): Promise<void> {
	const dialog = page.getByRole('dialog');
	const isDialog = (await dialog.count()) > 0;
	// A window is as high as its content: nothing of it may be cut off in the picture.
	const heightPx = isDialog
		? await dialog.evaluate((element) => Math.max(...[...element.querySelectorAll('*')].map((one) => one.scrollHeight)))
		: 0;
	const size = page.viewportSize()!;
	if (isDialog) await page.setViewportSize({ ...size, height: Math.max(size.height, heightPx + 40) });
	await page.screenshot({ path: testInfo.outputPath(`${name}.png`), fullPage: !isDialog });
	const overflowPx = await page.evaluate(() => {
		const { scrollWidth, clientWidth } = document.documentElement;
		return scrollWidth - clientWidth;
	});
	expect.soft(overflowPx, `${name}: pixels to scroll sideways`).toBe(0);
	const { violations } = await new AxeBuilder({ page }).analyze();
	const found = violations.map(({ id, nodes }) => `${id}: ${nodes.map(({ html }) => html).join(' ')}`);
	expect.soft(found, `${name}: accessibility`).toEqual([]);
	if (isDialog) await page.setViewportSize(size);
}

/** Answers a procedure in place of the server. */
const answer = (page: Page, procedure: string, data: () => unknown) =>
	page.route(`**/trpc/${procedure}*`, (route) => route.fulfill({ json: { result: { data: { json: data() } } } }));
const refuse = (page: Page, procedure: string, status: number, message: string) =>
	page.route(`**/trpc/${procedure}*`, (route) =>
		route.fulfill({
			status,
			json: {
				error: { json: { message, code: -32_000, data: { code: 'X', httpStatus: status, reason: null, fields: {} } } },
			},
		}),
	);

async function servePictures(page: Page): Promise<void> {
	await page.route(/\/api\/sales\/[^/]+\/(cover|pieces)/, async (route) => {
		const number = Number(/pieces\/(\d+)/.exec(route.request().url())?.[1] ?? 5);
		await route.fulfill({ contentType: 'image/png', body: await pictureOf(number, 512) });
	});
}

const latest = [11, 4, 27, 8, 19, 2].map((number) => ({
	tokenNumber: number,
	name: `Frost & Fire #${number}`,
	imageUrl: `/api/sales/sale-1/pieces/${number}`,
}));

/** A merge that is finished, as the server lists it. */
const jobOf = (changes: Partial<MergeJob>): MergeJob => ({
	id: 'merge-1',
	projectName: 'Frost & Fire',
	description: '',
	inputCollections: [],
	status: 'completed',
	phase: 'done',
	progress: 100,
	totalImages: 30,
	mergedImages: [],
	coverUrl: null,
	downloadUrl: '/api/merge-jobs/merge-1/download',
	sizeBytes: 9_000_000,
	provenance: 'ab'.repeat(32),
	secondsLeft: null,
	leftOut: {},
	createdAt: '2026-11-21T10:00:00.000Z',
	completedAt: '2026-11-21T10:00:20.000Z',
	errorMessage: null,
	collectionName: null,
	collectionSymbol: null,
	collectionDescription: null,
	royaltyPercentage: 0,
	mintPrice: null,
	isMinting: false,
	isMinted: false,
	contractAddress: null,
	mintedAt: null,
	salePhase: null,
	themes: ['Fantasy'],
	hidden: false,
	showsCreator: false,
	...changes,
});

const secret = new Uint8Array(32).fill(5);
const lifetime = {
	blockhash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
	lastValidBlockHeight: 9n,
	lamportsPerByte: 6_960n,
};
const words = { name: 'Frost & Fire #7', symbol: 'FF', uri: 'ipfs://metadata/7.json' };
const soon = () => new Date(Date.now() + 80_000).toISOString();

/** What the server offers a wallet, as its own builder makes it. */
async function reservationFor(buyer: string, creator: string) {
	const collectionMint = await deriveAddress(secret, 'collection');
	const piece = { collectionMint, secret, tokenNumber: 7, ...words, buyer, creator, priceLamports: 100_000_000n };
	const { wire, costLamports } = await buildPieceTransaction(piece, lifetime);
	return reservationOf([wire], { costLamports: String(costLamports), expiresAt: soon() });
}

async function collectionTransactionFor(creator: string) {
	const order = { secret, creator, maxSize: 30, ...words, name: 'Frost & Fire' };
	const { wire, costLamports } = await buildCollectionTransaction(order, lifetime);
	return { transaction: wire, costLamports: String(costLamports), expiresAt: soon() };
}

const useTheme = (page: Page, theme: string) =>
	page.addInitScript((chosen) => {
		if (location.protocol === 'http:') localStorage.setItem('adx_theme', chosen);
	}, theme);

for (const width of [360, 1_440]) {
	for (const theme of ['dark', 'light'] as const) {
		test.describe(`at ${width} px in the ${theme} theme`, { tag: '@heavy' }, () => {
			test.use({ viewport: { width, height: width < 500 ? 780 : 900 }, actionTimeout: 15_000 });

			test('the page of a sale fits and is accessible in every state', async ({ page, product }, testInfo) => {
				test.setTimeout(4 * 60_000);
				const { address: creator } = await createTestWallet('creator');
				const mint = await deriveAddress(secret, 'collection');
				let sale: Sale = saleOf({
					walletAddress: creator,
					mintAddress: mint,
					latest,
					explorerUrl: 'https://e.example/c',
				});
				const show = async (changes: Partial<Sale> = {}) => {
					sale = { ...sale, ...changes };
					await page.goto(`${product.origin}/sale/sale-1`);
					await expect(page.getByRole('heading', { level: 1, name: sale.name })).toBeVisible();
				};
				const buy = () => page.getByRole('button', { name: /^(Buy for|Mint for)/ }).click();
				await useTheme(page, theme);
				await servePictures(page);
				await answer(page, 'mint.sales.get', () => sale);

				await show();
				await inspect(page, 'sale', testInfo);
				await buy();
				await expect(page.getByText('Please install Phantom wallet to mint NFTs').first()).toBeVisible();
				await inspect(page, 'sale-no-wallet', testInfo);

				const wallet = await giveSolanaWallet(page, { name: 'buyer' });
				wallet.rejectNext('connect');
				await show();
				await buy();
				await expect(page.getByText('You closed the request')).toBeVisible();
				await inspect(page, 'sale-wallet-closed', testInfo);
				await refuse(page, 'mint.sales.reserve', 409, 'Your wallet holds 0.01 SOL; this piece takes 0.1077 SOL.');
				await buy();
				await expect(page.getByText(/this piece takes/)).toBeVisible();
				await inspect(page, 'sale-too-little', testInfo);

				await page.unroute('**/trpc/mint.sales.reserve*');
				const reservation = await reservationFor(wallet.address, creator);
				await answer(page, 'mint.sales.reserve', () => reservation);
				await buy();
				await expect(page.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
				await inspect(page, 'sale-review', testInfo);
				wallet.holdNext('sign');
				await page.getByRole('button', { name: 'Sign with Phantom' }).click();
				await expect(page.getByText(/^Confirm in Phantom/)).toBeVisible();
				await inspect(page, 'sale-wallet', testInfo);

				await page.evaluate(() =>
					localStorage.setItem(
						'adx_purchase_sale-1',
						JSON.stringify({ reservationId: 'reservation-1', isSigned: true }),
					),
				);
				let purchase = purchaseOf();
				await answer(page, 'mint.sales.purchase', () => purchase);
				await show();
				await expect(page.getByText(/^Sent\./)).toBeVisible();
				await inspect(page, 'sale-waiting', testInfo);
				purchase = purchaseOf({
					status: 'confirmed',
					pieces: [{ ...pieceOf(7), mintAddress: mint, explorerUrl: 'https://e.example/p' }],
				});
				await expect(page.getByText('It is yours: Frost & Fire #7')).toBeVisible();
				await inspect(page, 'sale-reveal', testInfo);
				await page.getByRole('button', { name: 'Buy another' }).click();

				await show({ availableCount: 0, reservedCount: 18 });
				await inspect(page, 'sale-all-held', testInfo);
				await show({
					name: 'Überwinternde Elfen von Norðurland und Süderende',
					description: `${'Long words about the north. '.repeat(12)}${'x'.repeat(90)}`,
					priceLamports: '123456789123456789',
					latest: [],
					cluster: 'mainnet-beta',
					coverUrl: null,
				});
				await inspect(page, 'sale-long', testInfo);
				await show({
					phase: 'sold_out',
					mintedCount: 30,
					reservedCount: 0,
					name: 'Frost & Fire',
					latest,
					priceLamports: '0',
				});
				await inspect(page, 'sale-sold-out', testInfo);

				await page.unroute('**/trpc/mint.sales.get*');
				await refuse(page, 'mint.sales.get', 404, 'No such sale.');
				await page.goto(`${product.origin}/sale/sale-2`);
				await expect(page.getByRole('heading', { name: 'No sale found' })).toBeVisible();
				await inspect(page, 'sale-not-found', testInfo);
			});

			test('mint and list fits and is accessible in every state', async ({ page, product }, testInfo) => {
				test.setTimeout(4 * 60_000);
				const { address: walletAddress } = await createTestWallet('creator');
				let sale: CreatorSale = creatorSaleOf({ walletAddress });
				let job = jobOf({});
				await useTheme(page, theme);
				await openMerger(page, product);
				await answer(page, 'merge.list', () => [job]);
				await answer(page, 'merge.get', () => job);
				await answer(page, 'mint.collections.get', () => sale);
				const dialog = listing(page);
				const open = async () => {
					await page.goto(`${product.origin}/merger?job=merge-1`);
					await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
				};
				const show = async (changes: Partial<CreatorSale>) => {
					sale = { ...sale, ...changes };
					job = jobOf({ salePhase: sale.phase, collectionSymbol: 'FF', mintPrice: 0.1 });
					await open();
					await expect(dialog.getByRole('list', { name: 'Steps' })).toBeVisible();
				};

				await open();
				await inspect(page, 'listing-form', testInfo);
				await dialog.getByLabel('Collection Name').fill('Überwinternde Elfen von Norðurland');
				await dialog.getByLabel('Symbol').fill('FF');
				await dialog.getByLabel('Mint Price (SOL)').fill('0.1');
				await expect(dialog.getByText(/^Too long for Solana/)).toBeVisible();
				await inspect(page, 'listing-too-long', testInfo);
				await dialog.getByLabel('Collection Name').fill('Frost & Fire');
				await dialog.getByRole('button', { name: 'Start Minting' }).click();
				await expect(dialog.getByText('Please install Phantom wallet to mint NFTs')).toBeVisible();
				await inspect(page, 'listing-no-wallet', testInfo);

				const wallet = await giveSolanaWallet(page, { name: 'creator' });
				await show({ phase: 'preparing', progress: 40 });
				await inspect(page, 'listing-preparing', testInfo);
				await show({ phase: 'unsigned' });
				await inspect(page, 'listing-unsigned', testInfo);
				const transaction = await collectionTransactionFor(walletAddress);
				await answer(page, 'mint.collections.transaction', () => transaction);
				await dialog.getByRole('button', { name: 'Connect Wallet' }).click();
				await dialog.getByRole('button', { name: 'Sign the collection' }).click();
				await expect(dialog.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
				await inspect(page, 'listing-review', testInfo);
				wallet.holdNext('sign');
				await dialog.getByRole('button', { name: 'Sign with Phantom' }).click();
				await expect(dialog.getByText(/^Confirm in Phantom/)).toBeVisible();
				await inspect(page, 'listing-wallet', testInfo);
				await show({ phase: 'confirming' });
				await inspect(page, 'listing-confirming', testInfo);
				await show({
					phase: 'unpublished',
					mintAddress: walletAddress,
					carUrl: '/car',
					explorerUrl: 'https://e.example/c',
				});
				await inspect(page, 'listing-unpublished', testInfo);
				await show({ phase: 'selling', soldCount: 9, ownCount: 3 });
				await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible();
				await inspect(page, 'listing-selling', testInfo);
				await dialog.getByRole('button', { name: 'Close', exact: true }).click();
				await expect(page.getByText('12 of 30 minted')).toBeVisible();
				await expect(dialog).toHaveCount(0);
				await inspect(page, 'listing-card', testInfo);
				await show({ phase: 'sold_out', soldCount: 27, ownCount: 3 });
				await inspect(page, 'listing-sold-out', testInfo);
				await show({
					phase: 'failed',
					soldCount: 0,
					ownCount: 0,
					errorMessage: 'The node refused the collection: its blockhash ran out.',
				});
				await inspect(page, 'listing-failed', testInfo);
			});
		});
	}
}
