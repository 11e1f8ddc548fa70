import type { AccessRule } from '@adx/core/auth/authorize-call';
import { z } from 'zod';

export type JsonSchema = Readonly<Record<string, unknown>>;

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
	/** What a session or token needs besides, and what else a caller has to know. */
	readonly description?: string;
	readonly deprecated?: boolean;
	readonly tags: readonly string[];
	readonly security: readonly Readonly<Record<string, readonly string[]>>[];
	readonly parameters: readonly OpenApiParameter[];
	readonly requestBody?: {
		readonly required: boolean;
		readonly content: Readonly<Record<string, { readonly schema: JsonSchema; readonly example?: unknown }>>;
	};
	readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** A documented route that is not a procedure. */
export interface RouteOperation {
	/** In fastify's notation, as the route itself is registered: `/api/images/:imageId/file`. */
	readonly url: string;
	readonly method: 'get' | 'post' | 'put';
	readonly operation: OpenApiOperation;
}

/** What a caller sends and gets back, as it travels: dates are text. Fields of the path are left out. */
export interface OperationExample {
	readonly body?: unknown;
	readonly response: unknown;
}

const errorContent = { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } } as const;

/** How any call may be refused. */
export const errorResponses = {
	'4XX': { description: 'Refused', content: errorContent },
	'5XX': { description: 'Failed, or not possible right now', content: errorContent },
} as const;

/** How whatever sends stored files may fail besides. */
export const storedFileErrors = {
	...errorResponses,
	502: {
		description: 'A stored file is missing or damaged: the reason is file_damaged, and the sentence names what it can',
		content: errorContent,
	},
} as const;

/**
 * What all operations of a router have in common.
 *
 * @param description what else a caller has to know, in whole sentences; comes before what the rule asks for
 */
export function describeAccess(
	tag: string,
	rule: AccessRule,
	description?: string,
): Pick<OpenApiOperation, 'tags' | 'security' | 'description'> {
	const sentences = [description, describeCondition(rule)].filter((text) => text !== undefined);
	return {
		tags: [tag],
		security: toSecurity(rule),
		...(sentences.length === 0 ? {} : { description: sentences.join(' ') }),
	};
}

function describeCondition({ access, page }: AccessRule): string | undefined {
	if (access === 'developer') return 'For developers only.';
	if (page === undefined) return undefined;
	const lock = `While GET /api/config lists the page '${page}' as locked, premium or the admin password is needed`;
	return access === 'session' ? `${lock}.` : `${lock}; an access token needs the scope 'premium'.`;
}

/** The credentials that open the call; any one of them is enough. */
function toSecurity({ access, scope }: AccessRule): OpenApiOperation['security'] {
	if (access === 'public' || access === 'limited') return [];
	if (access === 'session') return [{ session: [] }];
	return [{ session: [] }, { token: access === 'developer' ? [scope, 'developer'] : [scope] }];
}

/** A part of a path, of text unless a schema is given. */
export const pathParameter = (name: string, schema: JsonSchema = { type: 'string' }): OpenApiParameter => ({
	name,
	in: 'path',
	required: true,
	schema,
});

/** A parameter behind the '?' of a URL. */
export const queryParameter = (name: string, schema: JsonSchema = {}, required = false): OpenApiParameter => ({
	name,
	in: 'query',
	required,
	schema,
});

/** A schema as JSON Schema; dates travel as ISO text. */
export function toJsonSchema(schema: z.ZodType, io: 'input' | 'output'): JsonSchema {
	const { $schema: _, ...jsonSchema } = z.toJSONSchema(schema, {
		io,
		unrepresentable: 'any',
		override: ({ zodSchema, jsonSchema: target }) => {
			if (zodSchema._zod.def.type === 'date') Object.assign(target, { type: 'string', format: 'date-time' });
		},
	});
	return jsonSchema;
}

export const idempotencyKey: OpenApiParameter = {
	name: 'Idempotency-Key',
	in: 'header',
	required: false,
	schema: { type: 'string', maxLength: 200 },
	description: 'The same key with the same body answers with the first call’s job; with another body 422.',
};

export const memberRead = { access: 'member', scope: 'read' } as const;

/** A response of 200 that is bytes of that type. */
export const binaryResponse = (mime: string, description: string) => ({
	description,
	content: { [mime]: { schema: { type: 'string', format: 'binary' } } },
});

export const imageResponses = {
	200: binaryResponse('image/*', 'The image; ETag is set'),
	304: { description: 'Not changed' },
	...storedFileErrors,
};

export const zipResponses = {
	200: binaryResponse('application/zip', 'The whole collection; Content-Length and ETag are set'),
	...storedFileErrors,
};

export const rangeResponses = {
	...zipResponses,
	206: binaryResponse('application/zip', 'The asked range'),
	416: { description: 'Range outside' },
};
