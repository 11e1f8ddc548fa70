import { spawnSync } from 'node:child_process';
import { accessSync, constants, existsSync, mkdirSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs';
import { delimiter, dirname, join, resolve } from 'node:path';
import { fileURLToPath } from 'node:url';

const here = dirname(fileURLToPath(import.meta.url));
const cacheDir = resolve(here, '../../.cache');

export const chromiumArgs = [
	'--no-sandbox',
	'--disable-gpu',
	'--disable-quic',
	'--disable-background-networking',
	'--disable-component-update',
	'--disable-sync',
	// How far ahead pictures load where the speed of the network is unknown, as it is without windows: as on a fast one.
	'--blink-settings=lazyLoadingImageMarginPxUnknown=1250',
];

export function findChromium() {
	const { CHROMIUM_PATH: named } = process.env;
	if (named) {
		if (!existsSync(named)) throw new Error(`CHROMIUM_PATH: ${named} does not exist`);
		return browser(named, 'CHROMIUM_PATH');
	}
	const bundled = unpackBundled();
	if (bundled !== undefined) return browser(bundled, '@sparticuz/chromium');
	const installed = installedCandidates().find(isExecutable);
	return installed === undefined ? undefined : browser(installed, 'installed');
}

/**
 * @param {string} executablePath
 * @param {import('./chromium.d.mts').Browser['source']} source
 */
function browser(executablePath, source) {
	return { executablePath, args: [...chromiumArgs], source };
}

function installedCandidates() {
	if (process.platform === 'darwin') {
		return ['Google Chrome', 'Chromium'].map((name) => `/Applications/${name}.app/Contents/MacOS/${name}`);
	}
	if (process.platform === 'win32') {
		return [process.env.PROGRAMFILES, process.env['PROGRAMFILES(X86)'], process.env.LOCALAPPDATA]
			.filter((folder) => folder !== undefined)
			.map((folder) => join(folder, 'Google', 'Chrome', 'Application', 'chrome.exe'));
	}
	const folders = [...(process.env.PATH ?? '').split(delimiter), '/usr/bin', '/snap/bin'].filter(Boolean);
	const names = ['chromium', 'chromium-browser', 'google-chrome', 'google-chrome-stable'];
	return names.flatMap((name) => folders.map((folder) => join(folder, name)));
}

function isExecutable(/** @type {string} */ path) {
	try {
		accessSync(path, constants.X_OK);
		return true;
	} catch {
		return false;
	}
}

/** Path of a script that starts the Chromium of the npm package, unpacking it on first use. */
function unpackBundled() {
	if (process.platform !== 'linux') return undefined;
	const manifest = join(here, 'node_modules/@sparticuz/chromium/package.json');
	if (!existsSync(manifest)) return undefined;
	const { version } = JSON.parse(readFileSync(manifest, 'utf8'));
	const folder = join(cacheDir, `chromium-${version}-${process.arch}`);
	const launcher = join(folder, 'launch');
	const script = launchScript(folder);
	// The script holds absolute paths, so a checkout that was moved unpacks again.
	if (existsSync(launcher) && readFileSync(launcher, 'utf8') === script) return launcher;
	rmSync(folder, { recursive: true, force: true });

	// Unpacked beside its final place by a process of its own: the package works in the temporary folder and changes
	// the environment of the importing process.
	const temporary = join(cacheDir, `.chromium-${process.pid}`);
	rmSync(temporary, { recursive: true, force: true });
	mkdirSync(temporary, { recursive: true });
	const unpack = spawnSync(process.execPath, [join(here, 'unpack.mjs')], {
		env: { ...process.env, TMPDIR: temporary, AWS_EXECUTION_ENV: 'AWS_Lambda_nodejs24.x' },
		stdio: ['ignore', 'ignore', 'pipe'],
		encoding: 'utf8',
	});
	if (unpack.status !== 0) {
		rmSync(temporary, { recursive: true, force: true });
		throw new Error(`unpacking @sparticuz/chromium failed: ${unpack.stderr.trim()}`);
	}
	writeFileSync(join(temporary, 'fonts.conf'), fontConfig(folder));
	writeFileSync(join(temporary, 'launch'), script, { mode: 0o755 });
	try {
		renameSync(temporary, folder);
	} catch (error) {
		rmSync(temporary, { recursive: true, force: true });
		if (!existsSync(launcher)) throw error;
	}
	return launcher;
}

/** The package's own libraries and fonts, for the browser alone: the tests' other processes must not see them. */
function launchScript(/** @type {string} */ folder) {
	return `#!/bin/sh
folder=${shellQuote(folder)}
export LD_LIBRARY_PATH="$folder/al2023/lib\${LD_LIBRARY_PATH:+:$LD_LIBRARY_PATH}"
export FONTCONFIG_FILE="$folder/fonts.conf"
exec "$folder/chromium" "$@"
`;
}

/** The package's own configuration looks for its fonts under /tmp, where it would unpack them by default. */
function fontConfig(/** @type {string} */ folder) {
	const path = folder.replaceAll('&', '&amp;').replaceAll('<', '&lt;');
	return `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig>
  <dir>${path}/fonts</dir>
  <dir>/usr/share/fonts</dir>
  <cachedir>${path}/fonts-cache</cachedir>
</fontconfig>
`;
}

function shellQuote(/** @type {string} */ text) {
	return `'${text.replaceAll("'", "'\\''")}'`;
}
