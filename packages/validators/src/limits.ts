/** Numbers the specification fixes, and the ones that follow from it. Units stand in the names. */

export const batchSizeMin = 1;
export const batchSizeMax = 10_000;
/** Batch sizes anyone may choose. */
export const freeBatchSizes = [1, 3, 4, 5] as const;
export const freeBatchSizeMax = 5;
/** Larger sizes offered with premium (or to developers) beside a custom number. */
export const premiumBatchSizes = [10, 25, 100, 1_000] as const;
/** A creator without premium sees this many art styles, in catalogue order. */
export const creatorArtStyleCount = 5;
export const freeArtStyles = ['bold-classic', 'bold-modern'] as const;

export const projectNameMaxLength = 100;
export const settingNameMaxLength = 60;
export const settingsPerUserMax = 100;
/** JSON text of one preset, and of all presets of a user together. */
export const settingMaxBytes = 64_000;
export const settingsPerUserMaxBytes = 1_000_000;
export const seedMaxLength = 64;
export const idempotencyKeyMaxLength = 200;
export const geminiApiKeyMaxLength = 200;
/** Of keys of other services. */
export const apiKeyMaxLength = 4_000;
export const engineAddressMaxLength = 300;
export const workflowMaxLength = 200_000;
/** Pictures that go with each call of a job. */
export const referencesMax = 3;
/** A larger file is refused as a reference. */
export const referenceMaxBytes = 20_000_000;
/** The shorter side of a reference, in pixels. */
export const referenceMinPx = 64;
export const idMaxLength = 100;
/** Of those that the operator configures; shorter ones are guessed. */
export const passwordMinLength = 8;
export const passwordMaxLength = 1_000;

export const tokenNameMaxLength = 60;
export const tokenLifetimesDays = [7, 30, 90] as const;
export const tokensPerUserMax = 20;
/** What emergency access gives besides its hour. */
export const emergencyImagesMax = 20;

export const racesPerPage = 20;
export const classesPerPage = 20;
export const afflictionsPerPage = 12;

export const generationPollMs = 3_000;
export const jobListPollMs = 30_000;
export const downloadButtonPollMs = 5_000;
export const statsPollMs = 60_000;
/** `GET /api/jobs` carries at most this many images per job; the rest is `GET /api/images/{jobId}`. */
export const coverImageCount = 4;

/** `GET /api/database/download/{part}`: an image belongs to part hash(id) mod 50 + 1. */
export const databasePartCount = 50;

export const imageSizePx = 1_024;

/** Below this many tokens a rarity rank means little and is marked provisional. */
export const provisionalBelow = 100;
/** A collection's traits are listed with so many of their values, the most frequent ones. */
export const facetsMax = 100;
export const facetValuesMax = 500;

export const mergeCollectionsMax = 100;
export const mergeImagesMax = 100_000;
export const mergeCollectionImagesMax = 20_000;
export const collectionNameMaxLength = 100;
export const descriptionMaxLength = 1_000;
/** Path of a file inside what was picked. */
export const uploadPathMaxLength = 1_000;
/** JSON text of one image's metadata. */
export const tokenMetadataMaxBytes = 100_000;
/** `POST /api/merge-jobs` with images as data URLs; also the longest list of a collection's images. */
export const mergeBodyMaxBytes = 160_000_000;
export const uploadMaxBytes = 50_000_000;
/** `POST /api/uploads/missing` asks about so many at once. */
export const uploadHashesMax = 1_000;
/** A picture of more pixels, all frames together, is refused before it is decoded. */
export const imagePixelsMax = 24_000_000;
export const imageFramesMax = 250;
export const traitRenamesMax = 100;
/** Uploads that no merge took up are forgotten after so many days. */
export const uploadRetentionDays = 7;

export const mergePollSelectedMs = 2_000;
export const mergePollMs = 30_000;
export const mergePreviewImages = 20;
export const largeMergeAbove = 2_000;
export const longMergeAbove = 1_000;
export const folderPreviewMaxPx = 200;
export const folderPreviewJpegQuality = 0.4;
export const folderBatchImages = 25;
export const folderBatchPauseMs = 100;

export const symbolMaxLength = 10;
/** The longest pattern for names of tokens. */
export const namePatternMaxLength = 100;
/** The longest name that comes of a pattern. */
export const filledNameMaxLength = 100;
/** The most creators that Solana's token metadata holds. */
export const creatorsMax = 5;
/** The longest name of a collection or item on Solana, as UTF-8. */
export const solanaNameMaxBytes = 32;
export const solanaSymbolMaxBytes = 10;
export const solanaUriMaxBytes = 200;
/** Reservations of one address of which nothing was sent yet: so many items of all sales it keeps from others. */
export const openReservationsMax = 3;
/** Reservations of one address that lapsed unsigned within the hour, after which it waits. */
export const lapsedReservationsMax = 10;
/** The most of them for one wallet. */
export const lapsedReservationsOfWalletMax = 3;
/** Where fewer items would be left free, or fewer than are held, one is set aside for who proves whose the wallet is. */
export const walletProofBelow = 10;
/** How long what a wallet signs for that can be used. */
export const walletProofMs = 5 * 60_000;
/** An item that is asked for again and again is kept for a wallet no longer than this. */
export const reservationMaxMs = 5 * 60_000;
/**
 * About how long the chain takes a transaction: 150 blocks of 400 ms. The server says when that ends; a page counts it
 * from its own question, since the visitor's clock may show any time.
 */
export const transactionLifetimeMs = 60_000;
/** Items that the page of a sale shows as the newest. */
export const latestItemsShown = 12;
export const royaltyMaxPercent = 10;
/** In SOL. */
export const mintPriceMax = 1_000_000;
export const defaultFloorPrice = 0.1;
export const collectionTokensPerPageMax = 200;
export const rarityTokensPerPageMax = 200;
/** Sentences of a finding of the preflight in one answer. */
export const preflightRowsPerPageMax = 1_000;

/** Images of one attribute job. */
export const attributeImagesMax = 10_000;
export const attributePollMs = 2_000;
/** An attribute job that has ended is deleted, with what it made, after so many days. */
export const attributeJobRetentionDays = 30;
/** `POST /api/attribute-generator` with existing metadata inline. */
export const attributeBodyMaxBytes = 40_000_000;
/** The most problems with existing metadata that an attribute job lists. */
export const attributeFindingsListed = 100;
/** Characters of a finding's file name, and of its sentence. */
export const attributeFindingMaxLength = 2_000;
/** Far more than any token's metadata has; what is larger is not metadata at all. */
export const attributeOriginalMaxBytes = 10_000_000;
/** Attribute jobs that a list shows unless asked for another number. */
export const attributeJobsListed = 50;
/** Items of a list in one page. */
export const listPageMax = 1_000;

/** The most picture files that a folder of layers may hold. */
export const layerFilesMax = 10_000;
/** The longest name of a layer and of a value. */
export const layerNameMaxLength = 100;
/** The longest config or list of a folder of layers that is read, in characters. */
export const layerTextMaxLength = 1_000_000;
/** The largest list of the files of a folder of layers, in bytes. */
export const layerListMaxBytes = 20_000_000;
