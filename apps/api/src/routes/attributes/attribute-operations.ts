import { startAttributesInput, startAttributesOutput } from '@adx/validators/attributes';
import { common, idempotencyKey, pathParameter, refusals, toJsonSchema } from '../../openapi/openapi-operation.ts';
import { type RouteOperation, ranged } from '../../openapi/route-responses.ts';
import { attributeOrderExample } from './attribute-examples.ts';

/** The attribute generator's documented routes that are no procedures. */
export const attributeRoutes: readonly RouteOperation[] = [
	{
		path: '/api/attribute-generator',
		method: 'post',
		operation: {
			operationId: 'attributes.post',
			summary:
				'Plans trait sets for finished art; folderSize alone gives 1.json to N.json. Longer folders are uploaded as a list before (PUT /api/uploads/{sha256}?as=folder)',
			...common('attributes', { access: 'developer', scope: 'write' }),
			parameters: [idempotencyKey],
			requestBody: {
				required: true,
				content: {
					'application/json': {
						schema: toJsonSchema(startAttributesInput, 'input'),
						example: attributeOrderExample.body,
					},
				},
			},
			responses: {
				200: {
					description: 'Started',
					content: {
						'application/json': {
							schema: toJsonSchema(startAttributesOutput, 'output'),
							example: attributeOrderExample.answer,
						},
					},
				},
				...refusals,
			},
		},
	},
	{
		path: '/api/attribute-generator/{id}/download',
		method: 'get',
		operation: {
			operationId: 'attributes.download',
			summary: 'The metadata files of a finished attribute job as a zip, resumable',
			...common('attributes', { access: 'developer', scope: 'read' }),
			parameters: [pathParameter('id')],
			responses: ranged,
		},
	},
];
