import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { createTestWallet } from '@adx/contracts/solana/wallet-testing';
import type { CreatorReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale, Sale } from '@adx/validators/sale/sales';
import { expect } from '@playwright/test';
import { createMergeJob } from '../../../src/test/merge-fixtures.ts';
import {
	createCreatorReveal,
	createCreatorSale,
	createSale,
	createSaleReveal,
} from '../../../src/test/sale-fixtures.ts';
import { openMerger } from '../../merger/merger-steps.ts';
import { testOnSharedProduct as test } from '../../support/test-server.ts';
import { inspect, latest, respondWith, servePictures, serveSolana } from './sale-screen-steps.ts';
import { listing } from './sale-steps.ts';

const drawn = { drawBlock: 301_234_567, drawHash: 'ef'.repeat(32) };
const seed = { seed: '12'.repeat(32), shuffle: '34'.repeat(32), revealedAt: '2026-11-27T10:00:00.000Z' };
const contract = '0x70997970C51812dc3A010C7d01b50e0d17dc79C8';
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();

for (const width of [360, 1_440]) {
	test.describe(`at ${width} px`, { tag: '@looks' }, () => {
		test.use({ viewport: { width, height: width < 500 ? 780 : 900 }, actionTimeout: 15_000 });

		test('a sale with a start, an end and covered items fits and is accessible in every state', async ({
			page,
			product,
		}, testInfo) => {
			test.setTimeout(8 * 60_000);
			const { address: walletAddress } = await createTestWallet('creator');
			const mintAddress = await deriveAddress(new Uint8Array(32).fill(5), 'collection');
			let sale: Sale = createSale({ walletAddress, mintAddress, latest: [] });
			await servePictures(page);
			await respondWith(page, 'mint.sales.get', () => sale);
			await respondWith(page, 'mint.sales.items', () => ({ total: 0, items: [] }));
			await respondWith(page, 'mint.sales.traits', () => []);
			const show = async (name: string, text: RegExp, changes: Partial<Sale>) => {
				sale = { ...sale, now: new Date().toISOString(), ...changes };
				await page.goto(`${product.origin}/sale/sale-1`);
				await expect(page.getByText(text).first()).toBeVisible();
				await inspect(page, name, testInfo);
			};
			const times = { startsAt: inHours(30), endsAt: inHours(60) };
			await show('not-open-yet', /^The sale starts in 1 d/, { state: 'upcoming', ...times });
			await show('ends', /^The sale ends in/, { state: 'selling', startsAt: null });
			const covered = { itemPreview: 'covered', endsAt: null } as const;
			await show('covered', /^Every item is covered until/, { ...covered, reveal: createSaleReveal() });
			const over = { phase: 'sold_out', state: 'sold_out', mintedCount: 30, availableCount: 0 } as const;
			const drawing = createSaleReveal({ phase: 'drawing', drawBlock: drawn.drawBlock });
			await show('drawing', /^The sale is over, and block .* decides/, { ...over, reveal: drawing });
			const beginsBy = inHours(14 * 24);
			await show('drawn', /by itself it begins on/, {
				reveal: createSaleReveal({ ...drawn, phase: 'drawn', beginsBy }),
			});
			const started = createSaleReveal({ ...drawn, phase: 'ready', forgottenDraws: 2 });
			await show('started', /The reveal has started/, { reveal: started });
			const evm = {
				network: 'polygon',
				cluster: 'polygon',
				coin: 'POL',
				mintAddress: contract,
				walletAddress: contract,
				chain: { chainId: 137, name: 'Polygon', symbol: 'POL', rpcUrl: null, explorerUrl: null },
			} as const;
			for (const step of ['end', 'draw', 'reveal'] as const) {
				const next = { step, call: { chainId: 137, to: contract, data: '0x', valueWei: '0' } };
				const waiting = createSaleReveal({ ...drawing, next });
				await show(`next-${step}`, /^Until the reveal$/, { ...evm, reveal: waiting });
			}
			const solana = {
				network: 'solana',
				cluster: 'devnet',
				coin: 'SOL',
				chain: null,
				mintAddress,
				walletAddress,
			} as const;
			const revealed = createSaleReveal({ ...drawn, ...seed, phase: 'revealed' });
			await show('revealed', /^The items are shown, in the order/, {
				...solana,
				reveal: revealed,
				itemPreview: 'all',
				latest,
			});
		});

		test('its listing fits and is accessible in every state of the reveal', async ({ page, product }, testInfo) => {
			test.setTimeout(8 * 60_000);
			const { address: walletAddress } = await createTestWallet('creator');
			let sale: CreatorSale = createCreatorSale({ walletAddress });
			let job = createMergeJob();
			await serveSolana(page);
			await openMerger(page, product);
			await respondWith(page, 'merge.list', () => [job]);
			await respondWith(page, 'merge.get', () => job);
			await respondWith(page, 'mint.collections.get', () => sale);
			await respondWith(page, 'mint.collections.items', () => []);
			await respondWith(page, 'mint.collections.costs', () => ({
				costs: { collectionLamports: '5800000', revealLamports: '1440000', itemLamports: '6800000' },
				publishesFiles: false,
			}));
			const dialog = listing(page);
			const open = async () => {
				await page.goto(`${product.origin}/merger?job=merge-1`);
				await page.getByRole('button', { name: 'Mint & List on Marketplace' }).click();
			};
			await open();
			await dialog.getByRole('radio', { name: 'After the sale' }).click();
			await expect(dialog.getByText(/^Before the sale, a hash of all items/)).toBeVisible();
			await inspect(page, 'listing-choice', testInfo);

			const show = async (name: string, reveal: Partial<CreatorReveal>, changes: Partial<CreatorSale> = {}) => {
				const details = { mintAddress: walletAddress, carUrl: '/car', revealChoice: 'delayed' } as const;
				sale = { ...sale, ...details, ...changes, reveal: createCreatorReveal(reveal) };
				job = createMergeJob({ salePhase: sale.phase, collectionSymbol: 'FF', mintPrice: 0.1 });
				await open();
				await expect(dialog.getByRole('region', { name: 'Reveal' })).toBeVisible();
				await inspect(page, name, testInfo);
			};
			const times = { startsAt: inHours(-1), endsAt: inHours(60) };
			await show('listing-covered', {}, { phase: 'selling', state: 'selling', soldCount: 9, ...times });
			const over = { phase: 'sold_out', state: 'sold_out', soldCount: 30 } as const;
			await show('listing-drawing', { phase: 'drawing', drawBlock: drawn.drawBlock }, over);
			await show('listing-drawn', { ...drawn, phase: 'drawn', beginsBy: inHours(14 * 24), forgottenDraws: 1 });
			await show('listing-preparing', { ...drawn, phase: 'preparing', progress: 40 });
			await show('listing-unpublished', { ...drawn, phase: 'unpublished' });
			await show('listing-failed', { ...drawn, phase: 'drawn', errorMessage: 'The files could not be laid out.' });
			await show('listing-revealed', { ...drawn, ...seed, phase: 'revealed' });
		});
	});
}
