import type { SignedTransaction } from '@adx/contracts/solana/signed-transaction';
import { transact } from '@adx/db/client/transact';
import { listOpenTransactions, recordSent } from '@adx/db/repositories/sale/sale-transactions';
import { lockSaleOfMerge, recordCollectionSent } from '@adx/db/repositories/sale/sales';
import type { SaleRow, SaleTransactionRow } from '@adx/db/schema/sale-tables';
import type { CreatorSale, SubmitCollectionInput } from '@adx/validators/sale/sales';
import type { RequestContext } from '../../platform/context.ts';
import { AppError } from '../../platform/errors.ts';
import { presentCreatorSale, requireCreatorSale } from '../creator/get-creator-sale.ts';
import { requireListedAs } from '../creator/require-unsigned.ts';
import { isEvmSale } from '../sale-network.ts';
import type { Solana } from './open-solana.ts';
import { querySolana, requireSolanaForSale } from './solana.ts';
import { describeSolanaError } from './solana-errors.ts';

/**
 * Sends the collection's transaction as the creator's wallet signed it: written down first, then sent, then watched.
 * Submitting it again changes nothing. 422 `transaction_changed` for bytes that were not built here, or lack a signature;
 * 409 where the chain would refuse it, with its reason in a sentence, and where the listing was changed since.
 */
export async function submitCollection(ctx: RequestContext, input: SubmitCollectionInput): Promise<CreatorSale> {
	await ctx.saleLimiters.reservations.begin('sales.collection', ctx.address);
	const sale = await requireCreatorSale(ctx, input);
	if (sale.startedAt !== null) return presentCreatorSale(ctx, sale);
	if (isEvmSale(sale))
		return (await import('../evm/deploy-collection.ts')).submitDeployment(ctx, sale, input.transaction);
	const solana = requireSolanaForSale(ctx, sale);
	const { row, signed } = await readSubmitted(ctx, sale, input.transaction);
	if (row.status === 'built') {
		await querySolana(refuseUnlessTaken(solana, signed));
		if (await writeDown(ctx, sale, row, signed)) await send(ctx, sale, solana, signed);
	}
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** What was built, and the same as it came back signed. */
async function readSubmitted(
	{ db }: RequestContext,
	sale: SaleRow,
	transaction: string,
): Promise<{ readonly row: SaleTransactionRow; readonly signed: SignedTransaction }> {
	const [{ toMessage }, { readSigned }, { SolanaError }] = await Promise.all([
		import('./read-chain.ts'),
		import('@adx/contracts/solana/signed-transaction'),
		import('@adx/contracts/solana/solana-error'),
	]);
	const message = toMessage(transaction);
	const row = (await listOpenTransactions(db, sale.id)).find((open) => open.message === message);
	if (row === undefined) throw changed(notBuiltHere);
	try {
		const signed = await readSigned(Buffer.from(transaction, 'base64'), Buffer.from(row.message, 'base64'));
		return { row, signed };
	} catch (error) {
		if (error instanceof SolanaError) throw changed(error.reason === 'unsigned' ? notSigned : notBuiltHere);
		throw error;
	}
}

const notBuiltHere = 'This is not the transaction that was given to sign, or its time is over. Sign a new one.';
const notSigned = 'The wallet did not sign the transaction.';
const changed = (message: string) => new AppError('MISMATCH', { reason: 'transaction_changed', message });

/** Asks the chain what it would do with it. */
async function refuseUnlessTaken(solana: Solana, { wire }: SignedTransaction): Promise<void> {
	const { simulateTransaction } = await import('./read-chain.ts');
	await solana.checkCluster();
	const refusal = await simulateTransaction(solana, wire);
	// Whatever made the account is ours: nobody else has the key.
	if (refusal === null || refusal.reason === 'already_processed' || refusal.reason === 'address_in_use') return;
	const reason = refusal.reason === 'insufficient_funds' ? 'too_little_sol' : 'transaction_refused';
	throw new AppError('PRECONDITION', { reason, message: `${refusal.message} Nothing was sent.`, cause: refusal });
}

/** False when the bytes are not to be sent: the chain was seen to have it, or others were written down first. */
async function writeDown(
	ctx: RequestContext,
	{ id, mergeJobId }: SaleRow,
	row: SaleTransactionRow,
	{ signature, wire }: SignedTransaction,
): Promise<boolean> {
	return transact(ctx.db, async (trx) => {
		const sale = await lockSaleOfMerge(trx, mergeJobId);
		if (sale === undefined) return false;
		// A change of the listing holds the same lock: it came before this, or is refused from here on.
		await requireListedAs(trx, sale);
		if (!(await recordSent(trx, row.id, { signature, wire, now: ctx.clock() }))) return false;
		return recordCollectionSent(trx, id);
	});
}

async function send(ctx: RequestContext, { id }: SaleRow, solana: Solana, signed: SignedTransaction): Promise<void> {
	const { sendTransaction } = await import('@adx/contracts/solana/send-transaction');
	await sendTransaction(solana, signed).catch((error: unknown) => {
		// What is written down is sent again until it lands or its time is over.
		ctx.log.warn({ saleId: id, reason: describeSolanaError(error) }, 'a collection was not sent at once');
	});
}
