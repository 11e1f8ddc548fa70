import { randomUUID } from 'node:crypto';
import { isForeignKeyViolation } from '@adx/db/client/database-errors';
import { transact } from '@adx/db/client/transact';
import { mayReachChain } from '@adx/db/repositories/sale/sale-calls';
import { restartSalePreparation, type SaleTerms, updateSalePrice } from '@adx/db/repositories/sale/sale-preparations';
import { findSaleOfMerge, insertSale, lockSaleOfMerge } from '@adx/db/repositories/sale/sales';
import type { MergeJobRow } from '@adx/db/schema/merge-tables';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { CreatorSale, StartSaleInput } from '@adx/validators/sale/sales';
import { saleStageFacts } from '@adx/validators/sale/stages';
import { requireCompleted, requireMerge } from '../../merge/get-merge.ts';
import { type RequestContext, requireActor } from '../../platform/context.ts';
import { AppError, notFound } from '../../platform/errors.ts';
import { enqueue, wakeUp } from '../../platform/jobs/outbox.ts';
import { requireWritableStorage } from '../../platform/storage/free-space.ts';
import { requireEvmSaleChain } from '../evm/open-sale-chains.ts';
import { pendingAddress } from '../evm/sale-deployment.ts';
import { checkSaleWallet, isEvmSale } from '../sale-network.ts';
import { createSaleSecret, encryptSaleSecret } from '../sale-secret.ts';
import { requireSolana } from '../solana/solana.ts';
import { presentCreatorSale, requireCreatorSale } from './get-creator-sale.ts';
import { toListingFacts } from './listing-facts.ts';

type WantedSale = SaleTerms & Pick<SaleRow, 'priceLamports'>;

/**
 * Begins to sell a finished merge of the caller's own as it is listed: a worker lays its files out, then the creator
 * signs. With the same listing and wallet it answers with the sale that there is; with another one it prepares again, until
 * the collection is on its way to the chain. 400 with fields for a listing that Solana cannot hold, and for a wallet that
 * cannot sign; 409 `mint_unavailable`, `mint_under_way`, as `requireCompleted`, and for a full disk; 429 beyond 60 calls of
 * a user in a minute.
 */
export async function startSale(
	ctx: RequestContext,
	{ jobId, network, walletAddress: given, reveal }: StartSaleInput,
): Promise<CreatorSale> {
	await ctx.minting.limiter.begin('sale.start', requireActor(ctx).userId);
	const job = await requireMerge(ctx, { jobId, scope: 'own' });
	requireCompleted(job);
	const cluster = network === 'solana' ? requireSolana(ctx).cluster : requireEvmSaleChain(ctx, network).settings.chain;
	const walletAddress = await checkSaleWallet({ cluster }, given);
	const known = await findSaleOfMerge(ctx.db, requireActor(ctx).userId, jobId);
	const isDelayed = reveal === undefined ? (known?.isDelayed ?? false) : reveal === 'delayed';
	const wanted = { ...toListingFacts(job, { cluster }), walletAddress, cluster, isDelayed };
	await requireWritableStorage(ctx);
	if (known === undefined) await store(ctx, job, wanted);
	await transact(ctx.db, async (trx) => {
		const sale = await lockSaleOfMerge(trx, jobId);
		// Deleted since it was read.
		if (sale === undefined) throw notFound('merge');
		const step = nextStep(sale, wanted);
		if (step === 'refuse' || (step === 'renew' && (await mayReachChain(trx, sale.id)))) {
			throw underWay(step === 'refuse' ? otherWallet(sale) : stillSigned(sale, wanted));
		}
		if (step === 'renew' || step === 'retry') await restartSalePreparation(trx, sale.id, wanted);
		if (step === 'reprice') await updateSalePrice(trx, sale.id, wanted.priceLamports);
	});
	const sale = await requireCreatorSale(ctx, { jobId });
	if (sale.phase === 'preparing') await wakeUp(ctx, sale.id, enqueue(ctx, 'sale', sale.id));
	return presentCreatorSale(ctx, sale);
}

async function store(ctx: RequestContext, job: MergeJobRow, wanted: WantedSale): Promise<void> {
	const id = randomUUID();
	const secret = createSaleSecret();
	const storing = insertSale(ctx.db, {
		...wanted,
		id,
		mergeJobId: job.id,
		ownerId: job.ownerId,
		supply: job.totalImages,
		sealedSecret: encryptSaleSecret(ctx.secretKey, id, secret),
		mintAddress: isEvmSale(wanted) ? pendingAddress(id) : await deriveCollection(secret),
		createdAt: ctx.clock(),
	});
	await storing.catch((error: unknown) => {
		throw isForeignKeyViolation(error, 'sales_merge_job_id_fkey') ? notFound('merge') : error;
	});
}

async function deriveCollection(secret: Uint8Array): Promise<string> {
	const { deriveAddress } = await import('@adx/contracts/solana/sale-keys');
	return deriveAddress(secret, 'collection');
}

/**
 * What starting again means: `keep` it as it is, change the price alone (`reprice`), which no file and no transaction of
 * the collection tells, prepare other facts (`renew`) or what failed (`retry`), or `refuse` another wallet's.
 */
function nextStep(sale: SaleRow, wanted: WantedSale): 'keep' | 'reprice' | 'renew' | 'retry' | 'refuse' {
	if (!saleStageFacts[sale.phase].isEditable) return sale.walletAddress === wanted.walletAddress ? 'keep' : 'refuse';
	const { priceLamports, ...facts } = wanted;
	const isSame = (Object.keys(facts) as (keyof SaleTerms)[]).every((name) => sale[name] === wanted[name]);
	if (!isSame) return 'renew';
	if (sale.phase === 'failed') return 'retry';
	return sale.priceLamports === priceLamports ? 'keep' : 'reprice';
}

const underWay = (message: string) => new AppError('CONFLICT', { reason: 'mint_under_way', message });

const otherWallet = ({ walletAddress }: SaleRow) => `This collection is minted with the wallet ${walletAddress}.`;

/** Nobody follows the chain of an earlier cluster, so that waiting alone ends nothing there. */
const stillSigned = (sale: SaleRow, wanted: WantedSale) =>
	sale.cluster === wanted.cluster
		? 'A transaction with the earlier name, symbol or wallet can still reach the chain. Try again in two minutes.'
		: `A transaction that makes this collection on ${sale.cluster} may be under way. This server is set up for ${wanted.cluster} now and cannot see what becomes of it: ask its operator to set it up for ${sale.cluster} again first.`;
