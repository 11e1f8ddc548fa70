import { existsSync, mkdirSync, readdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs';
import { dirname, join } from 'node:path';
import { plainPng } from '@adx/core/uploads/inspection/image-testing';
import { parse } from 'csv-parse/sync';
import { afterAll, beforeEach, describe, expect, it } from 'vitest';
import { Interruption } from '../../command-line/interruption.ts';
import { CommandLine } from '../../testing/command-testing.ts';
import { runInProcess } from '../../testing/in-process-testing.ts';
import { run as runAttributes } from '../attributes/attributes.ts';
import { run as runPreflight } from '../collection/preflight.ts';
import { run as runRarity } from '../collection/rarity.ts';
import { run as runExport } from './export.ts';
import { writeExport } from './write-export.ts';

const commandLine = new CommandLine();
const startedIn = process.cwd();
process.chdir(commandLine.folder);
afterAll(() => {
	process.chdir(startedIn);
	commandLine.removeFolder();
});

let folder = '';
let count = 0;
beforeEach(() => {
	count += 1;
	folder = `case-${count}`;
	mkdirSync(folder);
});

const at = (...names: string[]) => join(folder, ...names);

function write(path: string, content: string | Uint8Array): void {
	mkdirSync(dirname(at(path)), { recursive: true });
	writeFileSync(at(path), content);
}

const metadata = (number: number) =>
	JSON.stringify({ name: `Court #${number}`, attributes: [{ trait_type: 'Race', value: `Race ${number}` }] });

function writePlain(name: string): void {
	for (const number of [1, 2]) {
		write(`${name}/images/${number}.png`, plainPng(64 + number, 64));
		write(`${name}/metadata/${number}.json`, metadata(number));
	}
}

const snapshot = (path: string) =>
	Object.fromEntries(
		readdirSync(path, { recursive: true, withFileTypes: true })
			.filter((entry) => entry.isFile())
			.map((entry) => join(entry.parentPath, entry.name))
			.sort()
			.map((file) => [file, readFileSync(file, 'base64')]),
	);

const latin = Buffer.from('{"name":"\xe9"}', 'latin1');
const noText = 'The metadata file is not UTF-8; letters that cannot be read are replaced.';

const exportTo = (...args: string[]) => runInProcess(runExport, args);

describe('what is wrong with a folder', () => {
	it('is told with the names of its own files, whatever numbers the tokens get', async () => {
		for (const name of ['1', '2', '3']) write(`art/${name}.png`, plainPng(64, 64));
		write('art/1a.png', 'no picture');
		const { status, err } = await exportTo('--from', at('art'), '--to', 'car', '--out', at('out'));
		expect(status).toBe(1);
		expect(err).toContain('1a.png is not a readable picture.');
		expect(err).not.toContain('2.png is not a readable picture.');
	});
});

describe('export --force and what is there already', () => {
	it.each([
		['the folder itself', 'art', 'art'],
		['the folder by another way', 'art', 'elsewhere/../art'],
		['the folder by a link', 'art', 'link'],
		['a folder that holds it', 'art', '.'],
		['a folder within it', 'art', 'art/images'],
		['the zip itself', 'art.zip', 'art.zip'],
		['the folder that holds the zip', 'art.zip', '.'],
	])('rejects to write over its own source: %s', async (_, from, out) => {
		writePlain('art');
		symlinkSync('art', at('link'));
		await exportTo('--from', at('art'), '--to', 'plain', '--out', at('art.zip'));
		const before = snapshot(folder);
		const { status, err } = await exportTo('--from', at(from), '--to', 'plain', '--out', `${folder}/${out}`, '--force');
		expect([status, err]).toEqual([
			2,
			expect.stringMatching(/^--out \S+: would write over \S+, which is read\. Name another folder or file\.\n$/),
		]);
		expect(snapshot(folder)).toEqual(before);
	});

	it('leaves every file as it was when it is interrupted, the overwritten ones included', async () => {
		writePlain('art');
		write('out/images/1.png', 'mine');
		const controller = new AbortController();
		let reads = 0;
		const text = (name: string) => ({
			entry: { name, sizeBytes: 3, crc32: 0, sha256: '' },
			source: { kind: 'blob' as const, sha256: 'x', sizeBytes: 3 },
		});
		const writing = writeExport({
			files: [text('images/1.png'), text('images/2.png'), text('metadata/1.json')] as never,
			readOriginal: async function* () {
				reads += 1;
				if (reads === 3) controller.abort(new Interruption('SIGINT'));
				yield Buffer.from('new');
			},
			out: at('out'),
			force: true,
			signal: controller.signal,
		});
		await expect(writing).rejects.toThrow('Interrupted; nothing was written.');
		expect(snapshot(at('out'))).toEqual({ [at('out/images/1.png')]: Buffer.from('mine').toString('base64') });
		expect(readdirSync(at('out'))).toEqual(['images']);
	});

	it('says how many files it replaced when it fails amid them, and takes back only what is new', async () => {
		writePlain('art');
		for (const path of ['out/images/1.png', 'out/metadata/1.json']) write(path, 'mine');
		mkdirSync(at('out/metadata/2.json'), { recursive: true });
		const { status, err } = await exportTo('--from', at('art'), '--to', 'plain', '--out', at('out'), '--force');
		expect([status, err]).toEqual([
			2,
			expect.stringMatching(
				/^--out \S+: .*\(E\w+\); 1 file that was there is replaced already, the rest is as it was\.\n$/,
			),
		]);
		expect(Object.keys(snapshot(at('out')))).toEqual([at('out/images/1.png'), at('out/metadata/1.json')]);
		const left = ['out/images/1.png', 'out/metadata/1.json'].filter(
			(path) => readFileSync(at(path), 'utf8') === 'mine',
		);
		expect(left).toHaveLength(1);
	});

	it('names the target after the source in the working directory where no --out is told', async () => {
		writePlain('first');
		process.chdir(at());
		try {
			const made = await exportTo('--from', 'first', '--to', 'metaplex');
			expect(made.status).toBe(0);
			expect(made.out).toContain('/first-metaplex: 2 tokens');
			expect(existsSync('first-metaplex/1.json')).toBe(true);
			expect((await exportTo('--from', 'first', '--to', 'metaplex')).err).toMatch(/the folder is not empty/);
			await exportTo('--from', 'first', '--to', 'plain', '--out', 'first.zip');
			expect(await exportTo('--from', './first.zip', '--to', 'opensea')).toMatchObject({ status: 0 });
			expect(existsSync('first-opensea/metadata.csv')).toBe(true);
		} finally {
			process.chdir(commandLine.folder);
		}
	});
});

describe('what the attribute generator wrote', () => {
	const art = ['a b.png', 'a.png', 'sub/a.png', 'sub/A B.png', '7.png'];
	const attributes = (out: string) =>
		runInProcess(runAttributes, ['--folder', at('art'), '--out', out, '--seed', 'one']);

	it.each(['', 'files.csv'])(
		'is exported with pictures whose names had to be made safe, without %j too',
		async (missing) => {
			for (const [index, path] of art.entries()) write(`art/${path}`, plainPng(64, 64 + index));
			expect((await attributes(at('art'))).status).toBe(0);
			if (missing !== '') writeFileSync(at('art', missing), '');
			const { status, out } = await exportTo('--from', at('art'), '--to', 'car', '--out', at('car'));
			expect(status).toBe(0);
			expect(out).toContain('5 tokens');
			await exportTo('--from', at('art'), '--to', 'plain', '--out', at('plain'));
			const files = readFileSync(at('art/rarity.csv'), 'utf8').split('\r\n').slice(1, -1);
			expect(files).toHaveLength(5);
			const names = Object.keys(snapshot(at('plain/metadata'))).map(
				(path) => JSON.parse(readFileSync(path, 'utf8')).name,
			);
			expect(new Set(names).size).toBe(5);
		},
	);

	it('is ranked without the originals, and whatever its files are called', async () => {
		for (const path of ['elf.png', 'orc.png', '3.png']) write(`art/${path}`, plainPng(64, 64));
		write('art/3.json', 'no JSON');
		await attributes(at('out'));
		expect(existsSync(at('out/originals/3.json'))).toBe(true);
		const { status, out } = await runInProcess(runRarity, [at('out')]);
		expect(status).toBe(0);
		expect(out).toContain('3 tokens, entropy');
		writeFileSync(at('out/files.csv'), '');
		expect((await runInProcess(runRarity, [at('out')])).out).toContain('3 tokens, entropy');
	});
});

describe('a drop of OpenSea', () => {
	const rows = (...lines: string[]) => `tokenID,name,file_name,attributes[Race]\n${lines.join('\n')}\n`;

	it('has the numbers that its table gives, whatever the files are called', async () => {
		for (const [index, name] of ['a.png', '7.png'].entries()) write(`drop/media/${name}`, plainPng(64 + index, 64));
		write('drop/metadata.csv', rows('1,Ilse,a.png,Elf', '2,Odo,7.png,Orc'));
		expect((await exportTo('--from', at('drop'), '--to', 'plain', '--out', at('plain'))).status).toBe(0);
		const named = [1, 2].map((number) => JSON.parse(readFileSync(at(`plain/metadata/${number}.json`), 'utf8')).name);
		expect(named).toEqual(['Ilse', 'Odo']);
	});

	it('is told by the preflight what is doubtful in its table and in metadata', async () => {
		for (const [index, name] of ['1.png', '2.png'].entries()) write(`drop/media/${name}`, plainPng(64 + index, 64));
		write(
			'drop/media/2.json',
			'{"name":"Odo","attributes":[{"trait_type":"Hat","value":"a"},{"trait_type":"hat","value":"b"}]}',
		);
		write('drop/metadata.csv', 'tokenID,file_name,Race\n1,1.png,Elf\n');
		const { out } = await runInProcess(runPreflight, [at('drop')]);
		expect(out).toContain('warning metadataProblems');
		expect(out).toContain("metadata.csv: Columns that are not fields of a token are not taken over: 'Race'.");
		expect(out).toContain("media/2.json: The traits 'Hat' and 'hat' are the same but for case or white space.");
	});

	it('is told all of a finding by name where that is asked for', async () => {
		for (let number = 1; number <= 9; number++) write(`art/${number}.png`, plainPng(64 + number, 64));
		const named = (out: string) => out.split('\n').filter((line) => line.includes('has no metadata')).length;
		const { out } = await runInProcess(runPreflight, [at('art')]);
		expect(named(out)).toBe(5);
		expect(named((await runInProcess(runPreflight, [at('art'), '--all'])).out)).toBe(9);
		const { out: json } = await runInProcess(runPreflight, [at('art'), '--all', '--json']);
		const sizes = JSON.parse(json).find(({ kind }: { kind: string }) => kind === 'mixedSizes');
		expect([sizes.count, sizes.examples.length]).toEqual([8, 8]);
	});

	it('is told of a table that names a file twice, or one that is not there, and is exported', async () => {
		write('drop/media/1.png', plainPng(64, 64));
		write('drop/metadata.csv', rows('1,Ilse,1.png,Elf', '2,Odo,1.PNG,Orc', '3,Ada,3.png,Elf'));
		const sentences = ["Row 3 names '1.PNG' again; the first row counts.", "It names '3.png', which is not there."];
		const checked = await runInProcess(runPreflight, [at('drop'), '--json']);
		const findings = JSON.parse(checked.out) as { kind: string; severity: string; examples: string[] }[];
		expect(checked.status).toBe(0);
		expect(findings.find(({ kind }) => kind === 'metadataProblems')).toMatchObject({
			severity: 'warning',
			examples: sentences.map((sentence) => `metadata.csv: ${sentence}`),
		});
		const { status, err } = await exportTo('--from', at('drop'), '--to', 'plain', '--out', at('plain'));
		expect(status).toBe(0);
		for (const sentence of sentences) expect(err).toContain(sentence);
		expect(existsSync(at('plain/images/2.png'))).toBe(false);
	});
});

describe('the symbol of a collection', () => {
	it.each([
		['none, of one that says none', {}, ''],
		['its own, of one whose tokens say it', { symbol: 'HRB' }, 'HRB'],
	])('is %s', async (_, own, symbol) => {
		for (const number of [1, 2]) {
			write(`art/${number}.png`, plainPng(64 + number, 64));
			write(`art/${number}.json`, JSON.stringify({ ...JSON.parse(metadata(number)), ...own }));
		}
		const { status } = await exportTo('--from', at('art'), '--to', 'metaplex', '--out', at('out'));
		expect(status).toBe(0);
		for (const name of ['0.json', 'collection.json']) {
			expect(JSON.parse(readFileSync(at('out', name), 'utf8')).symbol).toBe(symbol);
		}
	});
});

describe('metadata that is not UTF-8', () => {
	it('is a finding of the preflight in the words of the pages, and read all the same', async () => {
		write('art/1.png', plainPng(64, 64));
		write('art/1.json', latin);
		const { out } = await runInProcess(runPreflight, [at('art'), '--json']);
		const findings = JSON.parse(out) as { kind: string; examples: string[] }[];
		expect(findings.map(({ kind }) => kind)).not.toContain('unreadableMetadata');
		expect(findings.find(({ kind }) => kind === 'metadataProblems')?.examples).toEqual([`1.json: ${noText}`]);
	});
});

describe('attributes', () => {
	const run = (...args: string[]) => runInProcess(runAttributes, ['--folder', at('art'), '--seed', 'one', ...args]);

	it('lists metadata that is not UTF-8 as a finding, and keeps its bytes', async () => {
		for (const number of [1, 2]) write(`art/${number}.png`, plainPng(64, 64));
		write('art/1.json', latin);
		write('art/2.json', Buffer.from('\ufeff{"name":"Ilse"}', 'utf16le'));
		const { status, err } = await run('--out', at('out'));
		expect([status, err]).toEqual([0, `1.json: ${noText}\n`]);
		expect(readFileSync(at('out/findings.csv'), 'utf8')).toContain(noText);
		expect(readFileSync(at('out/originals/1.json'))).toEqual(latin);
		expect(JSON.parse(readFileSync(at('out/2.json'), 'utf8'))).toMatchObject({ name: 'Ilse' });
	});

	it('rejects to write over metadata that it does not read, with --force too', async () => {
		write('art/1.png', plainPng(64, 64));
		write('art/1.json', Buffer.alloc(10_000_001, ' '));
		const { status, err } = await run('--out', at('art'), '--force');
		expect([status, err]).toEqual([
			2,
			expect.stringMatching(/^--out \S+: 1\.json is not taken over, and would be lost\. Name another folder\.\n$/),
		]);
		expect(readdirSync(at('art'))).toEqual(['1.json', '1.png']);
	});

	it.each([
		['is not UTF-8', Buffer.from('[{"edition":1,"name":"\xe9"}]', 'latin1'), noText],
		['is not a list', '{"edition":1}', 'The metadata file is not a JSON list, and is not taken over.'],
	])('lists a _metadata.json that %s as a finding, and goes on', async (_, content, problem) => {
		for (const number of [1, 2]) write(`art/${number}.png`, plainPng(64, 64));
		write('art/2.json', '{"name":"Ilse"}');
		write('art/_metadata.json', content);
		expect((await run('--out', at('out'))).status).toBe(0);
		const [found] = parse(readFileSync(at('out/findings.csv')), { columns: true }) as Record<string, string>[];
		expect(found).toEqual({ File: '_metadata.json', Problem: problem });
		expect(JSON.parse(readFileSync(at('out/2.json'), 'utf8'))).toMatchObject({ name: 'Ilse' });
	});

	it('tells of a number in a _metadata.json that no double holds, and keeps it as it was written', async () => {
		write('art/1.png', plainPng(64, 64));
		write('art/_metadata.json', '[{"edition":1,"id":0.1234567890123456789}]');
		await runInProcess(runAttributes, ['--folder', at('art'), '--out', at('out'), '--seed', 'one']);
		expect(readFileSync(at('out/findings.csv'), 'utf8')).toContain(
			'1.png,A number is too large or has too many digits',
		);
		expect(readFileSync(at('out/originals/1.json'), 'utf8')).toBe('{"edition":1,"id":0.1234567890123456789}');
	});

	it('says how many files it replaced when it fails amid them, and takes back only what is new', async () => {
		for (const number of [1, 2]) write(`art/${number}.png`, plainPng(64, 64));
		write('out/README.txt', 'mine');
		write('out/1.json', 'mine');
		mkdirSync(at('out/2.json/full'), { recursive: true });
		const { status, err } = await runInProcess(runAttributes, ['--folder', at('art'), '--out', at('out'), '--force']);
		expect([status, err]).toEqual([
			2,
			expect.stringMatching(
				/^--out \S+: .*\(E\w+\); 2 files that were there are replaced already, the rest is as it was\.\n$/,
			),
		]);
		expect(readdirSync(at('out')).sort()).toEqual(['1.json', '2.json', 'README.txt']);
	});

	it('leaves no half-written file behind when it fails', async () => {
		for (const number of [1, 2, 3]) write(`art/${number}.png`, plainPng(64, 64));
		mkdirSync(at('out/2.json.part'), { recursive: true });
		const { status } = await runInProcess(runAttributes, ['--folder', at('art'), '--out', at('out'), '--seed', 'one']);
		expect(status).toBe(2);
		expect(readdirSync(at('out'))).toEqual(['2.json.part']);
	});
});
