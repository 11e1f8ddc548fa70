// npm start: checks what can be checked without installing, installs, builds the web app, runs the product.
import { becomeNode } from './child.mjs';
import { readEnvironment } from './env-file.mjs';
import { ensureInstalled } from './install.mjs';
import { checkStart, readSettings } from './start-checks.mjs';
import { ensureWebBuild, markRunning } from './web-build.mjs';
import { main } from './workspace.mjs';

await main(async () => {
	const settings = readSettings(readEnvironment());
	await checkStart(settings);
	const nodePath = await ensureInstalled();
	const webDist = settings.serves ? await ensureWebBuild(nodePath) : undefined;
	if (webDist !== undefined) markRunning(webDist);
	await becomeNode({
		nodePath,
		entry: 'apps/api/src/main.ts',
		env: webDist === undefined ? {} : { WEB_DIST: webDist },
	});
});
