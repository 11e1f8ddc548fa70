import type {
	Affliction,
	AnyTraits,
	ArtStyle,
	Background,
	CharacterClass,
	Race,
} from '@adx/validators/catalogue/image-traits';
import type { EngineName } from '@adx/validators/engines/engines';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import type { ImageFailure, ImageMark, JobPhase, JobStatus, PauseReason } from '@adx/validators/generation/job-states';
import type { LayerSteering } from '@adx/validators/generation/layer-list';
import type { PlanRule } from '@adx/validators/generation/plan-steering';
import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely';
import type { CreatedAt, GeneratedJson, Json, Nullable } from './column-types.ts';

/** What steered the plan besides the selections; absent parts were not given. */
export interface PlanOptions {
	readonly weights?: StartGenerationInput['weights'];
	readonly counts?: StartGenerationInput['counts'];
	readonly rules?: readonly PlanRule[] | undefined;
	/** Of own layers, for each of their configurations. */
	readonly steering?: readonly LayerSteering[] | undefined;
}

/** What an image of own layers is composed of. */
export interface ImageDrawing {
	/** A CSS colour under all layers, or null for none. */
	readonly background: string | null;
	/** What it is scaled to; null for the layers' own size. */
	readonly size: { readonly width: number; readonly height: number; readonly isSmooth: boolean } | null;
	/** From the back to the front; `file` is a place in `layer_files`, `opacity` from 0 to 1. */
	readonly parts: readonly { readonly file: number; readonly blend: string; readonly opacity: number }[];
}

/** `planned` rows are open: a worker may claim them. */
export type ImageState = 'planned' | 'stored' | 'failed';

export interface GenerationJobsTable {
	id: string;
	ownerId: string;
	/** Running number per owner, from 1. */
	number: ColumnType<number, number, never>;
	races: Json<Race[]>;
	classes: Json<CharacterClass[]>;
	/** Null for own layers, like the next one. */
	artStyle: ArtStyle | null;
	backgroundType: ColumnType<Background | null, Background | null | undefined, never>;
	/** Empty means drawn from all by weight. */
	afflictions: GeneratedJson<Affliction[]>;
	batchSize: number;
	projectName: Nullable<string>;
	engine: EngineName;
	seed: string;
	/** The forge that it was planned with; null for other engines, and for the first one. */
	forgeVersion: Nullable<number>;
	/** The uploaded list of the layers that its images are composed of; null for other engines. */
	layersSha256: ColumnType<string | null, string | null | undefined, never>;
	planOptions: ColumnType<
		PlanOptions | null,
		RawBuilder<PlanOptions> | null | undefined,
		RawBuilder<PlanOptions> | null
	>;
	phase: Generated<JobPhase>;
	status: Generated<JobStatus>;
	/** Images stored so far, out of batchSize. */
	progress: Generated<number>;
	failedImages: Generated<number>;
	/** Images the job holds now. */
	totalImages: Generated<number>;
	/** Seconds left as measured so far. */
	estimatedTime: Nullable<number>;
	errorMessage: Nullable<string>;
	/** The model that generates; moves on to the next one when the first is gone. Null for the forge. */
	model: Nullable<string>;
	/** Where the service is, as the operator allows it; null for engines whose service is always the same. */
	engineAddress: Nullable<string>;
	/** JSON in the form of ComfyUI's API, as its creator entered it; null for engines that take none. */
	workflow: Nullable<string>;
	/** Whether its images take palette and line from the references, and not from the art style's words. */
	styleLock: Generated<boolean>;
	/** Whether the forge's drawing of each row goes with its calls. */
	usesSketch: ColumnType<boolean, boolean | undefined, never>;
	/** Encrypted for this row; wiped in the transaction that ends or pauses the job. */
	sealedApiKey: Nullable<string>;
	/** Names the key at its address without revealing it: the row of `engine_keys` that its calls are counted in. */
	apiKeyId: Nullable<string>;
	pauseReason: Nullable<PauseReason>;
	/** Whether the service answered a call with this key; until then calls run one at a time. */
	keyProven: Generated<boolean>;
	/** Whether the model was changed because the one before is gone, which happens once. */
	modelMoved: Generated<boolean>;
	/** Refused requests in a row; three end the job. */
	requestFailures: Generated<number>;
	/** Runs in a row that ended with an error of ours; too many end the job. */
	failures: Generated<number>;
	/** Images of which another version is requested. */
	redraws: Generated<number>;
	paidCalls: Generated<number>;
	/** Whole millionths of a USD; `costRestNanoUsd` comes on top. */
	costMicroUsd: Generated<number>;
	/** Billionths of a USD: below a millionth for each call, which sums may exceed. */
	costRestNanoUsd: Generated<number>;
	/** The part of it that the service did not report. */
	estimatedMicroUsd: Generated<number>;
	/** Counts every change that a reader could see; the stamp behind a 304. */
	version: Generated<number>;
	createdAt: CreatedAt;
	startedAt: Nullable<Date>;
	completedAt: Nullable<Date>;
	/** Since when it has been paused; set exactly while the phase is 'paused'. */
	pausedAt: Nullable<Date>;
	/** How long it has been paused in total since `startedAt`. */
	idleMs: Generated<number>;
}
export type GenerationJobRow = Selectable<GenerationJobsTable>;

/** A picture that goes with every call of a job, so that its images look alike. */
export interface JobReferencesTable {
	id: string;
	jobId: string;
	/** From 1, the most important first. */
	place: number;
	/** As it is sent: read and encoded again by this server. */
	blobSha256: string;
	/** At most 200 px. */
	previewSha256: string;
	/** What it looks like; null where it could not be told. */
	fingerprint: Nullable<string>;
	/** The image that it was taken from; null for an upload, and once that image is deleted. */
	sourceImageId: Nullable<string>;
	createdAt: CreatedAt;
}
export type JobReferenceRow = Selectable<JobReferencesTable>;

export interface GeneratedImagesTable {
	id: string;
	jobId: string;
	ownerId: string;
	tokenNumber: number;
	filename: string;
	traits: Json<AnyTraits>;
	/** Null for engines that draw by the traits alone. */
	drawing: ColumnType<ImageDrawing | null, never, never>;
	dna: string;
	imageSeed: string;
	rarityScore: number;
	rarityRank: number;
	rarityUniqueTraits: number;
	state: Generated<ImageState>;
	/** How often a worker claimed this row. */
	attempts: Generated<number>;
	/** The earliest time of the next claim. */
	notBefore: Nullable<Date>;
	claimToken: Nullable<string>;
	claimedUntil: Nullable<Date>;
	/**
	 * The paid call whose picture waits in a process's scratch; its cost is counted here already. While `claimToken` says
	 * the same, the picture holds the image.
	 */
	scratchCallId: Nullable<string>;
	/** Set together with the two previews, exactly when `state` is 'stored'. */
	blobSha256: Nullable<string>;
	preview512Sha256: Nullable<string>;
	preview200Sha256: Nullable<string>;
	/** What the chosen version looks like; null for the forge's, and where it could not be told. */
	fingerprint: Nullable<string>;
	metadata: GeneratedJson<Record<string, unknown>>;
	lastError: Nullable<string>;
	/** Another version is asked for, or being made; the chosen one stays meanwhile. */
	redraw: Generated<boolean>;
	locked: Generated<boolean>;
	mark: Nullable<ImageMark>;
	/** Why it, or the last try for another version, was given up. */
	failure: Nullable<ImageFailure>;
	/** Failed tries by kind since the image was last asked for. */
	tries: GeneratedJson<FailureCounts>;
	/** Over all versions, failed calls included. */
	paidCalls: Generated<number>;
	/** Whole millionths of a USD; `costRestNanoUsd` comes on top. */
	costMicroUsd: Generated<number>;
	/** Billionths of a USD: below a millionth for each call, which sums may exceed. */
	costRestNanoUsd: Generated<number>;
	/** The part of it that the service did not report. */
	estimatedMicroUsd: Generated<number>;
	/** The version whose hashes stand in this row; set exactly when `state` is 'stored'. */
	chosenVersion: Nullable<number>;
	/** How many were ever made, which is the number of the last one. */
	versionCount: Generated<number>;
	/** How many of them were deleted. */
	deletedVersions: Generated<number>;
	createdAt: CreatedAt;
	storedAt: Nullable<Date>;
}
export type GeneratedImageRow = Selectable<GeneratedImagesTable>;

/** How often an image failed in which way; the last two never give it up. */
export type FailureCounts = Partial<Record<ImageFailure | 'day_quota' | 'throttle', number>>;

/** What was made for one image, one row per finished try. */
export interface ImageVersionsTable {
	imageId: string;
	/** From 1. */
	number: number;
	/** Null once the version is deleted, like the two previews and the prompt. */
	blobSha256: VersionFile;
	preview512Sha256: VersionFile;
	preview200Sha256: VersionFile;
	fingerprint: ColumnType<string | null, string | null | undefined, never>;
	imageSeed: string;
	/** The forge that drew it; null for other engines, and for the first one. */
	forgeVersion: Nullable<number>;
	/** Null for the forge, like the next three. */
	model: ColumnType<string | null, string | null | undefined, never>;
	prompt: Nullable<string>;
	/** SHA-256 of the prompt, hex. */
	promptHash: ColumnType<string | null, string | null | undefined, never>;
	finishReason: ColumnType<string | null, string | null | undefined, never>;
	/** The paid call that it came from, which makes at most one version. */
	callId: ColumnType<string | null, string | null | undefined, never>;
	paidCalls: Generated<number>;
	/** Whole millionths of a USD; `costRestNanoUsd` comes on top. */
	costMicroUsd: Generated<number>;
	/** Billionths of a USD: below a millionth for each call, which sums may exceed. */
	costRestNanoUsd: Generated<number>;
	createdAt: CreatedAt;
}
type VersionFile = ColumnType<string | null, string, string | null>;

/** The columns of a version that is not deleted. */
export interface VersionFiles {
	readonly blobSha256: string;
	readonly preview512Sha256: string;
	readonly preview200Sha256: string;
}
/** A version that is not deleted. */
export type ImageVersionRow = Selectable<ImageVersionsTable> & VersionFiles;

/** A call to a paid service whose cost, or that it has none, is not known yet. */
export interface OpenCallsTable {
	callId: string;
	imageId: string;
	jobId: string;
	/** The claim under which it was sent. */
	claimToken: string;
	model: string;
	/** What it costs should its answer never be seen, in whole millionths of a USD; `costRestNanoUsd` comes on top. */
	costMicroUsd: number;
	/** Billionths of a USD, below a millionth. */
	costRestNanoUsd: number;
	/** Whether image and job count that already, because its process seems to be gone. */
	isCounted: Generated<boolean>;
}

/** How fast a user's key may be used: one token bucket per key. */
export interface EngineKeysTable {
	/** HMAC-SHA-256 (hex) of the key under the server's secret. */
	id: string;
	/** Calls a minute, as learnt so far. */
	ratePerMinute: number;
	tokens: number;
	refilledAt: Date;
	/** When the rate last grew or was cut. */
	grownAt: Date;
	/** No call is made with it before. */
	blockedUntil: Nullable<Date>;
}
export type EngineKeyRow = Selectable<EngineKeysTable>;

/** Calls under way with a key; one past its end belonged to a process that was killed. */
export interface EngineKeyLeasesTable {
	token: string;
	keyId: string;
	/** The first call of a job, until it is answered; only one of them runs with a key at a time. */
	alone: boolean;
	expiresAt: Date;
}

/** Stops calls to a model that fails again and again. */
export interface ModelCircuitBreakersTable {
	model: string;
	failures: number;
	windowStartedAt: Date;
	openUntil: Nullable<Date>;
}

export interface IdempotencyKeysTable {
	ownerId: string;
	key: string;
	requestHash: string;
	jobId: string;
	createdAt: CreatedAt;
}
export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>;

/** Images ordered on a UTC day by everybody who signed in with one kind of password from one address. */
export interface DailyNetworkImagesTable {
	/** HMAC-SHA-256 (hex) of kind and network under the server's secret, different every day. */
	originHash: string;
	dayStart: Date;
	images: number;
}
