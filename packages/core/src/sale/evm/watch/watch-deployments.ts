import type { DatabaseTransaction } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { saveChainCursor } from '@adx/db/repositories/mint/chain-cursors';
import { type DeployingSale, endCall, listOpenDeployments } from '@adx/db/repositories/sale/sale-calls';
import { confirmCollection, reopenCollection } from '@adx/db/repositories/sale/sales';
import type { Address, Hex } from 'viem';
import type { Services } from '../../../platform/context.ts';
import type { EvmBlock, EvmSaleChain } from '../evm-sale-chain.ts';

/** One look at a chain: the blocks that it goes by. */
export interface EvmWatchRound {
	readonly chain: EvmSaleChain;
	readonly head: EvmBlock;
	/** The last block that the chain does not take back, as far as the operator's confirmations say. */
	readonly safe: EvmBlock;
	readonly signal: AbortSignal;
}

/** Brings the contracts of drops to the state that the chain is in: a sale begins once its contract is there for good. */
export async function watchDeployments(
	services: Services,
	round: EvmWatchRound,
	sales: readonly DeployingSale[],
): Promise<void> {
	for (const sale of sales) {
		round.signal.throwIfAborted();
		const isThere = await round.chain.hasCode(sale.mintAddress as Address, round.safe.number);
		await (isThere ? startSelling(services, round, sale) : endLost(services, round, sale));
	}
}

async function startSelling(
	{ db, clock, log }: Services,
	{ chain, safe }: EvmWatchRound,
	sale: DeployingSale,
): Promise<void> {
	const isFirst = await transact(db, async (trx) => {
		if (!(await confirmCollection(trx, sale.id, { now: safe.time }))) return false;
		for (const { id } of sale.calls) await endCall(trx, id, 'confirmed');
		// No voucher was signed before.
		const place = { chain: chain.settings.chain, contractAddress: sale.mintAddress, blockNumber: safe.number };
		await saveChainCursor(trx, { ...place, isSale: true, now: clock() });
		return true;
	});
	if (isFirst) log.info({ saleId: sale.id }, 'a collection is on the chain');
}

/** Ends what the chain refused, and what it did not take in an hour. */
async function endLost({ db }: Services, { chain, safe }: EvmWatchRound, sale: DeployingSale): Promise<void> {
	for (const call of sale.calls) {
		const outcome = call.hash === null ? null : await chain.outcome(call.hash as Hex);
		if (outcome?.succeeded === false && outcome.blockNumber <= safe.number) {
			const errorMessage = 'The chain refused the transaction. Nothing was paid but its fee. Sign it again.';
			await transact(db, async (trx) => {
				if (await endCall(trx, call.id, 'failed')) await reopenIfNoneIsLeft(trx, sale, errorMessage);
			});
		} else if (safe.time > call.deadline) {
			const sentence = 'The chain did not take the transaction within an hour. Sign it again.';
			await transact(db, async (trx) => {
				if (await endCall(trx, call.id, 'expired')) await reopenIfNoneIsLeft(trx, sale, sentence);
			});
		}
	}
}

async function reopenIfNoneIsLeft(
	trx: DatabaseTransaction,
	{ id }: DeployingSale,
	errorMessage: string,
): Promise<void> {
	const open = await listOpenDeployments(trx, id);
	if (open.every(({ hash }) => hash === null)) await reopenCollection(trx, id, errorMessage);
}
