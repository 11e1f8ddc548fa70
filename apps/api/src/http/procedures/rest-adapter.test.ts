import type { AppRouter } from '@adx/api-router/root';
import { createTRPCClient, httpBatchLink, httpLink, TRPCClientError } from '@trpc/client';
import superjson from 'superjson';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { OpenApiDocument } from '../../openapi/openapi-document.ts';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
	type TestServer,
	waitForJob,
} from '../../testing/server-testing.ts';

let test: TestServer;
let developer: Browser;
let creator: Browser;
let jobId: string;
beforeAll(async () => {
	test = await startTestServer();
	developer = await signedIn(test.origin);
	creator = await signedIn(test.origin, 'community');
	jobId = await generate(developer);
});
afterAll(() => test.close());

function typedClient(browser: Browser, link: typeof httpLink | typeof httpBatchLink = httpLink) {
	const headers = () => ({ cookie: [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ') });
	return createTRPCClient<AppRouter>({
		links: [link({ url: `${test.origin}/trpc`, transformer: superjson, headers })],
	});
}

const isDate = /^\d{4}-\d\d-\d\dT[\d:.]+Z$/;

/** What a JSON answer makes of a typed one. */
const asJson = (value: unknown): unknown => JSON.parse(JSON.stringify(value));

describe('REST and tRPC', () => {
	it('a start takes every field of the form with its count, and answers the job’s id (API-04)', async () => {
		const starter = await signedIn(test.origin, 'community');
		const body = {
			races: ['elf', 'orc'],
			classes: ['wizard'],
			artStyle: 'bold-classic',
			backgroundType: 'forest-glade',
			afflictions: ['none'],
			geminiApiKey: 'AIzaNotUsed',
			batchSize: 3,
			projectName: 'Frost Court',
			count: 3,
			engine: 'forge',
		};
		const { status, json } = await starter.post('/api/generate', body);
		expect(status).toBe(200);
		const { geminiApiKey: _key, count: _count, ...otherFields } = body;
		expect(json).toEqual({ jobId: expect.stringMatching(/^[\w-]+$/), job: expect.objectContaining(otherFields) });
		expect(JSON.stringify(json)).not.toContain('AIzaNotUsed');
		await waitForJob(starter, (json as { jobId: string }).jobId);
		const other = await starter.post('/api/generate', { ...body, count: 4 });
		expect(other.status).toBe(400);
		expect(other.json).toMatchObject({ fields: { count: 'count must equal batchSize' } });
	});

	it('a job has the fields of the specification, in the list and by itself (API-05, API-06, ENT-03)', async () => {
		const isJob = {
			id: jobId,
			races: generationRequest.races,
			classes: generationRequest.classes,
			artStyle: generationRequest.artStyle,
			backgroundType: generationRequest.backgroundType,
			batchSize: generationRequest.batchSize,
			projectName: null,
			status: 'completed',
			progress: 3,
			totalImages: 3,
			estimatedTime: null,
			createdAt: expect.stringMatching(isDate),
			completedAt: expect.stringMatching(isDate),
			errorMessage: null,
		};
		const { json: one } = await developer.call(`/api/generate/${jobId}`);
		expect(one).toMatchObject({ ...isJob, generatedImages: [{ jobId }, { jobId }, { jobId }] });
		const { json: all } = await developer.call('/api/jobs');
		expect(all).toContainEqual(expect.objectContaining(isJob));
	});

	it('a job that has just been started holds no images and has no end (ENT-03)', async () => {
		const starter = await signedIn(test.origin, 'community');
		const { json } = await starter.post('/api/generate', { ...generationRequest, projectName: 'New' });
		const started = json as { jobId: string; job: object };
		expect(started.job).toMatchObject({
			status: 'pending',
			progress: 0,
			totalImages: 0,
			estimatedTime: null,
			generatedImages: [],
			completedAt: null,
			errorMessage: null,
			projectName: 'New',
		});
		// What is counted after this must stand still.
		await waitForJob(starter, started.jobId);
	});

	it('an image has the fields of the specification (API-08, ENT-05)', async () => {
		const { json } = await developer.call(`/api/images/${jobId}`);
		const images = json as Record<string, unknown>[];
		expect(images).toHaveLength(3);
		for (const image of images) {
			expect(image).toMatchObject({
				id: expect.stringMatching(/^[\w-]+$/),
				jobId,
				imageUrl: expect.stringMatching(new RegExp(`^/api/images/${image.id}/file`)),
				filename: expect.stringMatching(/^\d+\.\w+$/),
				traits: { race: 'elf', class: 'wizard' },
				rarityScore: expect.any(Number),
				metadata: expect.objectContaining({ attributes: expect.any(Array) }),
				createdAt: expect.stringMatching(isDate),
			});
		}
		const { status, headers } = await developer.call(String(images[0]?.imageUrl));
		expect([status, headers['content-type']]).toEqual([200, expect.stringMatching(/^image\//)]);
	});

	it('give the same answers (API-05, API-06, API-08, API-10)', async () => {
		const client = typedClient(developer);
		expect((await developer.call('/api/jobs')).json).toEqual(asJson(await client.generation.list.query({})));
		expect((await developer.call(`/api/generate/${jobId}`)).json).toEqual(
			asJson(await client.generation.get.query({ jobId })),
		);
		expect((await developer.call(`/api/images/${jobId}`)).json).toEqual(
			asJson(await client.generation.listImages.query({ jobId })),
		);
		expect((await developer.call('/api/stats')).json).toEqual(asJson(await client.database.stats.query()));
		expect((await developer.call('/api/config')).json).toEqual(asJson(await client.auth.config.query()));
		expect((await developer.call('/api/auth/check')).json).toEqual(asJson(await client.auth.check.query()));
		expect((await developer.post('/api/generate/plan', generationRequest)).json).toEqual(
			asJson(await client.generation.plan.mutate(generationRequest)),
		);
	});

	it('hand typed clients real dates, also in a batch', async () => {
		const client = typedClient(developer, httpBatchLink);
		const [job, check] = await Promise.all([client.generation.get.query({ jobId }), client.auth.check.query()]);
		expect(job.createdAt).toBeInstanceOf(Date);
		expect(check.user?.expiresAt).toBeInstanceOf(Date);
	});

	it('let a typed client sign in and out', async () => {
		let cookie = '';
		const client = createTRPCClient<AppRouter>({
			links: [
				httpLink({
					url: `${test.origin}/trpc`,
					transformer: superjson,
					headers: () => ({ cookie }),
					fetch: async (url, options) => {
						const response = await fetch(url, options as RequestInit);
						for (const line of response.headers.getSetCookie()) cookie = line.split(';')[0] ?? '';
						return response;
					},
				}),
			],
		});
		const { user } = await client.auth.signInWithPassword.mutate({ kind: 'community', password: 'Com-Pass' });
		expect(user?.role).toBe('creator');
	});

	it('give the same sentence, reason and fields for a bad input', async () => {
		const bad = { ...generationRequest, races: [] };
		const { json, status } = await developer.post('/api/generate', bad);
		expect(status).toBe(400);
		expect(json).toMatchObject({
			error: 'Select at least one race',
			reason: 'bad_input',
			fields: { races: 'Select at least one race' },
		});
		const error = await typedClient(developer)
			.generation.start.mutate(
				bad as unknown as Parameters<ReturnType<typeof typedClient>['generation']['start']['mutate']>[0],
			)
			.catch((thrown: unknown) => thrown);
		expect(error).toBeInstanceOf(TRPCClientError);
		expect(error).toMatchObject({
			message: 'Select at least one race',
			data: {
				httpStatus: 400,
				reason: 'bad_input',
				fields: { races: 'Select at least one race' },
				requestId: expect.any(String),
			},
		});
	});

	it('reject a wrong password alike, with Retry-After once there were too many', async () => {
		const tries: { status: number; retryAfter: string | undefined }[] = [];
		for (let index = 0; index < 6; index += 1) {
			const { status, headers } = await sendRequest(test.origin, '/trpc/auth.signInWithPassword', {
				method: 'POST',
				body: { json: { kind: 'admin', password: 'wrong' } },
				headers: { cookie: [...creator.cookies].map(([name, value]) => `${name}=${value}`).join('; ') },
			});
			tries.push({ status, retryAfter: headers['retry-after'] as string | undefined });
		}
		expect(tries.map(({ status }) => status)).toEqual([401, 401, 401, 401, 401, 429]);
		expect(Number(tries[5]?.retryAfter)).toBeGreaterThan(0);
	});
});

describe('paths and queries', () => {
	it('shows everybody’s jobs to a developer who asks, and rejects a creator who does', async () => {
		expect((await developer.call('/api/jobs?scope=all')).status).toBe(200);
		expect((await creator.call('/api/jobs?scope=all')).status).toBe(403);
		expect((await creator.call('/api/jobs')).json).toEqual([]);
	});

	it.each([
		'/api/jobs?scope=mine',
		'/api/jobs?scope=own&scope=all',
		'/api/jobs?number=5',
		'/api/stats?x=1',
		'/api/jobs?__proto__=1',
	])('rejects %s with 400', async (path) => {
		expect((await developer.call(path)).status).toBe(400);
	});

	it('leaves the shared schemas as they were after text was read from an address', async () => {
		await developer.call('/api/jobs?scope=own');
		const error = await typedClient(developer)
			.generation.start.mutate({ ...generationRequest, batchSize: '5' as unknown as number })
			.catch((thrown: unknown) => thrown);
		expect(error).toMatchObject({ data: { httpStatus: 400 } });
		expect((await developer.post('/api/generate', { ...generationRequest, batchSize: '5' })).status).toBe(400);
	});

	it('replays an Idempotency-Key and rejects it with another body', async () => {
		const headers = { 'idempotency-key': 'once-1' };
		const first = (await developer.post('/api/generate', generationRequest, headers)).json as { jobId: string };
		const again = (await developer.post('/api/generate', generationRequest, headers)).json as { jobId: string };
		expect(again.jobId).toBe(first.jobId);
		const other = await developer.post('/api/generate', { ...generationRequest, seed: 'other' }, headers);
		expect([other.status, other.json]).toEqual([422, expect.objectContaining({ reason: 'idempotency_mismatch' })]);
	});
});

describe('the description', () => {
	it('lists every documented path with its method, parameters, body and answers', async () => {
		const { json, status } = await sendRequest(test.origin, '/openapi.json');
		expect(status).toBe(200);
		const document = json as OpenApiDocument;
		expect(document.openapi).toBe('3.1.0');
		const described = Object.entries(document.paths).flatMap(([path, methods]) =>
			Object.keys(methods).map((method) => `${method.toUpperCase()} ${path.replaceAll(/\{(\w+)\}/g, ':$1')}`),
		);
		const hidden = new Set(['/api/docs']);
		const served = test.server.routes
			.filter(({ method, url }) => method !== 'HEAD' && url.startsWith('/api/') && !hidden.has(url))
			.map(({ method, url }) => `${method} ${url}`);
		expect(described.sort()).toEqual([...served].sort());
		for (const [path, methods] of Object.entries(document.paths)) {
			for (const operation of Object.values(methods)) {
				const inPath = operation.parameters
					.filter((parameter) => parameter.in === 'path')
					.map(({ name }) => `{${name}}`);
				expect(inPath).toEqual(path.match(/\{\w+\}/g) ?? []);
				expect(Object.keys(operation.responses)).toContainEqual(expect.stringMatching(/^(200|302)$/));
			}
		}
		const operationIds = Object.values(document.paths).flatMap((methods) =>
			Object.values(methods).map(({ operationId }) => operationId),
		);
		expect(new Set(operationIds).size).toBe(operationIds.length);
		const start = document.paths['/api/generate']?.post?.requestBody?.content['application/json']?.schema;
		const order = {
			type: 'object',
			additionalProperties: false,
			properties: { batchSize: { type: 'integer', maximum: 10_000 } },
		};
		expect(start).toMatchObject({
			oneOf: [order, { ...order, required: expect.arrayContaining(['engine', 'layers']) }],
		});
		expect(JSON.stringify(document)).not.toContain('$schema');
	});

	it('says for every operation whether a session or a token of which scope is needed', async () => {
		const document = (await sendRequest(test.origin, '/openapi.json')).json as OpenApiDocument;
		expect(document.components.securitySchemes).toMatchObject({
			session: { type: 'apiKey', in: 'cookie', name: 'adx_session' },
			token: { type: 'http', scheme: 'bearer' },
		});
		for (const { method, url, access, scope } of test.server.routes) {
			const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
			if (operation === undefined) continue;
			const session = [{ session: [] }];
			const scopes = access === 'developer' ? [scope, 'developer'] : [scope];
			const byMembers = access === 'session' ? session : [...session, { token: scopes }];
			const isOpen = access === 'public' || access === 'limited';
			expect([url, operation.security]).toEqual([url, isOpen ? [] : byMembers]);
		}
		const page = (await sendRequest(test.origin, '/api/docs')).bytes.toString('utf8');
		for (const who of [
			'open to everyone',
			'needs a session',
			'needs a session or an access token with the scope write',
			'needs a session or an access token with the scopes write and developer',
		]) {
			expect(page).toContain(`(${who})`);
		}
	});

	it('says which operations are for developers, and which share the lock of a page', async () => {
		const document = (await sendRequest(test.origin, '/openapi.json')).json as OpenApiDocument;
		const counts = { developers: 0, merger: 0, gallery: 0 };
		for (const { method, url, access, page } of test.server.routes) {
			const operation = document.paths[url.replaceAll(/:(\w+)/g, '{$1}')]?.[method.toLowerCase()];
			if (operation === undefined) continue;
			// Of an upload it depends on what it is sent as.
			const condition = access === 'developer' ? 'developers' : url.startsWith('/api/uploads/') ? 'merger' : page;
			if (condition !== undefined) counts[condition]++;
			const unconditional = expect.not.stringMatching(/for developers only|lists the page/i);
			const expected = condition === undefined ? unconditional : expect.stringContaining(condition);
			expect([url, operation.description ?? '']).toEqual([url, expected]);
		}
		expect(Object.values(counts).every((count) => count > 1)).toBe(true);
		const page = (await sendRequest(test.origin, '/api/docs')).bytes.toString('utf8');
		expect(page).toContain('<p>For developers only.</p>');
	});

	it('asks for a body only where something in it has to be there', async () => {
		const { paths } = (await sendRequest(test.origin, '/openapi.json')).json as OpenApiDocument;
		const isRequired = (path: string) => paths[path]?.post?.requestBody?.required;
		expect(isRequired('/api/generate')).toBe(true);
		expect(isRequired('/api/database/cleanup')).toBe(false);
		expect(isRequired('/api/generate/{jobId}/resume')).toBe(false);
	});

	it('is readable as a page that needs nothing from elsewhere', async () => {
		const { bytes, headers } = await sendRequest(test.origin, '/api/docs');
		const page = bytes.toString('utf8');
		expect(headers['content-type']).toMatch(/^text\/html/);
		for (const path of ['/api/auth/password', '/api/generate/{jobId}/zip', '/api/stats']) expect(page).toContain(path);
		expect(page.match(/<script/g)).toHaveLength(1);
		expect(page).not.toMatch(/<script\s|<link|<img|@import|\ssrc=|\sstyle=|\son\w+=/i);
		expect(headers['content-security-policy']).toMatch(/^default-src 'none'; style-src 'sha256-/);
	});
});
