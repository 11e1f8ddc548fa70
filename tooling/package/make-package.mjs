// npm run package [-- --out DIR]: writes adx-realm-VERSION-PLATFORM.tar.zst to out/ or DIR, which runs on a machine with neither network nor npm.
import { spawn, spawnSync } from 'node:child_process';
import { chmodSync, cpSync, createWriteStream, globSync, mkdirSync, readFileSync, rmSync, statSync } from 'node:fs';
import { dirname, join, resolve } from 'node:path';
import { pipeline } from 'node:stream/promises';
import { parseArgs } from 'node:util';
import { constants, createZstdCompress } from 'node:zlib';
import { pnpmArgs } from '../bootstrap/install/install.mjs';
import { runPnpmInstall } from '../bootstrap/install/pnpm.mjs';
import { ended } from '../bootstrap/process/child.mjs';
import { withProgress } from '../bootstrap/process/progress.mjs';
import { ensureWebBuild } from '../bootstrap/web-build.mjs';
import { BootstrapError, cacheDir, inRoot, listPackages, main } from '../bootstrap/workspace.mjs';

/** What the product reads of a checkout, relative to the root. */
const contents = [
	...[
		'package.json',
		'pnpm-lock.yaml',
		'pnpm-workspace.yaml',
		'.pnpmfile.cjs',
		'.npmrc',
		'.env.example',
		'LICENSE',
		'CHANGELOG.md',
	],
	...['docs/operations.md', 'docs/settings.md', 'docs/grafana', 'deploy', 'tooling/bootstrap'],
	...['api', 'cli'].map((name) => `apps/${name}/src`),
	...['api-router', 'collection', 'contracts', 'core', 'db', 'forge', 'validators'].map(
		(name) => `packages/${name}/src`,
	),
];

/** Manifests that only an installation needs; Node as a package, which bin/node replaces; what only people and editors read. */
const superfluous = [
	...['bench', 'examples', 'apps/web', 'packages/{client,ui}', 'tooling/!(bootstrap)'],
	...['pnpm-lock.yaml', 'pnpm-workspace.yaml', '.pnpmfile.cjs', '.npmrc'],
	'node_modules/.pnpm/node-*@*',
	'{apps,packages}/*/src/**/*.test.{ts,mjs}',
	'tooling/bootstrap/**/*.test.ts',
	'node_modules/.pnpm/**/*.{map,d.ts,d.mts,d.cts}',
	'node_modules/.pnpm/**/{README,Readme,readme,CHANGELOG,History,HISTORY}*.md',
];

const compressionLevel = 12;

await main(async () => {
	if (process.platform !== 'linux') throw new BootstrapError('npm run package makes packages for Linux, on Linux');
	const { version } = JSON.parse(readFileSync(inRoot('package.json'), 'utf8'));
	const name = `adx-realm-${version}-linux-${process.arch}`;
	const webDist = await ensureWebBuild(process.execPath);
	const work = join(cacheDir, `package-${process.pid}`);
	const archive = join(readOutFolder(), `${name}.tar.zst`);
	try {
		const texts = { doing: 'Making the package', done: 'Made the package', hint: 'about a minute' };
		await withProgress(texts, async (setDetail) => {
			await fill(join(work, name), webDist, setDetail);
			setDetail('compressing');
			await compress(work, name, archive);
		});
	} finally {
		rmSync(work, { recursive: true, force: true });
	}
	console.log(`${archive} (${(statSync(archive).size / 1_000_000).toFixed(1)} MB)`);
});

function readOutFolder() {
	try {
		return resolve(parseArgs({ options: { out: { type: 'string', default: inRoot('out') } } }).values.out);
	} catch {
		throw new BootstrapError('usage: npm run package [-- --out DIR]');
	}
}

async function fill(
	/** @type {string} */ folder,
	/** @type {string} */ webDist,
	/** @type {(detail: string) => void} */ setDetail,
) {
	for (const path of [...contents, ...listPackages().map((path) => `${path}/package.json`)]) {
		cpSync(inRoot(path), join(folder, path), { recursive: true });
	}
	await runPnpmInstall({ cwd: folder, args: pnpmArgs.product, setDetail });
	for (const path of globSync(superfluous, { cwd: folder }))
		rmSync(join(folder, path), { recursive: true, force: true });
	cpSync(webDist, join(folder, 'web'), { recursive: true });
	cpSync(inRoot('deploy/adx'), join(folder, 'bin/adx'));
	cpSync(process.execPath, join(folder, 'bin/node'));
	// Names of functions, of use to nobody without Node's sources: 35 MB.
	const { status } = spawnSync('strip', [join(folder, 'bin/node')], { stdio: 'ignore' });
	if (status !== 0) console.error('strip (binutils) is missing: the package is 10 MB larger than it needs to be');
	for (const command of ['adx', 'node']) chmodSync(join(folder, 'bin', command), 0o755);
}

/** Files as root's, in one order, so that the same sources make the same archive but for Node's own dates. */
async function compress(/** @type {string} */ parent, /** @type {string} */ name, /** @type {string} */ archive) {
	mkdirSync(dirname(archive), { recursive: true });
	const order = ['--sort=name', '--owner=0', '--group=0', '--numeric-owner', '--mode=u+rwX,go+rX,go-w'];
	const tar = spawn('tar', [...order, '-cf', '-', name], { cwd: parent, stdio: ['ignore', 'pipe', 'inherit'] });
	const params = {
		[constants.ZSTD_c_compressionLevel]: compressionLevel,
		[constants.ZSTD_c_enableLongDistanceMatching]: 1,
	};
	const [{ code }] = await Promise.all([
		ended(tar),
		pipeline(tar.stdout, createZstdCompress({ params }), createWriteStream(archive)),
	]);
	if (code !== 0) throw new BootstrapError(`tar failed (${code})`);
}
