import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { text } from 'node:stream/consumers';
import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { createMintRequest } from '@adx/core/mint/mint-testing';
import { describeSettings } from '@adx/core/platform/settings';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { environmentSchema, parseEnvironment } from '../../server/env.ts';
import { startServer } from '../../server/start-server.ts';
import {
	Browser,
	dumpDatabase,
	generateImages,
	generationRequest,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';
import { collectSecrets } from './operator-secrets.ts';

const canary = 'c4n4ry';
const hex = 'ca9a27'.repeat(10);
const passwords = (kind: string) => `${canary}-${kind}-word`;

/** A value for every setting that holds a secret, with what of it nobody may ever see. */
const planted = (origin: string): Readonly<Record<string, { readonly value: string; readonly traces: string[] }>> => {
	const address = (name: string) => {
		const key = `${canary}-${name}-key`;
		return { value: `${origin}/${name}/v2/${key}?api-key=${key}2`, traces: [key] };
	};
	const word = (value: string) => ({ value, traces: [value] });
	const secretKey = Buffer.from(canary.repeat(6).slice(0, 32));
	return {
		DATABASE_URL: { value: `postgres://adx:${canary}-database@127.0.0.1:1/adx`, traces: [`${canary}-database`] },
		SECRET_KEY: { value: secretKey.toString('base64'), traces: [secretKey.toString('base64'), String(secretKey)] },
		DEVELOPER_PASSWORDS: word(passwords('developer')),
		COMMUNITY_PASSWORDS: word(passwords('community')),
		PREMIUM_PASSPHRASES: word(passwords('premium')),
		ADMIN_PASSWORDS: word(passwords('admin')),
		DISCORD_CLIENT_SECRET: word(`${canary}-discord-secret`),
		VOUCHER_SIGNER_KEY: { value: `0x${hex}cafe`, traces: [`${hex}cafe`] },
		POLYGON_RPC_URL: address('polygon'),
		ETHEREUM_RPC_URL: address('ethereum'),
		SOLANA_RPC_URL: address('solana'),
		IPFS_API_URL: address('ipfs'),
		OTEL_EXPORTER_OTLP_ENDPOINT: address('otlp'),
		OTEL_EXPORTER_OTLP_HEADERS: {
			value: `authorization=Bearer%20${canary}-otlp-token`,
			traces: [`${canary}-otlp-token`],
		},
		S3_ACCESS_KEY_ID: word(`${canary}-s3-key-id`),
		S3_SECRET_ACCESS_KEY: word(`${canary}-s3-secret`),
	};
};

/** What is set besides, so that each of them is used. */
const variablesOf = (origin: string) => ({
	DISCORD_BASE_URL: origin,
	DISCORD_CLIENT_ID: '100000000000000001',
	DISCORD_GUILD_ID: '200000000000000001',
	DISCORD_ROLE_IDS: '{"Wizard":"300000000000000005"}',
	GEMINI_BASE_URL: origin,
	GEMINI_MODELS: 'a-model',
	GEMINI_RATE_PER_MINUTE: '60000',
	POLYGON_CONTRACT_ADDRESS: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
	ETHEREUM_CONTRACT_ADDRESS: '0x5FbDB2315678afecb367f032d93F642f64180aa3',
	PREMIUM_TREASURY: '0x3C44CdDdB6a900fa2b585dd299e03d12FA4293BC',
	PREMIUM_PRICE: 'polygon:5,ethereum:0.002',
	SOLANA_CLUSTER: 'localnet',
	LOCKED_PAGES: '',
	// The keys of a store are planted ones, which no store takes.
	STORAGE: 'disk',
});

/** How services that are asked fail; each repeats all that it received. */
const faults: readonly ((received: string) => { readonly status: number; readonly body: string })[] = [
	(received) => ({ status: 500, body: received }),
	(received) => ({ status: 403, body: JSON.stringify({ error: { code: 403, message: received, status: received } }) }),
	(received) => ({
		status: 200,
		body: JSON.stringify({ jsonrpc: '2.0', id: 0, error: { code: -32_000, message: received } }),
	}),
	(received) => ({
		status: 400,
		body: JSON.stringify({ error: { code: 400, message: received, status: 'INVALID_ARGUMENT' } }),
	}),
];

const geminiApiKey = `AIza${canary}-of-a-creator-0123456789abcdef`;

let fault = faults[0]!;
const asked = new Set<string>();
/** What the collector of traces received. */
const exported: string[] = [];
let services: Server;
let origin: string;
let test: TestServer;
let traces: readonly string[];
const answers: string[] = [];

beforeAll(async () => {
	services = createServer(async (request, response) => {
		const path = request.url?.split('/')[1] ?? '';
		asked.add(path);
		const sent = await text(request).catch(() => '');
		if (path === 'otlp') exported.push(sent);
		const received = `${request.url} ${JSON.stringify(request.headers)} ${sent.slice(0, 2_000)}`;
		const { status, body } = fault(received);
		response.writeHead(status, { 'content-type': 'application/json' }).end(body);
	}).listen(0, '127.0.0.1');
	await once(services, 'listening');
	origin = `http://127.0.0.1:${(services.address() as AddressInfo).port}`;
	const { DATABASE_URL: _, ...rest } = planted(origin);
	const values = Object.fromEntries(Object.entries(rest).map(([name, { value }]) => [name, value]));
	traces = [...Object.values(rest).flatMap((each) => each.traces), geminiApiKey];
	// On disk, since statements are traced there.
	const variables = { ...variablesOf(origin), ...values, LOG_LEVEL: 'trace' };
	test = await startTestServer(variables, undefined, { isOnDisk: true });
});
afterAll(async () => {
	services.closeAllConnections();
	services.close();
});

/** Calls, and remembers what was answered. */
async function call(browser: Browser, path: string, body?: object) {
	const answer = body === undefined ? await browser.call(path) : await browser.post(path, body);
	answers.push(JSON.stringify(answer.headers), answer.bytes.toString('latin1'));
	return answer;
}

async function signIn(): Promise<{ readonly browser: Browser; readonly userId: string }> {
	const browser = new Browser(test.origin);
	await browser.signIn('developer', passwords('developer'));
	for (const kind of ['premium', 'admin'] as const) await browser.signIn(kind, passwords(kind));
	const { json } = await browser.call('/api/auth/check');
	return { browser, userId: (json as { user: { id: string } }).user.id };
}

/** Uses everything that the operator's settings lead to. */
async function useEverything(): Promise<void> {
	const { browser, userId } = await signIn();
	for (const path of ['/api/config', '/api/mint/chains', '/api/auth/check', '/api/stats']) await call(browser, path);
	await call(browser, '/api/auth/password', { kind: 'admin', password: `${passwords('admin')}x` });
	const { json } = await call(browser, '/api/auth/discord');
	const state = new URL((json as { authUrl: string }).authUrl).searchParams.get('state');
	await call(browser, `/api/auth/discord/callback?code=some-code&state=${state}`);
	const paid = await browser.post('/api/generate', {
		...generationRequest,
		batchSize: 1,
		engine: 'gemini',
		geminiApiKey,
	});
	const { jobId: paidId } = paid.json as { jobId: string };
	await expect.poll(() => asked.has('v1beta'), { timeout: 15_000 }).toBe(true);
	await browser.post(`/api/generate/${paidId}/cancel`);
	for (const path of [`/api/generate/${paidId}`, `/api/images/${paidId}`, '/api/jobs']) await call(browser, path);
	const [imageId = ''] = await generateImages(browser);
	for (const chain of ['polygon', 'ethereum'] as const) {
		await call(browser, '/api/mint/prepare', createMintRequest(imageId, { chain }));
		const other = new Browser(test.origin);
		await other.signIn('community', passwords('community'));
		await call(other, '/api/auth/premium', { chain, signature: `0x${'1'.repeat(64)}` });
	}
	const jobId = await addFinishedMerge(test.server.services, userId);
	const listing = { collectionName: 'Court', collectionSymbol: 'WIN', mintPrice: '0.1', royaltyPercentage: 5 };
	await browser.call(`/api/merge-jobs/${jobId}`, { method: 'PATCH', body: listing });
	await call(browser, '/api/mint-collection', {
		jobId,
		walletAddress: '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU',
		network: 'solana',
	});
	await call(browser, `/api/mint-collection/${jobId}`);
	await call(browser, `/api/mint-collection/${jobId}/costs`);
	await call(browser, `/api/mint-collection/${jobId}/transaction`, {});
}

describe('the operator’s secrets', () => {
	it('are known by the settings themselves, each of them with a canary here', () => {
		const names = describeSettings(environmentSchema).flatMap(({ name, secrecy }) => (secrecy === 'open' ? [] : name));
		expect(names.toSorted()).toEqual(Object.keys(planted('http://x')).toSorted());
		const values = Object.entries(planted('http://x')).map(([name, { value }]) => [name, value]);
		const { all } = collectSecrets(parseEnvironment({ ...variablesOf('http://x'), ...Object.fromEntries(values) }));
		const hidden = all.join(' ');
		for (const [name, { traces: own }] of Object.entries(planted('http://x'))) {
			// Raw bytes are never printed.
			expect([name, hidden.includes(own[0]!)]).toEqual([name, true]);
		}
	});

	it.each(faults.keys().toArray())('turn up nowhere while everything fails, way %i', async (index) => {
		fault = faults[index]!;
		for (const name of ['v1beta', 'ipfs']) asked.delete(name);
		await useEverything();
		await expect.poll(() => asked.has('ipfs'), { timeout: 15_000 }).toBe(true);
		const places = { log: test.log(), answers: answers.join('\n'), database: await dumpDatabase(test) };
		for (const [place, content] of Object.entries(places)) {
			for (const trace of traces) expect([place, trace, content.includes(trace)]).toEqual([place, trace, false]);
		}
	});

	it('turn up in no trace', async () => {
		await test.close();
		const content = exported.join('\n');
		for (const name of ['server.address', 'image gemini', 'POST /api/mint/prepare', 'error.type']) {
			expect(content).toContain(name);
		}
		for (const trace of traces) expect([trace, content.includes(trace)]).toEqual([trace, false]);
	});

	it('were put to use: each of the services was asked', () => {
		const known = ['polygon', 'ethereum', 'solana', 'ipfs', 'api', 'v1beta', 'otlp'];
		expect(known.filter((name) => !asked.has(name))).toEqual([]);
	});

	it('turn up in no line about a start that fails', async () => {
		const { DATABASE_URL } = planted(origin);
		const environment = parseEnvironment({
			PORT: '0',
			DATA_DIR: test.dataDir,
			DATABASE_URL: DATABASE_URL!.value,
		});
		const lines: string[] = [];
		const failure: unknown = await startServer(environment, { writeLog: (line) => void lines.push(line) }).catch(
			(error: unknown) => error,
		);
		expect(String(failure)).toContain('DATABASE_URL: cannot be reached');
		expect(`${String(failure)}${lines.join('')}`).not.toContain(canary);
	});
});
