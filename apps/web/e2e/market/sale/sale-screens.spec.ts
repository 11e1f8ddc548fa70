import { buildCollectionTransaction } from '@adx/contracts/solana/collection-transaction';
import { buildItemTransaction } from '@adx/contracts/solana/item-transaction';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { createTestWallet } from '@adx/contracts/solana/wallet-testing';
import type { CreatorSale, Sale } from '@adx/validators/sale/sales';
import { expect, type Page } from '@playwright/test';
import { createMergeJob } from '../../../src/test/merge-fixtures.ts';
import {
	createCreatorSale,
	createItem,
	createPurchase,
	createReservation,
	createSale,
} from '../../../src/test/sale-fixtures.ts';
import { openMerger } from '../../merger/merger-steps.ts';
import { testOnSharedProduct as test } from '../../support/test-server.ts';
import { injectSolanaWallet } from '../solana-test-wallet.ts';
import { inspect, latest, refuse, respondWith, servePictures, serveSolana } from './sale-screen-steps.ts';
import { listing, skipTimeToSign, slowClock } from './sale-steps.ts';

const secret = new Uint8Array(32).fill(5);
const lifetime = {
	blockhash: '4uhcVJyU9pJkvQyS88uRDiswHXSCkY3zQawwpjk2NsNY',
	lastValidBlockHeight: 9n,
	lamportsPerByte: 6_960n,
};
const sentences = { name: 'Frost & Fire #7', symbol: 'FF', uri: 'ipfs://metadata/7.json' };

/** What the server offers a wallet, as its own builder makes it. */
async function reservationFor(buyer: string, creator: string) {
	const collectionMint = await deriveAddress(secret, 'collection');
	const item = { collectionMint, secret, tokenNumber: 7, ...sentences, buyer, creator, priceLamports: 100_000_000n };
	const { wire, costLamports } = await buildItemTransaction(item, lifetime);
	return createReservation([wire], { costLamports: String(costLamports) });
}

/** The first turn of 'Mint all to me'. */
async function ownReservationFor(creator: string) {
	const collectionMint = await deriveAddress(secret, 'collection');
	const item = { collectionMint, secret, buyer: creator, creator, priceLamports: 0n, symbol: 'FF' };
	const built = await Promise.all(
		Array.from({ length: 18 }, (_, place) => 13 + place).map((tokenNumber) => {
			const texts = { name: `Frost & Fire #${tokenNumber}`, uri: `ipfs://metadata/${tokenNumber}.json` };
			return buildItemTransaction({ ...item, ...texts, tokenNumber }, lifetime);
		}),
	);
	const costLamports = String(built.reduce((sum, each) => sum + each.costLamports, 0n));
	const wires = built.map(({ wire }) => wire);
	return createReservation(wires, { priceLamports: '0', costLamports });
}

async function collectionTransactionFor(creator: string) {
	const texts = { name: 'Frost & Fire', symbol: 'FF', uri: 'ipfs://metadata/contract.json' };
	const order = { secret, creator, maxSize: 30, ...texts, additional: { royalty_basis_points: '500' } };
	const { wire, costLamports } = await buildCollectionTransaction(order, lifetime);
	return { transaction: wire, costLamports: String(costLamports), expiresAt: createReservation([]).expiresAt };
}

/** A purchase as this browser remembers it. */
const begin = (page: Page, walletAddress: string, state: 'offered' | 'signed' | 'taken') =>
	page.evaluate((purchase) => localStorage.setItem('adx_purchase_sale-1_reservation-1', JSON.stringify(purchase)), {
		reservationId: 'reservation-1',
		walletAddress,
		begunAt: Date.now(),
		state,
		transactions: ['AA=='],
	});

/** Runs in the page: one more wallet beside Phantom. */
function announceSecondWallet(): void {
	const wallet = {
		version: '1.0.0',
		name: 'Solflare',
		icon: 'data:image/svg+xml,<svg xmlns="http://www.w3.org/2000/svg"/>',
		chains: ['solana:devnet'],
		accounts: [],
		features: {
			'standard:connect': { connect: async () => ({ accounts: [] }) },
			'solana:signTransaction': { signTransaction: async () => [] },
		},
	};
	const register = ({ register: take }: { register: (wallet: unknown) => void }) => take(wallet);
	window.dispatchEvent(new CustomEvent('wallet-standard:register-wallet', { detail: register }));
}

for (const width of [360, 1_440]) {
	test.describe(`at ${width} px`, { tag: '@looks' }, () => {
		test.use({ viewport: { width, height: width < 500 ? 780 : 900 }, actionTimeout: 15_000 });

		test('the page of a sale fits and is accessible in every state', async ({ page, product }, testInfo) => {
			test.setTimeout(8 * 60_000);
			const { address: creator } = await createTestWallet('creator');
			const mint = await deriveAddress(secret, 'collection');
			let sale: Sale = createSale({
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
			await slowClock(page);
			await servePictures(page);
			await respondWith(page, 'mint.sales.get', () => sale);
			const shown = latest.map((item, place) => ({ ...item, isMinted: place < 2 }));
			await respondWith(page, 'mint.sales.items', () => ({ total: shown.length, items: shown }));
			await respondWith(page, 'mint.sales.traits', () => [
				{ trait: 'Race', valueCount: 1, values: [{ value: 'Elf', count: sale.supply }] },
			]);

			await show();
			await inspect(page, 'sale', testInfo);
			await buy();
			await expect(page.getByText('Please install Phantom wallet to mint NFTs').first()).toBeVisible();
			await inspect(page, 'sale-no-wallet', testInfo);

			const wallet = await injectSolanaWallet(page, { name: 'buyer' });
			wallet.rejectNext('connect');
			await show();
			await buy();
			await expect(page.getByText('You closed the request')).toBeVisible();
			await inspect(page, 'sale-wallet-closed', testInfo);
			await refuse(page, 'mint.sales.reserve', 409, 'Your wallet holds 0.01 SOL; this item takes 0.1077 SOL.');
			await buy();
			await expect(page.getByText(/this item takes/)).toBeVisible();
			await inspect(page, 'sale-too-little', testInfo);

			await page.unroute('**/trpc/mint.sales.reserve*');
			const reservation = await reservationFor(wallet.address, creator);
			await respondWith(page, 'mint.sales.reserve', () => reservation);
			await buy();
			await expect(page.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
			await inspect(page, 'sale-review', testInfo);
			wallet.holdNext('sign');
			await page.getByRole('button', { name: 'Sign with Phantom' }).click();
			await expect(page.getByText(/^Confirm in Phantom/)).toBeVisible();
			await inspect(page, 'sale-wallet', testInfo);

			await page.evaluate(() => localStorage.clear());
			await show();
			await buy();
			await expect(page.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
			await skipTimeToSign(page);
			await expect(page.getByText(/^The time to sign this/)).toBeVisible();
			await inspect(page, 'sale-time-up', testInfo);
			await page.getByRole('button', { name: 'Get a new one' }).click();
			await page.getByRole('button', { name: 'Disconnect' }).click();
			await expect(page.getByText(/^The wallet is disconnected/)).toBeVisible();
			await inspect(page, 'sale-disconnected', testInfo);

			let purchase = createPurchase({ status: 'reserved' });
			await respondWith(page, 'mint.sales.purchase', () => purchase);
			await begin(page, wallet.address, 'offered');
			await show();
			await expect(page.getByText(/^An item is still set aside/)).toBeVisible();
			await inspect(page, 'sale-held', testInfo);
			await page.getByRole('button', { name: 'Leave it' }).click();
			await expect(page.getByText(/^You left it/)).toBeVisible();
			await inspect(page, 'sale-left', testInfo);
			await begin(page, wallet.address, 'signed');
			await refuse(page, 'mint.sales.submit', 503, 'Away.');
			await show();
			await expect(page.getByText(/^The server did not answer/)).toBeVisible();
			await inspect(page, 'sale-unanswered', testInfo);
			purchase = createPurchase({ status: 'expired' });
			await expect(page.getByText(/^No signature reached the server/)).toBeVisible();
			await inspect(page, 'sale-expired', testInfo);
			purchase = createPurchase({
				status: 'failed',
				errorMessage: 'This item exists already. Nothing was paid but its fee.',
			});
			await begin(page, wallet.address, 'taken');
			await show();
			await expect(page.getByText(/^This item exists already/)).toBeVisible();
			await inspect(page, 'sale-failed', testInfo);
			await begin(page, wallet.address, 'taken');
			purchase = createPurchase();
			await show();
			await expect(page.getByText(/^Sent\./)).toBeVisible();
			await inspect(page, 'sale-waiting', testInfo);
			purchase = createPurchase({
				status: 'confirmed',
				items: [{ ...createItem(7), mintAddress: mint, explorerUrl: 'https://e.example/p' }],
			});
			await expect(page.getByText('It is yours: Frost & Fire #7')).toBeVisible();
			await inspect(page, 'sale-reveal', testInfo);
			await page.getByRole('button', { name: 'Buy another' }).click();
			await page.evaluate(announceSecondWallet);
			await page.getByRole('button', { name: 'Connect Wallet' }).click();
			await expect(page.getByRole('heading', { name: 'Choose a wallet' })).toBeVisible();
			await inspect(page, 'sale-wallet-choice', testInfo);
			await page.keyboard.press('Escape');

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

			await show({ phase: 'selling', mintedCount: 12, priceLamports: '100000000', availableCount: 18 });
			await refuse(page, 'mint.sales.get', 503, 'Away.');
			// A page that is online again asks at once.
			await page.evaluate(() => ['offline', 'online'].map((name) => window.dispatchEvent(new Event(name))));
			await expect(page.getByText(/^The numbers could not be read just now/)).toBeVisible();
			await inspect(page, 'sale-stale', testInfo);
			await page.unroute('**/trpc/mint.sales.get*');
			await respondWith(page, 'mint.sales.get', () => ({ ...sale, priceLamports: 'a lot' }));
			await page.goto(`${product.origin}/sale/sale-1`);
			await expect(page.getByRole('heading', { name: 'This page failed' })).toBeVisible();
			await inspect(page, 'sale-broken', testInfo);

			await page.unroute('**/trpc/mint.sales.get*');
			await refuse(page, 'mint.sales.get', 404, 'No such sale.');
			await page.goto(`${product.origin}/sale/sale-2`);
			await expect(page.getByRole('heading', { name: 'No sale found' })).toBeVisible();
			await inspect(page, 'sale-not-found', testInfo);
		});

		test('mint and list fits and is accessible in every state', async ({ page, product }, testInfo) => {
			test.setTimeout(8 * 60_000);
			const { address: walletAddress } = await createTestWallet('creator');
			let sale: CreatorSale = createCreatorSale({ walletAddress });
			let job = createMergeJob();
			await slowClock(page);
			await serveSolana(page);
			await openMerger(page, product);
			await respondWith(page, 'merge.list', () => [job]);
			await respondWith(page, 'merge.get', () => job);
			await respondWith(page, 'mint.collections.get', () => sale);
			const { collectionLamports, itemLamports } = sale.costs ?? {};
			await respondWith(page, 'mint.collections.costs', () => ({
				costs: { collectionLamports, itemLamports },
				publishesFiles: false,
			}));
			const dialog = listing(page);
			const open = async () => {
				await page.goto(`${product.origin}/merger?job=merge-1`);
				await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
			};
			const show = async (changes: Partial<CreatorSale>) => {
				sale = { ...sale, ...changes };
				job = createMergeJob({ salePhase: sale.phase, collectionSymbol: 'FF', mintPrice: 0.1 });
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

			const wallet = await injectSolanaWallet(page, { name: 'creator' });
			await show({ phase: 'preparing', progress: 40 });
			await inspect(page, 'listing-preparing', testInfo);
			await show({ phase: 'unsigned' });
			await inspect(page, 'listing-unsigned', testInfo);
			const transaction = await collectionTransactionFor(walletAddress);
			await respondWith(page, 'mint.collections.transaction', () => transaction);
			await dialog.getByRole('button', { name: 'Connect Wallet' }).click();
			await dialog.getByRole('button', { name: 'Sign the collection' }).click();
			await expect(dialog.getByRole('region', { name: 'What you are about to sign' })).toBeVisible();
			await inspect(page, 'listing-review', testInfo);
			wallet.holdNext('sign');
			await dialog.getByRole('button', { name: 'Sign with Phantom' }).click();
			await expect(dialog.getByText(/^Confirm in Phantom/)).toBeVisible();
			await inspect(page, 'listing-wallet', testInfo);
			const { address: walletOfOther } = await createTestWallet('other');
			await show({
				walletAddress: walletOfOther,
				errorMessage: 'There was too little SOL in the wallet. Nothing was paid but its fee.',
			});
			await expect(dialog.getByText(/^This collection belongs to the wallet/)).toBeVisible();
			await inspect(page, 'listing-other-wallet', testInfo);
			await show({ phase: 'confirming', walletAddress, errorMessage: null });
			await inspect(page, 'listing-confirming', testInfo);
			await show({
				phase: 'unpublished',
				mintAddress: walletAddress,
				carUrl: '/car',
				explorerUrl: 'https://e.example/c',
			});
			await inspect(page, 'listing-unpublished', testInfo);
			await refuse(
				page,
				'mint.collections.published',
				409,
				'The collection is not confirmed yet. Try again in a minute.',
			);
			await dialog.getByRole('button', { name: 'They are published' }).click();
			await expect(dialog.getByText(/^The collection is not confirmed yet/)).toBeVisible();
			await inspect(page, 'listing-publish-error', testInfo);
			await show({ phase: 'selling', soldCount: 9, ownCount: 3 });
			await expect(dialog.getByRole('button', { name: 'Disconnect' })).toBeVisible();
			await inspect(page, 'listing-selling', testInfo);
			sale = { ...sale, mintAddress: await deriveAddress(secret, 'collection') };
			const own = await ownReservationFor(walletAddress);
			await respondWith(page, 'mint.collections.own', () => own);
			await dialog.getByRole('button', { name: 'Mint all 18 to me' }).click();
			await expect(dialog.getByText('18 items, which go to your wallet')).toBeVisible();
			await inspect(page, 'listing-own-review', testInfo);
			await dialog.getByRole('button', { name: 'Cancel' }).click();
			await expect(dialog.getByText(/^Cancelled\. Nothing was signed or paid/)).toBeVisible();
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
