import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import { insertSaleCall, listOpenDeployments, recordCallHash } from '@adx/db/repositories/sale/sale-calls';
import { lockSaleOfMerge, recordCollectionSent } from '@adx/db/repositories/sale/sales';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { CollectionTransaction, CreatorSale } from '@adx/validators/sale/sales';
import { type Address, type Hex, isHash } from 'viem';
import type { RequestContext } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { presentCreatorSale, requireCreatorSale } from '../creator/get-creator-sale.ts';
import { requireListedAs, requireUnsigned } from '../creator/require-unsigned.ts';
import type { EvmSaleChain } from './evm-sale-chain.ts';
import { queryEvmSaleChain, requireEvmSaleChain } from './open-sale-chains.ts';
import { toGwei } from './price-unit.ts';
import { toSaleDeployment } from './sale-deployment.ts';

/** How long a deployment that was handed out is looked for. */
const deploymentMaxMs = 3_600_000;

/**
 * The transaction that deploys the contract of a sale, for the creator's wallet to send. Any number of them may be asked
 * for: they make the same contract, so one alone can land. 409 as `buildSaleTransaction`.
 */
export async function buildDeployment(ctx: RequestContext, sale: SaleRow): Promise<CollectionTransaction> {
	const chain = requireEvmSaleChain(ctx, sale.cluster);
	const { metadataRoot } = sale;
	if (metadataRoot === null) throw new Error(`Sale ${sale.id} has no files.`);
	const deployment = await toSaleDeployment(ctx, sale, { metadataRoot, signer: chain.signer });
	if (deployment.address !== sale.mintAddress) throw renew();
	const call = { from: sale.walletAddress as Address, to: deployment.to, data: deployment.data, value: 0n };
	const costWei = await queryEvmSaleChain(chain, (asked) => estimateDeployment(asked, call));
	const createdAt = ctx.clock();
	const expiresAt = new Date(createdAt.getTime() + deploymentMaxMs);
	await transact(ctx.db, async (trx) => {
		const now = await lockSaleOfMerge(trx, sale.mergeJobId);
		if (now === undefined) throw notFound('sale');
		requireUnsigned(now);
		if (now.metadataRoot !== metadataRoot) throw renew();
		// The wallet may send it without telling: from now on the chain is looked at.
		const call = { saleId: sale.id, reservationId: null, data: deployment.data, deadline: expiresAt, createdAt };
		await insertSaleCall(trx, { id: randomUUID(), ...call });
	});
	const { chainId } = chain.settings;
	return {
		transaction: deployment.data,
		call: { chainId, to: deployment.to, data: deployment.data, valueWei: '0' },
		costLamports: toGwei(costWei),
		expiresAt: expiresAt.toISOString(),
	};
}

async function estimateDeployment(chain: EvmSaleChain, call: Parameters<EvmSaleChain['estimate']>[0]): Promise<bigint> {
	if (!(await chain.canDeploy())) {
		const message = 'This chain lacks the deterministic deployment proxy, which deploys collections.';
		throw new AppError('PRECONDITION', { reason: 'mint_unavailable', message });
	}
	const [estimated, gasPrice] = await Promise.all([chain.estimate(call), chain.gasPrice()]);
	if ('gas' in estimated) return estimated.gas * gasPrice;
	if (estimated.problem === 'too_little_coin') {
		const message = `There is too little ${chain.settings.symbol} in the wallet for the fee. Nothing was sent.`;
		throw new AppError('PRECONDITION', { reason: 'too_little_coin', message });
	}
	const message = 'The chain refuses this transaction: the collection may be there already. Look again in a minute.';
	throw new AppError('PRECONDITION', { reason: 'transaction_refused', message });
}

/**
 * Notes the hash under which the creator's wallet sent the deployment; the chain alone says what became of it. Saying it
 * again changes nothing. 400 for what is not a hash; 409 where the listing was changed since.
 */
export async function submitDeployment(ctx: RequestContext, sale: SaleRow, hash: string): Promise<CreatorSale> {
	const input = { jobId: sale.mergeJobId };
	requireHash(hash);
	await transact(ctx.db, async (trx) => {
		const now = await lockSaleOfMerge(trx, sale.mergeJobId);
		if (now === undefined || now.startedAt !== null) return;
		await requireListedAs(trx, now);
		const [newest] = await listOpenDeployments(trx, now.id);
		if (newest === undefined) return;
		await recordCallHash(trx, newest.id, hash);
		await recordCollectionSent(trx, now.id);
	});
	return presentCreatorSale(ctx, await requireCreatorSale(ctx, input));
}

/** 400 unless the text is the hash of a transaction. */
export function requireHash(text: string): asserts text is Hex {
	if (isHash(text)) return;
	const message = 'This is not the hash of a transaction.';
	throw new AppError('INVALID', { reason: 'bad_input', message, meta: { fields: { transaction: message } } });
}

const renew = () =>
	new AppError('CONFLICT', {
		reason: 'mint_under_way',
		message: 'This server signs with another key, or the files were laid out since. Start minting again, then sign.',
	});
