import type { Database } from '@adx/db/client/database';
import { findMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import { AppError, notFound } from '../../platform/errors.ts';
import { type ListingFacts, toListingFacts } from './listing-facts.ts';

/**
 * Nobody signs, or sends what was signed before, at another price or name than the listing shows. 409 after a change of
 * it that was saved alone.
 */
export async function requireListedAs(db: Database, sale: SaleRow): Promise<void> {
	const job = await findMergeJob(db, sale.ownerId, sale.mergeJobId);
	if (job === undefined) throw notFound('sale');
	const listed = toListingFacts(job, sale);
	if ((Object.keys(listed) as (keyof ListingFacts)[]).every((name) => listed[name] === sale[name])) return;
	const message = 'The listing was changed since. Start minting again, then sign.';
	throw new AppError('CONFLICT', { reason: 'mint_under_way', message });
}

/** 409 with a sentence unless the creator has to sign now. */
export function requireUnsigned({ phase, errorMessage }: SaleRow): void {
	if (phase === 'unsigned') return;
	if (phase === 'preparing') throw notReady();
	const message =
		phase === 'failed'
			? (errorMessage ?? 'The preparation failed. Start again.')
			: phase === 'confirming'
				? 'The collection is on its way to the chain. Nothing has to be signed.'
				: 'The collection is on the chain already.';
	throw new AppError('CONFLICT', {
		reason: phase === 'confirming' || phase === 'failed' ? 'mint_under_way' : 'already_minted',
		message,
	});
}

/** 409 while a sale has no files. */
export const notReady = () =>
	new AppError('CONFLICT', {
		reason: 'mint_under_way',
		message: 'The files of this collection are still being prepared. Sign when they are ready.',
	});
