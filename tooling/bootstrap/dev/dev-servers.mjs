import { ensureInstalled } from '../install/install.mjs';
import { ended, spawnNode } from '../process/child.mjs';
import { onTermination } from '../process/termination.mjs';
import { checkStart, readSettings } from '../start/start-checks.mjs';
import { inRoot } from '../workspace.mjs';
import { freePort } from './free-port.mjs';

/**
 * A process that must run beside the product, and what the product must be told of it.
 * @typedef {{ child: import('node:child_process').ChildProcess, environment: NodeJS.ProcessEnv }} Companion
 */

/**
 * Runs the API, which restarts, and the pages, which reload, when their sources change, until one of them ends or this
 * process is told to. Vite takes HOST:PORT and passes calls on to the API on a port that the system chooses.
 * @param {NodeJS.ProcessEnv} environment as the product is to see it
 * @param {(nodePath: string) => Promise<Companion>} [startCompanion] called once it is clear that a start can succeed
 */
export async function runDevServers(environment, startCompanion) {
	const settings = readSettings(environment);
	await checkStart(settings);
	const nodePath = await ensureInstalled();
	const companion = await startCompanion?.(nodePath);
	const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
	const port = settings.port || (await freePort());
	const apiPort = await freePort();
	const api = spawnNode({
		nodePath,
		entry: 'apps/api/src/main.ts',
		nodeArgs: ['--watch', '--watch-preserve-output'],
		env: {
			...environment,
			...companion?.environment,
			HOST: '127.0.0.1',
			PORT: String(apiPort),
			// The browser talks to Vite, so Vite's address is the origin that the API must accept.
			PUBLIC_ORIGIN: environment.PUBLIC_ORIGIN || `http://${host}:${port}`,
		},
	});
	const web = spawnNode({
		nodePath,
		entry: 'apps/web/node_modules/vite/bin/vite.js',
		cwd: inRoot('apps/web'),
		args: ['--host', settings.host, '--port', String(port), '--strictPort'],
		env: { API_ORIGIN: `http://127.0.0.1:${apiPort}` },
	});
	const children = [api, web, ...(companion === undefined ? [] : [companion.child])];
	onTermination((signal) => {
		for (const child of children) child.kill(signal);
	});
	// One of them alone is of no use.
	const first = await Promise.race(children.map(ended));
	for (const child of children) child.kill('SIGTERM');
	process.exitCode = first.code ?? 0;
}
