import type { Access } from '@adx/api-router/rest-meta';
import { imageFileSizeSchema, jobInput } from '@adx/validators/generation';
import { z } from 'zod';
import { type RestOperation, restOperations } from './rest-operations.ts';

type JsonSchema = Readonly<Record<string, unknown>>;

export interface OpenApiParameter {
	readonly name: string;
	readonly in: 'path' | 'query' | 'header';
	readonly required: boolean;
	readonly schema: JsonSchema;
	readonly description?: string;
}

export interface OpenApiOperation {
	readonly operationId: string;
	readonly summary: string;
	readonly tags: readonly string[];
	readonly security: readonly Readonly<Record<string, readonly string[]>>[];
	readonly parameters: readonly OpenApiParameter[];
	readonly requestBody?: { readonly required: boolean; readonly content: { readonly 'application/json': { readonly schema: JsonSchema } } };
	readonly responses: Readonly<Record<string, JsonSchema>>;
}

export interface OpenApiDocument {
	readonly openapi: '3.1.0';
	readonly info: { readonly title: string; readonly version: string; readonly description: string };
	readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
	readonly components: JsonSchema;
}

const introduction = `Scripts sign in with POST /api/auth/password and keep the cookie, e.g. with curl's -c and -b.
Refused calls answer {error, reason, requestId}: error is a sentence, reason a stable word. Every answer carries X-Request-Id.`;

/** The OpenAPI 3.1 description of every documented path: the procedures' own schemas, and the binary routes. */
export function buildOpenApi(): OpenApiDocument {
	const paths: Record<string, Record<string, OpenApiOperation>> = {};
	for (const operation of restOperations()) {
		const methods = (paths[operation.rest.path] ??= {});
		methods[operation.rest.method.toLowerCase()] = describeOperation(operation);
	}
	for (const { path, method, operation } of binaryOperations()) (paths[path] ??= {})[method] = operation;
	return {
		openapi: '3.1.0',
		info: { title: 'ADX Realm', version: '1', description: introduction },
		paths,
		components: {
			securitySchemes: { session: { type: 'apiKey', in: 'cookie', name: 'adx_session' } },
			schemas: { Error: errorSchema },
		},
	};
}

const errorSchema = {
	type: 'object',
	required: ['error', 'reason', 'requestId'],
	properties: {
		error: { type: 'string', description: 'A sentence for people.' },
		reason: { type: 'string', description: 'A stable word for programs.' },
		requestId: { type: 'string' },
		fields: { type: 'object', additionalProperties: { type: 'string' }, description: 'First sentence per input.' },
	},
} as const;

function describeOperation({ name, rest, access, summary, input, output }: RestOperation): OpenApiOperation {
	const schema = input === null ? null : toJsonSchema(input, 'input');
	const properties = (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
	const required = (schema?.required ?? []) as readonly string[];
	const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field as string);
	const others = Object.keys(properties).filter((field) => !inPath.includes(field));
	const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE' && others.length > 0;
	const body = hasBody && schema !== null ? omit(schema, properties, required, inPath) : null;
	return {
		operationId: name,
		summary,
		...common(name.split('.')[0] ?? name, access),
		parameters: [
			...inPath.map((field) => pathParameter(field, properties[field])),
			...(hasBody ? [] : others.map((field) => queryParameter(field, properties[field], required.includes(field)))),
			...(name === 'generation.start' ? [idempotencyKey] : []),
		],
		...(body === null ? {} : { requestBody: { required: true, content: { 'application/json': { schema: body } } } }),
		responses: {
			[rest.status ?? 200]: {
				description: 'Done',
				content: { 'application/json': { schema: output === null ? {} : toJsonSchema(output, 'output') } },
			},
			...refusals,
		},
	};
}

const refusals = {
	default: {
		description: 'Refused',
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
	},
} as const;

const common = (tag: string, access: Access) => ({
	tags: [tag],
	security: access === 'public' || access === 'limited' ? [] : [{ session: [] }],
});

const pathParameter = (name: string, schema: JsonSchema = { type: 'string' }): OpenApiParameter => ({
	name,
	in: 'path',
	required: true,
	schema,
});

const queryParameter = (name: string, schema: JsonSchema = {}, required = false): OpenApiParameter => ({
	name,
	in: 'query',
	required,
	schema,
});

const idempotencyKey: OpenApiParameter = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	schema: { type: 'string', maxLength: 200 },
	description: 'The same key with the same body answers with the first call’s job; with another body 422.',
};

function omit(
	schema: JsonSchema,
	properties: Readonly<Record<string, JsonSchema>>,
	required: readonly string[],
	names: readonly string[],
): JsonSchema {
	const isKept = (name: string) => !names.includes(name);
	return {
		...schema,
		properties: Object.fromEntries(Object.entries(properties).filter(([name]) => isKept(name))),
		required: required.filter(isKept),
	};
}

/** Dates travel as ISO text. */
function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
		io,
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema: target }) => {
			if (zodSchema._zod.def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
		},
	});
	return jsonSchema;
}

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
function binaryOperations(): readonly BinaryOperation[] {
	const zip = { 200: bytesAnswer('application/zip', 'The whole collection; Content-Length and ETag are set'), ...refusals };
	const ranged = { ...zip, 206: bytesAnswer('application/zip', 'The asked range'), 416: { description: 'Range outside' } };
	return [
		{
			path: '/api/images/{imageId}/file',
			method: 'get',
			operation: {
				operationId: 'generation.imageFile',
				summary: 'The bytes of one image',
				...common('generation', 'member'),
				parameters: [pathParameter('imageId'), queryParameter('size', toJsonSchema(imageFileSizeSchema, 'input'))],
				responses: { 200: bytesAnswer('image/*', 'The image; ETag is set'), 304: { description: 'Not changed' }, ...refusals },
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
