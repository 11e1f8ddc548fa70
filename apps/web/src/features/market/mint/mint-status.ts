import { artStyles } from '@adx/validators/catalogue/art-styles';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import { getLabel } from '@adx/validators/catalogue/option';
import { descriptionMaxLength } from '@adx/validators/limits';
import type { ImageMintStatus } from '@adx/validators/mint';
import type { MintStatus } from '@adx/validators/minted-token';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/format/format-date.ts';
import { classLabel, raceLabel } from '../../jobs/image-labels.ts';
import { mintTexts } from './mint-texts.ts';
import type { MintRun } from './send-mint.ts';

/** What can be minted: whatever is completed and has pictures. */
export const getMintableJobs = (jobs: readonly Job[]) =>
	jobs.filter(({ status, totalImages }) => status === 'completed' && totalImages > 0);

/** What a token is called and said to be. */
export interface TokenLabels {
	readonly name: string;
	readonly description: string;
}

/** What it is until its creator says otherwise. */
export function suggestTokenLabels({ traits, tokenNumber }: Pick<JobImage, 'traits' | 'tokenNumber'>): TokenLabels {
	if (isLayerTraits(traits)) {
		const description = traits.layers.map(({ trait_type, value }) => `${trait_type}: ${value}`).join(', ');
		return { name: `#${tokenNumber}`, description: description.slice(0, descriptionMaxLength) };
	}
	const name = `${raceLabel(traits.race)} ${classLabel(traits.class)}`;
	const article = /^[aeiou]/i.test(name) ? 'An' : 'A';
	return {
		name,
		description: `${article} ${name} of the ADX realm, drawn in the ${styleLabel(traits.artStyle)} style.`,
	};
}

const styleLabel = (value: string) => getLabel(artStyles, value);

/** What its owner has to know of a mint that came to nothing, or may; null where there is nothing to say. */
export function describeFailure(mint: ImageMintStatus): string | null {
	const { status, errorMessage, cancelledAt, permittedUntil, transactionUnknown } = mint;
	if (status === 'none') return mintTexts.lapsed;
	if (status === 'minting') return transactionUnknown ? mintTexts.unknownTransaction : null;
	if (status !== 'failed') return null;
	if (cancelledAt === null) return errorMessage;
	return permittedUntil === null ? mintTexts.cancel.over : mintTexts.cancel.held(formatTime(permittedUntil));
}

/** Whether what came to nothing is what its owner chose, and no fault. */
export const isCalmEnd = ({ status, cancelledAt }: ImageMintStatus) => status === 'none' || cancelledAt !== null;

/** Nothing more is to be done while a transaction is on its way, or after it. */
export const isMintOpen = (status: MintStatus) => status !== 'minting' && status !== 'confirmed';

/**
 * How the mint has ended that a dialog shows; null while nothing says so. `reportedAtMs` is when the server reported the mint: a
 * failure, or a permission that ran out, which it reported before the wallet sent the transaction is that of an earlier one.
 */
export function getMintOutcome(
	run: MintRun | null,
	mint: ImageMintStatus | null,
	reportedAtMs: number,
): ImageMintStatus | null {
	if (mint === null || (run !== null && run.step !== null)) return null;
	if (mint.status === 'confirmed') return mint;
	const outcome = run?.outcome;
	const isOver = mint.status === 'failed' || mint.status === 'none';
	return isOver && outcome?.kind === 'sent' && reportedAtMs > outcome.atMs ? mint : null;
}

/** Those that were under way before and have ended since. */
export function findEndedMints(
	before: ReadonlyMap<string, ImageMintStatus>,
	after: ReadonlyMap<string, ImageMintStatus>,
): Record<'confirmed' | 'failed', readonly ImageMintStatus[]> {
	const of = (status: MintStatus, ...from: readonly MintStatus[]) =>
		[...after.values()].filter(
			(mint) => mint.status === status && from.includes(before.get(mint.imageId)?.status ?? 'none'),
		);
	// One that was only prepared, or given up, may be sent without the server's knowledge. That its permission ran out is no
	// news, nor is what its owner did.
	return {
		confirmed: of('confirmed', 'minting', 'prepared', 'failed'),
		failed: of('failed', 'minting').filter(({ cancelledAt }) => cancelledAt === null),
	};
}
