import { spawnSync } from 'node:child_process';
import { randomBytes } from 'node:crypto';
import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { afterEach, beforeEach, describe, expect, test } from 'vitest';
import { findEagerSolana, measureFirstLoad } from './first-load.mjs';

const manifest = {
	'index.html': {
		file: 'assets/main.js',
		isEntry: true,
		imports: ['_shared.js'],
		dynamicImports: ['src/app.tsx', 'src/features/access/gate/late.ts'],
	},
	'_shared.js': { file: 'assets/shared.js', imports: ['_deep.js'] },
	'_deep.js': { file: 'assets/deep.js', imports: ['_shared.js'] },
	'src/app.tsx': { file: 'assets/app.js' },
	'src/features/access/gate/late.ts': { file: 'assets/late.js' },
	'style.css': { file: 'assets/style.css' },
};
const page = `<link rel="modulepreload" crossorigin href="/assets/shared.js">
	<script type="module" crossorigin src="/assets/main.js"></script><script src="/theme.js"></script>`;

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-first-load-'));
	mkdirSync(join(folder, '.vite'));
	mkdirSync(join(folder, 'assets'));
	writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifest));
	writeFileSync(join(folder, 'index.html'), page);
	for (const name of [
		'assets/main.js',
		'assets/shared.js',
		'assets/deep.js',
		'assets/app.js',
		'assets/late.js',
		'theme.js',
	]) {
		writeFileSync(join(folder, name), `console.log('${name}');`);
	}
});
afterEach(() => rmSync(folder, { recursive: true }));

const check = () =>
	spawnSync(process.execPath, [fileURLToPath(new URL('first-load.mjs', import.meta.url)), folder], {
		encoding: 'utf8',
	});

test('counts the entry, all it imports, what the gate loads and the scripts of the page, each once', () => {
	const files = measureFirstLoad(folder).map(({ file }) => file);
	expect(files.sort()).toEqual(['assets/deep.js', 'assets/late.js', 'assets/main.js', 'assets/shared.js', 'theme.js']);
});

test('accepts up to 122 kB after gzip', () => {
	const { status, stdout } = check();
	expect(status).toBe(0);
	expect(stdout).toMatch(/^first load: 0\.\d kB of JavaScript after gzip, limit 122\.0 kB\n$/);
});

test('rejects more, naming the largest files first', () => {
	writeFileSync(join(folder, 'assets', 'deep.js'), randomBytes(123_000));
	const { status, stdout } = check();
	expect(status).toBe(1);
	expect(stdout.split('\n')[1]).toContain('assets/deep.js');
});

test('leaves out what loads behind the gate', () => {
	writeFileSync(join(folder, 'assets', 'app.js'), randomBytes(123_000));
	expect(check().status).toBe(0);
});

test.each([
	['wagmi’s', `provider.request({method:"eth_requestAccounts"})`],
	['viem’s', 'request({method:`wallet_addEthereumChain`})'],
	['the announcement’s', `addEventListener('eip6963:announceProvider',take)`],
])('rejects %s code in the first load, and takes it behind the gate', (_whose, code) => {
	writeFileSync(join(folder, 'assets', 'app.js'), code);
	expect(check().status).toBe(0);
	writeFileSync(join(folder, 'assets', 'deep.js'), code);
	const { status, stdout } = check();
	expect(status).toBe(1);
	expect(stdout).toContain('assets/deep.js holds code for wallets');
});

describe('the library for Solana', () => {
	const library = `const program = "ComputeBudget111111111111111111111111111111";`;
	const solana = (more: object) => ({
		...manifest,
		'src/features/wallets/solana/verify/verify-transaction.ts': {
			file: 'assets/judge.js',
			isDynamicEntry: true,
			imports: ['_web3.js'],
		},
		'_web3.js': { file: 'assets/web3.js' },
		'_wallet.js': { file: 'assets/wallet.js', dynamicImports: ['_web3.js'] },
		'src/sale-app.tsx': { file: 'assets/sale.js', isDynamicEntry: true, imports: ['_wallet.js'] },
		...more,
	});
	const write = (manifestWritten: object, holder = 'web3.js') => {
		writeFileSync(join(folder, '.vite', 'manifest.json'), JSON.stringify(manifestWritten));
		for (const name of ['judge.js', 'web3.js', 'wallet.js', 'sale.js']) writeFileSync(join(folder, 'assets', name), '');
		writeFileSync(join(folder, 'assets', holder), library);
	};

	test('is loaded when a transaction is read', () => {
		write(solana({}));
		expect(findEagerSolana(folder)).toEqual([]);
		expect(check().status).toBe(0);
	});

	test('rejects it in a page that is loaded itself when it is asked for', () => {
		write(solana({ '_wallet.js': { file: 'assets/wallet.js', imports: ['_web3.js'] } }));
		expect(findEagerSolana(folder)).toEqual(['src/sale-app.tsx']);
		const { status, stdout } = check();
		expect(status).toBe(1);
		expect(stdout).toContain('src/sale-app.tsx loads the library for Solana with it');
		write(solana({}), 'sale.js');
		expect(findEagerSolana(folder)).toEqual(['src/sale-app.tsx']);
	});

	test('rejects a build in which it cannot be told any more', () => {
		write(solana({}));
		writeFileSync(join(folder, 'assets', 'web3.js'), '');
		expect(() => findEagerSolana(folder)).toThrow('looks like the library for Solana');
	});
});

test('rejects a build without an entry', () => {
	writeFileSync(join(folder, '.vite', 'manifest.json'), '{}');
	expect(() => measureFirstLoad(folder)).toThrow('has no entry');
});
