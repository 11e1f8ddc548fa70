// npm run dev: the API restarts and the pages reload when their sources change. Vite takes HOST:PORT and passes calls on
// to the API on a port that the system chooses.
import { createServer } from 'node:net';
import { ended, spawnNode } from './child.mjs';
import { readEnvironment } from './env-file.mjs';
import { ensureInstalled } from './install.mjs';
import { checkStart, readSettings } from './start-checks.mjs';
import { onTermination } from './termination.mjs';
import { inRoot, main } from './workspace.mjs';

await main(async () => {
	const environment = readEnvironment();
	const settings = readSettings(environment);
	await checkStart(settings);
	const nodePath = await ensureInstalled();
	const host = settings.host.includes(':') ? `[${settings.host}]` : settings.host;
	const port = settings.port || (await freePort());
	const apiPort = await freePort();
	const api = spawnNode({
		nodePath,
		entry: 'apps/api/src/main.ts',
		nodeArgs: ['--watch', '--watch-preserve-output'],
		env: {
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
	onTermination((signal) => {
		for (const child of [api, web]) child.kill(signal);
	});
	// One of them alone is of no use.
	const first = await Promise.race([ended(api), ended(web)]);
	for (const child of [api, web]) child.kill('SIGTERM');
	process.exitCode = first.code ?? 0;
});

/** @returns {Promise<number>} */
function freePort() {
	return new Promise((resolve, reject) => {
		const probe = createServer();
		probe.once('error', reject);
		probe.listen(0, '127.0.0.1', () => {
			const address = probe.address();
			probe.close(() => resolve(typeof address === 'object' && address !== null ? address.port : 0));
		});
	});
}
