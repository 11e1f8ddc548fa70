// npm run screenshots: makes the pictures of the product in docs/images again, with the built product on an empty
// directory of its own and a real browser. Further arguments go to Playwright, e.g. the name of one file.
import { join } from 'node:path';
import { findChromium } from '../browser/chromium.mjs';
import { ensureInstalled } from './install/install.mjs';
import { becomeNode } from './process/child.mjs';
import { ensureWebBuild, markRunning } from './web-build.mjs';
import { BootstrapError, cacheDir, inRoot, main } from './workspace.mjs';

await main(async () => {
	const nodePath = await ensureInstalled();
	const browser = findChromium();
	if (browser === undefined) {
		throw new BootstrapError('No Chromium found: install one, or set CHROMIUM_PATH to its program.');
	}
	const webDist = await ensureWebBuild(nodePath);
	markRunning(webDist);
	await becomeNode({
		nodePath,
		entry: 'apps/web/node_modules/@playwright/test/cli.js',
		args: ['test', '--config', 'screenshots.config.ts', ...process.argv.slice(2)],
		cwd: inRoot('apps/web'),
		env: {
			CHROMIUM_PATH: browser.executablePath,
			WEB_DIST: webDist,
			// Neither the settings nor the database of the one who runs this.
			ADX_SKIP_ENV_FILE: '1',
			DATABASE_URL: '',
			NODE_COMPILE_CACHE: join(cacheDir, 'compile'),
		},
	});
});
