import { openExport } from '@adx/core/exports/download-export';
import type { Services } from '@adx/core/platform/context';
import { getRarity, getRarityCsv } from '@adx/core/rarity/get-rarity';
import { exportInput, exportTargetSchema } from '@adx/validators/exports';
import { safeFileName } from '@adx/validators/file-name';
import { rarityInput, rarityOutput } from '@adx/validators/rarity';
import type { FastifyInstance, FastifyRequest } from 'fastify';
import { z } from 'zod';
import { respondWhileConnected } from '../../http/request/client-disconnect.ts';
import { parseParams } from '../../http/request/read-input.ts';
import { getRequestContext } from '../../http/request/request-context.ts';
import { attachment, byteRoute, sendArchive } from '../../http/response/send-bytes.ts';
import {
	binaryResponse,
	describeAccess,
	errorResponses,
	memberRead,
	type OperationExample,
	pathParameter,
	queryParameter,
	type RouteOperation,
	rangeResponses,
	toJsonSchema,
} from '../../openapi/openapi-operation.ts';

const collectionRarity: RouteOperation = {
	url: '/api/collections/:collectionId/rarity',
	method: 'get',
	operation: {
		operationId: 'collections.rarity',
		summary: 'Tokens of a collection ranked by OpenRarity, the rarest first',
		...describeAccess('collections', memberRead, 'All of them come as CSV with format=csv or Accept: text/csv.'),
		parameters: [
			pathParameter('collectionId'),
			queryParameter('offset', toJsonSchema(rarityInput.shape.offset, 'output')),
			queryParameter('limit', toJsonSchema(rarityInput.shape.limit, 'output')),
			queryParameter('format', { type: 'string', enum: ['json', 'csv'] }),
		],
		responses: {
			200: {
				description: 'A page of tokens, and with the first one what their traits are like',
				content: {
					'application/json': { schema: toJsonSchema(rarityOutput, 'output') },
					'text/csv': { schema: { type: 'string' } },
				},
			},
			...errorResponses,
		},
	},
};

const collectionExport: RouteOperation = {
	url: '/api/collections/:collectionId/export',
	method: 'get',
	operation: {
		operationId: 'collections.export',
		summary: 'Your collection in the layout of a marketplace, as a resumable zip',
		...describeAccess(
			'collections',
			memberRead,
			'Collections whose pictures stay with you come without media, and not as CAR.',
		),
		parameters: [
			pathParameter('collectionId'),
			queryParameter('target', toJsonSchema(exportTargetSchema, 'input'), true),
		],
		responses: { ...rangeResponses, 200: binaryResponse('application/zip', 'The files of the target') },
	},
};

export const exportRoutes: readonly RouteOperation[] = [collectionRarity, collectionExport];

/** What the procedures of the collections router take and answer. */
export const exportExamples: Readonly<Record<string, OperationExample>> = {
	'collections.preflight': {
		response: {
			tokenCount: 3,
			findings: [
				{
					kind: 'symbolBytes',
					severity: 'error',
					targets: ['metaplex'],
					count: 1,
					problem: 'Solana takes symbols of 10 bytes.',
					examples: ['the collection: 12 bytes.'],
					fix: 'Shorten the symbol.',
				},
			],
		},
	},
	'collections.preflightRows': {
		response: { total: 2, rows: ['7.json has no picture.', '12.json has no picture.'] },
	},
};

/** Path and query of the rarity. */
const rarityRouteInput = rarityInput.extend({ format: z.enum(['json', 'csv']).optional() });

/** Serves collections in the layouts that marketplaces take, and their rarity as JSON or CSV. */
export function serveCollectionExports(app: FastifyInstance, services: Services): void {
	app.route<{ Params: { collectionId: string } }>({
		...byteRoute,
		url: collectionExport.url,
		handler: async (request, reply) => {
			return respondWhileConnected(reply, async (gone) => {
				const ctx = await getRequestContext(services, request, reply);
				return sendArchive(request, reply, await openExport(ctx, parseParams(exportInput, request), gone), ctx);
			});
		},
	});
	app.route<{ Params: { collectionId: string } }>({
		method: 'GET',
		config: { ...byteRoute.config, budget: 'list' },
		url: collectionRarity.url,
		handler: async (request, reply) => {
			const { format = acceptedFormat(request), ...input } = parseParams(rarityRouteInput, request);
			const ctx = await getRequestContext(services, request, reply);
			reply.header('cache-control', 'no-store').header('vary', 'accept');
			if (format === 'json') return reply.send(await getRarity(ctx, input));
			const { name, csv } = await getRarityCsv(ctx, { collectionId: input.collectionId });
			reply.header('content-disposition', attachment(`${safeFileName(name)}-rarity.csv`));
			return reply.type('text/csv; charset=utf-8').send(Buffer.from(csv.buffer, csv.byteOffset, csv.byteLength));
		},
	});
}

/** CSV for callers whose Accept header names it before JSON. */
function acceptedFormat({ headers: { accept = '' } }: FastifyRequest): 'json' | 'csv' {
	const [csv, json] = [accept.indexOf('text/csv'), accept.indexOf('application/json')];
	return csv >= 0 && (json < 0 || csv < json) ? 'csv' : 'json';
}
