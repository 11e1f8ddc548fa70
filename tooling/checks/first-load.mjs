// node tooling/checks/first-load.mjs <built web app>: how much JavaScript a visitor fetches until the gate is
// interactive, compressed as the server sends it. Status 1 above the limit, where code for wallets is among it, and where
// any page loads the library for Solana before there is a transaction to read.
import { readFileSync } from 'node:fs';
import { join, resolve } from 'node:path';
import { pathToFileURL } from 'node:url';
import { gzipSync } from 'node:zlib';

const limitBytes = 122_000;

/** Chunks that the gate asks for by itself although they are loaded lazily. */
const gate = /^src\/features\/access\/gate\//;

/** Scripts that the page names itself: its entry, what it preloads, and scripts that no bundler saw. */
const pageScript = /<(?:script\b[^>]*\bsrc|link\b[^>]*\brel="modulepreload"[^>]*\bhref)="\/?([^"]+\.js)"/g;

/** What nobody speaks to but a wallet or a chain: libraries hold these names however they are bundled. */
const walletCode =
	/\beth_requestAccounts\b|\bwallet_(?:add|switch)EthereumChain\b|\beip6963:|\bwallet-standard:|\bComputeBudget1{30,}/;

/** The one module that brings the library for Solana along, and what tells the library however it is bundled. */
const solanaReader = 'src/features/wallets/solana/verify/verify-transaction.ts';
const solanaLibrary = /\bComputeBudget1{30,}/;

/** @typedef {{ file: string, isEntry?: boolean, isDynamicEntry?: boolean, imports?: string[], dynamicImports?: string[] }} Chunk */

/** @returns {Record<string, Chunk>} */
const readManifest = (/** @type {string} */ folder) =>
	JSON.parse(readFileSync(join(folder, '.vite', 'manifest.json'), 'utf8'));

/**
 * The JavaScript files of the first load, largest first, with their sizes after gzip.
 * @param {string} folder a web app built by Vite with its manifest
 * @returns {{ file: string, sizeBytes: number }[]}
 */
export function measureFirstLoad(folder) {
	const manifest = readManifest(folder);
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

/**
 * The modules, by their names in the manifest, that have the library for Solana loaded together with them although they
 * do not read transactions.
 * @param {string} folder
 * @returns {string[]}
 */
export function findEagerSolana(folder) {
	const manifest = readManifest(folder);
	const holders = new Set(
		Object.entries(manifest)
			.filter(([, { file }]) => file.endsWith('.js') && solanaLibrary.test(readFileSync(join(folder, file), 'utf8')))
			.map(([key]) => key),
	);
	if (manifest[solanaReader] !== undefined && holders.size === 0) {
		throw new Error(`${folder} reads transactions, and no file of it looks like the library for Solana`);
	}
	return (
		Object.entries(manifest)
			.filter(([key, { isEntry, isDynamicEntry }]) => (isEntry || isDynamicEntry) && key !== solanaReader)
			.map(([key]) => key)
			.filter((key) => {
				const loaded = new Set([key]);
				for (const each of loaded) for (const next of manifest[each]?.imports ?? []) loaded.add(next);
				return [...loaded].some((each) => holders.has(each));
			})
			// Bundled on its own it is asked for by those who read.
			.filter((key) => key.startsWith('src/') || manifest[key]?.isEntry)
	);
}

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
	for (const module of findEagerSolana(resolve(folder))) {
		console.log(`${module} loads the library for Solana with it: import it where transactions are read only.`);
		process.exitCode = 1;
	}
}
