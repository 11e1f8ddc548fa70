import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
// As for the tests themselves: optimising the embedded database's code takes longer than it lives, and compiling the
// product's as long as starting it.
const quickStartArgs = ['--liftoff-only'];
const { PATH, NODE_COMPILE_CACHE } = process.env;
const nodeEnv = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };

export type SpawnedServer = ReturnType<ProcessPool['start']>;

/** Starts processes of the product in an empty folder, and ends and removes all of it. */
export class ProcessPool {
	readonly folder = mkdtempSync(join(tmpdir(), 'adx-process-'));
	/** The program of its processes; another version's has one of its own. */
	entry = entry;
	readonly #running = new Set<{ kill(signal: 'SIGKILL'): boolean }>();
	#isRemoved = false;

	/** One process with only the given variables and Node's own, on a port of the system's choice. */
	start(variables: Readonly<Record<string, string>>, nodeArgs: readonly string[] = quickStartArgs) {
		// A test that failed meanwhile would leave it behind.
		if (this.#isRemoved) throw new Error('The tests that this process is for have ended.');
		const child = spawn(process.execPath, [...nodeArgs, this.entry], {
			cwd: this.folder,
			env: { ...nodeEnv, PORT: '0', LOG_LEVEL: 'warn', ...variables },
			stdio: ['ignore', 'pipe', 'pipe'],
		});
		this.#running.add(child);
		let out = '';
		let err = '';
		child.stdout.on('data', (chunk: Buffer) => {
			out += chunk;
		});
		child.stderr.on('data', (chunk: Buffer) => {
			err += chunk;
		});
		const ended = new Promise<number | null>((resolve) => {
			child.on('close', (code) => {
				this.#running.delete(child);
				resolve(code);
			});
		});
		/**
		 * Waits until it is ready, and returns where it listens; a pure worker, which has no origin, answers `worker`.
		 * A start takes two seconds, and 30 on a machine that runs other tests on every core.
		 */
		const origin = async () => {
			for (const deadline = Date.now() + 120_000; Date.now() < deadline; ) {
				const found = /^ready (?:\S+ \(listening on )?([^\s)]+)\)?$/m.exec(out)?.[1];
				if (found !== undefined) return found;
				if (child.exitCode !== null) throw new Error(`ended with ${child.exitCode}: ${err}`);
				await new Promise((resolve) => setTimeout(resolve, 25));
			}
			throw new Error(`not ready: ${err}`);
		};
		return { child, ended, origin, out: () => out, err: () => err };
	}

	killAll(): void {
		for (const child of this.#running) child.kill('SIGKILL');
	}

	/** Call after the last process ended; one that a failed test left running is killed. */
	removeFolder(): void {
		this.#isRemoved = true;
		this.killAll();
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}
