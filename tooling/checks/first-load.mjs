// node tooling/checks/first-load.mjs <built web app>: how much JavaScript a visitor fetches until the gate is
// interactive, compressed as the server sends it. Status 1 above the limit, and where code for wallets is among it.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const limitBytes = 170_000;

/** Chunks that the gate asks for by itself although they are loaded lazily. */
const gate = /^src\/features\/access\//;

/** Scripts that the page names itself: its entry, what it preloads, and scripts that no bundler saw. */
const pageScript = /<(?:script\b[^>]*\bsrc|link\b[^>]*\brel="modulepreload"[^>]*\bhref)="\/?([^"]+\.js)"/g;

/** What nobody speaks to but a wallet or a chain: libraries hold these names however they are bundled. */
const walletCode =
	/\beth_requestAccounts\b|\bwallet_(?:add|switch)EthereumChain\b|\beip6963:|\bwallet-standard:|\bComputeBudget1{30,}/;

/** @typedef {{ file: string, isEntry?: boolean, imports?: string[], dynamicImports?: string[] }} Chunk */

/**
 * The JavaScript files of the first load, largest first, with their sizes after gzip.
 * @param {string} folder a web app built by Vite with its manifest
 * @returns {{ file: string, sizeBytes: number }[]}
 */
export function measureFirstLoad(folder) {
	/** @type {Record<string, Chunk>} */
	const manifest = JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));
	const entries = Object.keys(manifest).filter((key) => manifest[key]?.isEntry);
	if (entries.length === 0) throw new Error(`${folder} has no entry in its manifest`);
	const wanted = new Set(entries);
	for (const key of wanted) {
		const { imports = [], dynamicImports = [] } = manifest[key] ?? {};
		for (const next of [...imports, ...dynamicImports.filter((name) => gate.test(name))]) wanted.add(next);
	}
	const page = readFileSync(join(folder, 'index.html'), 'utf8');
	const files = new Set([...page.matchAll(pageScript)].map(([, file = '']) => file));
	for (const key of wanted) {
		const file = manifest[key]?.file;
		if (file?.endsWith('.js')) files.add(file);
	}
	return [...files]
		.map((file) => ({ file, sizeBytes: gzipSync(readFileSync(join(folder, file))).length }))
		.sort((a, b) => b.sizeBytes - a.sizeBytes);
}

/**
 * Those of some files that hold code for wallets.
 * @param {string} folder
 * @param {readonly { file: string }[]} files
 */
const withWalletCode = (folder, files) =>
	files.map(({ file }) => file).filter((file) => walletCode.test(readFileSync(join(folder, file), 'utf8')));

if (process.argv[1] !== undefined && import.meta.url === pathToFileURL(process.argv[1]).href) {
	const [folder] = process.argv.slice(2);
	if (folder === undefined) throw new Error('usage: node tooling/checks/first-load.mjs <built web app>');
	const files = measureFirstLoad(resolve(folder));
	const totalBytes = files.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0);
	const kilobytes = (/** @type {number} */ bytes) => `${(bytes / 1000).toFixed(1)} kB`;
	console.log(`first load: ${kilobytes(totalBytes)} of JavaScript after gzip, limit ${kilobytes(limitBytes)}`);
	if (totalBytes > limitBytes) {
		for (const { file, sizeBytes } of files) console.log(`  ${kilobytes(sizeBytes).padStart(9)} ${file}`);
		console.log('Load what the gate does not need by a dynamic import.');
		process.exitCode = 1;
	}
	for (const file of withWalletCode(resolve(folder), files)) {
		console.log(`${file} holds code for wallets, which loads with what mints: import it from lazy chunks only.`);
		process.exitCode = 1;
	}
}
