import { saleImageInput } from '@adx/validators/sales';
import { common, pathParameter, queryParameter, refusals, toJsonSchema } from '../../openapi/openapi-operation.ts';
import { bytesAnswer, type RouteOperation } from '../../openapi/route-responses.ts';

const sizeParameter = queryParameter('size', toJsonSchema(saleImageInput.shape.size, 'input'));
const imageAnswers = {
	200: bytesAnswer('image/*', 'The image; ETag is set'),
	304: { description: 'Not changed' },
	...refusals,
};

/** The documented routes about sales that are no procedures. */
export const saleRoutes: readonly RouteOperation[] = [
	{
		path: '/api/sales/{saleId}/cover',
		method: 'get',
		operation: {
			operationId: 'mint.sales.cover',
			summary: 'The picture that stands for a sale; it never changes',
			...common('mint', { access: 'limited', scope: 'read' }),
			parameters: [pathParameter('saleId'), sizeParameter],
			responses: imageAnswers,
		},
	},
	{
		path: '/api/sales/{saleId}/pieces/{tokenNumber}',
		method: 'get',
		operation: {
			operationId: 'mint.sales.pieceImage',
			summary: 'The picture of a piece that is minted, whole or as a preview; 404 for all others',
			...common('mint', { access: 'limited', scope: 'read' }),
			parameters: [
				pathParameter('saleId'),
				pathParameter('tokenNumber', { type: 'integer', minimum: 1 }),
				sizeParameter,
			],
			responses: imageAnswers,
		},
	},
];
