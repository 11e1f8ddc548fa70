import type { AttributeJobsTable } from './attribute-tables.ts';
import type {
	AccessTokensTable,
	DiscordStatesTable,
	EmergencyGrantsTable,
	PasswordHashesTable,
	RecoveryCodesTable,
	ReplacedSessionsTable,
	SessionsTable,
	UsersTable,
} from './auth-tables.ts';
import type {
	DailyNetworkImagesTable,
	EngineKeyLeasesTable,
	EngineKeysTable,
	GeneratedImagesTable,
	GenerationJobsTable,
	IdempotencyKeysTable,
	ImageVersionsTable,
	JobReferencesTable,
	ModelCircuitBreakersTable,
	OpenCallsTable,
} from './generation-tables.ts';
import type {
	ImagePreviewsTable,
	MergeDownloadsTable,
	MergedImagesTable,
	MergeInputsTable,
	MergeJobsTable,
} from './merge-tables.ts';
import type { ChainCursorsTable, MintedTokensTable, MintMetadataTable, MintVouchersTable } from './mint-tables.ts';
import type {
	AuditLogTable,
	InstallationTable,
	ObjectWritesTable,
	RateLimitsTable,
	StorageScrubsTable,
} from './platform-tables.ts';
import type {
	PremiumClaimsTable,
	PremiumOffersTable,
	PremiumPaymentsTable,
	StartedPaymentsTable,
} from './premium-tables.ts';
import type { PresetsTable } from './preset-tables.ts';
import type {
	SaleAllowlistTable,
	SaleCallsTable,
	SaleItemsTable,
	SalePhasesTable,
	SaleReservationsTable,
	SaleRevealsTable,
	SalesTable,
	SaleTransactionsTable,
} from './sale-tables.ts';
import type {
	BlobsTable,
	DeletionsTable,
	LayerFilesTable,
	OwnerBlobsTable,
	UploadsInFlightTable,
	UploadUsageTable,
} from './upload-tables.ts';

/**
 * All tables; camelCase here, snake_case in SQL. Kysely derives the name in SQL from the property, so a property keeps the
 * name of its table, such as `engine_key_turns`, where its type has the name that the code uses.
 */
export interface Schema {
	users: UsersTable;
	sessions: SessionsTable;
	replacedSessions: ReplacedSessionsTable;
	passwordHashes: PasswordHashesTable;
	accessTokens: AccessTokensTable;
	recoveryCodes: RecoveryCodesTable;
	discordStates: DiscordStatesTable;
	emergencyGrants: EmergencyGrantsTable;
	generationJobs: GenerationJobsTable;
	jobReferences: JobReferencesTable;
	generatedImages: GeneratedImagesTable;
	imageVersions: ImageVersionsTable;
	openCalls: OpenCallsTable;
	engineKeys: EngineKeysTable;
	engineKeyTurns: EngineKeyLeasesTable;
	engineBreakers: ModelCircuitBreakersTable;
	savedSettings: PresetsTable;
	blobs: BlobsTable;
	layerFiles: LayerFilesTable;
	ownerBlobs: OwnerBlobsTable;
	storageScrubs: StorageScrubsTable;
	objectWrites: ObjectWritesTable;
	uploadUsage: UploadUsageTable;
	uploadsInFlight: UploadsInFlightTable;
	dailyOrigins: DailyNetworkImagesTable;
	mergeJobs: MergeJobsTable;
	mergeInputs: MergeInputsTable;
	mergedImages: MergedImagesTable;
	mergeDownloads: MergeDownloadsTable;
	deletions: DeletionsTable;
	imagePreviews: ImagePreviewsTable;
	attributeJobs: AttributeJobsTable;
	mintedTokens: MintedTokensTable;
	mintMetadata: MintMetadataTable;
	mintVouchers: MintVouchersTable;
	chainCursors: ChainCursorsTable;
	premiumPayments: PremiumPaymentsTable;
	premiumClaims: PremiumClaimsTable;
	premiumOffers: PremiumOffersTable;
	startedPayments: StartedPaymentsTable;
	sales: SalesTable;
	salePhases: SalePhasesTable;
	saleAllowlist: SaleAllowlistTable;
	saleCalls: SaleCallsTable;
	saleReservations: SaleReservationsTable;
	salePieces: SaleItemsTable;
	saleTransactions: SaleTransactionsTable;
	saleReveals: SaleRevealsTable;
	idempotencyKeys: IdempotencyKeysTable;
	auditLog: AuditLogTable;
	installation: InstallationTable;
	rateLimits: RateLimitsTable;
}

/** One owner's rows, or everybody's. */
export type OwnerScope = string | 'all';
