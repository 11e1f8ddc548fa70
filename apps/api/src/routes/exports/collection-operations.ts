import { exportTargetSchema, rarityInput, rarityOutput } from '@adx/validators/exports';
import { common, pathParameter, queryParameter, refusals, toJsonSchema } from '../../openapi/openapi-operation.ts';
import { bytesAnswer, memberReads, type RouteOperation, ranged } from '../../openapi/route-responses.ts';

/** The documented routes about finished collections that are no procedures. */
export const collectionRoutes: readonly RouteOperation[] = [
	{
		path: '/api/collections/{collectionId}/rarity',
		method: 'get',
		operation: {
			operationId: 'collections.rarity',
			summary:
				'How rare the tokens of a collection are by OpenRarity, the rarest first; all of them as CSV with format=csv or Accept: text/csv',
			...common('collections', memberReads),
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
				...refusals,
			},
		},
	},
	{
		path: '/api/collections/{collectionId}/export',
		method: 'get',
		operation: {
			operationId: 'collections.export',
			summary:
				'A collection of your own in the layout of a marketplace as a zip, resumable. Collections whose pictures stay with you come without media, and not as CAR',
			...common('collections', memberReads),
			parameters: [
				pathParameter('collectionId'),
				queryParameter('target', toJsonSchema(exportTargetSchema, 'input'), true),
			],
			responses: { ...ranged, 200: bytesAnswer('application/zip', 'The files of the target') },
		},
	},
];
