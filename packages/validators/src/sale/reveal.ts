import { z } from 'zod';
import { evmCallOutput } from './evm.ts';

/**
 * covered (it sells) -> drawing (it has ended; the block that decides is named) -> drawn (that block is there for good) ->
 * preparing (the creator asked for the reveal: the files are laid out and published) -> unpublished (its files are the
 * creator's to publish; skipped otherwise) -> ready (the chain has to be told) -> revealed. A block that is replaced after
 * all takes it back to drawn.
 */
export const revealPhases = ['covered', 'drawing', 'drawn', 'preparing', 'unpublished', 'ready', 'revealed'] as const;
export const revealPhaseSchema = z.enum(revealPhases);
export type RevealPhase = z.infer<typeof revealPhaseSchema>;

/** Whether the items of a sale are shown from the start, or after it has ended, in an order that is drawn then. */
export const revealChoiceSchema = z.enum(['at_once', 'delayed'], 'Choose at_once or delayed');
export type RevealChoice = z.infer<typeof revealChoiceSchema>;

/** Hashes are lower-case hexadecimal digits, so many. */
export const hexHashLength = 64;
const hash = z.string();

/** Days after the draw, or after the time of a sale is over, until what its creator leaves undone is done by itself. */
export const revealGraceDays = 14;
export const revealGraceMs = revealGraceDays * 24 * 3_600_000;

/**
 * Hours after its creator has ended a sale before all was sold in which nobody else is given what closes it in its
 * contract: until that is done the creator can still mint what is left.
 */
export const closeGraceHours = 24;
export const closeGraceMs = closeGraceHours * 3_600_000;

/** What anybody has the contract of a sale do, one after the other: end the sale, draw the block, and reveal the items. */
export const revealStepSchema = z.enum(['end', 'draw', 'reveal']);
export type RevealStep = z.infer<typeof revealStepSchema>;

/** Such a step, with the call that makes it. */
const revealCallOutput = z.object({ step: revealStepSchema, call: evmCallOutput });
export type RevealCall = z.infer<typeof revealCallOutput>;

/** What everybody may know of the reveal of a sale whose items are covered, or were. */
export const saleRevealOutput = z.object({
	phase: revealPhaseSchema,
	/** SHA-256 of the hashes of all items in their first order. */
	provenance: hash,
	/** Keccak-256 of the seed. */
	seedCommitment: hash,
	/** The block whose hash decides on the order; null until the sale has ended. */
	drawBlock: z.int().nullable(),
	/** The hash of that block; null until nothing can replace it. */
	drawHash: hash.nullable(),
	/** How many blocks were named before that one on an EVM chain, and forgotten there before anybody drew. */
	forgottenDraws: z.int(),
	/** On Solana the transaction by which the sale ended, of whose slot the block follows; null before, and on EVM chains. */
	endSignature: z.string().nullable(),
	/** When the reveal begins by itself unless its creator begins it before; null until it is drawn, and once it began. */
	beginsBy: z.string().nullable(),
	/** What anybody may send the contract now; null while there is nothing, and on Solana. */
	next: revealCallOutput.nullable(),
	/** Null until the reveal. */
	seed: hash.nullable(),
	/** What the items were shuffled by: Keccak-256 of seed and hash; null until the reveal. */
	shuffle: hash.nullable(),
	/** The folder with the metadata of the items; null until the reveal. */
	metadataUri: z.string().nullable(),
	revealedAt: z.string().nullable(),
});
export type SaleReveal = z.infer<typeof saleRevealOutput>;

/** The same as its creator sees it. */
export const creatorRevealOutput = saleRevealOutput.extend({
	/** Percent of the files laid out or published, while it is preparing. */
	progress: z.int(),
	errorMessage: z.string().nullable(),
});
export type CreatorReveal = z.infer<typeof creatorRevealOutput>;

/** What a sale says to those who look for its reveal and do not find it. */
export const revealedSaleSchema = z.object({
	name: z.string(),
	reveal: z.object({ phase: revealPhaseSchema }).nullable(),
});

/** A delayed reveal with all that proves it; there is none before it. */
export const revealProofOutput = saleRevealOutput.extend({
	network: z.string(),
	cluster: z.string(),
	/** Of the collection: its contract, or its mint. */
	address: z.string(),
	name: z.string(),
	supply: z.int(),
	/** On Solana the transaction that made the collection, which says what it commits to; null on EVM chains. */
	startSignature: z.string().nullable(),
	/** On Solana its items, each a token of its own where it was sold; none on EVM chains. */
	items: z.array(z.object({ tokenNumber: z.int(), address: z.string() })),
	/** The hash of each item, in their first order. */
	itemHashes: z.array(hash),
});
export type RevealProof = z.infer<typeof revealProofOutput>;
