import type { ImageVersion } from '@adx/validators/generation/job-control';
import { countImagesToResume, countImagesToRetry } from '@adx/validators/generation/job-counts';
import type { ApiOutputs, Job, JobImage } from '../lib/api/trpc.ts';

const geminiService: ApiOutputs['auth']['config']['gemini'] = {
	models: [
		{ name: 'painter-large', usdPerImage: 0.04, usdPerInputImage: 0.01, callSeconds: 6 },
		{ name: 'painter-small', usdPerImage: null, usdPerInputImage: null, callSeconds: 20 },
	],
	pricedAt: '2026-11-21',
	ratePerMinute: 10,
	callsAtOnce: 2,
	triesPerImage: 9,
	addresses: null,
	takesAnyModel: false,
	keyPrefixes: ['AIza', 'AQ.'],
};

/** Answers as the API gives them; every builder takes the fields a test cares about. */
export const publicConfig: ApiOutputs['auth']['config'] = {
	gateStart: 'developer',
	lockedPages: ['merger', 'gallery'],
	geminiKeyPrefixes: ['AIza', 'AQ.'],
	communityInviteUrl: null,
	discordSignIn: true,
	emergencyAccess: true,
	gemini: geminiService,
	dailyGenerationLimit: null,
	confirmAboveUsd: 5,
	features: { presets: true },
	chains: [],
	premiumPrices: [],
	solana: null,
	saleChains: [],
	engines: [
		{ name: 'forge', available: true, service: null },
		{ name: 'gemini', available: false, service: geminiService },
	],
};

export const signedOut: ApiOutputs['auth']['check'] = { authenticated: false, hasMageAccess: false, user: null };

export function signedInAs(
	role: 'creator' | 'developer',
	changes: Partial<NonNullable<ApiOutputs['auth']['check']['user']>> = {},
): ApiOutputs['auth']['check'] {
	return {
		authenticated: true,
		hasMageAccess: true,
		user: {
			id: 'user-1',
			name: null,
			avatar: null,
			role,
			premium: false,
			adminUnlocked: false,
			expiresAt: new Date('2030-01-01'),
			imagesLeftToday: null,
			imagesLeftAreShared: false,
			...changes,
		},
	};
}

const races = ['elf', 'tabaxi', 'dragonborn', 'orc', 'human'] as const;
const classes = ['wizard', 'ranger', 'paladin'] as const;

export function createImage(jobId: string, tokenNumber: number, changes: Partial<JobImage> = {}): JobImage {
	const id = `${jobId}-image-${tokenNumber}`;
	return {
		id,
		jobId,
		tokenNumber,
		imageUrl: `/api/images/${id}/file?version=1`,
		filename: `${tokenNumber}.png`,
		state: 'stored',
		traits: {
			race: races[(tokenNumber - 1) % races.length]!,
			class: classes[(tokenNumber - 1) % classes.length]!,
			artStyle: 'bold-classic',
			background: 'forest-glade',
			affliction: 'none',
			divinity: 'War',
			items: 'Sword',
			magicalStone: 'Ruby',
			rarity: 'Common',
		},
		dna: `dna-${tokenNumber}`,
		seed: `seed-${tokenNumber}`,
		rarityScore: 12.5 + tokenNumber,
		rarityRank: tokenNumber,
		rarityProvisional: true,
		metadata: {},
		version: 1,
		versionCount: 1,
		isRedrawing: false,
		locked: false,
		mark: null,
		failure: null,
		failureMessage: null,
		paidCalls: 0,
		costUsd: 0,
		estimatedUsd: 0,
		drift: null,
		isDamaged: false,
		mints: [],
		frozen: null,
		createdAt: new Date('2026-11-21T10:00:00Z'),
		...changes,
	};
}

/** A row that is planned and not drawn yet. */
export const createPlannedImage = (jobId: string, tokenNumber: number) =>
	createImage(jobId, tokenNumber, { imageUrl: null, state: 'planned', version: null, versionCount: 0 });

/** What a job of own layers has instead of a choice of the catalogue. */
export const ofLayers: Partial<Job> = {
	engine: 'layers',
	layers: 'a'.repeat(64),
	races: [],
	classes: [],
	artStyle: null,
	backgroundType: null,
};

/** Traits of own layers. */
export const layerTraits: JobImage['traits'] = {
	layers: [
		{ trait_type: 'Background', value: 'Blue' },
		{ trait_type: 'Eyes', value: 'Gold' },
	],
	outsideDna: [],
	rarity: 'Common',
};

/** A completed job of five unless told otherwise; its cover follows its progress. */
export function createJob(number: number, changes: Partial<Job> = {}): Job {
	const id = changes.id ?? `job-${number}`;
	const batchSize = changes.batchSize ?? 5;
	const progress = changes.progress ?? batchSize;
	const job = {
		id,
		number,
		races: ['elf', 'half-orc'],
		classes: ['wizard', 'blood-hunter'],
		artStyle: 'bold-classic',
		backgroundType: 'forest-glade',
		afflictions: [],
		layers: null,
		batchSize,
		projectName: null,
		engine: 'forge',
		seed: 'seed',
		olderForgeVersion: null,
		status: 'completed',
		phase: 'done',
		progress,
		totalImages: progress,
		estimatedTime: null,
		generatedImages: Array.from({ length: Math.min(4, progress) }, (_, place) => createImage(id, place + 1)),
		createdAt: new Date('2026-11-21T10:00:00Z'),
		startedAt: new Date('2026-11-21T10:00:00Z'),
		idleMs: 0,
		pausedAt: null,
		waiting: null,
		completedAt: new Date('2026-11-21T10:00:10Z'),
		errorMessage: null,
		model: null,
		engineAddress: null,
		references: [],
		styleLock: false,
		sketch: false,
		pauseReason: null,
		failedImages: 0,
		redraws: 0,
		damagedImages: null,
		needsApiKey: false,
		paidCalls: 0,
		costUsd: 0,
		estimatedUsd: 0,
		...changes,
	} satisfies Omit<Job, 'imagesToResume' | 'imagesToRetry'>;
	return { imagesToResume: countImagesToResume(job), imagesToRetry: countImagesToRetry(job), ...job };
}

export const runningJob = (number: number, changes: Partial<Job> = {}): Job =>
	createJob(number, { status: 'generating', phase: 'running', progress: 2, completedAt: null, ...changes });

export const stats: ApiOutputs['database']['stats'] = {
	totalGenerated: 1234,
	uniqueCombinations: 1200,
	successRate: 99.5,
};

/** A version of that image; paid for when it names a model. */
export const createVersion = (image: JobImage, number: number, changes: Partial<ImageVersion> = {}): ImageVersion => ({
	number,
	isChosen: number === image.version,
	imageUrl: `/api/images/${image.id}/file?version=${number}`,
	seed: `${image.seed}-${number}`,
	forgeVersion: null,
	model: null,
	prompt: null,
	promptHash: null,
	finishReason: null,
	paidCalls: 0,
	costUsd: 0,
	createdAt: new Date('2026-11-21T10:00:00Z'),
	...changes,
});
