import { spawn } from 'node:child_process';
import { existsSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { createInterface } from 'node:readline';
import { fileURLToPath } from 'node:url';

const keeper = join(dirname(fileURLToPath(import.meta.url)), 'keeper.mjs');
const stopTimeoutMs = 15_000;

/** What Debian's packages radosgw, ceph-mon, ceph-osd and ceph-common bring. */
const programs = ['radosgw', 'radosgw-admin', 'ceph-mon', 'ceph-osd', 'ceph', 'monmaptool'];

/** Whether the programs of Ceph's object gateway are installed. */
export function hasCephGateway() {
	const folders = (process.env.PATH ?? '').split(delimiter).filter(Boolean);
	return programs.every((name) => folders.some((folder) => existsSync(join(folder, name))));
}

/**
 * Starts an S3 store for tests, Ceph's object gateway over one monitor and one OSD that keeps all in memory, on loopback
 * ports that the system chooses. It and its files are gone after `stop()`, and also when this process dies in any way, since
 * its keeper waits for the end of a pipe.
 * @returns {Promise<{ url: string, stop: () => Promise<void> }>} with the access key and its secret as user and password
 */
export async function startTemporaryGateway() {
	const child = spawn(process.execPath, [keeper], { stdio: ['pipe', 'pipe', 'inherit'], detached: true });
	const gone = new Promise((resolve) => child.once('close', resolve));
	const url = await firstLine(child.stdout);
	if (url === undefined) {
		await gone;
		throw new Error("Ceph's gateway did not start");
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
