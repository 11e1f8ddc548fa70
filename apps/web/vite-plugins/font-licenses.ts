import { readFile } from 'node:fs/promises';
import { createRequire } from 'node:module';
import type { Plugin } from 'vite';

/** The fonts that styles.css imports, which Vite's own list of licences does not see. */
const fontPackages = ['@fontsource-variable/cinzel', '@fontsource-variable/figtree'];

/** Writes `font-licenses.txt` beside the built app: the licence of every font in it, which has to go with its files. */
export function fontLicenses(): Plugin {
	return {
		name: 'font-licenses',
		apply: 'build',
		async generateBundle() {
			const { resolve } = createRequire(import.meta.url);
			const texts = await Promise.all(
				fontPackages.map(async (name) => `${name}\n\n${await readFile(resolve(`${name}/LICENSE`), 'utf8')}`),
			);
			this.emitFile({ type: 'asset', fileName: 'font-licenses.txt', source: texts.join('\n\n') });
		},
	};
}
