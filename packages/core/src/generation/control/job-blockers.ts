import { endedPhases } from '@adx/db/repositories/generation/job-phases';
import type { GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { StoredMintStatus } from '@adx/db/schema/mint-tables';
import type { DeletionBlocker } from '@adx/validators/deletion';

/** How many images of a job have a mint that is done or can still come true. */
export type JobMints = Readonly<Partial<Record<StoredMintStatus, number>>>;

/** What keeps a job from being deleted; nothing does where the list is empty. Locks keep images from being regenerated alone. */
export function findJobBlockers(
	{ phase, redraws }: Pick<GenerationJobRow, 'phase' | 'redraws'>,
	{ confirmed = 0, ...open }: JobMints,
): DeletionBlocker[] {
	const blockers: DeletionBlocker[] = [];
	const add = (reason: DeletionBlocker['reason'], message: string) => blockers.push({ reason, message });
	if (phase === 'cancelling') {
		add('job_running', 'This job is being cancelled. It can be deleted when that has ended.');
	} else if (!endedPhases.includes(phase)) {
		add('job_running', 'This job has not ended. Cancel it first.');
	} else if (redraws > 0) {
		add('job_running', 'Other versions of its images are being made. Cancel them first.');
	}
	if (confirmed > 0) {
		const images = confirmed === 1 ? 'An image of this job is' : `${confirmed} images of this job are`;
		add('already_minted', `${images} minted. The token needs what is kept here about its image.`);
	}
	if (Object.values(open).some((count) => count > 0)) {
		add(
			'mint_under_way',
			'An image of this job is prepared for minting or on its way to the chain. The job can be deleted once that mint has failed for good.',
		);
	}
	return blockers;
}

/** What else ends when a job that nothing blocks is deleted, as sentences. */
export function describeJobDeletion({ totalImages }: Pick<GenerationJobRow, 'totalImages'>): string[] {
	if (totalImages === 0) return ['Its plan goes with it.'];
	return [
		'Its page, its downloads and its exports stop working; one that is under way breaks off.',
		'Collections that were merged from its images keep them.',
	];
}
