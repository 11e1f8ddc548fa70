import { type ChildProcess, spawn } from 'node:child_process';
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';
import { type FakeDiscord, startFakeDiscord } from '@adx/fakes/discord';
import { type FakeGemini, startFakeGemini } from '@adx/fakes/gemini';
import { test as base } from '@playwright/test';

const serverPath = fileURLToPath(new URL('../../api/src/main.ts', import.meta.url));

/** A running product on an empty directory of its own. */
export interface Product {
	readonly origin: string;
	/** The passwords its first start printed, by kind. */
	readonly passwords: Readonly<Record<string, string>>;
	/** Ends the process as the operator would and starts it again on the same directory and port. */
	restart(): Promise<void>;
}

interface RunningServer {
	readonly child: ChildProcess;
	readonly origin: string;
	readonly passwords: Record<string, string>;
}

/** Playwright's `test` with a built product that starts for each story and leaves nothing behind. */
export const test = base.extend<{ product: Product; productEnv: NodeJS.ProcessEnv }>({
	productEnv: [{}, { option: true }],
	product: async ({ productEnv }, use) => {
		const dataDir = await mkdtemp(join(tmpdir(), 'adx-e2e-'));
		const env = { ...productEnv, DATA_DIR: dataDir };
		let server = await startServer({ ...env, PORT: '0' });
		const { origin, passwords } = server;
		try {
			const restart = async () => {
				await stopServer(server);
				server = await startServer({ ...env, PORT: new URL(origin).port });
			};
			await use({ origin, passwords, restart });
		} finally {
			await stopServer(server);
			await rm(dataDir, { recursive: true, force: true });
		}
	},
});

/** The same with a Discord of its own on loopback, which the product signs people in with. */
export const testWithDiscord = test.extend<{ discord: FakeDiscord }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
	discord: async ({}, use) => {
		const discord = await startFakeDiscord();
		await use(discord);
		await discord.close();
	},
	productEnv: ({ discord }, use) => use(discord.environment),
});

/** The same with a Gemini of its own on loopback, which the product paints with. */
export const testWithGemini = test.extend<{ gemini: FakeGemini }>({
	// biome-ignore lint/correctness/noEmptyPattern: Playwright reads the fixtures it needs from this pattern.
	gemini: async ({}, use) => {
		const gemini = await startFakeGemini();
		await use(gemini);
		await gemini.close();
	},
	productEnv: ({ gemini }, use) => use({ GEMINI_BASE_URL: gemini.origin, GEMINI_RATE_PER_MINUTE: '6000' }),
});

async function startServer(env: NodeJS.ProcessEnv): Promise<RunningServer> {
	const child = spawn(process.execPath, [serverPath], {
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
