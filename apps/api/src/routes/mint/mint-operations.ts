import { mintCarInput } from '@adx/validators/mint';
import { common, pathParameter, queryParameter, refusals, toJsonSchema } from '../../openapi/openapi-operation.ts';
import { bytesAnswer, memberReads, type RouteOperation, ranged } from '../../openapi/route-responses.ts';

/** The documented routes about minting that are no procedures. */
export const mintRoutes: readonly RouteOperation[] = [
	{
		path: '/api/mint/{imageId}/car',
		method: 'get',
		operation: {
			operationId: 'mint.car',
			summary: 'Metadata and picture of a prepared mint as a CAR, to be published on IPFS by its owner',
			...common('mint', { access: 'developer', scope: 'read' }),
			parameters: [pathParameter('imageId'), queryParameter('chain', toJsonSchema(mintCarInput.shape.chain, 'input'))],
			responses: { 200: bytesAnswer('application/vnd.ipld.car', 'The CAR'), ...refusals },
		},
	},
	{
		path: '/api/mint-collection/{jobId}/car',
		method: 'get',
		operation: {
			operationId: 'mint.collections.car',
			summary: 'What a sale of your own names on IPFS: metadata.car, images.car and roots.json as a zip, resumable',
			...common('mint', { ...memberReads, page: 'merger' }),
			parameters: [pathParameter('jobId')],
			responses: ranged,
		},
	},
];
