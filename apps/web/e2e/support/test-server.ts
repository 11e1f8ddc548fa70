import { type ChildProcess, spawn } from 'node:child_process';
import { cp, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type FakeDiscord, startFakeDiscord } from '@adx/fakes/discord/discord';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { test as base } from '@playwright/test';
import { createSharedStores, hasSharedStores } from './shared-stores.ts';

const serverPath = fileURLToPath(new URL('../../../api/src/main.ts', import.meta.url));

/** A running product on an empty directory of its own. */
export interface TestServer {
	readonly origin: string;
	/** The passwords that the first start on its data printed, by kind. */
	readonly passwords: Readonly<Record<string, string>>;
	/** Where its files lie, unless all products of the run share a store. */
	readonly dataDir: string;
}

interface RunningServer {
	readonly child: ChildProcess;
	readonly origin: string;
	readonly passwords: Record<string, string>;
}

/** A data directory that no product runs on, as the first start left it, and what that start printed. */
export interface Installation {
	readonly dataDir: string;
	readonly passwords: Readonly<Record<string, string>>;
}

/** Playwright's `test` with a built product that starts for each story and leaves nothing behind. */
export const test = base.extend<
	{ product: TestServer; productEnv: NodeJS.ProcessEnv; deadline: undefined },
	{ installation: Installation; sharedProduct: TestServer }
>({
	// CI ends a run after 90 minutes, whose result would be lost with it. What would start after TEST_DEADLINE, in ms since
	// 1970, is skipped therefore and counted as such; a run without one takes as long as it needs.
	deadline: [
		async ({}, use, testInfo) => {
			const deadline = Number(process.env.TEST_DEADLINE || Number.POSITIVE_INFINITY);
			testInfo.skip(Date.now() > deadline, 'skipped for want of time');
			await use(undefined);
		},
		{ auto: true },
	],
	productEnv: [{}, { option: true }],
	product: ({ installation, productEnv }, use) => useProduct(installation, productEnv, use),
	// The first start, which makes the database, takes as long as two later ones: once for all stories of a worker.
	installation: [
		async ({}, use) => {
			const dataDir = await mkdtemp(join(tmpdir(), 'adx-e2e-'));
			const server = await startServer({ DATA_DIR: dataDir, PORT: '0' });
			await stopServer(server);
			await use({ dataDir, passwords: server.passwords });
			await rm(dataDir, { recursive: true, force: true });
		},
		{ scope: 'worker' },
	],
	// Of every story's worker, so that all of them fit the same ones; starts with the first that asks for it.
	sharedProduct: [({ installation }, use) => useProduct(installation, {}, use), { scope: 'worker' }],
});

/**
 * For stories that a product in use serves as well as a new one: each is a creator of its own there, since the browser
 * forgets who it was. Not for those that set variables, use up tries, leave work for the server behind, or look
 * at everything that is stored, as developers may.
 */
export const testOnSharedProduct = test.extend({
	product: ({ sharedProduct }, use) => use(sharedProduct),
});

/** The same with a Discord of its own on loopback, which the product signs people in with. */
export const testWithDiscord = test.extend<{ discord: FakeDiscord }>({
	discord: async ({}, use) => {
		const discord = await startFakeDiscord();
		await use(discord);
		await discord.close();
	},
	productEnv: ({ discord }, use) => use(discord.environment),
});

/** The same with a Gemini of its own on loopback, which the product paints with. */
export const testWithGemini = test.extend<{ gemini: FakeGemini }>({
	gemini: async ({}, use) => {
		const gemini = await startFakeGemini();
		await use(gemini);
		await gemini.close();
	},
	productEnv: ({ gemini }, use) => use({ GEMINI_BASE_URL: gemini.origin, GEMINI_RATE_PER_MINUTE: '6000' }),
});

/**
 * Starts a product with these variables on a copy of an installation, and ends it after its use. With TEST_STORAGE=s3 it
 * has a database and a bucket of its own instead, which are new.
 */
export async function useProduct(
	installation: Installation,
	given: NodeJS.ProcessEnv,
	use: (product: TestServer) => Promise<void>,
): Promise<void> {
	const dataDir = await mkdtemp(join(tmpdir(), 'adx-e2e-'));
	const stores = hasSharedStores ? await createSharedStores() : {};
	if (!hasSharedStores) await cp(installation.dataDir, dataDir, { recursive: true });
	const server = await startServer({ ...stores, ...given, DATA_DIR: dataDir, PORT: '0' });
	const { passwords } = hasSharedStores ? server : installation;
	try {
		await use({ origin: server.origin, passwords, dataDir });
	} finally {
		await stopServer(server);
		await rm(dataDir, { recursive: true, force: true });
	}
}

async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
	// Optimising the embedded database's code takes longer than a story lasts.
	const child = spawn(process.execPath, ['--liftoff-only', serverPath], {
		env: { ...process.env, LOG_LEVEL: 'warn', ...env },
		stdio: ['ignore', 'pipe', 'inherit'],
	});
	const passwords: Record<string, string> = {};
	for await (const line of createInterface({ input: child.stdout })) {
		const [word, first = '', second = ''] = line.split(' ');
		if (word === 'password') passwords[first] = second;
		if (word === 'ready') return { child, origin: first, passwords };
	}
	throw new Error(`The product ended with status ${child.exitCode} before it was ready.`);
}

async function stopServer({ child }: RunningServer): Promise<void> {
	if (child.exitCode !== null || child.signalCode !== null) return;
	const exited = new Promise((resolve) => child.once('exit', resolve));
	child.kill('SIGTERM');
	await exited;
}
