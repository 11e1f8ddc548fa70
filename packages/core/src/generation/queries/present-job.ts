import { getDrift } from '@adx/collection/likeness/fingerprint';
import { mimeFromFileName, toCollectionName, tokenMetadata } from '@adx/collection/metadata/metadata';
import { isProvisional } from '@adx/collection/rarity/rarity';
import type { JobWaits } from '@adx/db/repositories/generation/job-waits';
import type { MintOfImage } from '@adx/db/repositories/mint/minted-tokens';
import type { GeneratedImageRow, GenerationJobRow, JobReferenceRow } from '@adx/db/schema/generation-tables';
import { forgeVersion } from '@adx/forge/version';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { GenerationJob, JobWait } from '@adx/validators/generation/generation-job';
import { countImagesToResume, countImagesToRetry } from '@adx/validators/generation/job-counts';
import type { JobReference } from '@adx/validators/generation/job-references';
import { getCostUsd } from '../../engines/call-cost.ts';
import { findFreeze, presentMint } from '../../mint/present-mint.ts';

/** What a job's row does not tell. */
export interface JobFacts extends Pick<GenerationJob, 'damagedImages' | 'needsApiKey'> {
	readonly references: readonly JobReferenceRow[];
	readonly waits: JobWaits | undefined;
	readonly now: Date;
}

/** The API's view of a job row; `generatedImages` are its first stored ones. */
export function presentJob(
	row: GenerationJobRow,
	generatedImages: GeneratedImage[],
	{ waits, now, damagedImages, references, needsApiKey }: JobFacts,
): GenerationJob {
	return {
		id: row.id,
		number: row.number,
		races: row.races,
		classes: row.classes,
		artStyle: row.artStyle,
		backgroundType: row.backgroundType,
		afflictions: row.afflictions,
		layers: row.layersSha256,
		batchSize: row.batchSize,
		projectName: row.projectName,
		engine: row.engine,
		seed: row.seed,
		olderForgeVersion: findOlderForge(row),
		status: row.status,
		phase: row.phase,
		progress: row.progress,
		totalImages: row.totalImages,
		estimatedTime: secondsLeft(row, now),
		generatedImages,
		createdAt: row.createdAt,
		startedAt: row.startedAt,
		idleMs: row.idleMs,
		completedAt: row.completedAt,
		pausedAt: row.pausedAt,
		waiting: waits === undefined ? null : presentWait(waits),
		errorMessage: row.errorMessage,
		model: row.model,
		engineAddress: row.engineAddress,
		references: references.map(presentReference),
		styleLock: row.styleLock,
		sketch: row.usesSketch,
		pauseReason: row.pauseReason,
		failedImages: row.failedImages,
		redraws: row.redraws,
		imagesToResume: countImagesToResume(row),
		imagesToRetry: countImagesToRetry(row),
		damagedImages,
		needsApiKey,
		paidCalls: row.paidCalls,
		costUsd: getCostUsd(row),
		estimatedUsd: row.estimatedMicroUsd / microUsd,
	};
}

/** The forge before versions were written down. */
const firstForgeVersion = 1;

/** The forge that a job was planned with, where pictures are drawn by a later one now. */
function findOlderForge({ engine, forgeVersion: planned }: GenerationJobRow): number | null {
	const version = planned ?? firstForgeVersion;
	return engine === 'forge' && version < forgeVersion ? version : null;
}

const presentReference = ({ id, jobId, sourceImageId }: JobReferenceRow): JobReference => ({
	id,
	imageUrl: `/api/generate/${jobId}/references/${id}/file`,
	imageId: sourceImageId,
});

/** What it waits for longest. */
function presentWait({ keyBlockedUntil, modelClosedUntil, retryAt, isBehindOthers }: JobWaits): JobWait | null {
	const failingUntil = latest(modelClosedUntil, retryAt);
	if (keyBlockedUntil !== null && latest(keyBlockedUntil, failingUntil) === keyBlockedUntil) {
		return { reason: 'rate_limit', until: keyBlockedUntil };
	}
	if (failingUntil !== null) return { reason: 'engine_errors', until: failingUntil };
	return isBehindOthers ? { reason: 'other_jobs', until: null } : null;
}

const latest = (one: Date | null, other: Date | null) =>
	one === null || (other !== null && other > one) ? other : one;

const microUsd = 1_000_000;

/** elapsed / progress x batch size - elapsed, as the specification words it, where the time that the job stood still does not count; null before the first image and after the last. */
function secondsLeft(row: GenerationJobRow, now: Date): number | null {
	if (row.phase !== 'running' || row.startedAt === null || row.progress === 0) return null;
	const elapsed = (now.getTime() - row.startedAt.getTime() - row.idleMs) / 1_000;
	return Math.max(0, Math.round((elapsed / row.progress) * row.batchSize - elapsed));
}

/** The URL of one version's bytes, which never change. */
export const versionUrl = (imageId: string, version: number) => `/api/images/${imageId}/file?version=${version}`;

/** What an image's row does not tell. */
export interface ImageDetails extends Pick<GeneratedImage, 'isDamaged'> {
	/** Of its job. */
	readonly references: readonly JobReferenceRow[];
	readonly mints: readonly MintOfImage[];
	/** The forge that drew its chosen version; null for other engines, and while there is none. */
	readonly forgeVersion: number | null;
}

/** The API's view of an image row of that job. */
export function presentImage(
	row: GeneratedImageRow,
	job: GenerationJobRow,
	{ mints, isDamaged, references, forgeVersion: drawnBy }: ImageDetails,
): GeneratedImage {
	return {
		id: row.id,
		jobId: row.jobId,
		tokenNumber: row.tokenNumber,
		imageUrl: row.chosenVersion === null ? null : versionUrl(row.id, row.chosenVersion),
		filename: row.filename,
		state: row.state,
		traits: row.traits,
		dna: row.dna,
		seed: row.imageSeed,
		rarityScore: row.rarityScore,
		rarityRank: row.rarityRank,
		rarityProvisional: isProvisional(job.batchSize),
		metadata: {
			...tokenMetadata(
				{ name: toCollectionName(job.projectName) },
				{ ...row, mime: mimeFromFileName(row.filename), forgeVersion: drawnBy },
			),
		},
		version: row.chosenVersion,
		versionCount: row.versionCount - row.deletedVersions,
		isRedrawing: row.redraw,
		locked: row.locked,
		mark: row.mark,
		failure: row.failure,
		failureMessage: row.failure === null ? null : row.lastError,
		paidCalls: row.paidCalls,
		costUsd: getCostUsd(row),
		estimatedUsd: row.estimatedMicroUsd / microUsd,
		drift: getDrift(
			row.fingerprint,
			references.map(({ fingerprint }) => fingerprint),
		),
		isDamaged,
		mints: mints.map(presentMint),
		frozen: findFreeze(mints),
		createdAt: row.createdAt,
	};
}
