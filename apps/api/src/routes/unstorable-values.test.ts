import { appRouter } from '@adx/api-router/root';
import { addFinishedAttributes } from '@adx/core/attributes/attributes-testing';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import type { OpenApiDocument } from '../openapi/openapi-document.ts';
import { operationExamples } from '../openapi/operation-examples.ts';
import {
	type Browser,
	generateImages,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestRequest,
	type TestServer,
} from '../testing/server-testing.ts';

// Every text and number that a procedure or route declares gets what PostgreSQL cannot hold. New ones are found here by
// themselves, from their schemas.

const texts = ['a\0b', '\ud800', 'a\udc00', '{"Race":["\\u0000"]}', '{"\\ud800":["Elf"]}'];
const numbers = [2 ** 31, -(2 ** 31) - 1, 1e308];
/** The same in an address. */
const addressTexts = ['a%00', '%ED%A0%80', '%7B%22Race%22%3A%5B%22%5Cu0000%22%5D%7D', '2147483648', '1e309'];

type Path = readonly (string | number)[];
interface Leaf {
	readonly path: Path;
	readonly values: readonly unknown[];
}
type Schema = Readonly<Partial<Record<string, unknown>>>;

/** The texts and numbers of an input, with their place in it; of a list its first entry, of a record one key. */
function leavesOf(schema: Schema, path: Path = []): Leaf[] {
	const { type, properties, items, additionalProperties: others, propertyNames } = schema;
	const variants = [schema.anyOf, schema.oneOf, schema.allOf].flatMap((list) => (list ?? []) as Schema[]);
	const inside = (part: unknown, key: string | number) =>
		typeof part === 'object' && part !== null ? leavesOf(part as Schema, [...path, key]) : [];
	const own = type === 'string' ? texts : type === 'integer' || type === 'number' ? numbers : [];
	return [
		...(own.length > 0 ? [{ path, values: own }] : []),
		...variants.flatMap((variant) => leavesOf(variant, path)),
		...Object.entries((properties ?? {}) as Schema).flatMap(([name, part]) => inside(part, name)),
		...inside(items, 0),
		...inside(others, 'Race'),
		...(propertyNames === undefined
			? []
			: texts.slice(0, 3).map((key) => ({ path: [...path, key], values: ['Elf', 1] }))),
	];
}

/** A copy in which that place holds the value. */
function withValue(input: unknown, [key, ...rest]: Path, value: unknown): unknown {
	if (key === undefined) return value;
	if (typeof key === 'number') {
		const [first, ...others] = Array.isArray(input) ? input : [];
		return [withValue(first, rest, value), ...others];
	}
	const fields = (typeof input === 'object' && input !== null ? input : {}) as Readonly<Record<string, unknown>>;
	return { ...fields, [key]: withValue(fields[key], rest, value) };
}

let test: TestServer;
let member: Browser;
/** What exists, by the field that names it. */
let ids: Readonly<Record<string, unknown>>;
let mergeId: string;
beforeAll(async () => {
	test = await startTestServer({ LOCKED_PAGES: '' });
	member = await signedIn(test.origin);
	const [imageId = ''] = await generateImages(member);
	const [{ id: jobId }] = (await member.call('/api/jobs')).json as [{ id: string }];
	const { services } = test.server;
	const { user } = (await member.call('/api/auth/check')).json as { user: { id: string } };
	mergeId = await addFinishedMerge(services, user.id, {});
	const id = await addFinishedAttributes(services, user.id);
	const { json } = await member.post('/api/presets', { name: 'Kept' });
	const { id: settingId } = json as { id: string };
	ids = {
		imageId,
		jobId,
		id,
		settingId,
		collectionId: mergeId,
		saleId: mergeId,
		imageIds: [imageId],
		tokenId: 'a-token',
	};
});
afterAll(() => test.close());

interface Definition {
	readonly type: string;
	readonly inputs: readonly z.ZodType[];
}
const procedures = Object.entries(appRouter._def.procedures as object as Record<string, { _def: Definition }>)
	.map(([name, { _def }]) => ({ name, type: _def.type, input: _def.inputs[0] }))
	.filter((procedure): procedure is typeof procedure & { input: z.ZodType } => procedure.input !== undefined);

/** Bodies of procedures without a documented example. */
const bodies: Readonly<Record<string, object>> = {
	'auth.signInWithPassword': { kind: 'premium', password: 'a password' },
	'auth.createToken': { name: 'a token', scopes: ['read'], expiresInDays: 7 },
	'database.saveSetting': { name: 'A preset' },
	'generation.start': { ...generationRequest, engine: 'gemini' },
};

/** An input that the procedure takes, about what exists. */
function inputOf(name: string, input: z.ZodType): unknown {
	const { properties = {} } = z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
	const known = { ...ids, ...(/^(?:merge|mint\.collections)\./.test(name) ? { jobId: mergeId } : {}) };
	const named = Object.entries(known).filter(([field]) => Object.hasOwn(properties, field));
	const example = bodies[name] ?? (operationExamples[name]?.body as object | undefined);
	return { ...example, ...Object.fromEntries(named) };
}

const statusesOf5xx: string[] = [];
async function send(what: string, path: string, call: TestRequest = {}) {
	// Answers must not end the session that later calls need.
	const cookie = [...member.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const { status, bytes } = await sendRequest(test.origin, path, { ...call, headers: { cookie, ...call.headers } });
	if (status >= 500) statusesOf5xx.push(`${status} ${what}: ${bytes.toString('utf8').slice(0, 200)}`);
}

/** A few at a time, as a page does. */
async function sendAll(calls: readonly (() => Promise<void>)[]) {
	const left = [...calls];
	const work = async () => {
		for (let call = left.shift(); call !== undefined; call = left.shift()) await call();
	};
	await Promise.all([work(), work(), work(), work()]);
	expect(statusesOf5xx.splice(0)).toEqual([]);
	expect((await member.call('/api/jobs')).status).toBe(200);
}

const headers = { 'content-type': 'application/json' };

describe('what the database cannot hold', () => {
	it.each(procedures.map((procedure) => [procedure.name, procedure] as const))(
		'is not a failure of the server in %s',
		async (name, { type, input }) => {
			const base = inputOf(name, input);
			const leaves = leavesOf(z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' }) as Schema);
			const calls = leaves.flatMap(({ path, values }) =>
				values.map((value) => () => {
					const body = JSON.stringify({ json: withValue(base, path, value) });
					const what = `${name} ${body}`;
					if (type !== 'query') return send(what, `/trpc/${name}`, { method: 'POST', headers, body });
					return send(what, `/trpc/${name}?input=${encodeURIComponent(body)}`);
				}),
			);
			expect(calls.length).toBeGreaterThan(0);
			await sendAll(calls);
		},
	);

	it('is not a failure of the server in any path, query or body of the documented routes', async () => {
		const isProcedure = new Set(Object.keys(appRouter._def.procedures));
		const { paths } = (await member.call('/openapi.json')).json as OpenApiDocument;
		const calls = Object.entries(paths).flatMap(([path, methods]) =>
			Object.entries(methods).flatMap(([method, { operationId, parameters, requestBody }]) => {
				const { schema = {}, example = {} } = requestBody?.content['application/json'] ?? {};
				const isOfMerge = /^\/api\/(?:merge-jobs|mint-collection)\//.test(path);
				const known = {
					...ids,
					...(isOfMerge ? { jobId: mergeId } : {}),
					tokenNumber: 1,
					part: 1,
					sha256: 'a'.repeat(64),
				};
				const addressFor = (fields: Readonly<Record<string, unknown>>) =>
					path.replaceAll(/\{(\w+)\}/g, (_, field: string) => String(fields[field] ?? 'an-id'));
				const sendTo = (address: string, body: unknown) => () => {
					const text = JSON.stringify(body);
					const call = requestBody === undefined ? {} : { headers, body: text };
					return send(`${method} ${address} ${text.slice(0, 1_000)}`, address, {
						method: method.toUpperCase(),
						...call,
					});
				};
				const inAddress = parameters.flatMap(({ name, in: place }) =>
					addressTexts.map((text) => {
						const isPath = place === 'path';
						return sendTo(
							isPath ? addressFor({ ...known, [name]: text }) : `${addressFor(known)}?${name}=${text}`,
							example,
						);
					}),
				);
				// The values for procedures were sent above.
				const leaves = isProcedure.has(operationId) ? [] : leavesOf(schema as Schema);
				const inBody = leaves.flatMap((leaf) =>
					leaf.values.map((value) => sendTo(addressFor(known), withValue(example, leaf.path, value))),
				);
				return [...inAddress, ...inBody];
			}),
		);
		expect(calls.length).toBeGreaterThan(300);
		await sendAll(calls);
	});

	it('is not a failure of the server in cookies and headers', async () => {
		const cookies = ['adx_session', 'adx_visitor', 'adx_discord_state'].flatMap((name) =>
			['%00', '%ED%A0%80', 'a%00b'].map((value) => `${name}=${value}`),
		);
		const calls = [
			'/api/auth/check',
			'/api/auth/discord/callback?code=a%00&state=%00',
			'/api/auth/discord/callback?code=a&state=%00',
		].flatMap((path) => cookies.map((cookie) => () => send(`${path} ${cookie}`, path, { headers: { cookie } })));
		await sendAll([
			...calls,
			() => send('token', '/api/auth/check', { headers: { authorization: 'Bearer adx_\xff' } }),
		]);
		expect(test.log()).not.toContain('"level":50');
	});
});

describe('a number in an address', () => {
	it.each(['1e0', '01', '+1', '%201', '0x1', '1e1'])(
		'rejects %s, which is 1 or 10 in another spelling',
		async (text) => {
			const image = await member.call(`/api/collections/${mergeId}/images/${text}`);
			const part = await member.call(`/api/database/download/${text}`);
			const paged = await member.call(`/api/collections/${mergeId}/tokens?offset=${text}`);
			expect([image.status, part.status, paged.status]).toEqual([404, 400, 400]);
		},
	);
});
