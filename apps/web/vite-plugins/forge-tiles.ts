import type { ServerResponse } from 'node:http';
import { Worker } from 'node:worker_threads';
import type { Plugin } from 'vite';
import { type OptionTileSheet, tileSheets } from '../src/features/create/form/option-tile-sheet.ts';

/** A sheet of tiles, or the row of characters at the gate. */
export type ForgeSheet = OptionTileSheet | 'showcase';
const forgeSheets: readonly ForgeSheet[] = [...tileSheets, 'showcase'];

const moduleName = 'virtual:forge-tiles';
const devPath = '/@forge-tiles/';

/**
 * Pictures that the forge draws for the page: `virtual:forge-tiles` exports `tileSheetUrls`, the address of one WebP
 * per list of `tileOptionLists` for the Create form, and `showcaseUrl`, that of a row of characters for the gate.
 *
 * They are drawn, not stored. A build draws them with the forge it is built with and emits them as hashed assets; that
 * costs two seconds, and the build's name already depends on the forge's sources. Committed files would have to be drawn
 * and committed again with every change to a part, and a test that they are up to date would have to forgive what
 * processors anti-alias differently, so it would also forgive small changes. The development server draws a sheet each
 * time it is asked for, with the sources as they are. Component tests only see an address.
 */
export function forgeTiles(): Plugin {
	let isBuild = false;
	return {
		name: 'forge-tiles',
		configResolved({ command }) {
			isBuild = command === 'build';
		},
		resolveId: (id) => (id === moduleName ? `\0${moduleName}` : undefined),
		async load(id) {
			if (id !== `\0${moduleName}`) return undefined;
			if (!isBuild) return moduleText((sheet) => JSON.stringify(`${devPath}${sheet}.webp`));
			const drawn = await Promise.all(forgeSheets.map(async (sheet) => [sheet, await drawTileSheet(sheet)] as const));
			const references = new Map(
				drawn.map(([sheet, source]) => [
					sheet,
					this.emitFile({
						type: 'asset',
						name: sheet === 'showcase' ? 'showcase.webp' : `tiles-${sheet}.webp`,
						source,
					}),
				]),
			);
			return moduleText((sheet) => `import.meta.ROLLUP_FILE_URL_${references.get(sheet)}`);
		},
		configureServer({ middlewares }) {
			middlewares.use((request, response, next) => {
				const sheet = forgeSheets.find((name) => request.url === `${devPath}${name}.webp`);
				if (sheet === undefined) next();
				else void answer(response, sheet).catch(next);
			});
		},
	};
}

function moduleText(urlOf: (sheet: ForgeSheet) => string): string {
	const entries = tileSheets.map((sheet) => `${sheet}: ${urlOf(sheet)}`);
	return `export const tileSheetUrls = { ${entries.join(', ')} };\nexport const showcaseUrl = ${urlOf('showcase')};`;
}

async function answer(response: ServerResponse, sheet: ForgeSheet): Promise<void> {
	const bytes = await drawTileSheet(sheet);
	response.writeHead(200, { 'content-type': 'image/webp', 'cache-control': 'no-store' }).end(bytes);
}

/** The WebP of one sheet, drawn in a thread of its own: nothing waits for it, and it reads the forge's sources again. */
export function drawTileSheet(sheet: ForgeSheet): Promise<Uint8Array> {
	return new Promise((resolve, reject) => {
		const thread = new Worker(new URL('./forge-tiles-worker.ts', import.meta.url), { workerData: sheet });
		thread.once('message', resolve);
		thread.once('error', reject);
		thread.once('exit', (status) => reject(new Error(`drawing the tiles of ${sheet} ended with status ${status}`)));
	});
}
