import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';

/** Packages of platform binaries that the product and its tools need, by what their names begin with. */
const families = [
	'@biomejs/cli-',
	'@img/sharp-',
	'@img/sharp-libvips-',
	'@napi-rs/canvas-',
	'@node-rs/argon2-',
	'@rolldown/binding-',
	'@tailwindcss/oxide-',
	'@turbo/',
	'@typescript/typescript-',
	'lightningcss-',
	'node-',
];

/** How packagers spell a platform; libvips lies inside sharp's own package on Windows. */
const platforms = [
	{ name: 'Linux on x64', spelling: /linux-(x64|64)/ },
	{ name: 'macOS on arm64', spelling: /darwin-arm64/ },
	{ name: 'Windows on x64', spelling: /(win32|windows|win)-(x64|64)/, except: '@img/sharp-libvips-' },
];

/**
 * The lockfile against the platforms the product runs on: a binary that could not be resolved is left out of it without
 * a word. A family that is not used at all is nobody's concern.
 * @returns {string[]}
 */
export function checkLockfile(/** @type {string} */ root) {
	const path = join(root, 'pnpm-lock.yaml');
	if (!existsSync(path)) return [];
	const locked = [...readFileSync(path, 'utf8').matchAll(/^ {2}'?((?:@[\w-]+\/)?[\w.-]+)@\d/gm)].map(
		([, name]) => name ?? '',
	);
	return families.flatMap((family) => {
		const names = locked.filter((name) => name.startsWith(family));
		if (!names.some((name) => platforms.some(({ spelling }) => spelling.test(name)))) return [];
		return platforms
			.filter(({ spelling, except }) => except !== family && !names.some((name) => spelling.test(name)))
			.map(
				({ name }) =>
					`pnpm-lock.yaml has no ${family}* for ${name}; pin a version whose binaries the mirror has for every platform`,
			);
	});
}
