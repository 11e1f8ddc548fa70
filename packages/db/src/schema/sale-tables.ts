import type { SaleChainState } from '@adx/validators/sale/evm';
import type { ItemPreview } from '@adx/validators/sale/items';
import type { RevealPhase, RevealStep } from '@adx/validators/sale/reveal';
import type { ReservationStatus, SaleStage } from '@adx/validators/sale/sales';
import type { Generated, Selectable } from 'kysely';
import type { CreatedAt, Nullable } from './column-types.ts';

/** A merged collection on Solana, from the moment its creator starts minting on; at most one per merge. */
export interface SalesTable {
	id: string;
	mergeJobId: string;
	ownerId: string;
	/** As it was configured when it began, e.g. 'devnet'. */
	cluster: string;
	/** The creator's: it signs the collection, and is paid. */
	walletAddress: string;
	/** As the merge was listed when minting was started, the next four too. */
	name: string;
	symbol: string;
	description: string;
	/** Whole number, decimal. */
	priceLamports: string;
	royaltyBasisPoints: number;
	/** Items. */
	supply: number;
	phase: SaleStage;
	/** Percent of the preparation. */
	progress: Generated<number>;
	errorMessage: Nullable<string>;
	/** 32 bytes that every key of the sale is derived from, sealed with the row's id. */
	sealedSecret: string;
	/** The mint address of the collection, derived from the secret. */
	mintAddress: string;
	/** CIDs of the folders with the metadata and with the pictures; set when the files are laid out. */
	metadataRoot: Nullable<string>;
	imagesRoot: Nullable<string>;
	published: Generated<boolean>;
	/** Tries to prepare that ended with an error of ours. */
	failures: Generated<number>;
	/** When its preparation was last started again; null where it began with the sale. */
	preparingSince: Nullable<Date>;
	/** Items that are minted: for somebody who bought them, and for the creator. */
	boughtCount: Generated<number>;
	ownCount: Generated<number>;
	/** Paid for items that the chain will not take back; decimal. */
	soldLamports: Generated<string>;
	/** Counts every change that a reader could see. */
	version: Generated<number>;
	createdAt: CreatedAt;
	/** When the collection was confirmed. */
	startedAt: Nullable<Date>;
	/** When its last item was confirmed. */
	endedAt: Nullable<Date>;
	/** Since when its creator lets nobody reserve; null while anybody may. */
	pausedAt: Nullable<Date>;
	/** When its creator ended it for good, with items left. */
	closedAt: Nullable<Date>;
	/** When its creator has it start and end; null for as soon as it can, and for until its last item. */
	startsAt: Nullable<Date>;
	endsAt: Nullable<Date>;
	/** What its page shows of items that are not minted. */
	itemPreview: Generated<ItemPreview>;
	/** Whether its items are covered until the reveal, and since when they are shown. */
	isDelayed: Generated<boolean>;
	revealedAt: Nullable<Date>;
	/** Since when nobody can admit further items to a collection on Solana; null before, and on EVM chains. */
	capFixedAt: Nullable<Date>;
	/** Transactions that were signed to reach that. */
	capTries: Generated<number>;
	/** What the contract of a sale on an EVM chain says; null on Solana, and before it was asked. */
	chainState: Nullable<SaleChainState>;
}
export type SaleRow = Selectable<SalesTable>;

/** A part of a sale's time; a sale without any sells to everybody at its own price. */
export interface SalePhasesTable {
	id: string;
	saleId: string;
	/** Place among the sale's phases, from 0, which is their order in time. */
	position: number;
	name: string;
	/** Whole number, decimal. */
	priceLamports: string;
	/** Null for as soon as the sale runs, or for as long as it does. */
	startsAt: Nullable<Date>;
	endsAt: Nullable<Date>;
	/** Items that a wallet, and that all of them, may buy in it; null without a limit. */
	walletLimit: Nullable<number>;
	totalLimit: Nullable<number>;
	/** Whether only the wallets of `sale_allowlist` may buy. */
	hasAllowlist: boolean;
}
export type SalePhaseRow = Selectable<SalePhasesTable>;

/** The wallets that may buy in a phase. */
export interface SaleAllowlistTable {
	phaseId: string;
	walletAddress: string;
}

/** Items held for a wallet until the chain no longer takes what was built for it. */
export interface SaleReservationsTable {
	id: string;
	saleId: string;
	/** Bought, or minted by the creator to the own wallet. */
	kind: 'buy' | 'own';
	/** The wallet that signs, pays and receives the items. */
	walletAddress: string;
	status: Generated<ReservationStatus>;
	/** The price of each item. */
	priceLamports: string;
	/** Items that were held for it at first. */
	pieceCount: number;
	/** Keyed hash of the network it was asked from. */
	requester: string;
	/** The last valid height of the newest transaction built for it: above it the chain accepts none of them. */
	lastValidBlockHeight: number;
	errorMessage: Nullable<string>;
	/** The phase in which it was made; null without phases, and where its phase was deleted. */
	phaseId: Nullable<string>;
	/** Of the message by which the wallet showed whose it is; null for one that was only named. */
	proofNonce: Nullable<string>;
	createdAt: CreatedAt;
	/** About when that block is reached. */
	expiresAt: Date;
}
export type SaleReservationRow = Selectable<SaleReservationsTable>;

/** A token of the merge as a member of the collection on chain. */
export interface SaleItemsTable {
	saleId: string;
	tokenNumber: number;
	/** Place in the order in which they are sold, from 0. */
	position: number;
	/** Derived from the sale's secret and the token's number: minted twice it would be the same account. */
	mintAddress: string;
	status: Generated<'free' | 'held' | 'minted'>;
	reservationId: Nullable<string>;
	/** The wallet that received it. */
	ownerAddress: Nullable<string>;
	/** What the creator got for it; null for one that the creator kept. */
	paidLamports: Nullable<string>;
	signature: Nullable<string>;
	mintedAt: Nullable<Date>;
	/** Whether the chain can no longer take it back. */
	isFinal: Generated<boolean>;
	/** Which token of the merge it shows, once that was drawn; null for the one of its own number. */
	imageNumber: Nullable<number>;
}
export type SaleItemRow = Selectable<SaleItemsTable>;

/** The journal: whatever was signed with a key of a sale, and what became of it. */
export interface SaleTransactionsTable {
	id: string;
	saleId: string;
	/** Null for the collection's own, as is the token's number. */
	reservationId: Nullable<string>;
	tokenNumber: Nullable<number>;
	/** The transaction as it was built, in base64: nothing else is accepted signed. */
	message: string;
	lastValidBlockHeight: number;
	status: Generated<'built' | 'sent' | 'confirmed' | 'failed' | 'expired'>;
	/** Written down, with all bytes in base64, before it is sent. */
	signature: Nullable<string>;
	wire: Nullable<string>;
	errorMessage: Nullable<string>;
	createdAt: CreatedAt;
	sentAt: Nullable<Date>;
	/** The slot in which it was confirmed. */
	slot: Nullable<number>;
}
export type SaleTransactionRow = Selectable<SaleTransactionsTable>;

/** What a wallet is asked to send on an EVM chain; whoever has it can send it until its deadline. */
export interface SaleCallsTable {
	id: string;
	saleId: string;
	/** Null for the one that deploys the collection. */
	reservationId: string | null;
	/** Hex with 0x. */
	data: string;
	/** Later than this the chain does not take it. */
	deadline: Date;
	/** As the wallet said; anybody may say so. */
	hash: Nullable<string>;
	status: Generated<'open' | 'confirmed' | 'failed' | 'expired'>;
	createdAt: CreatedAt;
}
export type SaleCallRow = Selectable<SaleCallsTable>;

/** What was committed to before a sale whose items are covered, and how far their reveal is. Hashes are hex without 0x. */
export interface SaleRevealsTable {
	saleId: string;
	/** Of the secret seed. */
	seedCommitment: string;
	/** SHA-256 of the hashes of all items in their first order, which follow without anything between them. */
	provenance: string;
	itemHashes: string;
	phase: Generated<RevealPhase>;
	/** The block, or slot, whose hash decides on the order; set once the sale has ended. */
	drawBlock: Nullable<number>;
	drawHash: Nullable<string>;
	/** When that hash was there for good: some time after it the reveal begins by itself. */
	drawnAt: Nullable<Date>;
	/** How many blocks were named before that one, and forgotten by the chain before anybody drew. */
	forgottenDraws: Generated<number>;
	/** Of the transaction that ended the sale on Solana: nobody could admit items any more. */
	endSignature: Nullable<string>;
	/** What the newest block of an EVM chain lets anybody have the contract do next. */
	chainStep: Nullable<RevealStep>;
	/** Percent of the preparation. */
	progress: Generated<number>;
	errorMessage: Nullable<string>;
	failures: Generated<number>;
	/** When its preparation was last started. */
	preparingSince: Nullable<Date>;
	/** CIDs of the folders with metadata and pictures as they are revealed. */
	metadataRoot: Nullable<string>;
	imagesRoot: Nullable<string>;
}
export type SaleRevealRow = Selectable<SaleRevealsTable>;
