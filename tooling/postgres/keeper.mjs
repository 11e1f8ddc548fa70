// node keeper.mjs <folder of PostgreSQL programs>: makes a cluster in a temporary folder, runs it, prints its URL, and
// removes everything when its standard input ends.
import { spawn, spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { chmodSync, chownSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { freePort } from '../bootstrap/dev/free-port.mjs';

const portAttempts = 5;
const startTimeoutMs = 30_000;
const user = 'adx_test';

// Ctrl-C in a terminal must not end the keeper before it has cleaned up; the end of the pipe follows.
for (const signal of /** @type {const} */ (['SIGINT', 'SIGTERM', 'SIGHUP'])) process.on(signal, () => {});

const [binDir = ''] = process.argv.slice(2);
const account = serverAccount();
// A private TMPDIR of root's would be closed to the server's own user.
const folder = mkdtempSync(join(account === undefined ? tmpdir() : '/tmp', 'adx-postgres-'));
const dataDir = join(folder, 'data');
const passwordFile = join(folder, 'password');
const password = randomBytes(18).toString('base64url');

/** @type {import('node:child_process').ChildProcess | undefined} */
let server;
let ending = false;
process.stdin.resume();
process.stdin.once('end', () => void end(0));

try {
	createCluster();
	const port = await startServer();
	process.stdout.write(`postgres://${user}:${password}@127.0.0.1:${port}/postgres\n`);
} catch (error) {
	process.stderr.write(`${error instanceof Error ? error.message : error}\n`);
	await end(1);
}

function createCluster() {
	writeFileSync(passwordFile, password, { mode: 0o600 });
	chmodSync(folder, 0o700);
	if (account !== undefined) for (const path of [folder, passwordFile]) chownSync(path, account.uid, account.gid);
	const args = ['-D', dataDir, '-U', user, '-A', 'scram-sha-256', '--pwfile', passwordFile];
	const made = spawnSync(join(binDir, 'initdb'), [...args, '-E', 'UTF8', '--locale=C', '--no-sync'], {
		...account,
		cwd: folder,
		encoding: 'utf8',
	});
	if (made.status !== 0) throw new Error(`initdb failed: ${made.stderr || made.error?.message}`);
}

async function startServer() {
	for (let attempt = 1; ; attempt++) {
		const port = await freePort();
		const problem = await tryServer(port);
		if (problem === undefined) return port;
		if (attempt === portAttempts) throw new Error(`PostgreSQL failed to start: ${problem}`);
	}
}

/**
 * Undefined once the server accepts connections. It listens on this one port only, so another program that took the
 * port in between makes it end instead of letting the tests talk to a stranger.
 * @returns {Promise<string | undefined>}
 */
function tryServer(/** @type {number} */ port) {
	const settings = {
		listen_addresses: '127.0.0.1',
		port,
		unix_socket_directories: '',
		// Each test file may have several products, each with a pool.
		max_connections: 500,
		// The cluster lives for one test run; nothing in it has to survive a crash of the machine.
		fsync: 'off',
		synchronous_commit: 'off',
		full_page_writes: 'off',
	};
	const args = Object.entries(settings).flatMap(([name, value]) => ['-c', `${name}=${value}`]);
	const child = spawn(join(binDir, 'postgres'), ['-D', dataDir, ...args], {
		...account,
		cwd: folder,
		stdio: ['ignore', 'ignore', 'pipe'],
		env: { ...process.env, LC_ALL: 'C' },
	});
	server = child;
	return new Promise((resolve) => {
		let log = '';
		const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
		child.stderr.on('data', (chunk) => {
			if (log.length < 20_000) log += chunk;
			if (!log.includes('ready to accept connections')) return;
			clearTimeout(timer);
			resolve(undefined);
		});
		child.once('error', (error) => resolve(error.message));
		child.once('exit', (code, signal) => {
			clearTimeout(timer);
			resolve(`${log.trim()} (${code ?? signal})`);
			if (!ending && log.includes('ready to accept connections')) void end(1);
		});
	});
}

async function end(/** @type {number} */ status) {
	if (ending) return;
	ending = true;
	if (server?.pid !== undefined && server.exitCode === null && server.signalCode === null) {
		const exited = new Promise((resolve) => server?.once('exit', resolve));
		// Immediate shutdown: the files are removed anyway.
		server.kill('SIGQUIT');
		await exited;
	}
	rmSync(folder, { recursive: true, force: true, maxRetries: 5 });
	process.exit(status);
}

/** PostgreSQL refuses to run as root; then its packages' own user takes over, or nobody. */
function serverAccount() {
	if (process.getuid?.() !== 0) return undefined;
	const accounts = readFileSync('/etc/passwd', 'utf8')
		.split('\n')
		.map((line) => line.split(':'));
	const account = accounts.find(([name]) => name === 'postgres') ?? accounts.find(([name]) => name === 'nobody');
	if (account === undefined)
		throw new Error('PostgreSQL refuses root, and there is neither a user postgres nor nobody');
	return { uid: Number(account[2]), gid: Number(account[3]) };
}
