import { randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { listenToChanges } from '../../testing/event-stream-testing.ts';
import { ProcessPool } from '../../testing/process-testing.ts';
import {
	type Browser,
	generate,
	generationRequest,
	sendRequest,
	signedIn,
	startTestServer,
} from '../../testing/server-testing.ts';
import { type CollectedSpan, startTraceCollector, type TraceCollector } from '../../testing/trace-collector-testing.ts';

const [serverKind, clientKind] = [2, 3];
const failed = { code: 2 };
const incoming = { traceId: '4bf92f3577b34da6a3ce929d0e0e4736', spanId: '00f067aa0ba902b7' };
const typedKey = 'AIzaTypedIntoTheAddress0123456789';
const paidKey = 'AIzaOfACreator0123456789abcdefghijk';

let collector: TraceCollector;
beforeAll(async () => {
	collector = await startTraceCollector();
});
afterAll(() => collector.close());

const named = (name: string) => collector.spans.filter((span) => span.name === name);
const statementsOf = (span: CollectedSpan | undefined) =>
	collector.childrenOf(span).filter(({ attributes }) => attributes['db.system.name'] === 'postgresql');
const textsOf = (span: CollectedSpan | undefined) =>
	statementsOf(span).map(({ attributes }) => String(attributes['db.query.text']).trim());

describe('what a collector gets', () => {
	let gemini: FakeGemini;
	let lines: readonly Record<string, unknown>[];

	async function useServer(browser: Browser) {
		const page = await listenToChanges(browser);
		await page.nextEvent();
		await generate(browser);
		const traceparent = (flags: string) => ({ traceparent: `00-${incoming.traceId}-${incoming.spanId}-${flags}` });
		await browser.call('/trpc/generation.list,database.stats?batch=1', { headers: traceparent('01') });
		await browser.call('/api/mint/chains', { headers: traceparent('00') });
		await browser.call(`/api/generate/${randomUUID()}`);
		await browser.call(`/api/nothing/${typedKey}?token=${typedKey}`);
		gemini.answerNext({ kind: 'server_error', status: 500 });
		await generate(browser, { ...generationRequest, batchSize: 1, engine: 'gemini', geminiApiKey: paidKey });
		page.close();
	}

	beforeAll(async () => {
		gemini = await startFakeGemini({ sizePx: 16 });
		const variables = {
			OTEL_EXPORTER_OTLP_ENDPOINT: `${collector.origin}/otlp/`,
			OTEL_EXPORTER_OTLP_HEADERS: 'x-token=a%20b, x-tenant=realm',
			OTEL_SERVICE_NAME: 'realm-of-tests',
			GEMINI_BASE_URL: gemini.origin,
			GEMINI_MODELS: 'a-model',
			GEMINI_RATE_PER_MINUTE: '60000',
		};
		const test = await startTestServer(variables, undefined, { isOnDisk: true });
		const browser = await signedIn(test.origin);
		await useServer(browser);
		const { json } = await browser.call('/api/auth/check');
		await addFinishedMerge(test.server.services, (json as { user: { id: string } }).user.id);
		await test.close();
		await gemini.close();
		lines = test
			.log()
			.trimEnd()
			.split('\n')
			.map((line) => JSON.parse(line));
	});

	it('arrives at the path of traces, with the headers and the name that are set', () => {
		expect(collector.requests[0]).toMatchObject({
			url: '/otlp/v1/traces',
			headers: { 'x-token': 'a b', 'x-tenant': 'realm', 'content-type': 'application/x-protobuf' },
		});
		expect(collector.resource).toMatchObject({ 'service.name': 'realm-of-tests' });
	});

	it('is for an order the request, in it the procedure, and in that its statements without values', () => {
		const [request] = named('POST /api/generate');
		expect(request).toMatchObject({
			parentId: '',
			kind: serverKind,
			attributes: {
				'http.request.method': 'POST',
				'http.route': '/api/generate',
				'http.response.status_code': 200,
				'url.path': '/api/generate',
			},
			status: { code: 0 },
		});
		const [procedure] = collector.childrenOf(request).filter(({ name }) => name === 'generation.start');
		expect(procedure?.attributes).toMatchObject({ 'rpc.system.name': 'trpc', 'rpc.method': 'generation.start' });
		const [statement] = statementsOf(procedure).filter(({ name }) => name === 'INSERT');
		expect(statement).toMatchObject({ kind: clientKind, attributes: { 'db.operation.name': 'INSERT' } });
		expect(textsOf(procedure)).toContainEqual(expect.stringMatching(/^insert into "?generated_images/));
		expect(textsOf(procedure).join('\n')).not.toContain(generationRequest.artStyle);
		// Who calls is looked up before.
		expect(textsOf(request)).toContainEqual(expect.stringContaining('"sessions"'));
		for (const span of collector.spans) expect(span.durationMs).toBeGreaterThanOrEqual(0);
	});

	it('is a trace for each image, with its drawing, its files and its statements', () => {
		const images = named('image forge');
		expect(images.map(({ parentId }) => parentId)).toEqual(['', '', '']);
		expect(new Set(images.map(({ traceId }) => traceId)).size).toBe(3);
		for (const image of images) {
			const names = collector.childrenOf(image).map(({ name }) => name);
			expect(names.filter((name) => name === 'draw')).toHaveLength(1);
			expect(names.filter((name) => name === 'storage put')).toHaveLength(3);
			expect(textsOf(image).some((text) => text.startsWith('update "generation_jobs"'))).toBe(true);
		}
	});

	it('is a trace for each paid call, with host and status, and as a failure when it failed', () => {
		const [broken, drawn] = named('image gemini');
		const callOf = (image: CollectedSpan | undefined) =>
			collector.childrenOf(image).find(({ name }) => name === 'POST')?.attributes;
		const { port } = new URL(gemini.origin);
		const node = { 'http.request.method': 'POST', 'server.address': '127.0.0.1', 'server.port': Number(port) };
		expect(callOf(broken)).toMatchObject({ ...node, 'http.response.status_code': 500, 'error.type': '500' });
		expect(broken).toMatchObject({ status: failed, attributes: { 'error.type': 'transient' } });
		expect(callOf(drawn)).toEqual({ ...node, 'http.response.status_code': 200 });
		expect(drawn?.status.code).toBe(0);
	});

	it('is a trace for a merge', () => {
		const [merge] = named('merge');
		expect(merge).toMatchObject({ parentId: '', status: { code: 0 } });
		expect(collector.childrenOf(merge).some(({ name }) => name.startsWith('storage '))).toBe(true);
	});

	it('continues the trace of whoever calls, with a span for each call of a batch', () => {
		const [stream, request] = named('GET /trpc/*');
		// It ends as it is answered, however long a page listens.
		expect(collector.childrenOf(stream).map(({ name }) => name)).toContain('live.changes');
		expect(collector.spans.indexOf(stream!)).toBeLessThan(collector.spans.indexOf(named('POST /api/generate')[0]!));
		expect(request).toMatchObject({ traceId: incoming.traceId, parentId: incoming.spanId });
		const calls = collector.childrenOf(request).filter(({ attributes }) => 'rpc.method' in attributes);
		expect(calls.map(({ name }) => name).toSorted()).toEqual(['database.stats', 'generation.list']);
		for (const call of calls) expect(statementsOf(call).length).toBeGreaterThan(0);
		const answered = lines.filter((line) => line.msg === 'answered' && String(line.route).startsWith('/trpc'));
		expect(answered).toMatchObject([{ trace_id: incoming.traceId, span_id: request?.spanId }]);
	});

	it('has nothing of a request whose caller wants no trace', () => {
		expect(named('GET /api/mint/chains')).toEqual([]);
		const answered = lines.find((line) => line.route === '/api/mint/chains');
		expect(answered).not.toHaveProperty('trace_id');
	});

	it('tells why a call was refused by the kind of error and our own sentence', () => {
		const refused = named('generation.get').find(({ status }) => status.code === failed.code);
		expect(refused).toMatchObject({
			attributes: { 'error.type': 'NOT_FOUND' },
			status: { message: 'No such job.' },
			events: [
				{ name: 'exception', attributes: { 'exception.type': 'AppError', 'exception.message': 'No such job.' } },
			],
		});
		const parent = collector.spans.find(({ spanId }) => spanId === refused?.parentId);
		expect(parent).toMatchObject({ attributes: { 'http.response.status_code': 404 }, status: { code: 0 } });
	});

	it('names no key, be it typed into the address or paid with', () => {
		const [unknown] = named('GET');
		expect(unknown?.attributes).toMatchObject({
			'url.path': '/api/nothing/[hidden]',
			'http.response.status_code': 404,
		});
		const all = JSON.stringify(collector.spans);
		for (const key of [typedKey, paidKey]) expect(all).not.toContain(key);
	});
});

describe('a collector that takes nothing', () => {
	it('costs a warning and no request, until it takes traces again', async () => {
		const refusing = await startTraceCollector();
		refusing.status = 400;
		const test = await startTestServer({ OTEL_EXPORTER_OTLP_ENDPOINT: refusing.origin });
		const fillBatch = async () => {
			const asked = refusing.requests.length;
			// Each is two spans, and 512 are a batch.
			const statuses = Array.from({ length: 260 }, async () => (await sendRequest(test.origin, '/api/config')).status);
			expect(new Set(await Promise.all(statuses))).toEqual(new Set([200]));
			await expect.poll(() => refusing.requests.length, { timeout: 10_000 }).toBeGreaterThan(asked);
		};
		const said = () => test.log().match(/"msg":"traces [^"]+"/g) ?? [];
		await fillBatch();
		await fillBatch();
		refusing.status = 200;
		await fillBatch();
		await expect.poll(said).toHaveLength(2);
		await test.close();
		refusing.close();
		const { host } = new URL(refusing.origin);
		expect(said()).toEqual([
			`"msg":"traces do not reach the collector at ${host} (400); they are dropped until it takes them"`,
			`"msg":"traces reach the collector at ${host} again"`,
		]);
	});
});

describe('a process', () => {
	const processes = new ProcessPool();
	afterAll(() => processes.removeFolder());

	/** Says on standard error what it loads of OpenTelemetry besides the types and no-ops of its API, which prom-client imports. */
	const watched = [
		'--liftoff-only',
		'--import',
		`data:text/javascript,${encodeURIComponent(`
			import { registerHooks } from 'node:module';
			registerHooks({
				load: (url, context, next) => {
					if (/node_modules\\/@opentelemetry\\/(?!api\\/)/.test(url)) process.stderr.write('loaded ' + url + '\\n');
					return next(url, context);
				},
			});
		`)}`,
	];

	async function answersWith(name: string, variables: Readonly<Record<string, string>>) {
		const stores = await createTestStores();
		const DATA_DIR = join(processes.folder, name);
		const server = processes.start({ ...stores.variables, DATA_DIR, ...variables }, watched);
		const { status } = await sendRequest(await server.origin(), '/api/config');
		const endedAt = performance.now();
		server.child.kill('SIGTERM');
		const code = await server.ended;
		await stores.close();
		return { status, code, tookMs: performance.now() - endedAt, loadsSdk: server.err().includes('loaded ') };
	}

	it('loads the SDK only where traces are asked for, and answers and ends in seconds while the collector is away', async () => {
		const away = await startTraceCollector();
		away.close();
		const off = await answersWith('off', {});
		const on = await answersWith('on', { OTEL_EXPORTER_OTLP_ENDPOINT: away.origin });
		expect(off).toMatchObject({ status: 200, code: 0, loadsSdk: false });
		expect(on).toMatchObject({ status: 200, code: 0, loadsSdk: true });
		expect(on.tookMs).toBeLessThan(10_000);
	}, 300_000);
});
