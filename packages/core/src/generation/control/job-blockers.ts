import { endedPhases } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { StoredMintStatus } from '@adx/db/schema/mint-tables';
import type { DeletionBlocker } from '@adx/validators/deletion';
import { uploadRetentionDays } from '@adx/validators/limits';

/** How many images of a job, or of an account, have a mint that is done or can still come true. */
export type JobMints = Readonly<Partial<Record<StoredMintStatus, number>>>;

/** What keeps a job from being deleted; nothing does where the list is empty. Locks keep images from being regenerated alone. */
export function findJobBlockers(
	{ phase, redraws }: Pick<GenerationJobRow, 'phase' | 'redraws'>,
	mints: JobMints,
): DeletionBlocker[] {
	const blockers: DeletionBlocker[] = [];
	const add = (message: string) => blockers.push({ reason: 'job_running', message });
	if (phase === 'cancelling') add('This job is being cancelled. It can be deleted when that has ended.');
	else if (!endedPhases.includes(phase)) add('This job has not ended. Cancel it first.');
	else if (redraws > 0) add('Other versions of its images are being made. Cancel them first.');
	return [...blockers, ...findMintBlockers(mints, 'job')];
}

/** The same of mints alone, for the images of a job or of a whole account. */
export function findMintBlockers({ confirmed = 0, ...open }: JobMints, whose: 'job' | 'account'): DeletionBlocker[] {
	const blockers: DeletionBlocker[] = [];
	if (confirmed > 0) {
		const images = confirmed === 1 ? `An image of this ${whose} is` : `${confirmed} images of this ${whose} are`;
		const message = `${images} minted. The token needs what is kept here about its image.`;
		blockers.push({ reason: 'already_minted', message });
	}
	if (Object.values(open).some((count) => count > 0)) {
		const message = `An image of this ${whose} is prepared for minting or on its way to the chain. The ${whose} can be deleted once that mint has failed for good.`;
		blockers.push({ reason: 'mint_under_way', message });
	}
	return blockers;
}

/**
 * What else ends when a job that nothing blocks is deleted, as sentences.
 *
 * @param layers what becomes of the layers that were uploaded for it; null for a job without
 */
export function describeJobDeletion(
	{ totalImages }: Pick<GenerationJobRow, 'totalImages'>,
	layers: 'used' | 'unused' | null,
): string[] {
	const uploads = layers === null ? [] : [layerSentences[layers]];
	if (totalImages === 0) return ['Its plan goes with it.', ...uploads];
	return [
		'Its page, its downloads and its exports stop working; one that is under way breaks off.',
		'Collections that were merged from its images keep them.',
		...uploads,
	];
}

const layerSentences = {
	used: 'The layers that were uploaded for it stay, as another job is composed of them.',
	unused: `The layers that were uploaded for it stay with the unused uploads, which count against the quota, so that they can be ordered again. They are deleted once they have not been used for ${uploadRetentionDays} days; ‘Delete Unused Uploads’ under Database on the home page deletes them at once.`,
} as const;
