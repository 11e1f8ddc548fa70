import type { Services } from '@adx/core/platform/context';
import { readSaleImage } from '@adx/core/sale/buyer/read-sale-image';
import { saleImageInput } from '@adx/validators/sale/items';
import type { FastifyInstance } from 'fastify';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { sendImage } from '../../http/response/send-image.ts';
import { collectionAddress, creatorAddress, reservationId, saleId } from '../../openapi/example-ids.ts';
import {
	describeAccess,
	imageResponses,
	type OperationExample,
	pathParameter,
	queryParameter,
	type RouteOperation,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';
import { drawnReveal } from './creator-sale-routes.ts';

const imageParameters = [
	queryParameter('size', toJsonSchema(saleImageInput.shape.size, 'input')),
	queryParameter('v', toJsonSchema(saleImageInput.shape.v, 'input')),
];

const saleCover: RouteOperation = {
	url: '/api/sales/:saleId/cover',
	method: 'get',
	operation: {
		operationId: 'mint.sales.cover',
		summary: 'The cover picture of a sale',
		...describeAccess('mint', { access: 'limited', scope: 'read' }, 'It changes only with a delayed reveal.'),
		parameters: [pathParameter('saleId'), ...imageParameters],
		responses: imageResponses,
	},
};

const itemImage: RouteOperation = {
	url: '/api/sales/:saleId/items/:tokenNumber',
	method: 'get',
	operation: {
		operationId: 'mint.sales.itemImage',
		summary: 'The picture of an item of a sale',
		...describeAccess(
			'mint',
			{ access: 'limited', scope: 'read' },
			'Pictures of minted items, and previews of those that are shown before they are minted; 404 for all others.',
		),
		parameters: [
			pathParameter('saleId'),
			pathParameter('tokenNumber', { type: 'integer', minimum: 1 }),
			...imageParameters,
		],
		responses: imageResponses,
	},
};

/** The address of before, which older clients and links have. */
const pieceImage: RouteOperation = {
	...itemImage,
	url: '/api/sales/:saleId/pieces/:tokenNumber',
	operation: { ...itemImage.operation, operationId: 'mint.sales.pieceImage', deprecated: true },
};

export const saleRoutes: readonly RouteOperation[] = [saleCover, itemImage, pieceImage];

const buyerAddress = 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC';
const itemAddress = '3kE4oTnbHn9q1T5w7oS6mGmVvS2xP8uJrY5cZdA7fB9h';
const explorerUrl = `https://explorer.solana.com/address/${collectionAddress}?cluster=devnet`;
const imageUrl = `/api/sales/${saleId}/items/2`;

const sent = {
	reservationId,
	saleId,
	status: 'sent',
	itemCount: 1,
	priceLamports: '100000000',
	errorMessage: null,
	items: [],
	pieceCount: 1,
	pieces: [],
};

const boughtItem = {
	tokenNumber: 2,
	name: 'Winter Court #2',
	imageUrl,
	attributes: [{ trait_type: 'Race', value: 'Elf' }],
	rarityRank: 1,
	rarityTier: 'Legendary',
	mintAddress: itemAddress,
	explorerUrl: `https://explorer.solana.com/address/${itemAddress}?cluster=devnet`,
};

/** What the procedures about sales take from and answer to buyers. */
export const saleExamples: Readonly<Record<string, OperationExample>> = {
	'mint.sales.get': {
		response: {
			saleId,
			phase: 'selling',
			state: 'selling',
			name: 'Winter Court',
			symbol: 'WINTER',
			description: 'Elves of the north.',
			creator: 'Anonymous',
			coverUrl: `/api/sales/${saleId}/cover?size=512`,
			phases: [],
			phaseId: null,
			startsAt: null,
			endsAt: null,
			now: null,
			walletAddress: creatorAddress,
			network: 'solana',
			cluster: 'devnet',
			chain: null,
			mintAddress: collectionAddress,
			explorerUrl,
			coin: 'SOL',
			priceLamports: '100000000',
			price: 0.1,
			itemCostLamports: '6833120',
			pieceCostLamports: '6833120',
			royalty: 5,
			supply: 3,
			isCapFixed: false,
			mintedCount: 1,
			reservedCount: 1,
			availableCount: 1,
			itemPreview: 'sample',
			reveal: null,
			latest: [{ tokenNumber: 2, name: 'Winter Court #2', imageUrl }],
		},
	},
	'mint.sales.challenge': {
		body: { walletAddress: buyerAddress },
		response: {
			message: `realm.example.org wants you to sign in with your Solana account:\n${buyerAddress}\n\nShow that …`,
			expiresAt: '2026-11-22T10:05:00.000Z',
		},
	},
	'mint.sales.reserve': {
		body: { walletAddress: buyerAddress },
		response: {
			reservationId,
			saleId,
			transactions: ['AwAAAAAAAAAAAAAA…'],
			call: null,
			priceLamports: '100000000',
			costLamports: '6833120',
			expiresAt: '2026-11-22T10:05:00.000Z',
		},
	},
	'mint.sales.submit': { body: { reservationId, transactions: ['A2bZ0mJ1pGg4cT6sQAAA'] }, response: sent },
	'mint.sales.purchase': {
		response: { ...sent, status: 'confirmed', items: [boughtItem], pieces: [boughtItem] },
	},
	'mint.sales.items': {
		response: { total: 3, items: [{ tokenNumber: 2, name: 'Winter Court #2', imageUrl, isMinted: true }] },
	},
	'mint.sales.reveal': {
		response: {
			...drawnReveal,
			phase: 'revealed',
			beginsBy: null,
			seed: '11'.repeat(32),
			shuffle: '3e92e0db88d6afea9edc4eedf62fffa4d92bcdfc310dccbe943747fe8302e871',
			metadataUri: 'ipfs://bafybeihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku/',
			revealedAt: '2026-11-25T10:00:00.000Z',
			network: 'polygon',
			cluster: 'polygon',
			address: '0x8ba1f109551bD432803012645Ac136ddd64DBA72',
			name: 'Winter Court',
			supply: 1,
			startSignature: null,
			items: [],
			itemHashes: ['0a'.repeat(32)],
		},
	},
	'mint.sales.traits': { response: [{ trait: 'Race', valueCount: 1, values: [{ value: 'Elf', count: 3 }] }] },
};

/** Serves a sale's pictures to everybody: its cover, and the items that may be shown. */
export function serveSaleImages(app: FastifyInstance, services: Services): void {
	for (const { url } of saleRoutes) {
		app.route<{ Params: { saleId: string; tokenNumber?: string } }>({
			method: 'GET',
			config: { access: 'limited' },
			url,
			handler: async (request, reply) => {
				const input = parseParams(saleImageInput, request);
				const { image, isImmutable } = await readSaleImage(await getRequestContext(services, request, reply), input);
				return sendImage(request, reply, image, { isImmutable });
			},
		});
	}
}
