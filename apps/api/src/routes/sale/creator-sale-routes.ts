import type { Services } from '@adx/core/platform/context';
import { openSaleFiles } from '@adx/core/sale/creator/download-sale-files';
import { creatorSaleInput } from '@adx/validators/sale/sales';
import type { FastifyInstance } from 'fastify';
import { respondWhileConnected } from '../../http/request/client-disconnect.ts';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import { collectionAddress, creatorAddress, mergeJobId, reservationId, saleId } from '../../openapi/example-ids.ts';
import {
	describeAccess,
	memberRead,
	type OperationExample,
	pathParameter,
	type RouteOperation,
	rangeResponses,
} from '../../openapi/openapi-operation.ts';

const saleCar: RouteOperation = {
	url: '/api/mint-collection/:jobId/car',
	method: 'get',
	operation: {
		operationId: 'mint.collections.car',
		summary: 'The IPFS files of your sale as a resumable zip',
		...describeAccess('mint', { ...memberRead, page: 'merger' }, 'It holds metadata.car, images.car and roots.json.'),
		parameters: [pathParameter('jobId')],
		responses: rangeResponses,
	},
};

export const creatorSaleRoutes: readonly RouteOperation[] = [saleCar];

const sale = {
	saleId,
	jobId: mergeJobId,
	phase: 'preparing',
	state: null,
	progress: 0,
	network: 'solana',
	cluster: 'devnet',
	walletAddress: creatorAddress,
	name: 'Winter Court',
	symbol: 'WINTER',
	coin: 'SOL',
	priceLamports: '100000000',
	price: 0.1,
	royalty: 5,
	supply: 3,
	isCapFixed: false,
	chainState: null,
	pausedAt: null,
	closedAt: null,
	startsAt: null,
	endsAt: null,
	soldCount: 0,
	ownCount: 0,
	earnedLamports: '0',
	mintAddress: null,
	explorerUrl: null,
	saleUrl: `/sale/${saleId}`,
	itemPreview: 'sample',
	revealChoice: 'at_once',
	reveal: null,
	phases: [],
	phasesTag: '4f53cda18c2baa0c',
	published: false,
	publishesFiles: true,
	carUrl: null,
	costs: {
		collectionLamports: '4823360',
		itemLamports: '6833120',
		pieceLamports: '6833120',
		ownAllLamports: '20499360',
	},
	errorMessage: null,
	createdAt: '2026-11-22T10:00:00.000Z',
	startedAt: null,
	endedAt: null,
};

const laidOut = { ...sale, progress: 100, carUrl: `/api/mint-collection/${mergeJobId}/car` };

const selling = {
	...laidOut,
	phase: 'selling',
	state: 'selling',
	mintAddress: collectionAddress,
	explorerUrl: `https://explorer.solana.com/address/${collectionAddress}?cluster=devnet`,
	published: true,
	startedAt: '2026-11-22T10:02:10.000Z',
};

/** A delayed reveal whose block is drawn. */
export const drawnReveal = {
	phase: 'drawn',
	provenance: '6f1b2a9e0c4d8f73b5a1e6d2c9f80417a3b6d5e4f2c1908776655443322110ff',
	seedCommitment: 'b569321de72d0af89c2fb48a484de3fc9343f31600ae1f3e13d633cb48cbf816',
	drawBlock: 79_112_233,
	drawHash: '22'.repeat(32),
	forgottenDraws: 0,
	endSignature: null,
	beginsBy: '2026-12-09T10:00:00.000Z',
	next: null,
	seed: null,
	shuffle: null,
	metadataUri: null,
	revealedAt: null,
};

const phaseTerms = {
	name: 'Early supporters',
	startsAt: '2026-11-23T18:00:00.000Z',
	endsAt: '2026-11-24T18:00:00.000Z',
	walletLimit: 2,
	totalLimit: null,
	hasAllowlist: true,
};

/** A phase with a list of one wallet, as it is answered. */
export const salePhase = {
	id: 'b7a5c1de-38a9-4f5c-9d0e-1f4f5be3c7a1',
	name: phaseTerms.name,
	priceLamports: '50000000',
	price: 0.05,
	startsAt: phaseTerms.startsAt,
	endsAt: phaseTerms.endsAt,
	walletLimit: phaseTerms.walletLimit,
	totalLimit: phaseTerms.totalLimit,
	allowlistCount: 1,
};

/** What the procedures about a creator's own sales take and answer. */
export const creatorSaleExamples: Readonly<Record<string, OperationExample>> = {
	'mint.collections.start': {
		body: { jobId: mergeJobId, walletAddress: creatorAddress, network: 'solana' },
		response: sale,
	},
	'mint.collections.get': { response: selling },
	'mint.collections.costs': {
		response: {
			costs: {
				collectionLamports: '5100800',
				revealLamports: '1200000',
				itemLamports: '6917600',
				pieceLamports: '6917600',
			},
			publishesFiles: true,
		},
	},
	'mint.collections.transaction': {
		response: {
			transaction: 'AgAAAAAAAAAAAAAA…',
			call: null,
			costLamports: '4823360',
			expiresAt: '2026-11-22T10:01:40.000Z',
		},
	},
	'mint.collections.submit': {
		body: { transaction: 'AsZ0mJ1pGg4cT6sQ' },
		response: { ...laidOut, phase: 'confirming' },
	},
	'mint.collections.published': { response: selling },
	'mint.collections.items': {
		response: [
			{
				tokenNumber: 2,
				name: 'Winter Court #2',
				kind: 'bought',
				walletAddress: 'FvwEAhmxKfeiG8SnEvq42hc6whRyY3EFYAvebMqDNDGC',
				paidLamports: '100000000',
				mintedAt: '2026-11-22T10:06:20.000Z',
				mintAddress: collectionAddress,
				signature: '5h3yUo9nq1p6ZJpVx6QeYkXc7h1T7p1v8WwqZ5p2mK3s',
				explorerUrl: 'https://explorer.solana.com/tx/5h3yUo9nq1p6ZJpVx6QeYkXc7h1T7p1v8WwqZ5p2mK3s?cluster=devnet',
			},
		],
	},
	'mint.collections.update': {
		body: { paused: true, price: 0.2, itemPreview: 'all', endsAt: '2026-12-24T18:00:00+01:00' },
		response: {
			...selling,
			itemPreview: 'all',
			state: 'paused',
			priceLamports: '200000000',
			price: 0.2,
			endsAt: '2026-12-24T17:00:00.000Z',
		},
	},
	'mint.collections.phases': {
		body: { phases: [{ ...phaseTerms, price: 0.05 }] },
		response: { ...selling, phases: [{ ...salePhase, allowlistCount: 0 }] },
	},
	'mint.collections.allowlist': {
		body: { wallets: [creatorAddress] },
		response: { ...selling, phases: [salePhase] },
	},
	'mint.collections.end': { response: { ...selling, state: 'ended', closedAt: '2026-11-23T09:00:00.000Z' } },
	'mint.collections.reveal': {
		response: {
			...selling,
			phase: 'sold_out',
			state: 'sold_out',
			revealChoice: 'delayed',
			reveal: { ...drawnReveal, phase: 'preparing', beginsBy: null, progress: 0, errorMessage: null },
		},
	},
	'mint.collections.own': {
		body: { count: 1 },
		response: {
			reservationId,
			saleId,
			transactions: ['AwAAAAAAAAAAAAAA…'],
			call: null,
			priceLamports: '0',
			costLamports: '6833120',
			expiresAt: '2026-11-22T10:05:00.000Z',
		},
	},
};

/** Serves the files of a sale, for creators who publish them themselves. */
export function serveSaleFiles(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { jobId: string } }>({
		...byteRoute,
		config: { ...byteRoute.config, page: 'merger' },
		url: saleCar.url,
		handler: async (request, reply) => {
			return respondWhileConnected(reply, async (gone) => {
				const ctx = await getRequestContext(services, request, reply);
				return sendArchive(request, reply, await openSaleFiles(ctx, parseParams(creatorSaleInput, request), gone), ctx);
			});
		},
	});
}
