import type { ListedMergeJob } from '@adx/db/repositories/merge/merge-jobs';
import type { MergedImageRow, MergeInputRow } from '@adx/db/schema/merge-tables';
import type { MergeJob } from '@adx/validators/merge';
import type { SaleStage } from '@adx/validators/sale/sales';

/** The path of a token's picture; it accepts `size`. */
export const tokenImageUrl = (collectionId: string, tokenNumber: number) =>
	`/api/collections/${collectionId}/images/${tokenNumber}`;

/** A finished collection is known by its first picture. */
export const toCoverUrl = ({ id, coverTokenNumber }: Pick<ListedMergeJob, 'id' | 'coverTokenNumber'>) =>
	coverTokenNumber === null ? null : `${tokenImageUrl(id, coverTokenNumber)}?size=512`;

/** The path of a finished collection's archive. */
export const toDownloadUrl = (id: string) => `/api/merge-jobs/${id}/download`;

/** The API's view of a merge; `images` are its first tokens, none in a list. */
export function presentMerge(
	row: ListedMergeJob,
	{
		inputs,
		images = [],
		salePhase,
		now,
	}: {
		readonly inputs: readonly MergeInputRow[];
		readonly images?: readonly Pick<MergedImageRow, 'tokenNumber' | 'name'>[];
		/** Undefined while no sale was started. */
		readonly salePhase: SaleStage | undefined;
		readonly now: Date;
	},
): MergeJob {
	return {
		id: row.id,
		projectName: row.projectName,
		description: row.description,
		inputCollections: inputs.map(({ clientId, name, description, imageCount, uploadedAt }) => ({
			id: clientId,
			name,
			description,
			imageCount,
			uploadedAt: uploadedAt.toISOString(),
		})),
		status: row.status,
		phase: row.phase,
		progress: row.progress,
		totalImages: row.totalImages,
		mergedImages: images.map(({ tokenNumber, name }) => ({
			tokenNumber,
			name,
			imageUrl: tokenImageUrl(row.id, tokenNumber),
		})),
		coverUrl: toCoverUrl(row),
		downloadUrl: row.status === 'completed' ? toDownloadUrl(row.id) : null,
		sizeBytes: row.archiveBytes,
		provenance: row.provenance,
		secondsLeft: secondsLeft(row, now),
		leftOut: row.leftOut,
		createdAt: row.createdAt.toISOString(),
		completedAt: row.completedAt?.toISOString() ?? null,
		errorMessage: row.errorMessage,
		collectionName: row.collectionName,
		collectionSymbol: row.collectionSymbol,
		collectionDescription: row.collectionDescription,
		royaltyPercentage: row.royaltyPercentage,
		mintPrice: row.mintPrice,
		isMinting: row.isMinting,
		isMinted: row.isMinted,
		contractAddress: row.contractAddress,
		mintedAt: row.mintedAt?.toISOString() ?? null,
		salePhase: salePhase ?? null,
		themes: row.themes,
		hidden: row.hidden,
		showsCreator: row.showsCreator,
	};
}

/** Less progress than this says nothing about the speed. */
const measuredFromPercent = 10;

/** Estimated from the time so far; null while there is nothing to measure, while it waits, and when it is finished. */
function secondsLeft({ status, phase, progress, startedAt }: ListedMergeJob, now: Date): number | null {
	if (status !== 'processing' || phase === 'waiting_for_room' || startedAt === null) return null;
	if (progress < measuredFromPercent) return null;
	const elapsed = (now.getTime() - startedAt.getTime()) / 1_000;
	return Math.max(0, Math.round((elapsed / progress) * (100 - progress)));
}
