/** Fills dist/package with what the tarball holds: the compiled client and declarations that need no workspace. */
import { spawnSync } from 'node:child_process';
import { mkdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { fileURLToPath } from 'node:url';
import { flattenDeclarations } from './flatten-declarations.ts';

const inRoot = (path: string) => fileURLToPath(new URL(`../../../../${path}`, import.meta.url));
const target = inRoot('packages/client/dist/package');

const compiler = [inRoot('node_modules/typescript/bin/tsc'), '-b', inRoot('packages/client')];
// Standard output belongs to whoever packs.
const { status } = spawnSync(process.execPath, compiler, { stdio: ['ignore', 2, 2] });
if (status !== 0) throw new Error('The client does not compile.');

const readEmitted = (packageName: string, file: string) =>
	readFileSync(inRoot(`packages/${packageName}/dist/types/src/${file}`), 'utf8');

rmSync(target, { recursive: true, force: true });
mkdirSync(target, { recursive: true });
const files = {
	'client.js': readEmitted('client', 'client.js'),
	// Not every compiler finds declarations under the name of their source.
	'client.d.ts': readEmitted('client', 'client.d.ts').replace("'./app-router.ts'", "'./app-router.js'"),
	'app-router.d.ts': flattenDeclarations(
		readEmitted('api-router', 'root.d.ts'),
		readEmitted('validators', 'errors.d.ts'),
	),
};
for (const [name, text] of Object.entries(files)) writeFileSync(`${target}/${name}`, text);
