import { createHash, randomBytes, randomUUID } from 'node:crypto';
import { appRouter } from '@adx/api-router/root';
import { addFinishedAttributes } from '@adx/core/attributes/attributes-testing';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { insertAccessToken } from '@adx/db/repositories/auth/access-tokens';
import { insertSession, type NewSession } from '@adx/db/repositories/auth/sessions';
import { insertUser, type NewUser } from '@adx/db/repositories/auth/users';
import { updateGenerationJob } from '@adx/db/repositories/generation/generation-jobs';
import { insertPreset } from '@adx/db/repositories/presets/presets';
import { addJob } from '@adx/db/testing/rows-testing';
import { savePresetInput } from '@adx/validators/presets';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { type RestOperation, restOperations } from '../../http/procedures/rest-operations.ts';
import { readStreamHead } from '../../testing/event-stream-testing.ts';
import {
	Browser,
	generate,
	generationRequest,
	sendRequest,
	startTestServer,
	type TestRequest,
	type TestResponse,
	type TestServer,
	testPasswords,
} from '../../testing/server-testing.ts';
import { accountRows } from './account-rows-testing.ts';
import { attributeRows } from './attribute-rows-testing.ts';
import { mergeRows } from './merge-rows-testing.ts';
import { mintRows } from './mint-rows-testing.ts';
import {
	allowedForAll,
	developersOnly,
	inBrowser,
	type Kind,
	kinds,
	membersOnly,
	type OwnedRecords,
	type PermissionRow,
	readScope,
	type Statuses,
	signInOnly,
	unavailable,
	writeScope,
} from './permission-table-testing.ts';
import { routeRows, trpcOnlyRows } from './route-rows-testing.ts';
import { versionRows } from './version-rows-testing.ts';

// The permission table, row by row. What is in no row is refused by a test, so a new procedure or route is a decision
// about security that is made here as well.

const procedureRows: Readonly<Record<string, PermissionRow>> = {
	'auth.check': { statuses: allowedForAll },
	'auth.config': { statuses: allowedForAll },
	'auth.logout': { statuses: allowedForAll },
	'auth.signInWithPassword': {
		statuses: signInOnly,
		input: () => ({ kind: 'community', password: testPasswords.community }),
	},
	'auth.startDiscord': { statuses: unavailable },
	'auth.startEmergency': { statuses: { ...unavailable, reader: 403, writer: 403 } },
	'auth.revokeToken': { statuses: inBrowser, input: async ({ userId }) => ({ tokenId: await addToken(userId) }) },
	'generation.start': { statuses: writeScope, input: () => generationRequest },
	'generation.plan': { statuses: writeScope, input: () => generationRequest },
	'generation.missingLayers': { statuses: readScope, input: () => ({ hashes: ['0'.repeat(64)] }) },
	'generation.list': { statuses: readScope, input: () => ({}) },
	'generation.get': { statuses: readScope, input: ({ jobId }) => ({ jobId }) },
	'generation.deletion': { statuses: readScope, input: ({ jobId }) => ({ jobId }) },
	'generation.delete': {
		statuses: writeScope,
		input: async ({ userId }) => inPhase((await addJob(test.server.services.db, userId)).id, 'failed'),
	},
	'generation.listImages': { statuses: readScope, input: ({ jobId }) => ({ jobId }) },
	'generation.pause': { statuses: writeScope, input: ({ jobId }) => inPhase(jobId, 'running') },
	'generation.resume': { statuses: writeScope, input: ({ jobId }) => inPhase(jobId, 'paused') },
	'generation.cancel': { statuses: writeScope, input: ({ jobId }) => inPhase(jobId, 'running') },
	'generation.retry': { statuses: writeScope, input: ({ jobId }) => inPhase(jobId, 'running') },
	'generation.regenerateImages': {
		statuses: writeScope,
		input: async ({ jobId, imageId }) => ({ ...(await inPhase(jobId, 'done')), imageIds: [imageId] }),
	},
	'generation.reviewImages': {
		statuses: writeScope,
		input: ({ jobId, imageId }) => ({ jobId, imageIds: [imageId], locked: false }),
	},
	'generation.setReferences': { statuses: writeScope, input: ({ jobId }) => ({ jobId, references: [] }) },
	'generation.regenerateImage': { statuses: writeScope, input: ({ imageId }) => ({ imageId }) },
	'generation.lockImage': { statuses: writeScope, input: ({ imageId }) => ({ imageId }) },
	'generation.unlockImage': { statuses: writeScope, input: ({ imageId }) => ({ imageId }) },
	'generation.markImage': { statuses: writeScope, input: ({ imageId }) => ({ imageId, mark: 'kept' }) },
	...versionRows(() => test.server.services.db),
	...accountRows(() => test.server.services.db),
	...attributeRows(() => test.server.services),
	...mergeRows(() => test.server.services.db),
	...mintRows,
	'collections.preflight': {
		statuses: readScope,
		input: async ({ jobId }) => ({ collectionId: (await inPhase(jobId, 'done')).jobId }),
	},
	'collections.preflightRows': {
		statuses: readScope,
		input: async ({ jobId }) => ({ collectionId: (await inPhase(jobId, 'done')).jobId, kind: 'nameBytes' }),
	},
	'database.stats': { statuses: readScope },
	'database.uploads': { statuses: readScope },
	'database.cleanup': { statuses: writeScope, isDestructive: true },
	'database.listSettings': { statuses: readScope },
	'database.getSetting': {
		statuses: readScope,
		input: async ({ userId }) => ({ settingId: await addSetting(userId) }),
	},
	'database.saveSetting': { statuses: writeScope, input: () => ({ name: randomUUID() }) },
	'database.updateSetting': {
		statuses: writeScope,
		input: async ({ userId }) => ({ settingId: await addSetting(userId), batchSize: 3 }),
	},
	'database.deleteSetting': {
		statuses: writeScope,
		input: async ({ userId }) => ({ settingId: await addSetting(userId) }),
	},
};

let test: TestServer;
let owned: Readonly<Record<Kind | 'stranger', OwnedRecords>>;
let tokens: Readonly<Partial<Record<Kind, string>>>;
beforeAll(async () => {
	test = await startTestServer();
	const creator = await addOwner({});
	const roleless = { ...creator, userId: await addUser({ discordId: '1', hasMageAccess: false }) };
	const [premium, developer] = [await addOwner({}), await addOwner({})];
	const stranger = await addOwner({ hidesMerge: true });
	owned = { visitor: creator, creator, premium, developer, reader: creator, writer: creator, roleless, stranger };
	tokens = { reader: await createToken(creator.userId, 'read'), writer: await createToken(creator.userId, 'write') };
});
afterAll(() => test.close());

const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000);

async function addUser(user: Omit<NewUser, 'id'>): Promise<string> {
	return (await insertUser(test.server.services.db, { id: randomUUID(), ...user })).id;
}

async function addToken(userId: string): Promise<string> {
	const columns = { id: randomUUID(), userId, name: 'given', hash: sha256(randomUUID()), expiresAt: inHours(1) };
	return (await insertAccessToken(test.server.services.db, { ...columns, scopes: ['read'] })).id;
}

async function addSetting(ownerId: string): Promise<string> {
	const content = {
		...savePresetInput.omit({ uploadToIPFS: true }).parse({ name: randomUUID() }),
		uploadToIpfs: false,
	};
	return (await insertPreset(test.server.services.db, { id: randomUUID(), ownerId, ...content })).id;
}

const statusByPhase = { running: 'generating', paused: 'generating', done: 'completed', failed: 'failed' } as const;

/** Brings a job, which has all its images, into the phase that a verb is for. */
async function inPhase(jobId: string, phase: keyof typeof statusByPhase): Promise<{ jobId: string }> {
	await updateGenerationJob(test.server.services.db, jobId, { phase, status: statusByPhase[phase] });
	return { jobId };
}

/** A cookie of a session that only this call uses, so that signing out or up ends nobody else's. */
async function startSession(userId: string, session: Partial<NewSession> = {}): Promise<string> {
	const token = randomBytes(20)
		.toString('hex')
		.replaceAll(/[0189]/g, 'x');
	const ends = { expiresAt: inHours(1), absoluteExpiresAt: inHours(1) };
	await insertSession(test.server.services.db, { id: sha256(token), userId, method: 'community', ...ends, ...session });
	return `adx_session=${token}`;
}

async function addOwner({ hidesMerge = false }: { readonly hidesMerge?: boolean }): Promise<OwnedRecords> {
	const userId = await addUser({});
	const browser = new Browser(test.origin);
	browser.cookies.set('adx_session', (await startSession(userId)).replace('adx_session=', ''));
	const jobId = await generate(browser);
	const [image] = (await browser.call(`/api/images/${jobId}`)).json as { readonly id: string }[];
	const mergeId = await addFinishedMerge(test.server.services, userId, { hidden: hidesMerge });
	const attributesId = await addFinishedAttributes(test.server.services, userId);
	return { userId, jobId, imageId: image?.id ?? '', mergeId, attributesId };
}

async function createToken(userId: string, scope: 'read' | 'write'): Promise<string> {
	const headers = { cookie: await startSession(userId) };
	const body = { name: scope, scopes: [scope], expiresInDays: 7 };
	const { json } = await sendRequest(test.origin, '/api/auth/tokens', { method: 'POST', headers, body });
	return (json as { readonly token: string }).token;
}

async function headersOf(kind: Kind): Promise<Readonly<Record<string, string>>> {
	const token = tokens[kind];
	if (token !== undefined) return { authorization: `Bearer ${token}` };
	const sessions: Partial<Record<Kind, Partial<NewSession>>> = {
		creator: {},
		premium: { premiumUntil: inHours(1) },
		developer: { method: 'developer', developerUntil: inHours(1) },
		roleless: { method: 'discord' },
	};
	const session = sessions[kind];
	return session === undefined ? {} : { cookie: await startSession(owned[kind].userId, session) };
}

async function callAs(kind: Kind, path: string, { headers, ...call }: TestRequest = {}): Promise<TestResponse> {
	return sendRequest(test.origin, path, { ...call, headers: { ...headers, ...(await headersOf(kind)) } });
}

async function callRest(
	kind: Kind,
	{ rest: { method: declared, path } }: RestOperation,
	input: object = {},
	method: string = declared,
): Promise<TestResponse> {
	const left = new Map(Object.entries(input).map(([name, value]) => [name, value as unknown]));
	const address = path.replaceAll(/\{(\w+)\}/g, (_, name: string) => {
		const value = String(left.get(name));
		left.delete(name);
		return encodeURIComponent(value);
	});
	const fields = Object.fromEntries(left);
	if (method === 'POST' || method === 'PATCH') return callAs(kind, address, { method, body: fields });
	const query = new URLSearchParams(fields as Record<string, string>).toString();
	return callAs(kind, query === '' ? address : `${address}?${query}`, { method });
}

async function callTrpc(kind: Kind, name: string, input: object | undefined): Promise<{ readonly status: number }> {
	if (typeOf(name) === 'subscription') return readStreamHead(test.origin, await headersOf(kind));
	const json = JSON.stringify({ json: input });
	if (typeOf(name) === 'query') return callAs(kind, `/trpc/${name}?input=${encodeURIComponent(json)}`);
	return callAs(kind, `/trpc/${name}`, { method: 'POST', body: { json: input } });
}

type Built = { readonly _def: { readonly type: string } };
const procedures = appRouter._def.procedures as object as Readonly<Record<string, Built>>;
const typeOf = (name: string) => procedures[name]?._def.type;
const operations = restOperations();
const rowOf = ({ name }: Pick<RestOperation, 'name'>): PermissionRow =>
	procedureRows[name] ?? { statuses: allowedForAll };
const lasting = operations.filter((operation) => !rowOf(operation).isDestructive);

/** The calls whose fields satisfy the test, according to their schema. */
const withField = (test: RegExp) =>
	lasting.filter(({ input }) => {
		const { properties = {} } = input === null ? {} : z.toJSONSchema(input, { io: 'input', unrepresentable: 'any' });
		return Object.keys(properties).some((name) => test.test(name));
	});

describe('the permission table', () => {
	it('has a row for every procedure and every route, and no other', () => {
		const rows = [...Object.keys(procedureRows), ...Object.keys(trpcOnlyRows)];
		expect(Object.keys(procedures).toSorted()).toEqual(rows.toSorted());
		const ofProcedures = new Set(
			operations.map(({ rest }) => `${rest.method} ${rest.path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
		);
		const others = test.server.routes
			.map(({ method, url }) => `${method.replace('HEAD', 'GET')} ${url}`)
			.filter((route) => !ofProcedures.has(route));
		expect([...new Set(others)].toSorted()).toEqual(Object.keys(routeRows).toSorted());
		expect(operations.map(({ name }) => name).toSorted()).toEqual(Object.keys(procedureRows).toSorted());
	});

	it.each(kinds)('holds for a %s at every procedure, over REST and over tRPC', async (kind) => {
		const expected: Record<string, number> = {};
		const rest: Record<string, number> = {};
		const trpc: Record<string, number> = {};
		for (const operation of lasting) {
			const { name } = operation;
			const { statuses, input } = rowOf(operation);
			expected[name] = statuses[kind];
			rest[name] = (await callRest(kind, operation, await input?.(owned[kind]))).status;
			trpc[name] = (await callTrpc(kind, name, await input?.(owned[kind]))).status;
			if (operation.rest.method !== 'GET') continue;
			expected[`HEAD ${name}`] = statuses[kind];
			rest[`HEAD ${name}`] = (await callRest(kind, operation, await input?.(owned[kind]), 'HEAD')).status;
			trpc[`HEAD ${name}`] = statuses[kind];
		}
		expect(rest).toEqual(expected);
		expect(trpc).toEqual(expected);
		for (const [name, statuses] of Object.entries(trpcOnlyRows)) {
			expect([name, (await callTrpc(kind, name, {})).status]).toEqual([name, statuses[kind]]);
		}
	});

	it.each(kinds)('holds for a %s at every other route', async (kind) => {
		const answered: Record<string, number> = {};
		const expected: Record<string, number> = {};
		for (const { method, url } of test.server.routes) {
			const row = routeRows[`${method.replace('HEAD', 'GET')} ${url}`];
			if (row === undefined) continue;
			const [path, call] = row.call(owned[kind]);
			expected[`${method} ${url}`] = row.statuses[kind];
			answered[`${method} ${url}`] = (await callAs(kind, path, { method, ...call })).status;
		}
		expect(answered).toEqual(expected);
	});

	it.each<[string, object, Partial<Statuses>]>([
		['a free style and size', generationRequest, {}],
		['a size over 5', { ...generationRequest, batchSize: 6 }, { creator: 402, writer: 402 }],
		[
			'a premium style',
			{ ...generationRequest, artStyle: 'bold-retro' },
			{ creator: 402, developer: 402, writer: 402 },
		],
		[
			'a style past the fifth',
			{ ...generationRequest, artStyle: 'fine-elegant' },
			{ creator: 402, developer: 402, writer: 402 },
		],
	])('holds for an order of %s (AMB-05, AMB-06)', async (_, body, refused) => {
		const answered: Partial<Record<Kind, number>> = {};
		for (const kind of kinds) answered[kind] = (await callAs(kind, '/api/generate', { method: 'POST', body })).status;
		expect(answered).toEqual({ ...writeScope, ...refused });
	});

	it('answers a stranger’s object like one that does not exist', async () => {
		const members = ['creator', 'premium', 'developer', 'reader', 'writer'] as const;
		const onObjects = withField(/Id$|^id$/);
		expect(onObjects.length).toBeGreaterThan(2);
		for (const operation of onObjects) {
			const { statuses, input } = rowOf(operation);
			for (const kind of members.filter((each) => statuses[each] === 200)) {
				const strangers = (await input?.(owned.stranger)) ?? {};
				const { status, json } = await callRest(kind, operation, strangers);
				expect([operation.name, kind, status, json]).toEqual([
					operation.name,
					kind,
					404,
					expect.objectContaining({ reason: 'not_found' }),
				]);
				expect([operation.name, kind, (await callTrpc(kind, operation.name, strangers)).status]).toEqual([
					operation.name,
					kind,
					404,
				]);
			}
		}
		for (const [route, { statuses, call }] of Object.entries(routeRows).filter(([route]) =>
			/:\w+Id|:id|\/zip$/.test(route),
		)) {
			const [path, options] = call(owned.stranger);
			for (const kind of members.filter((each) => statuses[each] === 200)) {
				expect([route, kind, (await callAs(kind, path, options)).status]).toEqual([route, kind, 404]);
			}
		}
	});

	it('lets developers alone upload a folder’s list for the attribute generator, locked merger or not', async () => {
		const list = JSON.stringify({ format: 'adx-folder-1', images: [{ filename: 'a.png', metadata: null }] });
		const answered: Partial<Record<Kind, number>> = {};
		for (const kind of kinds) {
			const call = { method: 'PUT', body: list };
			answered[kind] = (await callAs(kind, `/api/uploads/${sha256(list)}?as=folder`, call)).status;
		}
		expect(answered).toEqual(developersOnly);
	});

	it('lets developers alone see everybody’s with scope=all, and not by a token', async () => {
		const scoped = withField(/^scope$/);
		expect(scoped.length).toBeGreaterThan(2);
		const statuses = { ...membersOnly, creator: 403, premium: 403, reader: 403, writer: 403 };
		for (const operation of scoped) {
			for (const kind of kinds) {
				const input = { ...(await rowOf(operation).input?.(owned.stranger)), scope: 'all' };
				const { status } = await callRest(kind, operation, input);
				const expected = operation.rule.page !== undefined && kind === 'developer' ? 403 : statuses[kind];
				expect([operation.name, kind, status]).toEqual([operation.name, kind, expected]);
			}
		}
		const { jobId, imageId } = owned.stranger;
		for (const kind of kinds) {
			for (const path of [
				`/api/images/${imageId}/file?scope=all`,
				`/api/generate/${jobId}/zip?scope=all`,
				'/api/database/download/7?scope=all',
			]) {
				expect([path, kind, (await callAs(kind, path)).status]).toEqual([path, kind, statuses[kind]]);
			}
		}
	});

	it.each(kinds)('holds for a %s who deletes everything, over REST and over tRPC (AMB-33)', async (kind) => {
		for (const operation of operations.filter((each) => rowOf(each).isDestructive)) {
			const { name } = operation;
			const { statuses } = rowOf(operation);
			const ofAll = statuses[kind] === 200 && kind !== 'developer' ? 403 : statuses[kind];
			const all = { scope: 'all' };
			const own = [(await callRest(kind, operation)).status, (await callTrpc(kind, name, {})).status];
			const everything = [(await callRest(kind, operation, all)).status, (await callTrpc(kind, name, all)).status];
			expect([name, own, everything]).toEqual([name, [statuses[kind], statuses[kind]], [ofAll, ofAll]]);
		}
	});
});
