import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { afterEach, describe, expect, test } from 'vitest';
import { featureArrows } from './structure/web.mjs';
import { checkStructure } from './structure.mjs';

const folders: string[] = [];
afterEach(() => {
	for (const folder of folders.splice(0)) rmSync(folder, { recursive: true });
});

const manifest = (name: string, dependencies: string[] = [], more: object = {}) =>
	JSON.stringify({
		name,
		private: true,
		dependencies: Object.fromEntries(dependencies.map((other) => [other, 'workspace:*'])),
		...more,
	});
const references = (...paths: string[]) => JSON.stringify({ references: paths.map((path) => ({ path })) });

/** A small workspace that keeps every rule; each test breaks one. */
const sound: Record<string, string> = {
	'package.json': manifest('root'),
	'tsconfig.json': references('apps/web', 'packages/collection', 'packages/validators', 'packages/api-router'),
	'packages/validators/package.json': manifest('@adx/validators', [], { exports: { './limits': './src/limits.ts' } }),
	'packages/validators/tsconfig.json': references(),
	'packages/validators/src/limits.ts': 'export const limit = 10;\n',
	'packages/collection/package.json': manifest('@adx/collection', ['@adx/validators']),
	'packages/collection/tsconfig.json': references('../validators'),
	'packages/collection/src/plan.ts':
		"import { limit } from '@adx/validators/limits';\n\n/** No Math.random() here. */\nexport const plan = limit;\n",
	'packages/api-router/package.json': manifest('@adx/api-router', ['@adx/validators']),
	'packages/api-router/tsconfig.json': references('../validators'),
	'packages/api-router/src/root.ts': 'export const appRouter = {};\n',
	'apps/web/package.json': manifest('@adx/web', ['@adx/validators', '@adx/collection', '@adx/api-router']),
	'apps/web/tsconfig.json': references(
		'../../packages/validators',
		'../../packages/collection',
		'../../packages/api-router',
	),
	'apps/web/src/main.tsx': "import { start } from './routes/index.tsx';\n\nstart();\n",
	'apps/web/src/routes/index.tsx':
		"import { gate } from '../features/access/logic.ts';\nimport { card } from '../features/gallery/cards/card.tsx';\n\nexport const start = () => [gate, card];\n",
	'apps/web/src/lib/trpc.ts':
		"import type { AppRouter } from '@adx/api-router/root';\n\nexport type Client = AppRouter;\n",
	'apps/web/src/features/access/logic.ts':
		"import type { Client } from '../../lib/trpc.ts';\n\nexport const gate = (client: Client) => client;\n",
	'apps/web/src/features/gallery/cards/card.tsx':
		"import { gate } from '../../access/logic.ts';\n\nexport const card = gate;\n",
};

/** Violations of the sound workspace with some files replaced or, with undefined, left out. */
function check(changes: Record<string, string | undefined>): string[] {
	const root = mkdtempSync(join(tmpdir(), 'adx-structure-'));
	folders.push(root);
	for (const [path, text] of Object.entries({ ...sound, ...changes })) {
		if (text === undefined) continue;
		mkdirSync(dirname(join(root, path)), { recursive: true });
		writeFileSync(join(root, path), text);
	}
	return checkStructure(root);
}

test('accepts a workspace that keeps every rule', () => {
	expect(check({})).toEqual([]);
});

describe('package matrix', () => {
	test('rejects a declared dependency that the matrix forbids, and the missing one it demands', () => {
		expect(
			check({
				'packages/collection/package.json': manifest('@adx/collection', ['@adx/validators', '@adx/api-router']),
			}),
		).toEqual([
			expect.stringContaining('packages/collection/package.json depends on @adx/api-router, which the matrix forbids'),
			expect.stringContaining('packages/collection/tsconfig.json has no reference to packages/api-router'),
		]);
		expect(check({ 'packages/api-router/package.json': manifest('@adx/api-router') })).toEqual([
			expect.stringContaining('does not declare @adx/validators'),
			expect.stringContaining('packages/api-router/tsconfig.json refers to packages/validators without need'),
		]);
	});

	test('rejects more of the contracts than their ABI in the web app, but in what tests it', () => {
		const web = ['@adx/validators', '@adx/collection', '@adx/api-router', '@adx/contracts'];
		const paths = ['packages/validators', 'packages/collection', 'packages/api-router', 'packages/contracts'];
		const withContracts = {
			'tsconfig.json': references('apps/web', ...paths),
			'packages/contracts/package.json': manifest('@adx/contracts'),
			'packages/contracts/tsconfig.json': references(),
			'apps/web/package.json': manifest('@adx/web', web),
			'apps/web/tsconfig.json': references(...paths.map((path) => `../../${path}`)),
			'apps/web/src/lib/abi.ts': "import { abi } from '@adx/contracts/evm/abi';\n\nexport const one = abi;\n",
			'apps/web/e2e/mint.spec.ts': "import '@adx/contracts/evm/anvil-testing';\n",
		};
		expect(check(withContracts)).toEqual([]);
		const bytecode = { 'apps/web/src/lib/deploy.ts': "import '@adx/contracts/evm/adx-collection-bytecode.gen';\n" };
		expect(check({ ...withContracts, ...bytecode })).toEqual([
			expect.stringContaining('the browser may import @adx/contracts/evm/abi and'),
		]);
	});

	test('rejects a package that the matrix does not know', () => {
		expect(check({ 'packages/extra/package.json': manifest('@adx/extra') })).toEqual([
			expect.stringContaining('packages/extra/package.json is a package the matrix does not know'),
		]);
	});

	test('rejects an import that is not declared', () => {
		expect(check({ 'packages/validators/src/limits.ts': "export { plan } from '@adx/collection/plan';\n" })).toEqual([
			expect.stringContaining('packages/validators/src/limits.ts:1 imports @adx/collection'),
		]);
	});

	test('rejects core in the web app, also by a dynamic import', () => {
		expect(check({ 'apps/web/src/lib/late.ts': "export const late = () => import('@adx/core/errors');\n" })).toEqual([
			expect.stringContaining(
				'apps/web/src/lib/late.ts:1 imports @adx/core, which apps/web/package.json does not declare',
			),
		]);
	});

	test('rejects a relative path into another package', () => {
		expect(
			check({ 'packages/collection/src/plan.ts': "export { limit } from '../../validators/src/limits.ts';\n" }),
		).toEqual([expect.stringContaining('from outside its package')]);
	});

	test('rejects a workspace dependency that hides in devDependencies', () => {
		const devDependencies = { '@adx/collection': 'workspace:*' };
		expect(check({ 'packages/validators/package.json': manifest('@adx/validators', [], { devDependencies }) })).toEqual(
			[
				expect.stringContaining('has @adx/collection in devDependencies'),
				expect.stringContaining('packages/validators/tsconfig.json has no reference to packages/collection'),
			],
		);
	});

	test('lets a package that other projects install take types of ours, and go by its name alone', () => {
		const published = {
			'tsconfig.json': references(
				'apps/web',
				'packages/collection',
				'packages/validators',
				'packages/api-router',
				'packages/client',
			),
			'packages/client/tsconfig.json': references('../api-router'),
			'packages/client/src/client.ts': "export type { AppRouter } from '@adx/api-router/root';\n",
		};
		const more = { private: false, exports: { '.': './src/client.ts' } };
		const devDependencies = { '@adx/api-router': 'workspace:*' };
		const client = manifest('@adx/client', [], { ...more, devDependencies });
		expect(check({ ...published, 'packages/client/package.json': client })).toEqual([]);
		expect(
			check({ ...published, 'packages/client/package.json': manifest('@adx/client', ['@adx/api-router'], more) }),
		).toEqual([expect.stringContaining('has @adx/api-router in dependencies, which no other project can install')]);
		expect(
			check({
				...published,
				'packages/client/package.json': client,
				'packages/client/src/client.ts': "export { appRouter } from '@adx/api-router/root';\n",
			}),
		).toEqual([expect.stringContaining('imports @adx/api-router at run time')]);
	});

	test('rejects wildcard and bare exports', () => {
		const exports = { '.': './src/limits.ts', './*': './src/*.ts' };
		expect(check({ 'packages/validators/package.json': manifest('@adx/validators', [], { exports }) })).toHaveLength(2);
	});

	test.each([
		"import { appRouter } from '@adx/api-router/root';\n",
		"import { type AppRouter } from '@adx/api-router/root';\n",
		"import {\n\tappRouter,\n} from '@adx/api-router/root';\n",
		"import '@adx/api-router/root';\n",
	])('rejects the router in the web app unless it is "import type": %j', (text) => {
		expect(check({ 'apps/web/src/lib/trpc.ts': text })).toContainEqual(
			expect.stringContaining('imports @adx/api-router at run time'),
		);
	});

	test('reads no import out of a comment or a text', () => {
		expect(
			check({
				'packages/validators/src/limits.ts':
					"/*\nimport { x } from '@adx/core/errors';\n*/\n// import('@adx/core/errors')\n",
			}),
		).toEqual([]);
	});
});

describe('TypeScript references', () => {
	test('rejects a project that the root does not build', () => {
		expect(check({ 'tsconfig.json': references('apps/web', 'packages/collection', 'packages/api-router') })).toEqual([
			expect.stringContaining('tsconfig.json has no reference to packages/validators'),
		]);
	});
});

describe('web app', () => {
	test.each([
		['lib/query.ts', '../features/access/logic.ts', 'imports features/ from lib/'],
		['shell/frame.tsx', '../features/access/logic.ts', 'imports features/ from shell/'],
		['features/gallery/logic.ts', '../../routes/index.tsx', 'imports routes/ from features/'],
		['features/gallery/logic.ts', '@/routes/index.tsx', 'imports routes/ from features/'],
		['features/merger/logic.ts', '../gallery/cards/card.tsx', 'which merger does not build on'],
		['features/jobs/logic.ts', '../create/form/fields.ts', 'which jobs does not build on'],
		['features/access/store.ts', '../wallets/store.ts', 'access is shared and imports no feature'],
		['features/gallery/store.ts', '../../main.tsx', 'puts the app together'],
	])('rejects in %s an import of %s', (path, specifier, message) => {
		const text = `import { x } from '${specifier}';\n\nexport const y = x;\n`;
		expect(check({ [`apps/web/src/${path}`]: text })).toEqual([expect.stringContaining(message)]);
	});

	test('a feature may build on those that the table names', () => {
		const text = "import { x } from '../../jobs/logic.ts';\n\nexport const y = x;\n";
		expect(check({ 'apps/web/src/features/create/form/card.tsx': text })).toEqual([]);
	});

	test('the table of features has no way round', () => {
		const above = new Set<string>();
		for (const [feature, arrows] of featureArrows) {
			expect(arrows.filter((name) => !above.has(name))).toEqual([]);
			above.add(feature);
		}
	});

	test.each(['components/card.tsx', 'page/components/card.tsx', 'page/grid/rows/row.tsx'])(
		'rejects %s, which has no place in a feature',
		(name) => {
			expect(check({ [`apps/web/src/features/gallery/${name}`]: 'export {};\n' })).toEqual([
				expect.stringContaining('has no place in a feature'),
			]);
		},
	);

	test.each(['card-order.ts', 'card.test.tsx', 'page/tile.tsx', 'page/grid/tile.test.tsx'])(
		'%s has its place in a feature',
		(name) => {
			expect(check({ [`apps/web/src/features/gallery/${name}`]: 'export {};\n' })).toEqual([]);
		},
	);
});

describe('names and sizes', () => {
	test.each(['utils.ts', 'helpers/zip.ts', 'types.ts', 'job-manager.ts', 'date-utils.ts'])(
		'rejects a file called %s',
		(name) => {
			expect(check({ [`packages/validators/src/${name}`]: 'export {};\n' })).toEqual([
				expect.stringContaining('name it by what it does'),
			]);
		},
	);

	test('rejects a folder of more than 25 source files, tests not counted, unless they are many by nature', () => {
		const files = (folder: string, count: number, ending = 'ts') =>
			Object.fromEntries(
				Array.from({ length: count }, (_, index) => [`${folder}/file-${index}.${ending}`, 'export {};\n']),
			);
		const folder = 'packages/validators/src/plan';
		expect(check({ ...files(folder, 25), ...files(folder, 5, 'test.ts') })).toEqual([]);
		expect(check(files(folder, 26))).toEqual([expect.stringContaining(`${folder} holds 26 source files`)]);
		expect(check(files('packages/validators/src/catalogue', 26))).toEqual([]);
	});

	test('rejects files of a package that import each other, however long the way', () => {
		const importing = (name: string) => `import type { X } from './${name}.ts';\n\nexport type Y = X;\n`;
		const way = (names: readonly string[]) =>
			Object.fromEntries(
				names.map((name, index) => [
					`packages/validators/src/${name}.ts`,
					importing(names[(index + 1) % names.length] ?? ''),
				]),
			);
		expect(check({ ...way(['one', 'two', 'three']), 'packages/validators/src/four.ts': importing('one') })).toEqual([
			expect.stringContaining('src/one.ts imports itself by way of packages/validators/src/two.ts'),
		]);
	});

	test('accepts a subject exported as a folder, and rejects a barrel and the whole package', () => {
		const exporting = (key: string) => ({
			'packages/validators/package.json': manifest('@adx/validators', [], {
				exports: { './limits': './src/limits.ts', [key]: './src/x.ts' },
			}),
		});
		expect(check(exporting('./plan/*'))).toEqual([]);
		for (const key of ['.', './*']) {
			expect(check(exporting(key))).toEqual([expect.stringContaining(`exports "${key}"`)]);
		}
	});

	test('rejects a barrel, and a name that is not kebab-case', () => {
		expect(
			check({
				'packages/validators/src/index.ts': 'export {};\n',
				'packages/validators/src/errorCodes.ts': 'export {};\n',
			}),
		).toEqual([expect.stringContaining('write it in kebab-case'), expect.stringContaining('is a barrel')]);
	});

	test('accepts the two ports that are named types, and the notation of routes', () => {
		const text = 'export {};\n';
		const core = { 'packages/core/package.json': manifest('@adx/core', ['@adx/collection', '@adx/validators']) };
		const router = manifest('@adx/api-router', ['@adx/validators', '@adx/core']);
		expect(
			check({
				...core,
				'packages/api-router/package.json': router,
				'packages/core/src/engines/types.ts': text,
				'packages/core/src/platform/storage/types.ts': text,
				'apps/web/src/routes/__root.tsx': text,
				'apps/web/src/routes/jobs.$jobId.tsx': text,
			}),
		).toEqual([]);
	});
});

describe('contents', () => {
	test.each([
		'registry=https://npm.example.org/',
		'"https://registry.npmjs.org/zod"',
		'https://mirror.example.org/zod/-/zod-4.0.0.tgz',
	])('rejects a package registry: %s', (text) => {
		expect(check({ '.npmrc': `fund=false\n${text}\n` })).toEqual([
			".npmrc:2 names a package registry; leave the choice to the machine's own configuration",
		]);
	});

	test.each(['Math.random()', 'Date.now()', 'new Date()', 'new Date(0)', 'performance.now()', 'crypto.randomUUID()'])(
		'rejects %s in a pure package, not in its tests',
		(call) => {
			expect(check({ 'packages/collection/src/plan.ts': `export const x = ${call};\n` })).toHaveLength(1);
			expect(check({ 'packages/collection/src/plan.test.ts': `export const x = ${call};\n` })).toEqual([]);
		},
	);

	test('lets test support use what its package may not, and rejects the product building on it', () => {
		const support = {
			'packages/collection/src/plan-testing.ts': "import { hash } from 'node:crypto';\n\nexport const x = hash;\n",
		};
		expect(check(support)).toEqual([]);
		expect(
			check({ ...support, 'packages/collection/src/plan.ts': "export { x } from './plan-testing.ts';\n" }),
		).toEqual([
			expect.stringContaining('packages/collection/src/plan.ts:1 imports ./plan-testing.ts, which serves tests'),
		]);
	});

	test('rejects a Node module in a pure package', () => {
		expect(
			check({ 'packages/collection/src/plan.ts': "import { crc32 } from 'node:zlib';\n\nexport const x = crc32;\n" }),
		).toEqual([expect.stringContaining('imports node:zlib in a package that also runs in the browser')]);
	});

	test.each([
		'db.transaction().execute(work)',
		'db\n\t.transaction()\n\t.execute(work)',
		'await db.startTransaction()',
	])('rejects a transaction that is opened past transact: %j', (call) => {
		const text = `/** Not db.transaction(). */\nexport const x = (db: Database) => ${call};\n`;
		expect(check({ 'packages/validators/src/store.ts': text })).toEqual([
			expect.stringMatching(/store\.ts:[23] opens a transaction by itself; call transact\(db, work\) of @adx/),
		]);
		expect(check({ 'packages/validators/src/store.test.ts': text })).toEqual([]);
	});

	test('rejects a test that sets its environment by itself', () => {
		const path = 'packages/validators/src/limits.test.ts';
		expect(check({ [path]: "// @vitest-environment node\nimport { limit } from './limits.ts';\n" })).toEqual([
			expect.stringContaining(`${path}:1 sets its environment by itself; end its name in .node.test.ts`),
		]);
		expect(check({ [path]: "import { limit } from './limits.ts';\n\n// No @vitest-environment here.\n" })).toEqual([]);
	});

	test('rejects a lockfile that lost a platform of a native package', () => {
		const lines = ['linux-x64-gnu', 'darwin-arm64', 'win32-x64-msvc'].map(
			(name) => `  '@napi-rs/canvas-${name}@1.0.11':`,
		);
		expect(check({ 'pnpm-lock.yaml': lines.join('\n') })).toEqual([]);
		expect(check({ 'pnpm-lock.yaml': lines.slice(0, 2).join('\n') })).toEqual([
			expect.stringContaining('no @napi-rs/canvas-* for Windows on x64'),
		]);
	});
});
