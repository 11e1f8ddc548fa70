import { requestBudgets } from '@adx/api-router/procedure-budget';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { createTestDatabase, type TestDatabase } from '@adx/db/testing/database-testing';
import Fastify, { type FastifyInstance, type FastifyRequest } from 'fastify';
import { pino } from 'pino';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { sendRequest, signedIn, startTestServer } from '../../testing/server-testing.ts';
import { getBudget, watchBudgets } from './request-budgets.ts';

let database: TestDatabase;
let app: FastifyInstance;
let origin: string;
const lines: string[] = [];
beforeAll(async () => {
	database = await createTestDatabase();
	app = Fastify();
	const log = pino({ level: 'warn' }, { write: (line: string) => void lines.push(line) });
	watchBudgets(app, log, { measuresCpu: true });
	const budget = { bytesOut: 10_000, cpuMs: 30, rows: 10 };
	const config = { access: 'public', budget } as const;
	app.post('/rows/:count', { config }, async (request) => {
		const { count } = request.params as { readonly count: string };
		const fetchRows = (db: Database) =>
			db
				.selectNoFrom((eb) => eb.fn<number>('generate_series', [eb.lit(1), eb.lit(Number(count))]).as('number'))
				.execute();
		await fetchRows(database.db);
		await transact(database.db, fetchRows);
		return 'done';
	});
	app.get('/bytes/:count', { config }, async (request) =>
		'x'.repeat(Number((request.params as { count: string }).count)),
	);
	app.get('/busy/:ms', { config }, async (request) => {
		const started = process.threadCpuUsage();
		const workedMs = () => {
			const { user, system } = process.threadCpuUsage(started);
			return (user + system) / 1_000;
		};
		while (workedMs() < Number((request.params as { ms: string }).ms));
		return 'done';
	});
	app.get('/waiting', { config }, async () => {
		await new Promise((resolve) => app.server.once('let go', resolve));
		return 'done';
	});
	origin = await app.listen();
});
afterAll(async () => {
	await app.close();
	await database.destroy();
});
beforeEach(() => void lines.splice(0));

const overs = () => lines.map((line) => JSON.parse(line).over);
const jsonHeaders = { 'content-type': 'application/json' };

describe('a request', () => {
	it('within its budget is logged by nobody', async () => {
		await sendRequest(origin, '/rows/5', { method: 'POST', headers: jsonHeaders, body: '{}' });
		await sendRequest(origin, '/bytes/5000');
		await sendRequest(origin, '/busy/1');
		expect(lines).toEqual([]);
	});

	it('that fetches more rows than its budget is logged once, with what and how much', async () => {
		const { headers } = await sendRequest(origin, '/rows/6', { method: 'POST', headers: jsonHeaders, body: '{"a":1}' });
		await expect.poll(() => lines.length).toBe(1);
		expect(headers).toBeDefined();
		expect(JSON.parse(lines[0] ?? '')).toMatchObject({
			level: 40,
			method: 'POST',
			route: '/rows/:count',
			status: 200,
			over: { rows: { used: 12, budget: 10 } },
		});
	});

	it('counts its own rows while others run', async () => {
		const counts = [6, 2, 7, 3, 5, 8];
		await Promise.all(
			counts.map((count) =>
				sendRequest(origin, `/rows/${count}`, { method: 'POST', headers: jsonHeaders, body: '{}' }),
			),
		);
		await expect
			.poll(() =>
				overs()
					.map(({ rows }) => rows.used)
					.sort((a, b) => a - b),
			)
			.toEqual([12, 14, 16]);
	});

	it('that answers more bytes than its budget is logged', async () => {
		await sendRequest(origin, '/bytes/20000');
		await expect.poll(() => overs()).toEqual([{ bytesOut: { used: expect.any(Number), budget: 10_000 } }]);
		expect(overs()[0].bytesOut.used).toBeGreaterThan(20_000);
		expect(overs()[0].bytesOut.used).toBeLessThan(21_000);
	});

	it('that works longer than its budget is logged, unless another one was on its way', async () => {
		await sendRequest(origin, '/busy/60');
		await expect.poll(() => overs()).toEqual([{ cpuMs: { used: expect.any(Number), budget: 30 } }]);
		lines.splice(0);
		const waiting = sendRequest(origin, '/waiting');
		await expect.poll(() => app.server.listenerCount('let go')).toBe(1);
		await sendRequest(origin, '/busy/60');
		app.server.emit('let go');
		await waiting;
		expect(lines).toEqual([]);
	});
});

describe('the server', () => {
	it('declares a budget for each of its routes, and keeps it for what pages ask', async () => {
		const server = await startTestServer({ MEASURE_REQUESTS: 'on' });
		try {
			const byUrl = new Map(server.server.routes.map(({ url, method, budget }) => [`${method} ${url}`, budget]));
			expect(byUrl.get('GET /api/jobs')).toEqual(requestBudgets.list);
			expect(byUrl.get('GET /api/stats')).toEqual(requestBudgets.item);
			expect(byUrl.get('POST /api/generate/plan')).toEqual(requestBudgets.list);
			expect(byUrl.get('GET /api/images/:imageId/file')).toEqual(requestBudgets.stream);
			expect(byUrl.get('POST /api/generate/zip')).toEqual(requestBudgets.stream);
			expect(byUrl.get('PUT /api/uploads/:sha256')).toEqual(requestBudgets.upload);
			const member = await signedIn(server.origin);
			for (const path of ['/api/jobs', '/trpc/generation.list', '/api/stats', '/openapi.json']) await member.call(path);
			// Code that runs for the first time takes longer than its budget now and then.
			const over = server
				.log()
				.split('\n')
				.filter((line) => line.includes('request over its budget'));
			expect(over.filter((line) => !line.includes('cpuMs'))).toEqual([]);
		} finally {
			await server.close();
		}
	});
});

describe('the budget of a batch', () => {
	const config = { access: 'public', callsProcedures: true } as const;
	const bytesOutOf = (names: string) =>
		getBudget({ method: 'POST', params: { '*': names }, routeOptions: { config } } as unknown as FastifyRequest)
			.bytesOut;

	it('adds the budgets of its procedures, and nothing for unknown names', () => {
		const { bytesOut } = requestBudgets.item;
		expect(bytesOutOf('auth.config,auth.config')).toBe(2 * bytesOutOf('auth.config'));
		expect(bytesOutOf('auth.config,nothing,constructor')).toBe(bytesOutOf('auth.config'));
		expect(bytesOutOf('a,b,c,d')).toBe(bytesOut);
	});
});
