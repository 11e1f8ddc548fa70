import { mkdirSync, readFileSync, writeFileSync } from 'node:fs';
import { dirname } from 'node:path';
import JSZip from 'jszip';
import sharp from 'sharp';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());
const generate = (...args: string[]) => commandLine.run(['generate', '--seed', 'one', ...args]);

const draw = (colour: string, sizePx = 32) =>
	sharp({ create: { width: sizePx, height: sizePx, channels: 4, background: colour } })
		.png()
		.toBuffer();

const colours: Readonly<Record<string, string>> = {
	'Background/Blue#3': '#2244cc',
	'Background/Red#1': '#cc2222',
	'Eyes/Green#1': '#00ff0040',
	'Eyes/Grey#1': '#88888840',
	'Eyes/Gold#2': '#ffcc0040',
};
const config = `const layerConfigurations = [{
	growEditionSizeTo: 4, layersOrder: [{ name: 'Background' }, { name: 'Eyes' }] }];`;

async function listFiles(): Promise<Map<string, Buffer | string>> {
	const files = new Map<string, Buffer | string>([['src/config.js', config]]);
	for (const [name, colour] of Object.entries(colours)) files.set(`layers/${name}.png`, await draw(colour));
	return files;
}

async function writeProject(name: string, change: Readonly<Record<string, Buffer | string>> = {}): Promise<string> {
	for (const [path, content] of [...(await listFiles()), ...Object.entries(change)]) {
		const full = commandLine.path(name, path);
		mkdirSync(dirname(full), { recursive: true });
		writeFileSync(full, content);
	}
	return name;
}

const readMetadata = (folder: string, number: number) =>
	JSON.parse(readFileSync(commandLine.path(folder, 'metadata', `${number}.json`), 'utf8')) as {
		readonly attributes: readonly { readonly trait_type: string; readonly value: string }[];
	};

beforeAll(async () => {
	await writeProject('mine');
});

describe('generate --layers', () => {
	it('composes as many images as the config asks for, with exact counts, and the collection verifies', async () => {
		const { status, err } = await generate('--layers', 'mine', '--name', 'Ovals', '--zip', 'mine.zip', '--out', 'made');
		expect([status, err]).toEqual([0, expect.stringMatching(/^4 of 4 images, [\d.]+ per second\n$/)]);
		const all = [1, 2, 3, 4].map((number) => readMetadata('made', number).attributes);
		expect(all.map((attributes) => attributes.map(({ trait_type }) => trait_type))).toEqual(
			Array(4).fill(['Background', 'Eyes', 'Rarity']),
		);
		expect(all.filter(([background]) => background!.value === 'Blue')).toHaveLength(3);
		const { width, height } = await sharp(commandLine.path('made', 'images', '1.png')).metadata();
		expect([width, height]).toEqual([32, 32]);
		expect(await commandLine.run(['verify-collection', 'mine.zip'])).toMatchObject({
			status: 0,
			out: expect.stringMatching(/^Ovals: 4 images verified/),
		});
	});

	it('reads a zip as it reads the folder, to the same bytes', async () => {
		const zip = new JSZip();
		for (const [path, content] of await listFiles()) zip.file(path, content);
		writeFileSync(
			commandLine.path('layers.zip'),
			await zip.generateAsync({ type: 'nodebuffer', compression: 'DEFLATE' }),
		);
		for (const path of ['mine', 'layers.zip']) {
			expect((await generate('--layers', path, '--zip', `of-${path}.zip`)).status).toBe(0);
		}
		const [folder, archive] = ['of-mine.zip', 'of-layers.zip.zip'].map((path) => readFileSync(commandLine.path(path)));
		expect(Buffer.compare(folder!, archive!)).toBe(0);
	});

	it('prints the plan as JSON, steered by counts of images, weights and rules', async () => {
		writeFileSync(commandLine.path('weights.json'), JSON.stringify({ Background: { Blue: 0 } }));
		const rule = {
			kind: 'never',
			left: { trait: 'Background', value: 'Red' },
			right: { trait: 'Eyes', value: 'Gold' },
		};
		writeFileSync(commandLine.path('rules.json'), JSON.stringify([rule]));
		const steered = ['--weights', 'weights.json', '--rules', 'rules.json'];
		const { status, out } = await generate('--layers', 'mine', '--count', '2', '--plan-only', ...steered);
		expect(status).toBe(0);
		const { rows, seed } = JSON.parse(out) as { seed: string; rows: { traits: { layers: { value: string }[] } }[] };
		expect(seed).toBe('one');
		const values = rows.map(({ traits }) => traits.layers.map(({ value }) => value)).toSorted();
		expect(values).toEqual([
			['Red', 'Green'],
			['Red', 'Grey'],
		]);
	});

	it('tells what it assumed, and composes all the same', async () => {
		const many = await generate('--layers', 'mine', '--count', '7', '--plan-only');
		expect([many.status, many.err]).toEqual([
			0,
			'These layers give only 6 unique combinations; 1 of 7 images is a duplicate.\n',
		]);
		await writeProject('odd', { 'layers/Eyes/Odd#abc.png': await draw('#123') });
		const { status, err } = await generate('--layers', 'odd', '--plan-only');
		expect([status, err]).toEqual([0, "In 'Eyes' the weight of 'Odd#abc' is not a number; it counts as 1.\n"]);
	});

	it.each<[string, () => Promise<Readonly<Record<string, Buffer | string>>>, RegExp]>([
		[
			'layers of other sizes',
			async () => ({ 'layers/Eyes/Small#1.png': await draw('#123', 20) }),
			/^--layers: All layers need one size\. Most are 32 × 32 px, but 20 × 20 px: 'layers\/Eyes\/Small#1\.png'\.\n$/,
		],
		[
			'a missing layer folder',
			async () => ({ 'src/config.js': config.replace("'Eyes'", "'Hat'") }),
			/^--layers: 'layersOrder' names a layer that has no folder: 'Hat'\.\n$/,
		],
		[
			'a picture that does not decode',
			async () => {
				const whole = await sharp({ create: { width: 32, height: 32, channels: 3, background: '#000', noise } })
					.png()
					.toBuffer();
				return Object.fromEntries(
					Object.keys(colours).map((name) => [`layers/${name}.png`, whole.subarray(0, whole.length - 500)]),
				);
			},
			/^--layers: 'layers\/\S+\.png' .*\n$/,
		],
	])('rejects %s in one line', async (name, change, message) => {
		const folder = `bad-${name.replaceAll(' ', '-')}`;
		await writeProject(folder, await change());
		const { status, err } = await generate('--layers', folder, '--zip', `${folder}.zip`);
		expect([status, err]).toEqual([2, expect.stringMatching(message)]);
	});

	it.each([
		[['--layers', 'mine', '--race', 'elf', '--plan-only'], /^--race: does not go with --layers\./],
		[['--layers', 'mine', '--engine', 'gemini', '--plan-only'], /^--engine: does not go with --layers\./],
		[['--layers', '', '--plan-only'], /^--layers: the name of a folder or a zip\./],
		[['--layers', 'nowhere', '--plan-only'], /^nowhere: no such file or directory/],
		[['--layers', 'mine/layers', '--plan-only'], /^--count: how many images\? These layers do not say\./],
	])('rejects %j with one line', async (args, message) => {
		const { status, err } = await generate(...args);
		expect([status, err]).toEqual([2, expect.stringMatching(message)]);
	});
});

const noise = { type: 'gaussian', mean: 128, sigma: 60 } as const;
