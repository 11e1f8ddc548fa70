// npm run build: builds the web app as `npm start` would and prints its folder.
import { ensureInstalled } from './install/install.mjs';
import { ensureWebBuild } from './web-build.mjs';
import { main } from './workspace.mjs';

await main(async () => {
	console.log(await ensureWebBuild(await ensureInstalled()));
});
