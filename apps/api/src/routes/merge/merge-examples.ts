import { mergeJobId } from '../../openapi/example-ids.ts';
import type { OperationExample } from '../../openapi/openapi-operation.ts';

/** The hash under which a collection's list was uploaded. */
export const manifest = 'c1d2e3f405162738495a6b7c8d9e0f1a2b3c4d5e6f708192a3b4c5d6e7f80910';
const provenance = '4be7c9d1a2f3058697b8c9d0e1f2a3b4c5d6e7f8091a2b3c4d5e6f708192a3b4';
export const uploadedAt = '2026-11-21T09:58:00.000Z';
const coverUrl = `/api/collections/${mergeJobId}/images/1?size=512`;

const merge = {
	id: mergeJobId,
	projectName: 'Winter Court',
	description: 'Two courts become one.',
	inputCollections: [
		{ id: 'north', name: 'North', description: '', imageCount: 2, uploadedAt },
		{ id: 'south', name: 'South', description: '', imageCount: 1, uploadedAt },
	],
	status: 'completed',
	phase: 'done',
	progress: 100,
	totalImages: 3,
	mergedImages: [],
	coverUrl,
	downloadUrl: `/api/merge-jobs/${mergeJobId}/download`,
	sizeBytes: 913_204,
	provenance,
	secondsLeft: null,
	leftOut: {},
	createdAt: '2026-11-21T10:00:00.000Z',
	completedAt: '2026-11-21T10:00:01.400Z',
	errorMessage: null,
	collectionName: null,
	collectionSymbol: null,
	collectionDescription: null,
	royaltyPercentage: 0,
	mintPrice: null,
	isMinting: false,
	isMinted: false,
	contractAddress: null,
	mintedAt: null,
	salePhase: null,
	themes: ['Fantasy'],
	hidden: false,
	showsCreator: false,
};

const detailed = {
	...merge,
	mergedImages: [1, 2, 3].map((tokenNumber) => ({
		tokenNumber,
		name: `Winter Court #${tokenNumber}`,
		imageUrl: `/api/collections/${mergeJobId}/images/${tokenNumber}`,
	})),
};

/** A merge that has just started. */
export const startedJob = {
	...merge,
	status: 'processing',
	phase: 'queued',
	progress: 0,
	coverUrl: null,
	downloadUrl: null,
	sizeBytes: null,
	provenance: null,
	completedAt: null,
};

const listing = {
	collectionName: 'Winter Court',
	collectionSymbol: 'WINTER',
	collectionDescription: 'Two courts become one.',
	mintPrice: 0.1,
	royaltyPercentage: 5,
};

const card = {
	id: mergeJobId,
	name: 'Winter Court',
	description: 'Two courts become one.',
	creator: 'Anonymous',
	imageCount: 3,
	coin: 'SOL',
	floorPrice: 0.1,
	volume: 0,
	featured: false,
	category: 'pfp',
	themes: ['Fantasy'],
	symbol: 'WINTER',
	royalty: 5,
	coverUrl,
	saleUrl: null,
	completedAt: '2026-11-21T10:00:01.400Z',
};

/** What the procedures of the merge router take and answer. */
export const mergeExamples: Readonly<Record<string, OperationExample>> = {
	'merge.missingUploads': { body: { hashes: [manifest] }, response: { missing: [manifest] } },
	'merge.list': { response: [merge] },
	'merge.get': { response: detailed },
	'merge.update': { body: listing, response: { ...detailed, ...listing } },
	'merge.hide': { response: { ...detailed, hidden: true } },
	'merge.show': { response: detailed },
	'merge.deletion': {
		response: {
			id: mergeJobId,
			name: 'Winter Court',
			imageCount: 3,
			freedBytes: 958_211,
			consequences: [
				'It leaves the gallery, for everybody.',
				'Its download, its exports and its page stop working.',
				'A draft in the merger that lists the same files needs them picked again.',
			],
			blockers: [],
		},
	},
	'merge.delete': {
		response: { success: true, id: mergeJobId, name: 'Winter Court', freedBytes: 958_211, isFreeing: false },
	},
	'merge.gallery': { response: [card] },
	'merge.galleryCounts': { response: { collections: 1, images: 3, creators: 1 } },
	'merge.collection': {
		response: {
			...card,
			provenance,
			sources: [
				{ name: 'North', imageCount: 3, tokenCount: 2 },
				{ name: 'South', imageCount: 1, tokenCount: 1 },
			],
			contractAddress: null,
			explorerUrl: null,
			facets: [{ trait: 'Race', values: [{ value: 'Elf', count: 2 }] }],
			isMine: true,
			hidden: false,
			downloadUrl: merge.downloadUrl,
		},
	},
	'merge.tokens': {
		response: {
			total: 1,
			tokens: [
				{
					tokenNumber: 1,
					name: 'Winter Court #1',
					imageUrl: `/api/collections/${mergeJobId}/images/1`,
					width: 1_024,
					height: 1_024,
					attributes: [{ trait_type: 'Race', value: 'Elf' }],
					rarityRank: 1,
					rarityScore: 1.0432,
					rarityTier: 'Legendary',
					source: { collection: 'North', filename: 'images/1.png' },
				},
			],
		},
	},
};
