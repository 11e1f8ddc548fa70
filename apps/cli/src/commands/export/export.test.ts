import { execFile } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { promisify } from 'node:util';
import { plainPng } from '@adx/core/uploads/inspection/image-testing';
import { parse } from 'csv-parse/sync';
import JSZip from 'jszip';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';
import { runInProcess } from '../../testing/in-process-testing.ts';
import { run as runPreflight } from '../collection/preflight.ts';
import { run as runRarity } from '../collection/rarity.ts';
import { run as runExport } from './export.ts';

const commandLine = new CommandLine();
const startedIn = process.cwd();
afterAll(() => {
	process.chdir(startedIn);
	commandLine.removeFolder();
});

const ipfsCar = fileURLToPath(import.meta.resolve('ipfs-car/bin.js'));
const races = ['Elf', 'Orc', 'Cat', 'Elf'];

function write(path: string, content: string | Uint8Array): void {
	const full = commandLine.path(path);
	mkdirSync(dirname(full), { recursive: true });
	writeFileSync(full, content);
}

/** As HashLips leaves it: images and json apart, URIs to be replaced. */
function writeHashLips(folder: string): void {
	races.forEach((race, index) => {
		const number = index + 1;
		write(`${folder}/images/${number}.png`, plainPng(64, 64));
		write(
			`${folder}/json/${number}.json`,
			JSON.stringify({
				name: `Court #${number}`,
				description: 'Made by hand',
				image: `ipfs://NewUriToReplace/${number}.png`,
				edition: number,
				attributes: [
					{ trait_type: 'Race', value: race },
					{ trait_type: 'Level', value: number },
				],
			}),
		);
	});
	write(`${folder}/json/_metadata.json`, '[]');
}

const filesIn = (path: string) =>
	readdirSync(commandLine.path(path), { recursive: true, withFileTypes: true })
		.filter((entry) => entry.isFile())
		.map((entry) => join(entry.parentPath, entry.name).slice(commandLine.path(path).length + 1))
		.sort();
const json = (path: string) => JSON.parse(readFileSync(commandLine.path(path), 'utf8')) as Record<string, unknown>;
const sha256 = (path: string) =>
	createHash('sha256')
		.update(readFileSync(commandLine.path(path)))
		.digest('hex');

beforeAll(() => {
	process.chdir(commandLine.folder);
	writeHashLips('build');
	// No two alike, and one larger than a chunk of a CAR.
	for (const [index, sizePx] of [64, 65, 66, 3_000].entries()) {
		const noise = Buffer.alloc(sizePx === 3_000 ? 1_300_000 : 10, `noise ${index}`);
		write(`build/images/${index + 1}.png`, plainPng(64, 64, [textChunk(noise)]));
	}
});

/** A chunk that readers pass over. */
function textChunk(data: Buffer): Buffer {
	const body = Buffer.concat([Buffer.from('tEXt'), data]);
	const [length, crc] = [Buffer.alloc(4), Buffer.alloc(4)];
	length.writeUInt32BE(data.length);
	return Buffer.concat([length, body, crc]);
}

const commands = { export: runExport, preflight: runPreflight, rarity: runRarity };
const run = (name: keyof typeof commands, ...args: readonly string[]) => runInProcess(commands[name], args);
const exportTo = (target: string, out: string, ...more: string[]) =>
	run('export', '--from', 'build', '--to', target, '--out', out, '--name', 'Court', ...more);

describe('export', () => {
	it('writes what Metaplex reads, which passes its preflight', async () => {
		const { status, out, err } = await exportTo('metaplex', 'assets', '--symbol', 'COURT', '--royalty', '2.5');
		expect({ status, err }).toEqual({ status: 0, err: '' });
		expect(out).toContain('4 tokens in 10 files for metaplex');
		expect(filesIn('assets')).toEqual(
			[...[0, 1, 2, 3].flatMap((n) => [`${n}.json`, `${n}.png`]), 'collection.json', 'collection.png'].sort(),
		);
		expect(json('assets/1.json')).toMatchObject({
			name: 'Court #2',
			symbol: 'COURT',
			image: '1.png',
			seller_fee_basis_points: 250,
			attributes: [
				{ trait_type: 'Race', value: 'Orc' },
				{ trait_type: 'Level', value: '2' },
			],
		});
		expect(sha256('assets/3.png')).toBe(sha256('build/images/4.png'));
		const checked = await commandLine.run(['preflight', 'assets']);
		expect(checked).toMatchObject({ status: 0, err: '' });
		expect(checked.out).toBe('assets: 4 tokens, 0 errors, 0 warnings\n');
	});

	it('writes a plain zip, which passes its preflight and can be exported again', async () => {
		expect((await exportTo('plain', 'plain.zip')).status).toBe(0);
		const { out } = await run('preflight', 'plain.zip');
		expect(out).toMatch(/^warning missingSymbols \(metaplex\): Tokens have no symbol\./);
		expect(out.trimEnd().split('\n').at(-1)).toBe('plain.zip: 4 tokens, 0 errors, 1 warning');
		const again = await run('export', '--from', 'plain.zip', '--to', 'plain', '--out', 'again.zip');
		expect(again).toMatchObject({ status: 0, err: '' });
		expect(sha256('again.zip')).toBe(sha256('plain.zip'));
	});

	it("writes an OpenSea drop, read back by csv-parse and by the product's own preflight", async () => {
		expect((await exportTo('opensea', 'drop')).status).toBe(0);
		const rows = parse(readFileSync(commandLine.path('drop/metadata.csv')), { columns: true }) as Record<
			string,
			string
		>[];
		expect(rows.map((row) => [row.tokenID, row.file_name, row['attributes[Race]']])).toEqual(
			races.map((race, index) => [String(index + 1), `${index + 1}.png`, race]),
		);
		expect(filesIn('drop/media')).toEqual(['1.png', '2.png', '3.png', '4.png']);
		const { status, out } = await run('preflight', 'drop', '--target', 'opensea');
		expect({ status, out }).toEqual({ status: 0, out: 'drop: 4 tokens, 0 errors, 0 warnings\n' });
	});

	it('writes CARs that ipfs-car unpacks to the same files, from a folder as from a zip', async () => {
		const { status, out } = await exportTo('car', 'ipfs');
		expect(status).toBe(0);
		const roots = json('ipfs/roots.json') as Record<'images' | 'metadata', { root: string }>;
		expect(out).toContain(`metadata ipfs://${roots.metadata.root}`);
		for (const part of ['images', 'metadata'] as const) {
			const car = commandLine.path(`ipfs/${part}.car`);
			const { stdout } = await promisify(execFile)(process.execPath, [ipfsCar, 'roots', car]);
			expect(stdout.trim()).toBe(roots[part].root);
			await promisify(execFile)(process.execPath, [ipfsCar, 'unpack', car, '--output', commandLine.path(`un/${part}`)]);
		}
		for (const number of [1, 2, 3, 4])
			expect(sha256(`un/images/${number}.png`)).toBe(sha256(`build/images/${number}.png`));
		expect(json('un/metadata/4.json')).toMatchObject({ image: `ipfs://${roots.images.root}/4.png` });
		expect(json('un/metadata/contract.json')).toMatchObject({ name: 'Court' });
		const { status: checked, out: report } = await run('preflight', 'un', '--target', 'car');
		expect({ checked, report }).toEqual({ checked: 0, report: 'un: 4 tokens, 0 errors, 0 warnings\n' });

		await exportTo('plain', 'source.zip', '--force');
		// As other tools make them: deflated.
		const stored = await JSZip.loadAsync(readFileSync(commandLine.path('source.zip')));
		write('deflated.zip', await stored.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }));
		for (const zip of ['source', 'deflated']) {
			const fromZip = await run('export', '--from', `${zip}.zip`, '--to', 'car', '--out', `${zip}-ipfs`);
			expect(fromZip.status).toBe(0);
			expect(sha256(`${zip}-ipfs/images.car`)).toBe(sha256('ipfs/images.car'));
		}
	});

	it('writes the contract', async () => {
		expect((await exportTo('contract', 'contract')).status).toBe(0);
		expect(json('contract/contract.json')).toMatchObject({
			name: 'Court',
			image: expect.stringMatching(/^ipfs:\/\/bafkrei/),
		});
	});

	it('rejects to write over what is there, unless forced', async () => {
		expect((await exportTo('contract', 'once')).status).toBe(0);
		const again = await exportTo('contract', 'once');
		expect(again.status).toBe(2);
		expect(again.err).toMatch(
			/^--out .*once: the folder is not empty, it holds contract\.json\. Name another, or add --force\.\n$/,
		);
		expect((await exportTo('contract', 'once', '--force')).status).toBe(0);
		expect((await exportTo('plain', 'plain.zip')).err).toMatch(/is there already/);
	});

	it('rejects what the target refuses, and writes nothing', async () => {
		const { status, err } = await exportTo('metaplex', 'long', '--symbol', 'ELEVENCHARS');
		expect(status).toBe(1);
		expect(err).toContain('error   symbolBytes (metaplex): Solana takes symbols of 10 bytes.');
		expect(() => readdirSync(commandLine.path('long'))).toThrow(/ENOENT/);
		expect((await exportTo('metaplex', 'long', '--symbol', 'ELEVENCHARS', '--ignore-preflight')).status).toBe(0);
	});

	it('rejects pictures without metadata and metadata that cannot be read', async () => {
		writeHashLips('torn');
		write('torn/json/2.json', '{"name": ');
		rmSync(commandLine.path('torn/json/3.json'));
		const torn = await run('export', '--from', 'torn', '--to', 'plain', '--out', 'torn-out');
		expect(torn.status).toBe(1);
		expect(torn.err).toContain('torn/json/2.json'.slice(5));
		expect(torn.err).toContain('images/3.png has no metadata.');
	});

	it('rejects options that make no sense, in one line each', async () => {
		for (const [args, sentence] of [
			[['--to', 'mars'], '--to: one of plain, metaplex, opensea, contract, car. See --help.'],
			[['--to', 'plain'], '--from: a folder or a zip. See --help.'],
			[['--to', 'plain', '--from', 'build', '--out', ''], '--out: a folder, or a file that ends in .zip. See --help.'],
			[['--to', 'plain', '--from', 'nowhere', '--out', 'x'], 'nowhere: no such file or directory (ENOENT)'],
			[['--to', 'plain', '--from', 'build', '--out', 'x', '--royalty', '101'], '--royalty: percent'],
			[['--to', 'plain', '--from', 'build', '--out', 'x', '--creator', 'abc'], '--creator: an address'],
		] as const) {
			const { status, err } = await run('export', ...args);
			expect(status).toBe(2);
			expect(err).toMatch(new RegExp(`^${sentence.replace(/[.()]/g, '\\$&')}`));
			expect(err.trim().split('\n')).toHaveLength(1);
		}
	});
});

describe('preflight', () => {
	it('finds what is wrong in a folder, says how to put it right, and ends with 0 where an export mends it', async () => {
		const { status, out } = await run('preflight', 'build');
		expect(status).toBe(0);
		expect(out).toContain('warning replacedUris');
		expect(out).toContain('          image of images/1.png: ipfs://NewUriToReplace/1.png');
		expect(out).toContain('        Fix: ');
		expect(out.trimEnd().split('\n').at(-1)).toBe('build: 4 tokens, 0 errors, 4 warnings');
		const { out: text } = await run('preflight', 'build', '--json');
		expect((JSON.parse(text) as { kind: string }[]).map(({ kind }) => kind)).toEqual([
			...['missingSymbols', 'attributeValues', 'replacedUris', 'missingCollectionFile'],
		]);
	});

	it('finds cut off pictures and other files that are none', async () => {
		writeHashLips('cut');
		write('cut/images/2.png', readFileSync(commandLine.path('build/images/2.png')).subarray(0, 40));
		write('cut/images/3.png', 'GIF? no.');
		const { out } = await run('preflight', 'cut', '--json');
		const finding = (JSON.parse(out) as { kind: string; examples: string[] }[]).find(
			({ kind }) => kind === 'unreadableFiles',
		);
		expect(finding?.examples).toEqual([
			'images/2.png is not a readable picture.',
			'images/3.png is not a readable picture.',
		]);
	});

	it('rejects a zip that is none', async () => {
		write('no.zip', 'not a zip');
		const { status, err } = await run('preflight', 'no.zip');
		expect(status).toBe(2);
		expect(err).toMatch(/^no\.zip cannot be read as a zip: /);
	});
});

describe('rarity', () => {
	it('ranks a folder in a table and writes all of it as CSV', async () => {
		const { status, out } = await run('rarity', 'build', '--csv', 'rarity.csv');
		expect(status).toBe(0);
		expect(out).toContain('4 tokens, entropy');
		expect(out).toContain('\nUnder 100 tokens a rank means little: it is provisional.\n');
		const rows = parse(readFileSync(commandLine.path('rarity.csv')), { columns: true }) as Record<string, string>[];
		expect(rows.map(({ Token, Rank, Race }) => [Token, Rank, Race])).toEqual([
			['1', '3', 'Elf'],
			['2', '1', 'Orc'],
			['3', '1', 'Cat'],
			['4', '3', 'Elf'],
		]);
		const again = await run('rarity', 'build', '--csv', 'rarity.csv');
		expect(again.status).toBe(2);
		expect((await run('rarity', 'build', '--csv', '-')).out).toBe(readFileSync(commandLine.path('rarity.csv'), 'utf8'));
	});
});
