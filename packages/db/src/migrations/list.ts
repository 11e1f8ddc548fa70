import type { Migration } from 'kysely/migration';
import * as createGenerationTables from './0001-create-generation-tables.ts';
import * as createAccessTables from './0002-create-access-tables.ts';
import * as createReplacedSessions from './0003-create-replaced-sessions.ts';
import * as createReviewTables from './0004-create-review-tables.ts';
import * as createMergeTables from './0005-create-merge-tables.ts';
import * as createAttributeJobs from './0006-create-attribute-jobs.ts';
import * as createMintTables from './0007-create-mint-tables.ts';
import * as keepPremiumPayments from './0008-keep-premium-payments.ts';
import * as createSaleTables from './0009-create-sale-tables.ts';
import * as keepPaidPictures from './0010-keep-paid-pictures.ts';
import * as createInstallation from './0012-create-installation.ts';
import * as measureSavedSettings from './0013-measure-saved-settings.ts';
import * as markDamagedBlobs from './0016-mark-damaged-blobs.ts';
import * as createQuotaTables from './0017-create-quota-tables.ts';
import * as dropLastEnqueued from './0018-drop-last-enqueued.ts';
import * as keepPresetEngines from './0019-keep-preset-engines.ts';
import * as countEstimatedCost from './0020-count-estimated-cost.ts';
import * as createMergeDownloads from './0021-create-merge-downloads.ts';
import * as createMergeDeletions from './0022-create-merge-deletions.ts';
import * as indexListOrders from './0023-index-list-orders.ts';
import * as deleteJobsInSlices from './0024-delete-jobs-in-slices.ts';
import * as createObjectWrites from './0025-create-object-writes.ts';
import * as announceChanges from './0026-announce-changes.ts';
import * as createRateLimits from './0027-create-rate-limits.ts';
import * as keepPremiumOfTokens from './0028-keep-premium-of-tokens.ts';
import * as deleteVersions from './0029-delete-versions.ts';
import * as pauseSales from './0030-pause-sales.ts';
import * as createSalePhases from './0031-create-sale-phases.ts';
import * as noteStartedPayments from './0032-note-started-payments.ts';
import * as createRecoveryCodes from './0033-create-recovery-codes.ts';
import * as cancelMints from './0034-cancel-mints.ts';
import * as previewSaleItems from './0036-preview-sale-items.ts';
import * as createSaleCalls from './0040-create-sale-calls.ts';
import * as proveWallets from './0042-prove-wallets.ts';
import * as followSaleAuthority from './0045-follow-sale-authority.ts';
import * as timeSales from './0046-time-sales.ts';
import * as revealSales from './0047-reveal-sales.ts';
import * as timeReveals from './0048-time-reveals.ts';
import * as countCostExactly from './0049-count-cost-exactly.ts';
import * as nameEngineAddresses from './0050-name-engine-addresses.ts';
import * as createJobReferences from './0051-create-job-references.ts';
import * as composeLayers from './0052-compose-layers.ts';
import * as pauseForAddresses from './0054-pause-for-addresses.ts';
import * as recordForgeVersions from './0055-record-forge-versions.ts';
import * as noteOpenCalls from './0056-note-open-calls.ts';
import * as indexWatchedMints from './0057-index-watched-mints.ts';
import * as timePreparations from './0058-time-preparations.ts';
import * as noteAnimatedImages from './0059-note-animated-images.ts';
import * as keepPresetCounts from './0060-keep-preset-counts.ts';
import * as markSaleCursors from './0061-mark-sale-cursors.ts';

/**
 * Every migration by the name of its file, in order. Never change or remove one that was published:
 * add the next number.
 */
export const migrations: Readonly<Record<string, Migration>> = {
	'0001-create-generation-tables': createGenerationTables,
	'0002-create-access-tables': createAccessTables,
	'0003-create-replaced-sessions': createReplacedSessions,
	'0004-create-review-tables': createReviewTables,
	'0005-create-merge-tables': createMergeTables,
	'0006-create-attribute-jobs': createAttributeJobs,
	'0007-create-mint-tables': createMintTables,
	'0008-keep-premium-payments': keepPremiumPayments,
	'0009-create-sale-tables': createSaleTables,
	'0010-keep-paid-pictures': keepPaidPictures,
	'0012-create-installation': createInstallation,
	'0013-measure-saved-settings': measureSavedSettings,
	'0016-mark-damaged-blobs': markDamagedBlobs,
	'0017-create-quota-tables': createQuotaTables,
	'0018-drop-last-enqueued': dropLastEnqueued,
	'0019-keep-preset-engines': keepPresetEngines,
	'0020-count-estimated-cost': countEstimatedCost,
	'0021-create-merge-downloads': createMergeDownloads,
	'0022-create-merge-deletions': createMergeDeletions,
	'0023-index-list-orders': indexListOrders,
	'0024-delete-jobs-in-slices': deleteJobsInSlices,
	'0025-create-object-writes': createObjectWrites,
	'0026-announce-changes': announceChanges,
	'0027-create-rate-limits': createRateLimits,
	'0028-keep-premium-of-tokens': keepPremiumOfTokens,
	'0029-delete-versions': deleteVersions,
	'0030-pause-sales': pauseSales,
	'0031-create-sale-phases': createSalePhases,
	'0032-note-started-payments': noteStartedPayments,
	'0033-create-recovery-codes': createRecoveryCodes,
	'0034-cancel-mints': cancelMints,
	'0036-preview-sale-items': previewSaleItems,
	'0040-create-sale-calls': createSaleCalls,
	'0042-prove-wallets': proveWallets,
	'0045-follow-sale-authority': followSaleAuthority,
	'0046-time-sales': timeSales,
	'0047-reveal-sales': revealSales,
	'0048-time-reveals': timeReveals,
	'0049-count-cost-exactly': countCostExactly,
	'0050-name-engine-addresses': nameEngineAddresses,
	'0051-create-job-references': createJobReferences,
	'0052-compose-layers': composeLayers,
	'0054-pause-for-addresses': pauseForAddresses,
	'0055-record-forge-versions': recordForgeVersions,
	'0056-note-open-calls': noteOpenCalls,
	'0057-index-watched-mints': indexWatchedMints,
	'0058-time-preparations': timePreparations,
	'0059-note-animated-images': noteAnimatedImages,
	'0060-keep-preset-counts': keepPresetCounts,
	'0061-mark-sale-cursors': markSaleCursors,
};
