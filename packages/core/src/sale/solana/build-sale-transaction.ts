import type { BuiltTransaction } from '@adx/contracts/solana/build-transaction';
import { transact } from '@adx/db/client/transact';
import { findReveal } from '@adx/db/repositories/sale/sale-reveals';
import { insertSaleTransactions } from '@adx/db/repositories/sale/sale-transactions';
import { lockSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { transactionLifetimeMs } from '@adx/validators/limits';
import type { CollectionTransaction, CreatorSaleInput } from '@adx/validators/sale/sales';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { requireCreatorSale } from '../creator/get-creator-sale.ts';
import { notReady, requireListedAs, requireUnsigned } from '../creator/require-unsigned.ts';
import { isEvmSale } from '../sale-network.ts';
import { decryptSaleSecret } from '../sale-secret.ts';
import { toNewTransaction } from './new-transaction.ts';
import type { Solana } from './open-solana.ts';
import { insufficientSol, querySolana, requireSolanaForSale } from './solana.ts';
import { toCollectionMetadata } from './token-metadata.ts';

/**
 * The transaction that makes the collection, for the creator's wallet to sign, with a lifetime that begins now. Any number
 * of them may be asked for: they make the same account, so one alone can land. 409 unless the files are laid out and none
 * was sent yet, after a change of the listing, where the wallet holds too little, and where the node does not answer or is
 * of another cluster; 429 beyond 60 calls of a user in a minute.
 */
export async function buildSaleTransaction(
	ctx: RequestContext,
	input: CreatorSaleInput,
): Promise<CollectionTransaction> {
	await ctx.minting.limiter.begin('sale.transaction', requireActor(ctx).userId);
	const sale = await requireCreatorSale(ctx, input);
	requireUnsigned(sale);
	await requireListedAs(ctx.db, sale);
	if (isEvmSale(sale)) return (await import('../evm/deploy-collection.ts')).buildDeployment(ctx, sale);
	const solana = requireSolanaForSale(ctx, sale);
	const built = await querySolana(build(ctx, sale, solana));
	const createdAt = ctx.clock();
	await transact(ctx.db, async (trx) => {
		const now = await lockSaleOfMerge(trx, sale.mergeJobId);
		// Deleted with its merge since it was read.
		if (now === undefined) throw notFound('sale');
		if (now.metadataRoot !== sale.metadataRoot) throw notReady();
		requireUnsigned(now);
		// Written down before it leaves: nothing else is taken back signed, and the wallet may send it by itself.
		await insertSaleTransactions(trx, [toNewTransaction(sale.id, built, createdAt)]);
	});
	return {
		transaction: built.wire,
		call: null,
		costLamports: String(built.costLamports),
		expiresAt: new Date(createdAt.getTime() + transactionLifetimeMs).toISOString(),
	};
}

async function build({ db, secretKey }: RequestContext, sale: SaleRow, solana: Solana): Promise<BuiltTransaction> {
	const [{ buildCollectionTransaction }, { readBalance, readLifetime }, { computeCollectionCost }] = await Promise.all([
		import('@adx/contracts/solana/collection-transaction'),
		import('@adx/contracts/solana/read-chain'),
		import('@adx/contracts/solana/cost'),
	]);
	await solana.checkCluster();
	const creator = sale.walletAddress;
	const [lifetime, balance] = await Promise.all([readLifetime(solana), readBalance(solana, creator)]);
	const commitment = sale.isDelayed ? ((await findReveal(db, sale.id)) ?? null) : null;
	if (sale.isDelayed && commitment === null) throw new Error(`Sale ${sale.id} has committed to nothing.`);
	const metadata = toCollectionMetadata(sale, commitment);
	const coveredItems = sale.isDelayed ? sale.supply : 0;
	const { totalLamports, walletMinimumLamports } = computeCollectionCost(lifetime, metadata, coveredItems);
	if (balance < totalLamports + walletMinimumLamports) {
		throw insufficientSol(totalLamports, walletMinimumLamports, balance);
	}
	const secret = decryptSaleSecret(secretKey, sale);
	const options = { ...metadata, maxSize: sale.supply, creator, secret, isCovered: sale.isDelayed };
	return buildCollectionTransaction(options, lifetime);
}
