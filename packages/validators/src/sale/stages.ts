import { type SaleStage, saleStages } from './sales.ts';

/** What holds of a sale because of its stage alone. */
interface StageFacts {
	/** What it says of itself can be changed by starting again: its collection is not on its way to the chain yet. */
	readonly isEditable: boolean;
	/** Its collection is not on the chain, and whatever was signed for it may bring it there. */
	readonly mayArrive: boolean;
	/** Its files can be published by the creator. */
	readonly isPublishable: boolean;
	/** Its collection is on the chain for good. */
	readonly isOnChain: boolean;
	/** It has items that are not minted for good, which are sold, or are once its files are published. */
	readonly isRunning: boolean;
	/** Everybody may see its page. */
	readonly hasPage: boolean;
}

const nothing = {
	isEditable: false,
	mayArrive: false,
	isPublishable: false,
	isOnChain: false,
	isRunning: false,
	hasPage: false,
} as const satisfies StageFacts;

export const saleStageFacts = {
	preparing: { ...nothing, isEditable: true },
	unsigned: { ...nothing, isEditable: true, mayArrive: true, isPublishable: true },
	confirming: { ...nothing, mayArrive: true, isPublishable: true },
	unpublished: { ...nothing, isPublishable: true, isOnChain: true, isRunning: true },
	selling: { ...nothing, isOnChain: true, isRunning: true, hasPage: true },
	sold_out: { ...nothing, isOnChain: true, hasPage: true },
	failed: { ...nothing, isEditable: true },
} as const satisfies Readonly<Record<SaleStage, StageFacts>>;

/** The stages of which something holds. */
export type SaleStageWith<Fact extends keyof StageFacts> = {
	[Stage in SaleStage]: (typeof saleStageFacts)[Stage][Fact] extends true ? Stage : never;
}[SaleStage];

/** The stages of which something holds, in their order. */
export const listSaleStages = (fact: keyof StageFacts): readonly SaleStage[] =>
	saleStages.filter((stage) => saleStageFacts[stage][fact]);
