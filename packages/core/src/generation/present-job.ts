import { collectionNameOf, tokenMetadata } from '@adx/collection/metadata';
import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema';
import type { GeneratedImage, GenerationJob } from '@adx/validators/generation';
import { provisionalBelow } from '@adx/validators/limits';

/** The API's view of a job row; `covers` are its first stored images. */
export function presentJob(row: GenerationJobRow, covers: readonly GeneratedImageRow[], now: Date): GenerationJob {
	return {
		id: row.id,
		number: row.number,
		races: row.races,
		classes: row.classes,
		artStyle: row.artStyle,
		backgroundType: row.backgroundType,
		afflictions: row.afflictions,
		batchSize: row.batchSize,
		projectName: row.projectName,
		engine: row.engine,
		seed: row.seed,
		status: row.status,
		phase: row.phase,
		progress: row.progress,
		totalImages: row.totalImages,
		estimatedTime: secondsLeft(row, now),
		generatedImages: covers.map((image) => presentImage(image, row)),
		createdAt: row.createdAt,
		startedAt: row.startedAt,
		completedAt: row.completedAt,
		errorMessage: row.errorMessage,
	};
}

/** elapsed / progress x batch size - elapsed, as the specification words it; null before the first image and after the last. */
function secondsLeft(row: GenerationJobRow, now: Date): number | null {
	if (row.phase !== 'running' || row.startedAt === null || row.progress === 0) return null;
	const elapsed = (now.getTime() - row.startedAt.getTime()) / 1_000;
	return Math.max(0, Math.round((elapsed / row.progress) * row.batchSize - elapsed));
}

/** The API's view of an image row of that job. */
export function presentImage(row: GeneratedImageRow, job: GenerationJobRow): GeneratedImage {
	return {
		id: row.id,
		jobId: row.jobId,
		tokenNumber: row.tokenNumber,
		imageUrl: row.state === 'stored' ? `/api/images/${row.id}/file` : null,
		filename: row.filename,
		state: row.state,
		traits: row.traits,
		dna: row.dna,
		seed: row.imageSeed,
		rarityScore: row.rarityScore,
		rarityRank: row.rarityRank,
		rarityProvisional: job.batchSize < provisionalBelow,
		metadata: { ...tokenMetadata({ name: collectionNameOf(job.projectName) }, row) },
		createdAt: row.createdAt,
	};
}
