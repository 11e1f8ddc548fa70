// node tooling/bootstrap/run.mjs <entry> [arguments …]: runs a script of the workspace with everything it needs.

import { envFileArgs } from './env-file.mjs';
import { ensureInstalled } from './install/install.mjs';
import { becomeNode } from './process/child.mjs';
import { BootstrapError, main } from './workspace.mjs';

await main(async () => {
	const [entry, ...args] = process.argv.slice(2);
	if (entry === undefined) throw new BootstrapError('usage: node tooling/bootstrap/run.mjs <entry> [arguments …]');
	const scope = /^(apps|packages)\//.test(entry) ? 'product' : 'development';
	await becomeNode({ nodePath: await ensureInstalled(scope), entry, args, nodeArgs: envFileArgs() });
});
