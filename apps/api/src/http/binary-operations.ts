import { imageFileSizeSchema, jobInput } from '@adx/validators/generation';
import {
	common,
	type OpenApiOperation,
	pathParameter,
	queryParameter,
	refusals,
	toJsonSchema,
} from './openapi-parts.ts';

interface BinaryOperation {
	readonly path: string;
	readonly method: 'get' | 'post';
	readonly operation: OpenApiOperation;
}

const bytesAnswer = (mime: string, description: string) => ({
	description,
	content: { [mime]: { schema: { type: 'string', format: 'binary' } } },
});

/** The routes that travel as bytes and so are no procedures. */
export function binaryOperations(): readonly BinaryOperation[] {
	const zip = {
		200: bytesAnswer('application/zip', 'The whole collection; Content-Length and ETag are set'),
		...refusals,
	};
	const ranged = {
		...zip,
		206: bytesAnswer('application/zip', 'The asked range'),
		416: { description: 'Range outside' },
	};
	return [
		{
			path: '/api/images/{imageId}/file',
			method: 'get',
			operation: {
				operationId: 'generation.imageFile',
				summary: 'The bytes of one image',
				...common('generation', 'member'),
				parameters: [pathParameter('imageId'), queryParameter('size', toJsonSchema(imageFileSizeSchema, 'input'))],
				responses: {
					200: bytesAnswer('image/*', 'The image; ETag is set'),
					304: { description: 'Not changed' },
					...refusals,
				},
			},
		},
		{
			path: '/api/generate/{jobId}/zip',
			method: 'get',
			operation: {
				operationId: 'generation.downloadZip',
				summary: 'A finished collection as a zip, resumable',
				...common('generation', 'member'),
				parameters: [pathParameter('jobId')],
				responses: ranged,
			},
		},
		{
			path: '/api/generate/zip',
			method: 'post',
			operation: {
				operationId: 'generation.zip',
				summary: 'A finished collection as a zip',
				...common('generation', 'member'),
				parameters: [],
				requestBody: { required: true, content: { 'application/json': { schema: toJsonSchema(jobInput, 'input') } } },
				responses: zip,
			},
		},
	];
}
