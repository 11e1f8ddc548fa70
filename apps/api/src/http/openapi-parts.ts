import type { Access } from '@adx/api-router/rest-meta';
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
	readonly tags: readonly string[];
	readonly security: readonly Readonly<Record<string, readonly string[]>>[];
	readonly parameters: readonly OpenApiParameter[];
	readonly requestBody?: {
		readonly required: boolean;
		readonly content: { readonly 'application/json': { readonly schema: JsonSchema } };
	};
	readonly responses: Readonly<Record<string, JsonSchema>>;
}

/** How any call may be refused. */
export const refusals = {
	default: {
		description: 'Refused',
		content: { 'application/json': { schema: { $ref: '#/components/schemas/Error' } } },
	},
} as const;

/** What every operation of a router tells alike. */
export const common = (tag: string, access: Access) => ({
	tags: [tag],
	security: access === 'public' || access === 'limited' ? [] : [{ session: [] }],
});

export const pathParameter = (name: string, schema: JsonSchema = { type: 'string' }): OpenApiParameter => ({
	name,
	in: 'path',
	required: true,
	schema,
});

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
