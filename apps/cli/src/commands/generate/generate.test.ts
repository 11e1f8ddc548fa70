import { createHash } from 'node:crypto';
import {
	appendFileSync,
	cpSync,
	existsSync,
	mkdirSync,
	readdirSync,
	readFileSync,
	rmSync,
	writeFileSync,
} from 'node:fs';
import { join } from 'node:path';
import { setTimeout as delay } from 'node:timers/promises';
import { planRows } from '@adx/core/generation/plan/plan-rows';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import { forgeVersion } from '@adx/forge/version';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { CommandLine, type CommandResult, smallCollectionArgs } from '../../testing/command-testing.ts';
import { runInProcess } from '../../testing/in-process-testing.ts';
import { run as verifyCollection } from '../collection/verify-collection.ts';
import { createForgePainter, generateFreeImages } from './generate-free-images.ts';
import { readGenerateOptions } from './generate-options.ts';
import { openImageCache } from './image-cache.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());
const generate = (...args: string[]) => commandLine.run(['generate', ...smallCollectionArgs, ...args]);
const sha256Of = (path: string) => createHash('sha256').update(readFileSync(path)).digest('hex');

const listDrawn = (folder: string) =>
	readdirSync(commandLine.path(folder), { recursive: true, encoding: 'utf8' }).filter((name) => /\.png$/.test(name));

let both: CommandResult;
beforeAll(async () => {
	both = await generate('--count', '2', '--zip', 'first.zip', '--out', 'first');
});

describe('generate', () => {
	it('writes a zip and the same files, and leaves nothing else', () => {
		expect(both).toMatchObject({ status: 0, out: '' });
		expect(readdirSync(commandLine.folder).sort()).toEqual(['first', 'first.zip']);
		const files = readdirSync(commandLine.path('first'), { recursive: true, encoding: 'utf8' }).sort();
		expect(files).toEqual([
			'PROVENANCE.txt',
			'collection.json',
			'images',
			'images/1.png',
			'images/2.png',
			'manifest.json',
			'metadata',
			'metadata/1.json',
			'metadata/2.json',
			'rarity.csv',
		]);
		const zip = readFileSync(commandLine.path('first.zip'));
		for (const name of ['images/2.png', 'metadata/1.json', 'manifest.json']) {
			expect(zip.includes(readFileSync(commandLine.path('first', name)))).toBe(true);
		}
		const read = (name: string) => JSON.parse(readFileSync(commandLine.path('first', name), 'utf8'));
		expect(read('manifest.json').tokens).toMatchObject([{ forge: forgeVersion }, { forge: forgeVersion }]);
		expect(read('metadata/2.json').properties).toMatchObject({ forge: forgeVersion });
	});

	it('gives the same bytes for the same seed', async () => {
		await generate('--count', '2', '--zip', 'again/second.zip');
		expect(sha256Of(commandLine.path('again/second.zip'))).toBe(sha256Of(commandLine.path('first.zip')));
		expect(readdirSync(commandLine.path('again'))).toEqual(['second.zip']);
	});

	it('rejects to write over a zip without --force, and leaves it as it was', async () => {
		writeFileSync(commandLine.path('mine.zip'), 'mine');
		const { status, err } = await generate('--zip', 'mine.zip');
		expect([status, err]).toEqual([2, expect.stringMatching(/^--zip \S+mine\.zip: is there already\. [^\n]+\n$/)]);
		expect(readFileSync(commandLine.path('mine.zip'), 'utf8')).toBe('mine');
		expect((await generate('--zip', 'mine.zip', '--force')).status).toBe(0);
		expect(readFileSync(commandLine.path('mine.zip')).subarray(0, 2).toString()).toBe('PK');
	});

	it('prints the plan as JSON and draws nothing with --plan-only', async () => {
		const plans = ['one', 'two'].map((seed) => generate('--count', '3', '--plan-only', '--seed', seed));
		const [{ status, out }, other] = (await Promise.all(plans)) as [CommandResult, CommandResult];
		expect(status).toBe(0);
		expect(JSON.parse(other.out).rows).not.toEqual(JSON.parse(out).rows);
		const plan = JSON.parse(out);
		expect(plan).toMatchObject({ seed: 'one', forge: forgeVersion });
		expect(plan).toMatchObject({ rows: [{ tokenNumber: 1 }, { tokenNumber: 2 }, { tokenNumber: 3 }] });
		expect(plan.rows[0].traits).toMatchObject({ race: 'elf', class: 'wizard', background: 'forest-glade' });
	});

	it('rejects rules that leave no plan with the sentence of the plan', async () => {
		const rule = { kind: 'never', left: { trait: 'race', value: 'elf' }, right: { trait: 'class', value: 'wizard' } };
		writeFileSync(commandLine.path('rules.json'), JSON.stringify([rule]));
		const { status, err } = await generate('--plan-only', '--rules', 'rules.json');
		expect([status, err]).toEqual([2, expect.stringMatching(/^No image can have [^\n]+'Race Elf never [^\n]+\n$/)]);
	});

	it('rejects a folder that holds files with one line and leaves it as it was', async () => {
		mkdirSync(commandLine.path('used'));
		writeFileSync(commandLine.path('used', 'mine.txt'), 'mine');
		const { status, err } = await generate('--out', 'used', '--zip', 'made/for/it.zip');
		expect(status).toBe(2);
		expect(err).toMatch(/^--out \S+used: the folder is not empty, it holds mine\.txt\.[^\n]*\n$/);
		expect(readdirSync(commandLine.path('used'))).toEqual(['mine.txt']);
		expect(existsSync(commandLine.path('made'))).toBe(false);
	});

	it('rejects paths that cannot be written with one line each that names them, before it draws', async () => {
		writeFileSync(commandLine.path('a-file'), '');
		const targets = [
			['--zip', 'a-file/x.zip'],
			['--zip', 'used'],
			['--out', 'a-file'],
			['--out', 'a-file/below/it'],
		] as const;
		const refusals = targets.map(async ([option, name]) => {
			const { status, err } = await generate(option, name);
			expect(status).toBe(2);
			expect(err).toMatch(/^[^\n]+\n$/);
			expect(err.startsWith(`${option} ${commandLine.path(name)}: `)).toBe(true);
		});
		await Promise.all(refusals);
	});

	it('ends with status 130 on Ctrl-C, pressed twice, and leaves nothing behind but what is drawn', async () => {
		const { child, ended } = commandLine.start([
			'generate',
			...smallCollectionArgs,
			...['--count', '500', '--zip', 'cut/it.zip', '--out', 'cut/files'],
		]);
		const isDrawing = () => existsSync(commandLine.path('cut')) && listDrawn('cut').length > 0;
		while (!isDrawing() && child.exitCode === null) await delay(10);
		child.kill('SIGINT');
		await delay(5);
		child.kill('SIGINT');
		const { status, out, err } = await ended;
		expect([status, out]).toEqual([130, '']);
		expect(err).toMatch(
			/^What is drawn is kept in \S+\. The same command with --seed one goes on\.\nInterrupted; nothing was written\.\n$/,
		);
		const [kept, ...others] = readdirSync(commandLine.path('cut'));
		expect([kept, others]).toEqual([expect.stringMatching(/^\.adx-drawn-[0-9a-f]{16}$/), []]);
	});

	it('goes on with what an interrupted run has drawn, and draws the rest', async () => {
		const options = await readGenerateOptions([...smallCollectionArgs, '--count', '2', '--plan-only']);
		if ('shown' in options) throw new Error('no order');
		if (options.request.engine === 'layers') throw new Error('layers');
		const { rows } = planRows(options.request, 'one');
		const drawn = await openImageCache(commandLine.folder, { kind: 'drawn', order: { of: 'a test' } });
		await drawn.store(rows[0]!, Buffer.from('as it was drawn'));
		const storage = await createDiskStorage(commandLine.path('stored'));
		const { signal } = new AbortController();
		const [first, second] = await generateFreeImages(rows, { painter: createForgePainter(), drawn, storage, signal });
		expect(first?.sha256).toBe(createHash('sha256').update('as it was drawn').digest('hex'));
		expect(second?.sha256).toBe(
			createHash('sha256')
				.update((await drawn.find(rows[1]!))!)
				.digest('hex'),
		);
		await drawn.remove();
	});
});

describe('verify-collection', () => {
	it('accepts the zip of generate in one line', async () => {
		const { status, out, err } = await commandLine.run(['verify-collection', 'first.zip']);
		expect(out).toMatch(/^ADX Collection: 2 images verified, provenance [0-9a-f]{64}\n$/);
		expect({ status, err }).toEqual({ status: 0, err: '' });
	});

	it('accepts the folder of generate, and names the file in it that was changed or is missing', async () => {
		const verifyCopy = async (change: (folder: string) => void) => {
			rmSync(commandLine.path('copy'), { recursive: true, force: true });
			cpSync(commandLine.path('first'), commandLine.path('copy'), { recursive: true });
			writeFileSync(commandLine.path('copy', '.DS_Store'), '');
			change(commandLine.path('copy'));
			const { status, out, err } = await runInProcess(verifyCollection, [commandLine.path('copy')]);
			return [status, out + err];
		};
		const whole = await verifyCopy(() => {});
		expect(whole).toEqual([0, expect.stringMatching(/^ADX Collection: 2 images verified, provenance [0-9a-f]{64}\n$/)]);
		const changed = await verifyCopy((folder) => appendFileSync(join(folder, 'images/2.png'), 'x'));
		expect(changed).toEqual([1, expect.stringContaining('images/2.png was changed')]);
		const cut = await verifyCopy((folder) => rmSync(join(folder, 'metadata/1.json')));
		expect(cut).toEqual([1, expect.stringContaining('metadata/1.json is missing.')]);
	});

	/** Runs it in this process, on changed bytes. */
	async function problemsOf(bytes: Uint8Array): Promise<{ status: number; problems: string[] }> {
		const path = commandLine.path('changed.zip');
		writeFileSync(path, bytes);
		const shown = vi.spyOn(console, 'error').mockImplementation(() => {});
		const log = vi.spyOn(console, 'log').mockImplementation(() => {});
		try {
			const status = await verifyCollection([path]);
			return { status, problems: shown.mock.calls.map(([line]) => String(line)) };
		} finally {
			shown.mockRestore();
			log.mockRestore();
		}
	}

	it('rejects one flipped byte in any kind of file and names the file', async () => {
		const whole = readFileSync(commandLine.path('first.zip'));
		for (const name of ['images/1.png', 'metadata/2.json', 'rarity.csv', 'collection.json', 'PROVENANCE.txt']) {
			const content = readFileSync(commandLine.path('first', name));
			const flipped = Buffer.from(whole);
			const at = whole.indexOf(content) + (content.length >> 1);
			flipped.writeUInt8(flipped.readUInt8(at) ^ 1, at);
			const { status, problems } = await problemsOf(flipped);
			expect(status).toBe(1);
			expect(problems.join('\n')).toContain(name);
		}
	});

	it('rejects a file cut off anywhere', async () => {
		const whole = readFileSync(commandLine.path('first.zip'));
		for (const length of [whole.length - 1, whole.length >> 1, 100]) {
			await expect(problemsOf(whole.subarray(0, length))).rejects.toThrow(/changed\.zip cannot be read as a zip/);
		}
	});

	it('rejects what is not a zip or is missing with one line and status 2', async () => {
		const refusals = ['a-file', 'nowhere.zip'].map(async (name) => {
			const { status, err } = await commandLine.run(['verify-collection', name]);
			expect(status).toBe(2);
			expect(err).toMatch(new RegExp(`^${name} cannot be read as a zip: [^\\n]+\\n$`));
		});
		await Promise.all(refusals);
	});
});
