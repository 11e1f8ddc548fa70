import { transact } from '@adx/db/client/transact';
import type { CoveredSale } from '@adx/db/repositories/sale/sale-reveals';
import type { RevealStep } from '@adx/validators/sale/reveal';
import type { Address } from 'viem';
import type { Services } from '../../../platform/context.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import { runSequentially } from '../../../platform/run-sequentially.ts';
import { followReveal, type RevealState } from '../../reveal/follow-reveal.ts';
import type { EvmWatchRound } from './watch-deployments.ts';

/** How often the contract of a sale that has ended is asked: its creator waits, or lets it wait for weeks. */
const askEveryMs = 4_000;

const askedAtMs = new WeakMap<Services['db'], Map<string, number>>();

/** The sales whose contracts were not asked about their reveal just now. */
export function listDueReveals({ db, clock }: Services, sales: readonly CoveredSale[]): CoveredSale[] {
	const asked = askedAtMs.get(db);
	const now = clock().getTime();
	return sales.filter(({ id }) => (asked?.get(id) ?? 0) + askEveryMs <= now);
}

/**
 * Follows the reveal of ended sales in their contracts: what is there for good counts, since a block that is replaced may
 * have drawn another order.
 */
export async function watchReveals(
	services: Services,
	{ chain, head, safe, signal }: EvmWatchRound,
	sales: readonly CoveredSale[],
): Promise<void> {
	const { db, clock, log } = services;
	const asked = askedAtMs.get(db) ?? new Map<string, number>();
	askedAtMs.set(db, asked);
	await runSequentially(
		sales,
		async ({ id: saleId, mintAddress }) => {
			const contract = mintAddress as Address;
			const newest = await chain.revealState(contract);
			const followed = {
				safe: await chain.revealState(contract, safe.number),
				nextStep: toNextStep(newest, head.number),
			};
			const phase = await transact(db, (trx) => followReveal(trx, saleId, followed, clock()));
			if (phase !== null) log.info({ saleId, phase }, 'the reveal of a sale is further');
			if (phase === 'preparing') await enqueue(services, 'reveal', saleId);
			asked.set(saleId, clock().getTime());
		},
		signal,
	);
}

function toNextStep({ drawBlock, drawHash, isRevealed }: RevealState, head: number): RevealStep | null {
	if (drawBlock === null) return 'end';
	if (drawHash === null) return head > drawBlock ? 'draw' : null;
	return isRevealed ? null : 'reveal';
}
