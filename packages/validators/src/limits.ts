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
export const seedMaxLength = 64;
export const idempotencyKeyMaxLength = 200;
export const geminiApiKeyMaxLength = 200;
export const idMaxLength = 100;
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
export const previewSizesPx = [512, 200] as const;

/** Below this many tokens a rarity rank means little and is marked provisional. */
export const provisionalBelow = 100;
