import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { DeletionBlocker } from '@adx/validators/deletion';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { isEvmSale } from '../sale/sale-network.ts';

/** What may depend on a merge. */
export interface MergeDependents {
	/** Undefined while none was started. */
	readonly sale: Pick<SaleRow, 'phase' | 'cluster'> | undefined;
	/** Whether the chain could still take a transaction of the sale's collection, signed or not. */
	readonly hasOpenTransaction: boolean;
	/** Whether this installation follows the chain that the sale is on. */
	readonly isFollowed: boolean;
	/** Downloads and exports that are under way. */
	readonly downloadCount: number;
}

/** What keeps a merge from being deleted; nothing does where the list is empty. */
export function findMergeBlockers(
	{ status, isMinting, isMinted, contractAddress }: MergeFacts,
	{ sale, hasOpenTransaction, isFollowed, downloadCount }: MergeDependents,
): DeletionBlocker[] {
	const blockers: DeletionBlocker[] = [];
	const add = (reason: DeletionBlocker['reason'], message: string) => blockers.push({ reason, message });
	if (status === 'processing') {
		add('merge_running', 'This collection is still being merged. It can be deleted when that has ended.');
	}
	if (
		isMinting ||
		isMinted ||
		contractAddress !== null ||
		(sale !== undefined && saleStageFacts[sale.phase].isOnChain)
	) {
		add(
			'merge_in_use',
			'This collection is minted or sold on the chain, and its tokens are served from here. It can be hidden.',
		);
	} else if (sale?.phase === 'preparing') {
		add('mint_under_way', 'Minting is being prepared for this collection. It can be deleted when that has ended.');
	} else if (sale !== undefined && (hasOpenTransaction || sale.phase === 'confirming')) {
		add('mint_under_way', describeOpenTransaction(sale, isFollowed));
	}
	if (downloadCount > 0) {
		add(
			'merge_downloading',
			'This collection is being downloaded or exported right now. Try again when that has ended.',
		);
	}
	return blockers;
}

/** Only the chain can say what became of a transaction, so that nothing ends it where nobody asks the chain. */
function describeOpenTransaction({ phase, cluster }: Pick<SaleRow, 'phase' | 'cluster'>, isFollowed: boolean) {
	if (!isFollowed) {
		const chain = isEvmSale({ cluster }) ? cluster : `Solana's ${cluster}`;
		return `A transaction that mints this collection may have reached ${chain}, which this installation does not follow now. Its operator has to set it up again before the collection can be deleted.`;
	}
	return phase === 'confirming'
		? 'This collection is on its way to the chain. Wait until it has arrived there, or has failed.'
		: 'A transaction that mints this collection can still reach the chain. Try again in two minutes.';
}

/** What else ends when a merge that nothing blocks is deleted, as sentences. */
export function describeMergeDeletion(
	{ status, hidden }: Pick<MergeJobRow, 'status' | 'hidden'>,
	{ sale }: Pick<MergeDependents, 'sale'>,
): string[] {
	return [
		...(status === 'completed' && !hidden ? ['It leaves the gallery, for everybody.'] : []),
		...(status === 'completed' ? ['Its download, its exports and its page stop working.'] : []),
		...(sale === undefined ? [] : ['What was prepared for minting is deleted too.']),
		'A draft in the merger that lists the same files needs them picked again.',
	];
}

type MergeFacts = Pick<MergeJobRow, 'status' | 'isMinting' | 'isMinted' | 'contractAddress'>;
