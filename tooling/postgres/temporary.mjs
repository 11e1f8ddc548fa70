import { spawn } from 'node:child_process';
import { existsSync, readdirSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = join(dirname(fileURLToPath(import.meta.url)), 'keeper.mjs');
const stopTimeoutMs = 15_000;

/** Folder with the PostgreSQL server programs: on the PATH, else the newest that Debian's packages put aside. */
export function findPostgres() {
	const onPath = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	const debian = '/usr/lib/postgresql';
	const versions = existsSync(debian) ? readdirSync(debian).sort((a, b) => Number(b) - Number(a)) : [];
	const folders = [...onPath, ...versions.map((version) => join(debian, version, 'bin'))];
	return folders.find((folder) => ['initdb', 'postgres'].every((name) => existsSync(join(folder, name))));
}

/**
 * Starts an empty PostgreSQL for tests on a loopback port that the system chooses, with a random password, run by the
 * user `postgres` when this process is root. It and its files are gone after `stop()`, and also when this process
 * dies in any way, since its keeper waits for the end of a pipe.
 * @param {string} binDir as returned by {@link findPostgres}
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>}
 */
export async function startTemporaryPostgres(binDir) {
	const child = spawn(process.execPath, [keeper, binDir], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
	const gone = new Promise((resolve) => child.once('close', resolve));
	const url = await firstLine(child.stdout);
	if (url === undefined) {
		await gone;
		throw new Error('PostgreSQL did not start');
	}
	const stop = async () => {
		child.stdin.end();
		const timer = setTimeout(() => child.kill('SIGKILL'), stopTimeoutMs);
		await gone;
		clearTimeout(timer);
	};
	return { url, stop };
}

async function firstLine(/** @type {import('node:stream').Readable} */ stream) {
	for await (const line of createInterface({ input: stream })) return line;
	return undefined;
}
