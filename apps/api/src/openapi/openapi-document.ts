import { type RestOperation, restOperations } from '../http/procedures/rest-operations.ts';
import { polledProcedures } from '../http/response/etag-response.ts';
import { attributeRoutes } from '../routes/attributes/attribute-routes.ts';
import { discordRoutes } from '../routes/auth/discord-callback.ts';
import { exportRoutes } from '../routes/exports/export-routes.ts';
import { galleryRoutes } from '../routes/gallery/gallery-routes.ts';
import { generationRoutes } from '../routes/generation/generation-routes.ts';
import { mergeRoutes } from '../routes/merge/merge-routes.ts';
import { mintRoutes } from '../routes/mint/mint-routes.ts';
import { creatorSaleRoutes } from '../routes/sale/creator-sale-routes.ts';
import { saleRoutes } from '../routes/sale/sale-routes.ts';
import { databaseRoutes } from '../routes/stats-and-cleanup/database-routes.ts';
import { unfurlRoutes } from '../routes/unfurl/unfurl-routes.ts';
import { uploadRoutes } from '../routes/uploads/upload-routes.ts';
import {
	describeAccess,
	errorResponses,
	idempotencyKey,
	type JsonSchema,
	type OpenApiOperation,
	pathParameter,
	queryParameter,
	type RouteOperation,
	toJsonSchema,
} from './openapi-operation.ts';
import { operationExamples } from './operation-examples.ts';

export interface OpenApiDocument {
	readonly openapi: '3.1.0';
	readonly info: {
		readonly title: string;
		readonly version: string;
		readonly description: string;
		readonly license: { readonly name: string; readonly identifier: string };
	};
	readonly servers: readonly { readonly url: string; readonly description: string }[];
	readonly paths: Readonly<Record<string, Readonly<Record<string, OpenApiOperation>>>>;
	readonly components: JsonSchema;
}

const introduction = `Scripts sign in with POST /api/auth/password and keep the cookie, e.g. with curl's -c and -b; or they send a personal access token, which POST /api/auth/tokens makes, as Authorization: Bearer adx_….
Refused calls answer {error, reason, requestId}: error is a sentence, reason a stable word. Every answer carries X-Request-Id.`;

/** The documented routes that are not procedures: downloads, uploads, large bodies, and the redirect from Discord. */
const routeOperations: readonly RouteOperation[] = [
	...generationRoutes,
	...databaseRoutes,
	...uploadRoutes,
	...mergeRoutes,
	...galleryRoutes,
	...attributeRoutes,
	...exportRoutes,
	...mintRoutes,
	...creatorSaleRoutes,
	...saleRoutes,
	...unfurlRoutes,
	...discordRoutes,
];

/**
 * Describes every documented path in OpenAPI 3.1: procedures by their own schemas, other routes by what their files say.
 *
 * @param cookieName name of the session cookie, which depends on whether the server is reached by HTTPS
 */
export function buildOpenApi(cookieName: string): OpenApiDocument {
	const procedures = restOperations().map((operation) => ({
		path: operation.rest.path,
		method: operation.rest.method.toLowerCase(),
		operation: toOpenApiOperation(operation),
	}));
	const routes = routeOperations.map(({ url, method, operation }) => ({
		path: url.replaceAll(/:(\w+)/g, '{$1}'),
		method,
		operation,
	}));
	const paths: Record<string, Record<string, OpenApiOperation>> = {};
	for (const { path, method, operation } of [...procedures, ...routes]) {
		paths[path] = { ...paths[path], [method]: operation };
	}
	return {
		openapi: '3.1.0',
		info: {
			title: 'ADX Realm',
			version: '1',
			description: introduction,
			license: { name: 'MIT', identifier: 'MIT' },
		},
		servers: [{ url: '/', description: 'The installation that serves this document.' }],
		paths,
		components: {
			securitySchemes: {
				session: { type: 'apiKey', in: 'cookie', name: cookieName, description: 'What a browser gets by signing in.' },
				token: {
					type: 'http',
					scheme: 'bearer',
					bearerFormat: 'adx_ and 43 characters',
					description:
						"A personal access token; it must hold the scopes that the call names. It acts as a creator, with 'developer' as a developer, and with 'premium' opens what Premium does.",
				},
			},
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

function toOpenApiOperation({
	name,
	rest,
	rule,
	summary,
	description,
	input,
	output,
}: RestOperation): OpenApiOperation {
	const schema = input === null ? null : toJsonSchema(input, 'input');
	const properties = (schema?.properties ?? {}) as Readonly<Record<string, JsonSchema>>;
	const required = (schema?.required ?? []) as readonly string[];
	// A body of several kinds, of whose paths none takes anything from it.
	const alternatives = schema?.oneOf as readonly JsonSchema[] | undefined;
	const inPath = [...rest.path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field as string);
	const others = Object.keys(properties).filter((field) => !inPath.includes(field));
	const hasBody = rest.method !== 'GET' && rest.method !== 'DELETE' && others.length > 0;
	const body =
		alternatives !== undefined
			? { schema: { oneOf: alternatives }, isRequired: alternatives.every(isRequired) }
			: hasBody && schema !== null
				? toBody(omitProperties(schema, properties, required, inPath))
				: null;
	const example = operationExamples[name];
	return {
		operationId: name,
		summary,
		...describeAccess(name.split('.')[0] ?? name, rule, description),
		parameters: [
			...inPath.map((field) => pathParameter(field, properties[field])),
			...(hasBody ? [] : others.map((field) => queryParameter(field, properties[field], required.includes(field)))),
			...(name === 'generation.start' ? [idempotencyKey] : []),
		],
		...(body === null
			? {}
			: {
					requestBody: {
						// A missing one counts as {}.
						required: body.isRequired,
						content: { 'application/json': { schema: body.schema, ...toExample(example?.body) } },
					},
				}),
		responses: {
			[rest.status ?? 200]: {
				description: 'Done',
				content: {
					'application/json': {
						schema: output === null ? {} : toJsonSchema(output, 'output'),
						...toExample(example?.response),
					},
				},
			},
			...(polledProcedures.has(name) ? { 304: { description: 'Not changed' } } : {}),
			...errorResponses,
		},
	};
}

const toExample = (example: unknown) => (example === undefined ? {} : { example });

const isRequired = ({ required = [] }: { readonly required?: unknown }) => (required as readonly string[]).length > 0;

const toBody = (schema: JsonSchema) => ({ schema, isRequired: isRequired(schema) });

function omitProperties(
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
