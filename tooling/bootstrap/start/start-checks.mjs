import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdtempSync, rmdirSync, statSync } from 'node:fs';
import { createServer, isIP } from 'node:net';
import { dirname, join, resolve } from 'node:path';
import { findInstalledNode } from '../install/install.mjs';
import { isNewEnough } from '../install/node-binary.mjs';
import { BootstrapError, homeDir, inRoot } from '../workspace.mjs';

/**
 * What the checks need of the product's environment. `port` 0 lets the system choose; `dataDir` is absolute;
 * `embedded` says that the database lives in `dataDir`; `serves` is false for a worker, which opens no port.
 * @typedef {{ host: string, port: number, dataDir: string, embedded: boolean, serves: boolean }} Settings
 */

/**
 * Reads the settings that decide whether a start can succeed. Only their form is judged here, before anything is
 * installed; the API validates the whole environment again by its own schema.
 * @param {NodeJS.ProcessEnv} env
 * @returns {Settings}
 * @throws {BootstrapError} naming the variable
 */
export function readSettings(env) {
	const host = env.HOST || '127.0.0.1';
	const port = env.PORT || '3000';
	const role = env.ROLE || 'all';
	const embedded = !env.DATABASE_URL;
	if (!isHost(host)) throw new BootstrapError('HOST must be an address or a host name');
	if (!/^\d{1,5}$/.test(port) || Number(port) > 65_535) {
		throw new BootstrapError('PORT must be a whole number from 0 to 65535');
	}
	if (!['all', 'api', 'worker'].includes(role)) throw new BootstrapError('ROLE must be all, api or worker');
	if (role !== 'all' && embedded) throw new BootstrapError(`DATABASE_URL must be set when ROLE is ${role}`);
	if (role !== 'all' && !env.SECRET_KEY) throw new BootstrapError(`SECRET_KEY must be set when ROLE is ${role}`);
	if (!isLoopback(host) && !env.PUBLIC_ORIGIN) {
		throw new BootstrapError('PUBLIC_ORIGIN must be set when HOST is not a loopback address');
	}
	const dataDir = resolve(homeDir, env.DATA_DIR || './data');
	return { host, port: Number(port), dataDir, embedded, serves: role !== 'worker' };
}

function isHost(/** @type {string} */ host) {
	const label = '[A-Za-z0-9]([A-Za-z0-9-]*[A-Za-z0-9])?';
	// Digits and dots that are not an address are a mistyped address.
	return isIP(host) !== 0 || (new RegExp(`^${label}(\\.${label})*$`).test(host) && /[A-Za-z]/.test(host));
}

function isLoopback(/** @type {string} */ host) {
	return host === 'localhost' || host === '::1' || (isIP(host) === 4 && host.startsWith('127.'));
}

/**
 * Finds out, leaving everything as it was, whether the product could start with these settings.
 * @param {Settings} settings
 * @throws {BootstrapError} with one line that says what is in the way
 */
export async function checkStart({ host, port, dataDir, embedded, serves }) {
	if (serves && port !== 0) await checkPort(host, port);
	checkWritable(dataDir);
	if (embedded) checkLock(join(dataDir, 'adx.lock'), dataDir);
}

/** @returns {Promise<void>} */
function checkPort(/** @type {string} */ host, /** @type {number} */ port) {
	const server = createServer();
	return new Promise((resolvePort, reject) => {
		server.once('error', (/** @type {NodeJS.ErrnoException} */ error) => {
			reject(new BootstrapError(portProblem(host, port, error)));
		});
		server.listen({ host, port, exclusive: true }, () => server.close(() => resolvePort()));
	});
}

function portProblem(
	/** @type {string} */ host,
	/** @type {number} */ port,
	/** @type {NodeJS.ErrnoException} */ error,
) {
	switch (error.code) {
		case 'EADDRINUSE':
			return `PORT ${port} on ${host} is already in use; stop what uses it or set another PORT`;
		case 'EACCES':
			return `PORT ${port} on ${host} may not be opened by this user; set PORT to a number above 1023`;
		default:
			return `HOST ${host} cannot be listened on (${error.code ?? error.message})`;
	}
}

function checkWritable(/** @type {string} */ dataDir) {
	let folder = dataDir;
	// A folder that does not exist yet is made by the API; what counts until then is its nearest existing ancestor.
	while (!existsSync(folder) && dirname(folder) !== folder) folder = dirname(folder);
	if (!statSync(folder).isDirectory()) {
		throw new BootstrapError(`DATA_DIR ${dataDir} is not writable: ${folder} is not a folder`);
	}
	try {
		accessSync(folder, constants.W_OK | constants.X_OK);
		// For root access is always granted, even where the file system takes nothing.
		rmdirSync(mkdtempSync(join(folder, '.adx-probe-')));
	} catch (error) {
		const code = error instanceof Error && 'code' in error ? error.code : error;
		throw new BootstrapError(`DATA_DIR ${dataDir} is not writable (${code} at ${folder})`);
	}
}

/** The lock is SQLite's, which only a newer Node can read; before the first install nothing can hold it anyway. */
function checkLock(/** @type {string} */ lockPath, /** @type {string} */ dataDir) {
	const node = isNewEnough() ? process.execPath : findInstalledNode();
	if (!existsSync(lockPath) || node === undefined) return;
	const probe = spawnSync(node, ['--no-warnings', inRoot('tooling/bootstrap/start/lock-probe.mjs'), lockPath], {
		stdio: 'ignore',
	});
	if (probe.status === 3) {
		throw new BootstrapError(
			`DATA_DIR ${dataDir} is in use by another running process; stop it or set another DATA_DIR`,
		);
	}
}
