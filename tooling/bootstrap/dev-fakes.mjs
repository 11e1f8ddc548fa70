// npm run dev:fakes: as npm run dev, with the outside services played by fakes on this machine, so that every flow can be
// tried without accounts. A `.env` is left aside, since it may name real services and real data.
import { spawn } from 'node:child_process';
import { mkdirSync } from 'node:fs';
import { join } from 'node:path';
import { runDevServers } from './dev/dev-servers.mjs';
import { toolEnvironment } from './install/node-binary.mjs';
import { guardArgs, guardEnvironment } from './process/child.mjs';
import { BootstrapError, cacheDir, inRoot, main } from './workspace.mjs';

const startTimeoutMs = 20_000;
/** Passwords to type, so that nobody has to find the generated ones; nobody else reaches a loopback address. */
const passwords = {
	DEVELOPER_PASSWORDS: 'developer',
	COMMUNITY_PASSWORDS: 'community',
	PREMIUM_PASSPHRASES: 'premium',
	ADMIN_PASSWORDS: 'admin',
};

await main(() => {
	const dataDir = process.env.DATA_DIR || join(cacheDir, 'fakes-data');
	const environment = {
		...passwords,
		...process.env,
		ADX_SKIP_ENV_FILE: '1',
		HOST: '127.0.0.1',
		PUBLIC_ORIGIN: '',
		DATA_DIR: dataDir,
	};
	return runDevServers(environment, async (nodePath) => {
		const fakesDir = join(dataDir, 'fakes');
		mkdirSync(fakesDir, { recursive: true });
		const child = spawn(nodePath, [...guardArgs, inRoot('tooling/fakes/src/serve.ts')], {
			env: { ...toolEnvironment(nodePath), ...guardEnvironment, FAKES_DATA_DIR: fakesDir },
			stdio: ['ignore', 'inherit', 'inherit', 'ipc'],
		});
		const { environment: settings, lines } = await readyMessage(child);
		const shown = Object.entries(passwords).map(([name, text]) => `${name}=${name in process.env ? 'as set' : text}`);
		for (const line of [...lines, `data in ${dataDir}`, `passwords ${shown.join(' ')}`]) console.log(line);
		return { child, environment: settings };
	});
});

/**
 * What the fakes say once they listen.
 * @param {import('node:child_process').ChildProcess} child
 * @returns {Promise<{ environment: NodeJS.ProcessEnv, lines: string[] }>}
 */
function readyMessage(child) {
	return new Promise((resolve, reject) => {
		const timer = setTimeout(() => child.kill('SIGKILL'), startTimeoutMs);
		const fail = () => {
			clearTimeout(timer);
			reject(new BootstrapError('the fakes did not start'));
		};
		child.once('exit', fail);
		child.once('error', fail);
		child.once('message', (message) => {
			clearTimeout(timer);
			child.off('exit', fail);
			resolve(/** @type {{ environment: NodeJS.ProcessEnv, lines: string[] }} */ (message));
		});
	});
}
