import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { setTimeout as delay } from 'node:timers/promises';
import { plainPng } from '@adx/core/uploads/inspection/image-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine, type CommandResult } from '../../testing/command-testing.ts';
import { readAttributesOptions } from './attributes-options.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());
const attributes = (...args: string[]) => commandLine.run(['attributes', ...args]);
const read = (...names: string[]) => readFileSync(commandLine.path(...names), 'utf8');
const metadataOf = (...names: string[]) => JSON.parse(read(...names)) as { readonly attributes: object[] };

const picture = plainPng(64, 64);

function addArt(folder: string, files: Readonly<Record<string, string | Uint8Array>>): void {
	for (const [path, text] of Object.entries(files)) {
		mkdirSync(commandLine.path(folder, path, '..'), { recursive: true });
		writeFileSync(commandLine.path(folder, path), text);
	}
}

const old = '{"name":"Ilse","attributes":[{"trait_type":"class","value":"Alchemist"}],"custom":[1,2]}';
const art = {
	'images/10.png': picture,
	'images/2.png': picture,
	'images/a b.webp': picture,
	'json/2.json': old,
	'json/10.json': 'no JSON',
	'.DS_Store': '',
};
const fixed = ['--folder', 'art', '--seed', 'one', '--project-name', 'Winter Court'];

let first: CommandResult;
beforeAll(async () => {
	addArt('art', art);
	first = await attributes(...fixed, '--out', 'out');
});

describe('npm run attributes', () => {
	it('writes a file per image in natural order, merged with what was there, and keeps the images and originals', () => {
		expect(first).toMatchObject({
			status: 0,
			out: expect.stringMatching(/^3 images, seed "one", written to \S+out\n$/),
		});
		const spelling = "Names of traits differ only in case or white space: 'class' is written so once, mostly 'Class'.";
		expect(first.err).toBe(`json/10.json: The metadata is not JSON.\njson/2.json: ${spelling}\n`);
		const files = readdirSync(commandLine.path('out'), { recursive: true, encoding: 'utf8' }).sort();
		expect(files).toEqual([
			'10.json',
			'2.json',
			'README.txt',
			'a_b.json',
			'files.csv',
			'findings.csv',
			'originals',
			'originals/10.json',
			'rarity.csv',
			'traits.csv',
		]);
		expect(metadataOf('out', '2.json')).toMatchObject({ name: 'Ilse', custom: [1, 2], image: '2.png' });
		expect(metadataOf('out', '2.json').attributes[0]).toEqual({ trait_type: 'class', value: 'Alchemist' });
		expect(metadataOf('out', '10.json')).toMatchObject({ name: 'Winter Court #2', image: '10.png' });
		expect(read('out', 'originals', '10.json')).toBe('no JSON');
		expect(read('out', 'files.csv').split('\r\n').slice(1, 4)).toEqual([
			'1,images/2.png,2.png,2.json',
			'2,images/10.png,10.png,10.json',
			'3,images/a b.webp,a_b.webp,a_b.json',
		]);
		for (const [path, content] of Object.entries(art)) {
			expect(readFileSync(commandLine.path('art', path))).toEqual(Buffer.from(content));
		}
	});

	it('gives the same files for the same seed, and others with --replace or other weights', async () => {
		await attributes(...fixed, '--out', 'again');
		for (const name of ['2.json', '10.json', 'rarity.csv', 'README.txt']) {
			expect(read('again', name)).toBe(read('out', name));
		}
		await attributes(...fixed, '--out', 'replaced', '--replace');
		expect(metadataOf('replaced', '2.json').attributes[0]).not.toMatchObject({ value: 'Alchemist' });
		writeFileSync(commandLine.path('weights.json'), '{"divinity":{"none":1000000}}');
		await attributes(...fixed, '--out', 'weighed', '--weights', 'weights.json');
		for (const name of ['2.json', '10.json', 'a_b.json']) {
			expect(metadataOf('weighed', name).attributes).toContainEqual({ trait_type: 'Divinity', value: 'None' });
		}
	});

	it('leaves out pictures that are empty or cannot be read, and names them', async () => {
		addArt('mixed', { '1.png': picture, '2.png': '', '3.png': 'no picture', '4.png': picture, '2.json': old });
		const { out, err } = await attributes('--folder', 'mixed', '--out', 'usable', '--seed', 'one');
		const rows = ['2.png: The file is empty', '3.png: No PNG, JPEG, GIF or WebP that can be read'];
		expect([out, err]).toEqual([expect.stringMatching(/^2 images, seed "one"/), `${rows.join('\n')}\n`]);
		expect(read('usable', 'findings.csv').split('\r\n').slice(1, -1)).toEqual([
			'2.png,The file is empty',
			'3.png,"No PNG, JPEG, GIF or WebP that can be read"',
		]);
		expect(readdirSync(commandLine.path('usable')).filter((name) => name.endsWith('.json'))).toEqual([
			'1.json',
			'4.json',
		]);
		addArt('broken', { '1.png': '' });
		const refused = await attributes('--folder', 'broken', '--out', 'nothing');
		expect([refused.status, refused.err]).toEqual([2, '--folder: none of its image files can be read.\n']);
	});

	it('names metadata that a row of metadata.csv tells of as well', async () => {
		addArt('twice', { '1.png': picture, '1.json': '{"name":"Own"}', 'metadata.csv': 'file_name,name\n1.png,Row\n' });
		const { err } = await attributes('--folder', 'twice', '--out', 'once', '--seed', 'one');
		expect(err).toBe('1.json: A row of metadata.csv tells of this picture, too; what 1.json says counts.\n');
		expect(metadataOf('once', '1.json')).toMatchObject({ name: 'Own' });
	});

	it('names a collection after its folder, and gives it no symbol that is not its own', async () => {
		addArt('harbour', { '1.png': picture });
		await attributes('--folder', 'harbour', '--out', 'own', '--seed', 'one');
		expect(metadataOf('own', '1.json')).toMatchObject({ name: 'harbour #1', symbol: '' });
		for (const name of ['1.json', 'README.txt']) expect(read('own', name)).not.toContain('ADX');
		await attributes('--folder', 'harbour', '--out', 'told', '--symbol', 'HRB');
		expect(metadataOf('told', '1.json')).toMatchObject({ symbol: 'HRB' });
	});

	it('rejects to write over a file without --force, and then has changed nothing', async () => {
		addArt('used', { '2.json': 'mine' });
		const { status, err } = await attributes(...fixed, '--out', 'used');
		expect([status, err]).toEqual([2, '--out used: holds 2.json already. Name another folder, or add --force.\n']);
		expect(readdirSync(commandLine.path('used'))).toEqual(['2.json']);
		expect(read('used', '2.json')).toBe('mine');
		expect((await attributes(...fixed, '--out', 'used', '--force')).status).toBe(0);
		expect(read('used', '2.json')).toBe(read('out', '2.json'));
	});

	it('ends with status 130 on Ctrl-C, pressed twice, and leaves nothing behind', async () => {
		addArt('large', Object.fromEntries(Array.from({ length: 6_000 }, (_, index) => [`${index}.png`, picture])));
		// A try before may have written all of it.
		rmSync(commandLine.path('mine'), { recursive: true, force: true });
		addArt('mine', { '7.json': 'mine' });
		const { child, ended } = commandLine.start(['attributes', '--folder', 'large', '--out', 'mine', '--force']);
		const isWriting = () => readdirSync(commandLine.path('mine')).some((name) => name.endsWith('.part'));
		while (!isWriting() && child.exitCode === null) await delay(5);
		child.kill('SIGINT');
		await delay(5);
		child.kill('SIGINT');
		expect(await ended).toEqual({ status: 130, out: '', err: 'Interrupted; nothing was written.\n' });
		expect(readdirSync(commandLine.path('mine'))).toEqual(['7.json']);
		expect(read('mine', '7.json')).toBe('mine');
	});

	it.each([
		[['--folder', 'none', '--out', 'x'], /^none: no such file or directory \(ENOENT\)/],
		[['--folder', 'out', '--out', 'x'], /^--folder: holds no image/],
		[['--folder', 'art', '--out', 'x', '--weights', 'art/json/10.json'], /^--weights \S+: is not JSON/],
		[['--folder', 'art', '--out', 'x', '--weights', 'bad.json'], /^--weights class nobody: Unknown class/],
	])('rejects %j with one line', async (args, line) => {
		writeFileSync(commandLine.path('bad.json'), '{"class":{"nobody":1}}');
		const { status, err } = await attributes(...args);
		expect([status, err]).toEqual([2, expect.stringMatching(line)]);
		expect(err.trimEnd()).not.toContain('\n');
		expect(existsSync(commandLine.path('x'))).toBe(false);
	});

	it.each([
		[['--out', 'x'], /^--folder: say which folder/],
		[['--folder', 'art'], /^--out: say where to write/],
		[['--folder', 'art', '--out', 'x', '--symbol', 'ELEVENCHARS'], /^--symbol: At most 10 characters/],
		[['--folder', 'art', '--out', 'x', '--seed', ''], /^--seed: /],
		[['--folder', 'art', '--out', 'x', '--traits', 'y'], /Unknown option '--traits'/],
	])('rejects the options %j', (args, line) => {
		expect(() => readAttributesOptions(args)).toThrow(line);
	});
});
