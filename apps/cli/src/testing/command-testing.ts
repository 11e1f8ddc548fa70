import { spawn } from 'node:child_process';
import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';

const entry = fileURLToPath(new URL('../main.ts', import.meta.url));
// As for the tests themselves: optimising the embedded database's code takes longer than it lives, and compiling the
// product's as long as starting it.
const nodeArgs = ['--liftoff-only'];
const { PATH, NODE_COMPILE_CACHE } = process.env;
const nodeEnv = { PATH, ...(NODE_COMPILE_CACHE ? { NODE_COMPILE_CACHE } : {}) };

/** What a finished command left. */
export interface CommandResult {
	readonly status: number | null;
	readonly out: string;
	readonly err: string;
}

/** Runs the real entry in an empty folder of its own with no variables but the given ones and Node's own. */
export class CommandLine {
	readonly folder = mkdtempSync(join(tmpdir(), 'adx-cli-'));

	/** A command whose process the test may signal. */
	start(args: readonly string[], options: { env?: Readonly<Record<string, string>>; input?: string } = {}) {
		const env = { ...nodeEnv, ...options.env };
		const child = spawn(process.execPath, [...nodeArgs, entry, ...args], { cwd: this.folder, env });
		let [out, err] = ['', ''];
		child.stdout.on('data', (chunk: Buffer) => {
			out += chunk;
		});
		child.stderr.on('data', (chunk: Buffer) => {
			err += chunk;
		});
		// A command that refuses its options ends before it has read anything.
		child.stdin.on('error', () => {}).end(options.input ?? '');
		const ended = new Promise<CommandResult>((resolve) => {
			child.on('close', (status) => resolve({ status, out, err }));
		});
		return { child, ended };
	}

	run(...parameters: Parameters<CommandLine['start']>): Promise<CommandResult> {
		return this.start(...parameters).ended;
	}

	/** An absolute path in the folder. */
	path(...names: string[]): string {
		return join(this.folder, ...names);
	}

	removeFolder(): void {
		rmSync(this.folder, { recursive: true, force: true, maxRetries: 5 });
	}
}

/** Options of a small order that the forge draws in a second. */
export const smallCollectionArgs = [
	...['--race', 'elf', '--class', 'wizard', '--style', 'bold-classic'],
	...['--background', 'forest-glade', '--seed', 'one'],
];
