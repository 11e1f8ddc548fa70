import { transactionLifetimeMs } from '@adx/validators/limits';
import type { CreatorReveal, SaleReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale, Purchase, Reservation, Sale } from '@adx/validators/sale/sales';

/** A sale that is open, as everybody sees it. */
export const createSale = (changes: Partial<Sale> = {}): Sale => ({
	saleId: 'sale-1',
	phase: 'selling',
	state: 'selling',
	name: 'Frost & Fire',
	symbol: 'FF',
	description: 'Elves and orcs of the north.',
	creator: 'Anonymous',
	coverUrl: '/api/sales/sale-1/cover?size=512',
	phases: [],
	phaseId: null,
	startsAt: null,
	endsAt: null,
	now: null,
	walletAddress: 'creator',
	network: 'solana',
	cluster: 'devnet',
	chain: null,
	mintAddress: 'collection',
	explorerUrl: null,
	coin: 'SOL',
	priceLamports: '100000000',
	price: 0.1,
	itemCostLamports: '6800000',
	pieceCostLamports: '6800000',
	royalty: 5,
	supply: 30,
	isCapFixed: false,
	mintedCount: 12,
	reservedCount: 0,
	availableCount: 18,
	itemPreview: 'sample',
	reveal: null,
	latest: [],
	...changes,
});

/** The same as its creator sees it, on its way. */
export const createCreatorSale = (changes: Partial<CreatorSale> = {}): CreatorSale => ({
	saleId: 'sale-1',
	jobId: 'merge-1',
	phase: 'preparing',
	state: null,
	progress: 40,
	network: 'solana',
	cluster: 'devnet',
	walletAddress: 'creator',
	name: 'Frost & Fire',
	symbol: 'FF',
	coin: 'SOL',
	priceLamports: '100000000',
	price: 0.1,
	royalty: 5,
	supply: 30,
	isCapFixed: false,
	chainState: null,
	pausedAt: null,
	closedAt: null,
	startsAt: null,
	endsAt: null,
	soldCount: 0,
	ownCount: 0,
	earnedLamports: '0',
	mintAddress: null,
	explorerUrl: null,
	saleUrl: '/sale/sale-1',
	itemPreview: 'sample',
	revealChoice: 'at_once',
	reveal: null,
	phases: [],
	phasesTag: 'tag-0',
	published: false,
	carUrl: null,
	costs: {
		collectionLamports: '5800000',
		itemLamports: '6800000',
		pieceLamports: '6800000',
		ownAllLamports: '204000000',
	},
	errorMessage: null,
	createdAt: '2026-11-22T08:00:00.000Z',
	startedAt: null,
	endedAt: null,
	...changes,
});

export const createReservation = (transactions: string[], changes: Partial<Reservation> = {}): Reservation => ({
	reservationId: 'reservation-1',
	saleId: 'sale-1',
	transactions,
	call: null,
	priceLamports: '100000000',
	costLamports: '6800000',
	expiresAt: new Date(Date.now() + transactionLifetimeMs).toISOString(),
	...changes,
});

export const createItem = (tokenNumber: number): Purchase['items'][number] => ({
	tokenNumber,
	name: `Frost & Fire #${tokenNumber}`,
	imageUrl: `/api/sales/sale-1/items/${tokenNumber}`,
	attributes: [
		{ trait_type: 'Race', value: 'Elf' },
		{ trait_type: 'Class', value: 'Wizard' },
	],
	rarityRank: 3,
	rarityTier: 'Epic',
	mintAddress: `mint-${tokenNumber}`,
	explorerUrl: null,
});

export const createPurchase = (changes: Partial<Purchase> = {}): Purchase => ({
	reservationId: 'reservation-1',
	saleId: 'sale-1',
	status: 'sent',
	itemCount: 1,
	priceLamports: '100000000',
	errorMessage: null,
	items: [],
	pieceCount: 1,
	pieces: [],
	...changes,
});

/** What a sale whose items are covered has committed to. */
export const createSaleReveal = (changes: Partial<SaleReveal> = {}): SaleReveal => ({
	phase: 'covered',
	provenance: 'ab'.repeat(32),
	seedCommitment: 'cd'.repeat(32),
	drawBlock: null,
	drawHash: null,
	forgottenDraws: 0,
	endSignature: null,
	beginsBy: null,
	next: null,
	seed: null,
	shuffle: null,
	metadataUri: null,
	revealedAt: null,
	...changes,
});

/** The same as its creator sees it. */
export const createCreatorReveal = (changes: Partial<CreatorReveal> = {}): CreatorReveal => ({
	...createSaleReveal(),
	progress: 0,
	errorMessage: null,
	...changes,
});
