import { randomBytes } from 'node:crypto';
import { join } from 'node:path';
import { ProcessPool, type SpawnedServer } from '@adx/api/testing/process-testing';
import { createTestDatabase } from '@adx/db/testing/database-testing';

export type DatabaseKind = 'embedded' | 'PostgreSQL';

/** Both, or the embedded one alone, with a line, where TEST_DATABASE_URL names no server. */
export function databasesToAttack(): readonly DatabaseKind[] {
	if (process.env.TEST_DATABASE_URL) return ['embedded', 'PostgreSQL'];
	console.log('Skipped, since TEST_DATABASE_URL names no PostgreSQL: the same attacks on it.');
	return ['embedded'];
}

/** The size limit of the heap, in MB; all of the process together is limited by {@link residentMaxMb}. */
const heapMaxMb = 768;
/** What the whole process may ever hold, in MB (2^20 bytes). */
export const residentMaxMb = 1_536;

const canary = (prefix: string) => `${prefix}canary${randomBytes(9).toString('hex')}`;

/** Made for one run, so that none of them can stand in an answer or in the log by chance. */
const secrets = {
	developer: canary('D'),
	community: canary('c'),
	premium: canary('p'),
	admin: canary('a'),
	secretKey: randomBytes(32).toString('base64'),
	node: canary('rpc'),
	geminiKey: canary('AIza'),
};

/** What may stand in no answer and no line of the log. */
export const secretCanaries: readonly string[] = Object.values(secrets);
export const passwords: Readonly<Record<'developer' | 'community' | 'premium' | 'admin', string>> = secrets;
/** For orders of paid pictures; nothing that could be paid answers behind it. */
export const { geminiKey } = secrets;

// A closed port: whatever calls it is refused at once.
const nowhere = 'http://127.0.0.1:1';

/** How the product is set up that is attacked. */
export const testVariables: Readonly<Record<string, string>> = {
	DEVELOPER_PASSWORDS: secrets.developer,
	COMMUNITY_PASSWORDS: secrets.community,
	PREMIUM_PASSPHRASES: secrets.premium,
	ADMIN_PASSWORDS: secrets.admin,
	SECRET_KEY: secrets.secretKey,
	GEMINI_BASE_URL: nowhere,
	POLYGON_RPC_URL: `${nowhere}/${secrets.node}`,
	LOG_LEVEL: 'warn',
	MEASURE_REQUESTS: 'on',
};

/** The product on data of its own, which is started again on the same data after an attack has ended it. */
export class AttackedServer {
	readonly #processes = new ProcessPool();
	readonly #environment: Record<string, string>;
	readonly #dropDatabase: () => Promise<void>;
	#server: SpawnedServer;
	#origin = '';

	private constructor(databaseUrl: string | null, dropDatabase: () => Promise<void>) {
		this.#environment = { ...testVariables, DATA_DIR: join(this.#processes.folder, 'data') };
		if (databaseUrl !== null) this.#environment.DATABASE_URL = databaseUrl;
		this.#dropDatabase = dropDatabase;
		this.#server = this.#spawn();
	}

	static async start(kind: DatabaseKind): Promise<AttackedServer> {
		const database = kind === 'embedded' ? null : await createTestDatabase();
		const server = new AttackedServer(database?.databaseUrl ?? null, async () => database?.destroy());
		await server.#waitUntilReady();
		return server;
	}

	get origin(): string {
		return this.#origin;
	}

	get pid(): number {
		return this.#server.child.pid ?? 0;
	}

	/** How the process ended: its status or signal; null while it runs. */
	get ending(): string | null {
		const { exitCode, signalCode } = this.#server.child;
		return signalCode ?? (exitCode === null ? null : `status ${exitCode}`);
	}

	/** Resolves when the process has ended. */
	get ended(): Promise<unknown> {
		return this.#server.ended;
	}

	/** The URL of the process's inspector, which only tests open. */
	get inspectorUrl(): string {
		return /^Debugger listening on (\S+)$/m.exec(this.#server.err())?.[1] ?? '';
	}

	/** Everything on standard error of the process that runs now. */
	log(): string {
		return this.#server.err();
	}

	kill(): void {
		this.#server.child.kill('SIGKILL');
	}

	/** A new process on the same data, after the last one ended. */
	async restart(): Promise<void> {
		await this.#server.ended;
		this.#server = this.#spawn();
		await this.#waitUntilReady();
	}

	/** Ends it as an operator does; answers the status it ended with. */
	async stop(): Promise<number | null> {
		this.#server.child.kill('SIGTERM');
		const status = await this.#server.ended;
		await this.#dropDatabase();
		this.#processes.removeFolder();
		return status;
	}

	#spawn(): SpawnedServer {
		return this.#processes.start(this.#environment, [`--max-old-space-size=${heapMaxMb}`, '--inspect=127.0.0.1:0']);
	}

	async #waitUntilReady(): Promise<void> {
		this.#origin = await this.#server.origin();
	}
}
