import { generationJobId, imageId } from '../../openapi/example-ids.ts';
import type { OperationExample } from '../../openapi/openapi-operation.ts';

const referenceId = '0c1f7a52-6f0e-4f0b-9d3b-2f6f6f1f9e01';
const dna = '4b1f0c7e9a6d5b3f2e1c8d7a6b5f4e3d2c1b0a9f8e7d6c5b4a3f2e1d0c9b8a7f';
const seed = '9f3c2a1b7d6e5f40';
const imageSeed = '1c9e4a7b3d5f60812233445566778899';

const traits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'none',
	items: 'oaken-staff',
	magicalStone: 'none',
	rarity: 'Rare',
};

const order = {
	races: ['elf', 'orc'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	batchSize: 3,
	projectName: 'Frost Court',
	engine: 'forge',
};

const image = {
	id: imageId,
	jobId: generationJobId,
	tokenNumber: 1,
	imageUrl: `/api/images/${imageId}/file?version=1`,
	filename: '1.png',
	state: 'stored',
	traits,
	dna,
	seed: imageSeed,
	rarityScore: 1.0432,
	rarityRank: 1,
	rarityProvisional: true,
	metadata: { name: 'Frost Court #1', attributes: [{ trait_type: 'Race', value: 'Elf' }] },
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
	createdAt: '2026-11-21T10:00:00.000Z',
};

const job = {
	id: generationJobId,
	number: 1,
	races: order.races,
	classes: order.classes,
	artStyle: order.artStyle,
	backgroundType: order.backgroundType,
	afflictions: [],
	layers: null,
	batchSize: 3,
	projectName: 'Frost Court',
	engine: 'forge',
	seed,
	olderForgeVersion: null,
	status: 'completed',
	phase: 'done',
	progress: 3,
	totalImages: 3,
	estimatedTime: null,
	generatedImages: [image],
	createdAt: '2026-11-21T10:00:00.000Z',
	startedAt: '2026-11-21T10:00:00.400Z',
	idleMs: 0,
	completedAt: '2026-11-21T10:00:01.900Z',
	pausedAt: null,
	waiting: null,
	errorMessage: null,
	model: null,
	engineAddress: null,
	references: [],
	styleLock: false,
	sketch: false,
	pauseReason: null,
	failedImages: 0,
	redraws: 0,
	imagesToResume: 0,
	imagesToRetry: 0,
	damagedImages: null,
	needsApiKey: false,
	paidCalls: 0,
	costUsd: 0,
	estimatedUsd: 0,
};

const startedJob = {
	...job,
	status: 'pending',
	phase: 'queued',
	progress: 0,
	totalImages: 0,
	generatedImages: [],
	startedAt: null,
	completedAt: null,
};
const paused = {
	...job,
	engine: 'gemini',
	model: 'gemini-3.1-flash-image',
	status: 'generating',
	phase: 'paused',
	pauseReason: 'user',
	progress: 1,
	totalImages: 1,
	completedAt: null,
	pausedAt: '2026-11-21T10:00:01.200Z',
	needsApiKey: true,
	paidCalls: 1,
	costUsd: 0.067,
	estimatedUsd: 0,
	imagesToResume: 2,
};
const resumed = { ...paused, phase: 'running', pauseReason: null, pausedAt: null, needsApiKey: false };
const key = { geminiApiKey: 'AIza-your-key' };

/** What the procedures of the generation router take and answer. */
export const generationExamples: Readonly<Record<string, OperationExample>> = {
	'generation.start': { body: order, response: { jobId: generationJobId, job: startedJob } },
	'generation.plan': {
		body: { ...order, weights: { race: { elf: 3, orc: 1 } } },
		response: {
			seed,
			rows: [{ index: 0, tokenNumber: 1, traits, dna, seed: imageSeed, rarityScore: 1.0432, rarityRank: 1 }],
			capacity: '144144',
			notice: null,
			rarityProvisional: true,
			price: null,
		},
	},
	'generation.missingLayers': { body: { hashes: [dna] }, response: { missing: [dna] } },
	'generation.list': { response: [job] },
	'generation.get': { response: job },
	'generation.deletion': {
		response: {
			id: generationJobId,
			name: 'Frost Court',
			imageCount: 3,
			freedBytes: 4_125_830,
			consequences: [
				'Its page, its downloads and its exports stop working; one that is under way breaks off.',
				'Collections that were merged from its images keep them.',
			],
			blockers: [],
		},
	},
	'generation.delete': {
		response: { success: true, id: generationJobId, name: 'Frost Court', freedBytes: 4_125_830, isFreeing: false },
	},
	'generation.listImages': { response: [image] },
	'generation.pause': { response: paused },
	'generation.resume': { body: key, response: resumed },
	'generation.cancel': {
		response: { ...job, phase: 'cancelled', errorMessage: 'Stopped after 1 of 3 images', progress: 1 },
	},
	'generation.retry': { body: key, response: resumed },
	'generation.regenerateImages': { body: { imageIds: 'rejected' }, response: { ...job, redraws: 2 } },
	'generation.reviewImages': { body: { imageIds: [image.id], mark: 'kept' }, response: { images: 1, changed: 1 } },
	'generation.setReferences': {
		body: { references: [{ imageId: image.id }], styleLock: true },
		response: {
			...paused,
			styleLock: true,
			references: [
				{
					id: referenceId,
					imageUrl: `/api/generate/${generationJobId}/references/${referenceId}/file`,
					imageId: image.id,
				},
			],
		},
	},
	'generation.regenerateImage': { body: {}, response: { ...image, isRedrawing: true } },
	'generation.lockImage': { response: { ...image, locked: true } },
	'generation.unlockImage': { response: image },
	'generation.chooseVersion': { body: { version: 1 }, response: { ...image, versionCount: 2 } },
	'generation.markImage': { body: { mark: 'kept' }, response: { ...image, mark: 'kept' } },
	'generation.versionsDeletion': {
		response: {
			id: imageId,
			name: 'Other versions of #1',
			imageCount: 2,
			freedBytes: 2_750_412,
			consequences: ['The chosen version stays as it is.', 'Collections that were merged from them keep them.'],
			blockers: [],
		},
	},
	'generation.deleteVersions': {
		response: {
			success: true,
			id: imageId,
			name: 'Other versions of #1',
			freedBytes: 2_750_412,
			isFreeing: false,
		},
	},
	'generation.deleteVersion': {
		response: { success: true, id: imageId, name: 'Version 2 of #1', freedBytes: 1_375_206, isFreeing: false },
	},
	'generation.listVersions': {
		response: [
			{
				number: 1,
				isChosen: true,
				imageUrl: image.imageUrl,
				seed: imageSeed,
				forgeVersion: 2,
				model: null,
				prompt: null,
				promptHash: null,
				finishReason: null,
				paidCalls: 0,
				costUsd: 0,
				createdAt: '2026-11-21T10:00:01.100Z',
			},
		],
	},
};
