import type { PasswordKind, TokenScope } from '@adx/validators/auth';
import type {
	Affliction,
	ArtStyle,
	Background,
	CharacterClass,
	EngineName,
	ImageTraits,
	JobPhase,
	JobStatus,
	PlanRule,
	Race,
	StartGenerationInput,
} from '@adx/validators/generation';
import type { ColumnType, Generated, RawBuilder, Selectable } from 'kysely';

/** A jsonb column: read as the value, written only through `json()`, so that both databases store the same. */
type Json<T> = ColumnType<T, RawBuilder<T>, RawBuilder<T>>;
type GeneratedJson<T> = ColumnType<T, RawBuilder<T> | undefined, RawBuilder<T>>;
/** Set by the insert (or its default, the database's clock) and never again. */
type CreatedAt = ColumnType<Date, Date | undefined, never>;

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

/** Personal access tokens. */
export interface AccessTokensTable {
	id: string;
	userId: ColumnType<string, string, never>;
	name: ColumnType<string, string, never>;
	/** SHA-256 (hex) of the token that the script carries. */
	hash: ColumnType<string, string, never>;
	scopes: Json<TokenScope[]>;
	createdAt: CreatedAt;
	expiresAt: ColumnType<Date, Date, never>;
	lastUsedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
}

/** Discord sign-ins that were started and have not come back. */
export interface DiscordStatesTable {
	/** SHA-256 (hex) of the state. */
	hash: string;
	expiresAt: Date;
}

/** Who got emergency access: once per network and UTC day. */
export interface EmergencyGrantsTable {
	/** An IPv4 address or the /64 of an IPv6 one; `mark <id>` for the mark that was used up with it. */
	network: string;
	/** `2026-11-21`. */
	day: string;
	createdAt: CreatedAt;
}

export interface PasswordHashesTable {
	id: string;
	kind: PasswordKind;
	/** A PHC string. */
	hash: string;
	/** True when the first start made it up. */
	generated: Generated<boolean>;
	createdAt: CreatedAt;
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
	/** Counts every change that a reader could see; the stamp behind a 304. */
	version: Generated<number>;
	lastEnqueuedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	createdAt: CreatedAt;
	startedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
	completedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
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
	/** Set together with the two previews, exactly when `state` is 'stored'. */
	blobSha256: ColumnType<string | null, string | null | undefined, string | null>;
	preview512Sha256: ColumnType<string | null, string | null | undefined, string | null>;
	preview200Sha256: ColumnType<string | null, string | null | undefined, string | null>;
	metadata: GeneratedJson<Record<string, unknown>>;
	lastError: ColumnType<string | null, string | null | undefined, string | null>;
	createdAt: CreatedAt;
	storedAt: ColumnType<Date | null, Date | null | undefined, Date | null>;
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
	createdAt: CreatedAt;
}

/** Which owner uploaded or generated which bytes. */
export interface OwnerBlobsTable {
	ownerId: string;
	sha256: string;
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
	passwordHashes: PasswordHashesTable;
	accessTokens: AccessTokensTable;
	discordStates: DiscordStatesTable;
	emergencyGrants: EmergencyGrantsTable;
	generationJobs: GenerationJobsTable;
	generatedImages: GeneratedImagesTable;
	blobs: BlobsTable;
	ownerBlobs: OwnerBlobsTable;
	idempotencyKeys: IdempotencyKeysTable;
	auditLog: AuditLogTable;
}

/** One owner's rows, or everybody's. */
export type OwnerScope = string | 'all';

export type UserRow = Selectable<UsersTable>;
export type SessionRow = Selectable<SessionsTable>;
export type AccessTokenRow = Selectable<AccessTokensTable>;
export type PasswordHashRow = Selectable<PasswordHashesTable>;
export type GenerationJobRow = Selectable<GenerationJobsTable>;
export type GeneratedImageRow = Selectable<GeneratedImagesTable>;
export type BlobRow = Selectable<BlobsTable>;
export type IdempotencyKeyRow = Selectable<IdempotencyKeysTable>;
