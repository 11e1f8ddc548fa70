import { restOperations } from '@adx/api/http/procedures/rest-operations';
import { operationExamples } from '@adx/api/openapi/operation-examples';
import type { DeclaredRoute } from '@adx/api/security/route-access';
import { startTestServer } from '@adx/api/testing/server-testing';
import { appRouter } from '@adx/api-router/root';
import fc from 'fast-check';
import { z } from 'zod';
import type { Caller } from './callers.ts';

type JsonSchema = Readonly<Record<string, unknown>>;
type Fields = Readonly<Record<string, unknown>>;

/** A procedure, over tRPC and where it has a path over REST, with input that its schema takes. */
export interface Procedure {
	readonly name: string;
	readonly type: 'query' | 'mutation';
	readonly rest: { readonly method: string; readonly path: string } | null;
	/** Values of all of its fields; ids are the caller's own. Empty where it takes nothing. */
	readonly inputFor: (caller: Caller) => Fields;
}

/** A route that is not a procedure, as `PUT /api/uploads/:sha256`. */
export type Route = Pick<DeclaredRoute, 'method' | 'url'>;

/** Every call that a server takes, from what declares it: what is new is in here from its first day. */
export interface ApiSurface {
	readonly procedures: readonly Procedure[];
	readonly routes: readonly Route[];
}

interface Definition {
	readonly type: 'query' | 'mutation';
	readonly inputs: readonly unknown[];
}

/** The routes as a server lists them that runs here for a moment. */
export async function listRoutes(): Promise<readonly DeclaredRoute[]> {
	const { server, close } = await startTestServer();
	await close();
	return server.routes;
}

/** @param seed of the made-up input @param routes as a running server lists them */
export function readApiSurface(seed: number, routes: readonly DeclaredRoute[]): ApiSurface {
	const rest = new Map(restOperations().map((operation) => [operation.name, operation.rest]));
	const procedures = Object.entries(appRouter._def.procedures).map(([name, procedure]): Procedure => {
		// tRPC keeps it there without typing it on its public face.
		const { type, inputs } = (procedure as unknown as { readonly _def: Definition })._def;
		const [input] = inputs;
		const example = operationExamples[name]?.body as Fields | undefined;
		const fields = { ...(input instanceof z.ZodType ? toSample(input, seed) : {}), ...example };
		return {
			name,
			type,
			rest: rest.get(name) ?? null,
			inputFor: ({ owned }) =>
				Object.fromEntries(Object.entries(fields).map(([key, value]) => [key, owned[key] ?? value])),
		};
	});
	const procedureFields = new Set(
		[...rest.values()].map(({ method, path }) => `${method} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
	);
	const others = routes.filter(
		({ method, url }) => !url.startsWith('/trpc/') && !procedureFields.has(`${method.replace('HEAD', 'GET')} ${url}`),
	);
	return { procedures, routes: others };
}

function toSample(input: z.ZodType, seed: number): Fields {
	const schema = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as JsonSchema;
	const [value] = fc.sample(toArbitrary(schema, schema), { seed, numRuns: 1 });
	return typeof value === 'object' && value !== null && !Array.isArray(value) ? (value as Fields) : {};
}

/** Values that a JSON Schema takes: only what zod writes, and formats left aside. */
function toArbitrary(schema: JsonSchema, root: JsonSchema): fc.Arbitrary<unknown> {
	const { type, enum: choices, const: constant, anyOf, oneOf, allOf, $ref } = schema;
	if (typeof $ref === 'string') return toArbitrary(followReference($ref, root), root);
	if (constant !== undefined) return fc.constant(constant);
	if (Array.isArray(choices)) return fc.constantFrom(...(choices as unknown[]));
	for (const some of [anyOf, oneOf]) {
		if (Array.isArray(some)) return fc.oneof(...some.map((each) => toArbitrary(each as JsonSchema, root)));
	}
	if (Array.isArray(allOf)) return toArbitrary(Object.assign({}, ...(allOf as object[])) as JsonSchema, root);
	switch (type) {
		case 'object':
			return toObjectArbitrary(schema, root);
		case 'array': {
			const { items = {}, minItems = 1 } = schema as { readonly items?: JsonSchema; readonly minItems?: number };
			return fc.array(toArbitrary(items, root), { minLength: minItems, maxLength: Math.max(minItems, 2) });
		}
		case 'integer':
		case 'number': {
			const { minimum = 0, maximum = 1_000 } = schema as { readonly minimum?: number; readonly maximum?: number };
			return fc.integer({ min: Math.ceil(Math.max(minimum, -1_000)), max: Math.floor(Math.min(maximum, 1_000)) });
		}
		case 'boolean':
			return fc.boolean();
		case 'null':
			return fc.constant(null);
		default:
			return toTextArbitrary(schema);
	}
}

function toObjectArbitrary({ properties = {} }: JsonSchema, root: JsonSchema): fc.Arbitrary<object> {
	const fields = Object.entries(properties as Readonly<Record<string, JsonSchema>>);
	return fc.record(Object.fromEntries(fields.map(([name, field]) => [name, toArbitrary(field, root)])));
}

function toTextArbitrary(schema: JsonSchema): fc.Arbitrary<string> {
	const { pattern, minLength = 1 } = schema as { readonly pattern?: string; readonly minLength?: number };
	if (pattern === undefined) return fc.constant('a'.repeat(Math.max(1, minLength)));
	try {
		return fc.stringMatching(new RegExp(pattern));
	} catch {
		// What it cannot invert, as looking ahead, is met by the hostile values alone.
		return fc.constant('a');
	}
}

function followReference(reference: string, root: JsonSchema): JsonSchema {
	let node: unknown = root;
	for (const key of reference.split('/').slice(1)) node = (node as Record<string, unknown>)[key];
	return node as JsonSchema;
}
