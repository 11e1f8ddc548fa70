import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { request as httpRequest } from 'node:http';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buffer } from 'node:stream/consumers';
import { createGeminiEngine } from '@adx/core/engines/gemini/gemini-engine';
import type { ImageEngine } from '@adx/core/engines/types';
import type { MintChainTest } from '@adx/core/mint/mint-testing';
import { createPixelEngine } from '@adx/core/platform/services-testing';
import { type Damage, damageBytes, damageFile, objectPath } from '@adx/core/platform/storage/integrity/files-testing';
import type { TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { createTestStores } from '@adx/core/platform/storage/stores-testing';
import type { Storage } from '@adx/core/platform/storage/types';
import { createEmbeddedTestDatabase } from '@adx/db/testing/database-testing';
import type { EngineName } from '@adx/validators/engines/engines';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import { parseEnvironment } from '../server/env.ts';
import { type RunningServer, startServer } from '../server/start-server.ts';

/** The passwords that test servers accept; in mixed case, since only the developer's may be typed in any. */
export const testPasswords = {
	developer: 'Dev-Pass',
	community: 'Com-Pass',
	premium: 'Pre-Pass',
	admin: 'Adm-Pass',
} as const;

export interface TestServer {
	readonly server: RunningServer;
	readonly origin: string;
	/** Files, and the database where it is on disk. */
	readonly dataDir: string;
	/** What befalls its stored files, which lie in a folder, or in an object store where TEST_STORAGE is `s3`. */
	readonly files: ServerFiles;
	/** Everything that was logged so far. */
	log(): string;
	close(): Promise<void>;
}

interface TestServerOptions {
	readonly isOnDisk?: boolean;
	/** Besides the forge. */
	readonly engines?: Partial<Record<EngineName, ImageEngine>>;
}

/**
 * The whole product on a real socket, with one-pixel pictures; with GEMINI_BASE_URL also with Gemini. Its database is
 * embedded: in memory, which spares two seconds, or with `isOnDisk` in the data directory as the product's is. Where
 * TEST_STORAGE is `s3` it is one of its own on PostgreSQL, unless the variables name another, and files are in a bucket.
 */
export async function startTestServer(
	variables: Readonly<Record<string, string>> = {},
	forge: ImageEngine = createPixelEngine(),
	{ isOnDisk = false, engines: others = {} }: TestServerOptions = {},
): Promise<TestServer> {
	const dataDir = await mkdtemp(join(tmpdir(), 'adx-api-'));
	const stores = await createTestStores();
	const bucket = variables.STORAGE === undefined ? stores.bucket : null;
	const lines: string[] = [];
	const environment = parseEnvironment({
		PORT: '0',
		DATA_DIR: dataDir,
		LOG_LEVEL: 'debug',
		DEVELOPER_PASSWORDS: testPasswords.developer,
		COMMUNITY_PASSWORDS: testPasswords.community,
		PREMIUM_PASSPHRASES: testPasswords.premium,
		ADMIN_PASSWORDS: testPasswords.admin,
		...stores.variables,
		...variables,
	});
	const engines = new Map<EngineName, ImageEngine>([
		['forge', forge],
		...(Object.entries(others) as [EngineName, ImageEngine][]),
	]);
	const { GEMINI_BASE_URL: baseUrl, GEMINI_PRICES: prices } = environment;
	// Only with a fake: no test may reach the real one.
	if (variables.GEMINI_BASE_URL) engines.set('gemini', createGeminiEngine({ baseUrl, prices }));
	const isInMemory = environment.DATABASE_URL === undefined && !isOnDisk;
	const server = await startServer(environment, {
		engines,
		writeLog: (line) => void lines.push(line),
		...(isInMemory ? { database: await createEmbeddedTestDatabase() } : {}),
	}).catch(async (error: unknown) => {
		await stores.close();
		throw error;
	});
	return {
		server,
		origin: server.origin ?? '',
		dataDir,
		files: bucket === null ? toFolderFiles(join(dataDir, 'files')) : toStoreFiles(bucket, server.services.storage),
		log: () => lines.join(''),
		close: async () => {
			await server.close();
			await stores.close();
			await rm(dataDir, { recursive: true, force: true });
		},
	};
}

/** Stored files of a running server. */
export interface ServerFiles {
	/** The names of all of them, of those too that are not whole yet. */
	list(): Promise<readonly string[]>;
	/** All that they hold, as text. */
	dump(): Promise<string>;
	read(sha256: string): Promise<Buffer>;
	overwrite(sha256: string, bytes: Uint8Array): Promise<void>;
	damage(sha256: string, mishap: Damage): Promise<void>;
}

function toFolderFiles(folder: string): ServerFiles {
	const pathOf = (sha256: string) => objectPath(folder, sha256);
	const list = async () => {
		const entries = await readdir(folder, { recursive: true, withFileTypes: true });
		return entries.filter((entry) => entry.isFile());
	};
	return {
		list: async () => (await list()).map(({ name }) => name),
		dump: async () => {
			const texts = (await list()).map(
				async ({ parentPath, name }) => name + (await readFile(join(parentPath, name), 'latin1')),
			);
			return (await Promise.all(texts)).join('\n');
		},
		read: (sha256) => readFile(pathOf(sha256)),
		overwrite: (sha256, bytes) => writeFile(pathOf(sha256), bytes),
		damage: (sha256, mishap) => damageFile(pathOf(sha256), mishap),
	};
}

function toStoreFiles(bucket: TestBucket, storage: Storage): ServerFiles {
	const read = (sha256: string) => buffer(storage.read(sha256));
	const list = async () => {
		const all: string[] = [];
		for await (const hashes of storage.listObjects()) all.push(...hashes);
		return all;
	};
	return {
		list,
		dump: async () => {
			const texts = (await list()).map(async (sha256) => sha256 + (await read(sha256)).toString('latin1'));
			return (await Promise.all(texts)).join('\n');
		},
		read,
		overwrite: bucket.overwrite,
		damage: async (sha256, mishap) => {
			const damaged = damageBytes(await read(sha256), mishap);
			await (damaged === null ? bucket.remove(sha256) : bucket.overwrite(sha256, damaged));
			// The server believes for some seconds in what it has just looked at, until it looks closer.
			await storage.verify({ sha256, sizeBytes: 0 });
		},
	};
}

/** Every row of every table as text, the queue's included: what a stolen database would show. */
export async function dumpDatabase({ server }: TestServer): Promise<string> {
	const db = server.services.db.withoutPlugins();
	const texts: string[] = [];
	for (const { schema, name } of await db.introspection.getTables()) {
		const rows = await db
			.withSchema(schema ?? 'public')
			.selectFrom(name as 'users')
			.selectAll()
			.execute();
		texts.push(`${name} ${JSON.stringify(rows)}`);
	}
	return texts.join('\n');
}

export interface TestResponse {
	readonly status: number;
	readonly headers: Readonly<Record<string, string | string[] | undefined>>;
	readonly bytes: Buffer;
	/** The body as JSON; undefined when it is none. */
	readonly json: unknown;
}

export interface TestRequest {
	readonly method?: string;
	readonly headers?: Readonly<Record<string, string>>;
	/** An object goes as JSON with its content type; text and bytes go as they are, with none. */
	readonly body?: object | string | Buffer;
}

/** One bare HTTP call, with exactly the given headers; fetch would not let tests set Host or Origin. */
export function sendRequest(
	origin: string,
	path: string,
	{ method = 'GET', headers = {}, body }: TestRequest = {},
): Promise<TestResponse> {
	const isRaw = typeof body === 'string' || Buffer.isBuffer(body);
	const sent = body === undefined || isRaw ? body : JSON.stringify(body);
	const type = body === undefined || isRaw ? {} : { 'content-type': 'application/json' };
	const { hostname, port } = new URL(origin);
	return new Promise((resolve, reject) => {
		const options = { hostname, port, path, method, headers: { ...type, ...headers }, agent: false };
		const request = httpRequest(options, (response) => {
			const chunks: Buffer[] = [];
			response.on('data', (chunk: Buffer) => chunks.push(chunk));
			response.on('error', reject);
			response.on('end', () => {
				const bytes = Buffer.concat(chunks);
				resolve({ status: response.statusCode ?? 0, headers: response.headers, bytes, json: parse(bytes) });
			});
		});
		request.on('error', reject);
		request.end(sent);
	});
}

function parse(bytes: Buffer): unknown {
	try {
		return JSON.parse(bytes.toString('utf8'));
	} catch {
		return undefined;
	}
}

/** A program with a cookie jar, as curl is with -c and -b. */
export class Browser {
	readonly cookies: Map<string, string>;
	readonly origin: string;

	constructor(origin: string, cookies: ReadonlyMap<string, string> = new Map()) {
		this.origin = origin;
		this.cookies = new Map(cookies);
	}

	async call(path: string, { headers = {}, ...rest }: TestRequest = {}): Promise<TestResponse> {
		const cookie = [...this.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
		const answer = await sendRequest(this.origin, path, {
			...rest,
			headers: cookie === '' ? headers : { cookie, ...headers },
		});
		for (const line of [answer.headers['set-cookie'] ?? []].flat()) this.#keep(line);
		return answer;
	}

	post(path: string, body?: object, headers: Readonly<Record<string, string>> = {}): Promise<TestResponse> {
		return this.call(path, { method: 'POST', headers, ...(body ? { body } : {}) });
	}

	signIn(kind: keyof typeof testPasswords, password: string = testPasswords[kind]): Promise<TestResponse> {
		return this.post('/api/auth/password', { kind, password });
	}

	#keep(line: string): void {
		const [, name = '', value = ''] = /^([^=]+)=([^;]*)/.exec(line) ?? [];
		if (value === '') this.cookies.delete(name);
		else this.cookies.set(name, value);
	}
}

/** A browser that passed the gate. */
export async function signedIn(origin: string, kind: 'developer' | 'community' = 'developer'): Promise<Browser> {
	const browser = new Browser(origin);
	const { status } = await browser.signIn(kind);
	if (status !== 200) throw new Error(`sign-in answered ${status}`);
	return browser;
}

/** A small order that the test engine draws at once. */
export const generationRequest: StartGenerationInput = {
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	batchSize: 3,
	engine: 'forge',
	seed: 'test',
};

/** Orders images and waits until they are drawn; returns the job's id. */
export async function generate(browser: Browser, body: object = generationRequest, withinMs = 20_000): Promise<string> {
	const { json, status } = await browser.post('/api/generate', body);
	if (status !== 200) throw new Error(`POST /api/generate answered ${status}`);
	const { jobId } = json as { jobId: string };
	await waitForJob(browser, jobId, withinMs);
	return jobId;
}

/** Waits until nothing more is drawn for a job. */
export async function waitForJob(browser: Browser, jobId: string, withinMs = 20_000): Promise<void> {
	for (const deadline = Date.now() + withinMs; Date.now() < deadline; ) {
		const job = (await browser.call(`/api/generate/${jobId}`)).json as { phase: string };
		if (job.phase !== 'queued' && job.phase !== 'running') return;
		await new Promise((resolve) => setTimeout(resolve, 50));
	}
	throw new Error('the job did not end');
}

/** The same; returns the ids of the images. */
export async function generateImages(browser: Browser, body: object = generationRequest): Promise<string[]> {
	const { json } = await browser.call(`/api/images/${await generate(browser, body)}`);
	return (json as { id: string }[]).map(({ id }) => id);
}

/** Posts JSON without waiting for the answer, for a caller who leaves by `destroy`. */
export function postWithoutWaiting(browser: Browser, path: string, body: object): { destroy(): void } {
	const text = JSON.stringify(body);
	const cookie = [...browser.cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	const call = httpRequest(`${browser.origin}${path}`, {
		method: 'POST',
		agent: false,
		headers: { cookie, 'content-type': 'application/json', 'content-length': text.length },
	});
	call.on('error', () => {});
	call.end(text);
	return call;
}

/** The variables a server needs to mint on that chain; mints count after `confirmations` blocks. */
export const createMintVariables = (chain: MintChainTest, confirmations = 1) => ({
	POLYGON_RPC_URL: chain.anvil.rpcUrl,
	POLYGON_CONTRACT_ADDRESS: chain.address,
	POLYGON_CONFIRMATIONS: String(confirmations),
	VOUCHER_SIGNER_KEY: chain.signerKey,
});
