import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { DeletionBlocker } from '@adx/validators/deletion';

/** What may depend on a merge. */
export interface MergeDependents {
	/** Undefined while none was started. */
	readonly sale: Pick<SaleRow, 'phase'> | undefined;
	/** Whether the chain could still take a transaction of the sale's collection. */
	readonly isSigned: boolean;
	/** Downloads and exports that are under way. */
	readonly downloadCount: number;
}

/** What keeps a merge from being deleted; nothing does where the list is empty. */
export function findMergeBlockers(
	{ status, isMinting, isMinted, contractAddress }: MergeFacts,
	{ sale, isSigned, downloadCount }: MergeDependents,
): DeletionBlocker[] {
	const blockers: DeletionBlocker[] = [];
	const add = (reason: DeletionBlocker['reason'], message: string) => blockers.push({ reason, message });
	if (status === 'processing') {
		add('merge_running', 'This collection is still being merged. It can be deleted when that has ended.');
	}
	if (isMinting || isMinted || contractAddress !== null || (sale !== undefined && onChainPhases.has(sale.phase))) {
		add(
			'merge_in_use',
			'This collection is minted or sold on the chain, and its tokens are served from here. It can be hidden.',
		);
	} else if (sale?.phase === 'preparing') {
		add('mint_under_way', 'Minting is being prepared for this collection. It can be deleted when that has ended.');
	} else if (isSigned) {
		add(
			'mint_under_way',
			'A transaction that mints this collection can still reach the chain. Try again in two minutes.',
		);
	}
	if (downloadCount > 0) {
		add('merge_in_use', 'This collection is being downloaded or exported right now. Try again when that has ended.');
	}
	return blockers;
}

/** What else ends when a merge that nothing blocks is deleted, as sentences. */
export function describeMergeDeletion(
	{ status, hidden }: Pick<MergeJobRow, 'status' | 'hidden'>,
	{ sale }: Pick<MergeDependents, 'sale'>,
): string[] {
	return [
		...(status === 'completed' && !hidden ? ['It leaves the gallery, for everybody.'] : []),
		...(status === 'completed' ? ['Its download, its exports and its page stop working.'] : []),
		...(sale === undefined ? [] : ['What was prepared for minting, and was never signed, goes with it.']),
	];
}

type MergeFacts = Pick<MergeJobRow, 'status' | 'isMinting' | 'isMinted' | 'contractAddress'>;

const onChainPhases: ReadonlySet<SaleRow['phase']> = new Set(['confirming', 'unpublished', 'selling', 'sold_out']);
