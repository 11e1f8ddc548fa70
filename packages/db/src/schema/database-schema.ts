import type {
	Affliction,
	ArtStyle,
	Background,
	CharacterClass,
	EngineName,
	ImageFailure,
	ImageMark,
	ImageTraits,
	JobPhase,
	JobStatus,
	PauseReason,
	PlanRule,
	Race,
	StartGenerationInput,
} from '@adx/validators/generation';
import type { ColumnType, Generated, GeneratedAlways, RawBuilder, Selectable } from 'kysely';
import type { AttributeJobsTable } from './attribute-tables.ts';
import type {
	AccessTokensTable,
	DiscordStatesTable,
	EmergencyGrantsTable,
	InstallationTable,
	PasswordHashesTable,
	ReplacedSessionsTable,
} from './auth-tables.ts';
import type { CreatedAt, GeneratedJson, Json } from './column-types.ts';
import type { ImagePreviewsTable, MergedImagesTable, MergeInputsTable, MergeJobsTable } from './merge-tables.ts';
import type {
	ChainCursorsTable,
	MintedTokensTable,
	MintMetadataTable,
	MintVouchersTable,
	PremiumClaimsTable,
	PremiumOffersTable,
	PremiumPaymentsTable,
} from './mint-tables.ts';
import type { SaleItemsTable, SaleReservationsTable, SalesTable, SaleTransactionsTable } from './sale-tables.ts';
import type { StorageScrubsTable } from './storage-tables.ts';
import type { DailyNetworkImagesTable, UploadsInFlightTable, UploadUsageTable } from './upload-tables.ts';

/** How a session came to be. */
export type SessionMethod = 'developer' | 'community' | 'discord' | 'emergency';

/** What steered the plan besides the selections; absent parts were not given. */
export interface PlanOptions {
	readonly weights?: StartGenerationInput['weights'];
	readonly counts?: StartGenerationInput['counts'];
	readonly rules?: readonly PlanRule[] | undefined;
}

/** `planned` rows are open: a worker may claim them. */
export type ImageState = 'planned' | 'stored' | 'failed';

export interface UsersTable {
	id: string;
	discordId: ColumnType<string | null, string | null | undefined, string | null>;
	username: ColumnType<string | null, string | null | undefined, string | null>;
	discriminator: ColumnType<string | null, string | null | undefined, string | null>;
	avatar: ColumnType<string | null, string | null | undefined, string | null>;
	email: ColumnType<string | null, string | null | undefined, string | null>;
	/** Encrypted by the caller, like `refreshToken` and `geminiApiKey`. */
	accessToken: ColumnType<string | null, string | null | undefined, string | null>;
	refreshToken: ColumnType<string | null, string | null | undefined, string | null>;
	tokenExpiry: ColumnType<Date | null, Date | null | undefined, Date | null>;
	roles: GeneratedJson<string[]>;
	hasMageAccess: Generated<boolean>;
	/** When Discord last answered which roles the user holds. */
	lastRoleCheck: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** When to ask Discord again; null for whoever did not sign in through it. */
	nextRoleCheckAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	generatedToday: Generated<number>;
	lastGenerationReset: ColumnType<Date | null, Date | null | undefined, Date | null>;
	geminiApiKey: ColumnType<string | null, string | null | undefined, string | null>;
	/** Number of the newest job; only ever counts up, so a number is not given twice. */
	lastJobNumber: Generated<number>;
	/** The account that last took over this user's work. */
	adoptedBy: ColumnType<string | null, string | null | undefined, string | null>;
	createdAt: CreatedAt;
	updatedAt: Generated<Date>;
}

export interface SessionsTable {
	/** SHA-256 (hex) of the token that the cookie carries. */
	id: string;
	userId: string;
	method: SessionMethod;
	createdAt: CreatedAt;
	/** End by idleness; moves while the session is used. */
	expiresAt: Date;
	/** End whatever happens. */
	absoluteExpiresAt: ColumnType<Date, Date, never>;
	developerUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
	premiumUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
	adminUnlocked: Generated<boolean>;
	/** Images an emergency session may still order; null where only the general limits count. */
	imagesLeft: ColumnType<number | null, number | null | undefined, number | null>;
}

export interface GenerationJobsTable {
	id: string;
	ownerId: string;
	/** Running number per owner, from 1. */
	number: ColumnType<number, number, never>;
	races: Json<Race[]>;
	classes: Json<CharacterClass[]>;
	artStyle: ArtStyle;
	backgroundType: Generated<Background>;
	/** Empty means drawn from all by weight. */
	afflictions: GeneratedJson<Affliction[]>;
	batchSize: number;
	projectName: ColumnType<string | null, string | null | undefined, string | null>;
	engine: EngineName;
	seed: string;
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
	estimatedTime: ColumnType<number | null, number | null | undefined, number | null>;
	errorMessage: ColumnType<string | null, string | null | undefined, string | null>;
	/** The model that paints; it moves to the next one when the first is gone. Null for the forge. */
	model: ColumnType<string | null, string | null | undefined, string | null>;
	/** Encrypted for this row; wiped in the transaction that ends or pauses the job. */
	sealedApiKey: ColumnType<string | null, string | null | undefined, string | null>;
	/** Names the key without telling it: the row of `engine_keys` that its calls are counted in. */
	apiKeyId: ColumnType<string | null, string | null | undefined, string | null>;
	pauseReason: ColumnType<PauseReason | null, PauseReason | null | undefined, PauseReason | null>;
	/** Whether the service answered a call with this key; until then calls run one at a time. */
	keyProven: Generated<boolean>;
	/** Whether the model was changed because the one before is gone, which happens once. */
	modelMoved: Generated<boolean>;
	/** Refused requests in a row; three end the job. */
	requestFailures: Generated<number>;
	/** Runs in a row that ended with an error of ours; too many end the job. */
	failures: Generated<number>;
	/** Images of which another version is asked for. */
	redraws: Generated<number>;
	paidCalls: Generated<number>;
	/** Millionths of a USD. */
	costMicroUsd: Generated<number>;
	/** Counts every change that a reader could see; the stamp behind a 304. */
	version: Generated<number>;
	lastEnqueuedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	createdAt: CreatedAt;
	startedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	completedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** Since when it stands still; set exactly while the phase is 'paused'. */
	pausedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** For how long it stood still between `startedAt` and now. */
	idleMs: Generated<number>;
}

export interface GeneratedImagesTable {
	id: string;
	jobId: string;
	ownerId: string;
	tokenNumber: number;
	filename: string;
	traits: Json<ImageTraits>;
	dna: string;
	imageSeed: string;
	rarityScore: number;
	rarityRank: number;
	rarityUniqueTraits: number;
	state: Generated<ImageState>;
	/** Times a worker took this row up. */
	attempts: Generated<number>;
	/** Not to be claimed before. */
	notBefore: ColumnType<Date | null, Date | null | undefined, Date | null>;
	claimToken: ColumnType<string | null, string | null | undefined, string | null>;
	claimedUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/**
	 * The paid call whose picture waits in a process's scratch; its cost is counted here already. While `claimToken` says
	 * the same, the picture holds the image.
	 */
	scratchCallId: ColumnType<string | null, string | null | undefined, string | null>;
	/** Set together with the two previews, exactly when `state` is 'stored'. */
	blobSha256: ColumnType<string | null, string | null | undefined, string | null>;
	preview512Sha256: ColumnType<string | null, string | null | undefined, string | null>;
	preview200Sha256: ColumnType<string | null, string | null | undefined, string | null>;
	metadata: GeneratedJson<Record<string, unknown>>;
	lastError: ColumnType<string | null, string | null | undefined, string | null>;
	/** Another version is asked for, or being made; the chosen one stays meanwhile. */
	redraw: Generated<boolean>;
	locked: Generated<boolean>;
	mark: ColumnType<ImageMark | null, ImageMark | null | undefined, ImageMark | null>;
	/** Why it, or the last try for another version, was given up. */
	failure: ColumnType<ImageFailure | null, ImageFailure | null | undefined, ImageFailure | null>;
	/** Failed tries by kind since the image was last asked for. */
	tries: GeneratedJson<FailureCounts>;
	/** Over all versions, failed calls included. */
	paidCalls: Generated<number>;
	/** Millionths of a USD. */
	costMicroUsd: Generated<number>;
	/** The version whose hashes stand in this row; set exactly when `state` is 'stored'. */
	chosenVersion: ColumnType<number | null, number | null | undefined, number | null>;
	versionCount: Generated<number>;
	createdAt: CreatedAt;
	storedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** How often an image failed in which way; the last two never give it up. */
export type FailureCounts = Partial<Record<ImageFailure | 'day_quota' | 'throttle', number>>;

/** What was made for one image, one row per finished try. */
export interface ImageVersionsTable {
	imageId: string;
	/** From 1. */
	number: number;
	blobSha256: string;
	preview512Sha256: string;
	preview200Sha256: string;
	imageSeed: string;
	/** Null for the forge, like the next three. */
	model: ColumnType<string | null, string | null | undefined, never>;
	prompt: ColumnType<string | null, string | null | undefined, never>;
	/** SHA-256 of the prompt, hex. */
	promptHash: ColumnType<string | null, string | null | undefined, never>;
	finishReason: ColumnType<string | null, string | null | undefined, never>;
	/** The paid call that it came from, which makes at most one version. */
	callId: ColumnType<string | null, string | null | undefined, never>;
	paidCalls: Generated<number>;
	/** Millionths of a USD. */
	costMicroUsd: Generated<number>;
	createdAt: CreatedAt;
}

/** How fast a user's key may be used: one token bucket per key. */
export interface EngineKeysTable {
	/** HMAC-SHA-256 (hex) of the key under the server's secret. */
	id: string;
	/** Calls a minute as found out so far. */
	ratePerMinute: number;
	tokens: number;
	refilledAt: Date;
	/** When the rate last grew or was cut. */
	grownAt: Date;
	/** Nobody calls with it before. */
	blockedUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Calls under way with a key; what outlived its end was a killed process's. */
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
	openUntil: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Presets of the Create form. */
export interface PresetsTable {
	id: string;
	ownerId: string;
	name: string;
	description: Generated<string>;
	races: GeneratedJson<Race[]>;
	classes: GeneratedJson<CharacterClass[]>;
	/** May be empty: a preset need not be complete. */
	artStyle: Generated<ArtStyle | ''>;
	backgroundType: Generated<Background | ''>;
	afflictions: GeneratedJson<Affliction[]>;
	batchSize: Generated<number>;
	projectName: Generated<string>;
	includeMetadata: Generated<boolean>;
	generateRarity: Generated<boolean>;
	uploadToIpfs: Generated<boolean>;
	traitWeights: GeneratedJson<NonNullable<StartGenerationInput['weights']>>;
	/** Of its texts and JSON together, as the database writes them. */
	sizeBytes: GeneratedAlways<number>;
	createdAt: CreatedAt;
	updatedAt: Generated<Date>;
}

/** Facts about stored bytes; the bytes themselves lie in storage under their hash. */
export interface BlobsTable {
	/** Lower-case hex. */
	sha256: string;
	sizeBytes: ColumnType<number, number, never>;
	/** Unsigned 32-bit, as zip wants it. */
	crc32: ColumnType<number, number, never>;
	mime: string;
	/** Pixels; null for what is no picture. */
	width: number | null;
	height: number | null;
	/** Since when nothing refers to it, as the sweeper noticed. */
	unreferencedSince: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** Since when the stored file is known to be missing or damaged. */
	damagedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	/** When it was last tried to make the damaged file again. */
	repairTriedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	createdAt: CreatedAt;
}

/** Which owner uploaded or generated which bytes. */
export interface OwnerBlobsTable {
	ownerId: string;
	sha256: string;
	/** When it was last stored or asked about; what nothing takes up is forgotten a while later. */
	lastUsedAt: Generated<Date>;
}

export interface IdempotencyKeysTable {
	ownerId: string;
	key: string;
	requestHash: string;
	jobId: string;
	createdAt: CreatedAt;
}

export interface AuditLogTable {
	id: string;
	/** Null when nobody was signed in. */
	actorId: string | null;
	action: string;
	subject: Json<Record<string, unknown>>;
	createdAt: CreatedAt;
}

/** All tables; camelCase here, snake_case in SQL. */
export interface Schema {
	users: UsersTable;
	sessions: SessionsTable;
	replacedSessions: ReplacedSessionsTable;
	passwordHashes: PasswordHashesTable;
	accessTokens: AccessTokensTable;
	discordStates: DiscordStatesTable;
	emergencyGrants: EmergencyGrantsTable;
	generationJobs: GenerationJobsTable;
	generatedImages: GeneratedImagesTable;
	imageVersions: ImageVersionsTable;
	engineKeys: EngineKeysTable;
	engineKeyTurns: EngineKeyLeasesTable;
	engineBreakers: ModelCircuitBreakersTable;
	savedSettings: PresetsTable;
	blobs: BlobsTable;
	ownerBlobs: OwnerBlobsTable;
	storageScrubs: StorageScrubsTable;
	uploadUsage: UploadUsageTable;
	uploadsInFlight: UploadsInFlightTable;
	dailyOrigins: DailyNetworkImagesTable;
	mergeJobs: MergeJobsTable;
	mergeInputs: MergeInputsTable;
	mergedImages: MergedImagesTable;
	imagePreviews: ImagePreviewsTable;
	attributeJobs: AttributeJobsTable;
	mintedTokens: MintedTokensTable;
	mintMetadata: MintMetadataTable;
	mintVouchers: MintVouchersTable;
	chainCursors: ChainCursorsTable;
	premiumPayments: PremiumPaymentsTable;
	premiumClaims: PremiumClaimsTable;
	premiumOffers: PremiumOffersTable;
	sales: SalesTable;
	saleReservations: SaleReservationsTable;
	salePieces: SaleItemsTable;
	saleTransactions: SaleTransactionsTable;
	idempotencyKeys: IdempotencyKeysTable;
	auditLog: AuditLogTable;
	installation: InstallationTable;
}

/** One owner's rows, or everybody's. */
export type OwnerScope = string | 'all';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
export type AccessTokenRow = Selectable<AccessTokensTable>;
export type PasswordHashRow = Selectable<PasswordHashesTable>;
export type GenerationJobRow = Selectable<GenerationJobsTable>;
export type GeneratedImageRow = Selectable<GeneratedImagesTable>;
export type ImageVersionRow = Selectable<ImageVersionsTable>;
export type EngineKeyRow = Selectable<EngineKeysTable>;
export type PresetRow = Selectable<PresetsTable>;
export type BlobRow = Selectable<BlobsTable>;
export type InstallationRow = Selectable<InstallationTable>;
export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>;
