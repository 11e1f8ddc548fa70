import { existsSync } from 'node:fs';
import { createRequire } from 'node:module';
import { delimiter, join } from 'node:path';

const require = createRequire(import.meta.url);
const suffixes: Readonly<Record<string, string>> = {
	'linux-x64': 'linux-amd64',
	'linux-arm64': 'linux-arm64',
	'darwin-x64': 'darwin-amd64',
	'darwin-arm64': 'darwin-arm64',
	'win32-x64': 'win32-amd64',
};

/**
 * Path of one of Foundry's programs: `ANVIL_PATH` or `FORGE_PATH`, else the one from npm, else one on `PATH`; undefined
 * where there is none, as anvil on a platform for which npm has no binary. Never the packages' own wrapper, which
 * outlives a kill.
 */
export function findFoundryProgram(name: 'anvil' | 'forge'): string | undefined {
	const configured = process.env[`${name.toUpperCase()}_PATH`];
	if (configured) return configured;
	const file = process.platform === 'win32' ? `${name}.exe` : name;
	return [programFromNpm(name, file), ...(process.env.PATH ?? '').split(delimiter).map((folder) => join(folder, file))]
		.filter((path) => path !== undefined)
		.find((path) => existsSync(path) && !path.includes('node_modules/.bin'));
}

function programFromNpm(name: string, file: string): string | undefined {
	const suffix = suffixes[`${process.platform}-${process.arch}`];
	try {
		const fromWrapper = createRequire(require.resolve(`@foundry-rs/${name}/package.json`));
		return fromWrapper.resolve(`@foundry-rs/${name}-${suffix}/bin/${file}`);
	} catch {
		return undefined;
	}
}
