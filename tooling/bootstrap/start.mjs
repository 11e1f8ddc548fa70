// npm start [-- --supervise]: checks what can be checked without installing, installs, builds the web app, runs the
// product, and with --supervise starts it again when it dies.
import { parseArgs } from 'node:util';
import { readProductEnvironment } from './env-file.mjs';
import { ensureInstalled } from './install/install.mjs';
import { becomeNode } from './process/child.mjs';
import { heapArgs, shortages } from './start/requirements.mjs';
import { checkStart, readSettings } from './start/start-checks.mjs';
import { superviseNode } from './start/supervise.mjs';
import { ensureWebBuild, markRunning } from './web-build.mjs';
import { BootstrapError, main } from './workspace.mjs';

await main(async () => {
	const run = readArguments().supervise ? superviseNode : becomeNode;
	const settings = readSettings(readProductEnvironment());
	await checkStart(settings);
	for (const line of shortages()) console.error(line);
	const nodePath = await ensureInstalled('product');
	const webDist = settings.serves ? await ensureWebBuild(nodePath) : undefined;
	if (webDist !== undefined) markRunning(webDist);
	await run({
		nodePath,
		entry: 'apps/api/src/main.ts',
		nodeArgs: heapArgs(),
		env: webDist === undefined ? {} : { WEB_DIST: webDist },
	});
});

function readArguments() {
	try {
		return parseArgs({ options: { supervise: { type: 'boolean', default: false } } }).values;
	} catch {
		throw new BootstrapError('usage: npm start [-- --supervise]');
	}
}
