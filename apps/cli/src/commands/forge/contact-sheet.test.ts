import { existsSync, mkdirSync, readdirSync, readFileSync, writeFileSync } from 'node:fs';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import sharp from 'sharp';
import { afterAll, describe, expect, it } from 'vitest';
import { UsageError } from '../../command-line/errors.ts';
import { CommandLine } from '../../testing/command-testing.ts';
import { createTiles, readOptions, run } from './contact-sheet.ts';
import { drawSheet } from './draw-contact-sheet.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());

const tilePx = 64;
/** What a tile of that size takes up with its label and the gaps. */
const [gapPx, stepX, stepY] = [8, 72, 90];

/** Reads every cell of a sheet in reading order: the colours inside its picture, and whether something is written below. */
async function placesOf(path: string) {
	const { data, info } = await sharp(path).raw().toBuffer({ resolveWithObject: true });
	expect([(info.width - gapPx) % stepX, (info.height - gapPx) % stepY]).toEqual([0, 0]);
	const at = (x: number, y: number) => [...data.subarray((y * info.width + x) * info.channels).subarray(0, 3)];
	const places: { colours: string; labelled: boolean }[] = [];
	for (let top = gapPx; top < info.height; top += stepY) {
		for (let left = gapPx; left < info.width; left += stepX) {
			const steps = Array.from({ length: 8 }, (_, i) => 4 + i * 8);
			const colours = steps.flatMap((y) => steps.map((x) => at(left + x, top + y).join()));
			const below = Array.from({ length: tilePx * 10 }, (_, i) =>
				at(left + (i % tilePx), top + tilePx + Math.floor(i / tilePx)),
			);
			places.push({ colours: colours.join(' '), labelled: below.some(([red = 255]) => red < 128) });
		}
	}
	return { places, columns: (info.width - gapPx) / stepX };
}

const isEmpty = ({ colours }: { colours: string }) => new Set(colours.split(' ')).size === 1;

describe('contact-sheet', () => {
	it.each([
		['race', races.length, 9],
		['class', classes.length, 6],
		['style', artStyles.length, 7],
		['affliction', afflictions.length, 6],
		// The scenes, the gradient and five invented landscapes.
		['background', sceneBackgrounds.length + 6, 5],
	])('draws a labelled picture for each %s, every one different', async (by, count, columns) => {
		const out = commandLine.path('sheets', `${by}.png`);
		expect(await run(['--by', by, '--out', out, '--tile', String(tilePx)])).toBe(0);
		const sheet = await placesOf(out);
		expect(sheet.columns).toBe(columns);
		expect(sheet.places).toHaveLength(Math.ceil(count / columns) * columns);
		const drawn = sheet.places.slice(0, count);
		expect(new Set(drawn.map(({ colours }) => colours)).size).toBe(count);
		expect(drawn.filter((place) => isEmpty(place) || !place.labelled)).toEqual([]);
		expect(sheet.places.slice(count).filter((place) => !isEmpty(place) || place.labelled)).toEqual([]);
	});

	it('shows the head alone where styles are compared', async () => {
		const out = commandLine.path('heads.png');
		await run(['--by', 'style', '--out', out, '--tile', String(tilePx)]);
		const tiles = createTiles({ by: 'style', out, tilePx, seed: '1', isForced: false });
		const whole = await drawSheet(
			tiles.map((tile) => ({ ...tile, showsHeadOnly: false })),
			tilePx,
		);
		expect(readFileSync(out).equals(whole)).toBe(false);
	});

	it('gives other faces for another seed, and the same bytes for the same', async () => {
		const draw = async (name: string, ...args: string[]) => {
			const out = commandLine.path(name);
			await run(['--by', 'affliction', '--out', out, '--tile', String(tilePx), ...args]);
			return readFileSync(out);
		};
		const first = await draw('first.png', '--seed', 'a');
		expect((await draw('again.png', '--seed', 'a')).equals(first)).toBe(true);
		expect((await draw('other.png', '--seed', 'b')).equals(first)).toBe(false);
	});

	it.each([
		['no trait', ['--out', 'x.png'], /^--by: [^\n]+$/],
		['no file to write', ['--by', 'race'], /^[^\n]*--out FILE\.png[^\n]*$/],
		['a file of another kind', ['--by', 'race', '--out', 'z.jpg'], /^--out: [^\n]*\.png[^\n]*$/],
		['a tile that is too small', ['--by', 'race', '--out', 'x.png', '--tile', '63'], /^--tile: [^\n]*64 to 256[^\n]*$/],
		['a tile that is too large', ['--by', 'race', '--out', 'x.png', '--tile', '257'], /^--tile: [^\n]+$/],
		['an unknown option', ['--by', 'race', '--out', 'x.png', '--colour'], /^[^\n]*--colour[^\n]*$/],
	])('rejects %s', (_, args, message) => {
		expect(() => readOptions(args)).toThrow(UsageError);
		expect(() => readOptions(args)).toThrow(message);
	});

	it.each([
		[
			'an unknown trait',
			['--by', 'colour', '--out', 'x.png'],
			/^--by: [^\n]*race, class, style, affliction, background/,
		],
		['a folder that cannot be made', ['--by', 'race', '--out', 'a-file/x.png'], /^--out [^\n]*a-file[^\n]*\(E\w+\)/],
		[
			'a file that is a folder',
			['--by', 'class', '--tile', '64', '--out', 'a-folder.png'],
			/^--out [^\n]*a-folder\.png: .*\(E\w+\)/,
		],
	])('rejects %s with one line and status 2, and writes nothing', async (_, args, message) => {
		writeFileSync(commandLine.path('a-file'), 'mine');
		mkdirSync(commandLine.path('a-folder.png'), { recursive: true });
		const { status, out, err } = await commandLine.run(['contact-sheet', ...args]);
		expect({ status, out }).toEqual({ status: 2, out: '' });
		expect(err).toMatch(/^[^\n]+\n$/);
		expect(err).toMatch(message);
		expect(existsSync(commandLine.path('x.png'))).toBe(false);
		expect(readFileSync(commandLine.path('a-file'), 'utf8')).toBe('mine');
		expect(readdirSync(commandLine.path('a-folder.png'))).toEqual([]);
	});
});
