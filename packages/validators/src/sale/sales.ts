import { z } from 'zod';
import { rarityTierSchema, tokenAttributeSchema } from '../catalogue/image-traits.ts';
import { mintChainSchema } from '../minted-token.ts';
import { idSchema } from '../text.ts';
import { evmCallOutput, saleChainOutput, saleChainStateSchema } from './evm.ts';
import { itemPreviewSchema } from './items.ts';
import { allowlistSliceMax, salePhaseOutput, salePhasesSchema, salePriceSchema } from './phases.ts';
import { creatorRevealOutput, revealChoiceSchema, saleRevealOutput } from './reveal.ts';
import { saleTimeSchema } from './times.ts';
import { walletProofSchema } from './wallet-proof.ts';

/** Base58 of 32 bytes; whether it decodes is looked at by the verb. */
export const solanaAddressSchema = z
	.string()
	.regex(/^[1-9A-HJ-NP-Za-km-z]{32,44}$/, 'Not a Solana address')
	.refine((address) => address !== '1'.repeat(32), 'That is the address of the system program, not of a wallet');

/** `localnet` is whatever node runs on the operator's own machines. */
export const solanaClusterSchema = z.enum(['mainnet-beta', 'devnet', 'testnet', 'localnet'], {
	error: 'must be mainnet-beta, devnet, testnet or localnet',
});
export type SolanaCluster = z.infer<typeof solanaClusterSchema>;

/** Where a collection is sold: on the cluster of Solana that the server is set up for, or on an EVM chain. */
export const saleNetworkSchema = z.enum(['solana', ...mintChainSchema.options], 'Choose solana, polygon or ethereum');
export type SaleNetwork = z.infer<typeof saleNetworkSchema>;

const evmAddress = /^0x[0-9a-fA-F]{40}$/;

/** The address of a wallet on Solana or an EVM chain; the verb looks at whether it is one of the sale's. */
export const walletAddressSchema = z.union([z.string().regex(evmAddress), solanaAddressSchema], {
	error: 'Not a Solana or EVM address',
});

/** What a server says that was not set up for Solana, and its page before anybody asks it. */
export const mintUnavailableText = 'Minting on Solana is not set up on this server.';

/** Most items that a creator mints to the own wallet at once; each is a transaction of its own. */
export const ownItemsMax = 25;

/** Most items that a transaction of an EVM chain mints, as its contract has it. */
export const saleBatchMax = 20;

/**
 * preparing (files laid out, published where the operator set an IPFS service) -> unsigned (the creator's wallet has to
 * sign the collection) -> confirming -> unpublished (its files are the creator's to publish; skipped otherwise) ->
 * selling -> sold_out. `failed` may be started again.
 */
export const saleStages = [
	'preparing',
	'unsigned',
	'confirming',
	'unpublished',
	'selling',
	'sold_out',
	'failed',
] as const;
export const saleStageSchema = z.enum(saleStages);
export type SaleStage = z.infer<typeof saleStageSchema>;

/**
 * What a buyer finds: it has not started, or its next phase has not; it sells, its creator paused it, it ended with items
 * left, or every item is minted. What was reserved before a pause or an end can be bought at its price until the reservation
 * runs out.
 */
export const saleStateSchema = z.enum(['upcoming', 'selling', 'paused', 'ended', 'sold_out']);
export type SaleState = z.infer<typeof saleStateSchema>;

/**
 * A whole number of 10^-9 of the coin as decimal text, which may be more than a double holds exactly: lamports on Solana,
 * gwei on an EVM chain.
 */
const lamports = z.string();
/** A field under the name that older clients know it by. */
const deprecated = <Schema extends z.ZodType>(schema: Schema, use: string): Schema =>
	schema.meta({ deprecated: true, description: `Use \`${use}\`.` });
const explorerUrl = z.string().nullable();

/** Body of `POST /api/mint-collection`. */
export const startSaleInput = z
	.strictObject({
		jobId: idSchema,
		walletAddress: walletAddressSchema,
		network: saleNetworkSchema,
		/** Fixed once the collection is signed; at once unless the sale was started otherwise before. */
		reveal: revealChoiceSchema.optional(),
	})
	.refine(({ network, walletAddress }) => (network === 'solana') !== evmAddress.test(walletAddress), {
		path: ['walletAddress'],
		message: 'Not an address of this network',
	});
export type StartSaleInput = z.infer<typeof startSaleInput>;

/** Path of what a creator asks of the sale of a merge. */
export const creatorSaleInput = z.strictObject({ jobId: idSchema });
export type CreatorSaleInput = z.infer<typeof creatorSaleInput>;

/** A sale as its creator sees it. */
export const creatorSaleOutput = z.object({
	saleId: z.string(),
	jobId: z.string(),
	phase: saleStageSchema,
	/** Null until its collection is confirmed. */
	state: saleStateSchema.nullable(),
	/** Percent of the files laid out or published, while it is preparing. */
	progress: z.int(),
	network: saleNetworkSchema,
	/** E.g. 'devnet', or the EVM chain. */
	cluster: z.string(),
	/** The creator's: it signs, and is paid. */
	walletAddress: z.string(),
	name: z.string(),
	symbol: z.string(),
	/** The symbol of the coin that prices are in. */
	coin: z.string(),
	priceLamports: lamports,
	/** In that coin. */
	price: z.number(),
	/** Percent. */
	royalty: z.number(),
	supply: z.int(),
	/** Whether the chain itself lets nobody make more items than that. */
	isCapFixed: z.boolean(),
	/** What the contract on an EVM chain says; null on Solana, and before it was asked. */
	chainState: saleChainStateSchema.nullable(),
	/** Since when its creator lets nobody reserve, by this server; null while anybody may. */
	pausedAt: z.string().nullable(),
	/** When its creator ended it for good; null while it can go on, be its end or its last phase over or not. */
	closedAt: z.string().nullable(),
	/** When it starts and ends by its creator's word; null for as soon as it can, and for until its last item. */
	startsAt: z.string().nullable(),
	endsAt: z.string().nullable(),
	/** Items confirmed on chain: bought, and minted to the creator. */
	soldCount: z.int(),
	ownCount: z.int(),
	/** Paid for items that the chain will not take back. */
	earnedLamports: lamports,
	/** The collection's; null until it is confirmed. */
	mintAddress: z.string().nullable(),
	explorerUrl,
	/** Page of the sale, a path. */
	saleUrl: z.string(),
	/** What that page shows of items that nobody has bought yet. */
	itemPreview: itemPreviewSchema,
	/** Whether its items are covered until the reveal, in any phase. */
	revealChoice: revealChoiceSchema,
	/** How the reveal is; null while it is preparing, and where the items are shown from the start. */
	reveal: creatorRevealOutput.nullable(),
	/** In the order of their times; none where it sells to everybody at its price. */
	phases: z.array(salePhaseOutput),
	/** Another one with each change of the phases and of how many wallets their lists have. */
	phasesTag: z.string(),
	/** Whether the files are kept on IPFS: by the operator's service, or as the creator said. */
	published: z.boolean(),
	/** Whether this server publishes the files of what is prepared from now on; otherwise they are the creator's to publish. */
	publishesFiles: z.boolean(),
	/** Zip with the two CARs and their roots; null while it is preparing. */
	carUrl: z.string().nullable(),
	/** What it takes from a wallet, measured by the cluster's rent; null while the node does not say. */
	costs: z
		.object({
			/** What the creator pays once. */
			collectionLamports: lamports,
			/** What a buyer pays for an item besides the price. */
			itemLamports: lamports,
			pieceLamports: deprecated(z.string(), 'itemLamports'),
			/** What the creator pays to mint all remaining items to their own wallet. */
			ownAllLamports: lamports,
		})
		.nullable(),
	errorMessage: z.string().nullable(),
	createdAt: z.string(),
	startedAt: z.string().nullable(),
	endedAt: z.string().nullable(),
});
export type CreatorSale = z.infer<typeof creatorSaleOutput>;

/** What minting a merge takes from wallets, before it is started: at most, whatever name and symbol it is listed with. */
export const listingCostsOutput = z.object({
	/** By the cluster's rent; null without Solana, and while its node does not say. */
	costs: z
		.object({
			/** What the creator pays once. */
			collectionLamports: lamports,
			/** What a delayed reveal adds to that, most of which comes back. */
			revealLamports: lamports,
			/** What a buyer pays for an item besides the price. */
			itemLamports: lamports,
			pieceLamports: deprecated(z.string(), 'itemLamports'),
		})
		.nullable(),
	/** Whether this server publishes the files on IPFS; otherwise the creator does, before the sale opens. */
	publishesFiles: z.boolean(),
});
export type ListingCosts = z.infer<typeof listingCostsOutput>;

/** A transaction on the wire in base64: at most 1,232 bytes. */
const transactionSchema = z
	.string()
	.max(1_644)
	.regex(/^[A-Za-z0-9+/]+={0,2}$/, 'Not a transaction');

/** The collection's transaction, for the creator's wallet to sign. */
export const collectionTransactionOutput = z.object({
	/** In base64 for Solana; the data of `call` on an EVM chain. */
	transaction: z.string(),
	call: evmCallOutput.nullable(),
	/** What leaves the wallet: rent and fees. */
	costLamports: lamports,
	/** About when the chain no longer takes it. */
	expiresAt: z.string(),
});
export type CollectionTransaction = z.infer<typeof collectionTransactionOutput>;

/** Body of `POST /api/mint-collection/{jobId}/submit`: signed, or on an EVM chain the hash under which the wallet sent it. */
export const submitCollectionInput = creatorSaleInput.extend({ transaction: transactionSchema });
export type SubmitCollectionInput = z.infer<typeof submitCollectionInput>;

/** Body of `POST /api/mint-collection/{jobId}/own`. */
export const ownItemsInput = creatorSaleInput.extend({ count: z.int().min(1).max(ownItemsMax) });
export type OwnItemsInput = z.infer<typeof ownItemsInput>;

/** Body of `POST /api/mint-collection/{jobId}/phases`: all of them, in the order of their times. None sells to everybody. */
export const salePhasesInput = creatorSaleInput.extend({
	phases: salePhasesSchema,
	/** `phasesTag` of the phases that these replace; 409 `phases_changed` where they are others by now. Not looked at without. */
	phasesTag: z.string().max(64).optional(),
});
export type SalePhasesInput = z.output<typeof salePhasesInput>;
/** The same on its way: times are ISO 8601 text. */
export type SalePhasesRequest = z.input<typeof salePhasesInput>;

/** Body of `POST /api/mint-collection/{jobId}/phases/{phaseId}/allowlist`. */
export const allowlistInput = creatorSaleInput.extend({
	phaseId: idSchema,
	wallets: z.array(walletAddressSchema).max(allowlistSliceMax, `At most ${allowlistSliceMax} in one call`),
	/** Adds to the list that is there in place of replacing it. */
	append: z.boolean().default(false),
});
export type AllowlistInput = z.output<typeof allowlistInput>;

/** Body of `PATCH /api/mint-collection/{jobId}`; what is not named stays. */
export const updateSaleInput = creatorSaleInput.extend({
	/** Whether nobody can reserve an item for now. */
	paused: z.boolean().optional(),
	/** In SOL, a number or numeric text: for what is reserved from now on. */
	price: salePriceSchema.optional(),
	/** What the page shows of items that nobody has bought yet; may be set before the sale runs, and after. */
	itemPreview: itemPreviewSchema.optional(),
	/** When anybody can reserve, by the server's clock; null for as soon as the sale runs. May be set before it runs. */
	startsAt: saleTimeSchema.optional(),
	/** When reserving ends; null for after the last item. A sale that ended this way continues if a later time is set. */
	endsAt: saleTimeSchema.optional(),
});
export type UpdateSaleInput = z.output<typeof updateSaleInput>;

/** Path of what anybody may see of a sale. */
export const saleInput = z.strictObject({ saleId: idSchema });
export type SaleInput = z.infer<typeof saleInput>;

/** A sale as everybody sees it; there is none before its collection is confirmed and its files are published. */
export const saleOutput = z.object({
	saleId: z.string(),
	phase: z.enum(['selling', 'sold_out']),
	state: saleStateSchema,
	name: z.string(),
	symbol: z.string(),
	description: z.string(),
	creator: z.string(),
	coverUrl: z.string().nullable(),
	/** In the order of their times; none where it sells to everybody. */
	phases: z.array(salePhaseOutput),
	/** The id of the phase that runs; null between phases, and without any. */
	phaseId: z.string().nullable(),
	/** When the sale as a whole starts and ends; null for as soon as it can, and for until its last item. */
	startsAt: z.string().nullable(),
	endsAt: z.string().nullable(),
	/** The server's time where its clock decides: with phases, a start or an end. */
	now: z.string().nullable(),
	/** The address that is paid. */
	walletAddress: z.string(),
	network: saleNetworkSchema,
	cluster: z.string(),
	/** How a wallet is told of the EVM chain; null on Solana, and where the server is not set up for it any more. */
	chain: saleChainOutput.nullable(),
	mintAddress: z.string(),
	explorerUrl,
	/** The symbol of the coin that prices are in. */
	coin: z.string(),
	/** Of the phase that runs, or of the next one. */
	priceLamports: lamports,
	/** In that coin. */
	price: z.number(),
	/** Rent and fees of an item besides the price; null while the node does not say. */
	itemCostLamports: lamports.nullable(),
	pieceCostLamports: deprecated(z.string().nullable(), 'itemCostLamports'),
	/** Percent; declared, not enforced by the chain. */
	royalty: z.number(),
	supply: z.int(),
	/** Whether the chain itself lets nobody make more items than that. */
	isCapFixed: z.boolean(),
	/** Minted items, no matter who owns them. */
	mintedCount: z.int(),
	/** Reserved for buyers who are about to sign. */
	reservedCount: z.int(),
	/** What can be reserved now. */
	availableCount: z.int(),
	/** What is shown of items that nobody has bought yet; covered before a delayed reveal. */
	itemPreview: itemPreviewSchema,
	/** Null where the items are shown from the start. */
	reveal: saleRevealOutput.nullable(),
	/** The newest first, at most 12. */
	latest: z.array(z.object({ tokenNumber: z.int(), name: z.string(), imageUrl: z.string() })),
});
export type Sale = z.infer<typeof saleOutput>;

/** Body of `POST /api/sales/{saleId}/challenge`. */
export const saleChallengeInput = saleInput.extend({ walletAddress: walletAddressSchema });
export type SaleChallengeInput = z.infer<typeof saleChallengeInput>;

/** Body of `POST /api/sales/{saleId}/reserve`. */
export const reserveInput = saleInput.extend({
	walletAddress: walletAddressSchema,
	/** Items; more than one on EVM chains alone. */
	count: z.int().min(1).max(saleBatchMax).default(1),
	/** Needed where `proof_needed` says so. */
	proof: walletProofSchema.optional(),
});
/** As callers give it. */
export type ReserveInput = z.input<typeof reserveInput>;

/** reserved -> sent -> confirmed | failed; reserved -> expired. */
export const reservationStatusSchema = z.enum(['reserved', 'sent', 'confirmed', 'failed', 'expired']);
export type ReservationStatus = z.infer<typeof reservationStatusSchema>;

/** Items held for a wallet, with one transaction to sign for each, which names its item. */
export const reservationOutput = z.object({
	/** A client that knows it may ask for the status. */
	reservationId: z.string(),
	saleId: z.string(),
	/** For Solana, in base64; none on an EVM chain. */
	transactions: z.array(z.string()),
	/** On an EVM chain: mints all items of the reservation. */
	call: evmCallOutput.nullable(),
	/** In total for all items: what goes to the creator, and what else leaves the wallet. */
	priceLamports: lamports,
	costLamports: lamports,
	/** About when the chain no longer takes them, and the items are offered to others. */
	expiresAt: z.string(),
});
export type Reservation = z.infer<typeof reservationOutput>;

/**
 * Body of `POST /api/sales/{saleId}/submit`: as many as were reserved, in their order; on an EVM chain the hash under which
 * the wallet sent its one transaction.
 */
export const submitReservationInput = saleInput.extend({
	reservationId: idSchema,
	transactions: z.array(transactionSchema).min(1).max(ownItemsMax),
});
export type SubmitReservationInput = z.infer<typeof submitReservationInput>;

/** Path of `GET /api/sales/{saleId}/reservations/{reservationId}`. */
export const purchaseInput = saleInput.extend({ reservationId: idSchema });
export type PurchaseInput = z.infer<typeof purchaseInput>;

const purchasedItemsSchema = z.array(
	z.object({
		tokenNumber: z.int(),
		name: z.string(),
		imageUrl: z.string(),
		attributes: z.array(tokenAttributeSchema),
		/** Null while it is covered, as its tier; it has no attributes then. */
		rarityRank: z.int().nullable(),
		rarityTier: rarityTierSchema.nullable(),
		mintAddress: z.string(),
		explorerUrl,
	}),
);

/** What became of a reservation. */
export const purchaseOutput = z.object({
	reservationId: z.string(),
	saleId: z.string(),
	status: reservationStatusSchema,
	itemCount: z.int(),
	/** In total for all items: what goes to the creator. */
	priceLamports: lamports,
	errorMessage: z.string().nullable(),
	/** Those that are confirmed. */
	items: purchasedItemsSchema,
	pieceCount: deprecated(z.int(), 'itemCount'),
	pieces: deprecated(purchasedItemsSchema, 'items'),
});
export type Purchase = z.infer<typeof purchaseOutput>;

/** Whether the chain has spoken: nothing more becomes of it. */
export const isReservationOver = ({ status }: Pick<Purchase, 'status'>): boolean =>
	status === 'confirmed' || status === 'failed' || status === 'expired';
