import { mkdir, writeFile } from 'node:fs/promises';
import { dirname, resolve } from 'node:path';
import { bareFigure } from '@adx/forge/draw';
import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { sceneBackgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { races } from '@adx/validators/catalogue/races';
import { UsageError, withSystemErrors } from '../../command-line/errors.ts';
import { parseArguments } from '../../command-line/parse-arguments.ts';
import { drawSheet, type Tile } from './draw-contact-sheet.ts';

const traits = ['race', 'class', 'style', 'affliction', 'background'] as const;
type Trait = (typeof traits)[number];

export const contactSheetUsage = `Usage: npm run contact-sheet -- --by race|class|style|affliction|background --out FILE.png [options]

Draws every value of one trait into one labelled picture.

  --by TRAIT     race, class, style, affliction or background
  --out FILE     the PNG to write
  --force        write over a file that is there
  --tile N       side of one picture in pixels, 64 to 256 (default 128)
  --seed TEXT    other faces of the same values (default 1)`;

interface SheetOptions {
	readonly by: Trait;
	readonly out: string;
	readonly tilePx: number;
	readonly seed: string;
	readonly isForced: boolean;
}

/** `npm run contact-sheet`: all values of one trait side by side, to be judged by eye. */
export async function run(args: string[]): Promise<number> {
	const options = readOptions(args);
	if (options === 'help') {
		console.log(contactSheetUsage);
		return 0;
	}
	const out = resolve(options.out);
	await withSystemErrors(`--out ${out}`, () => mkdir(dirname(out), { recursive: true }));
	const png = await drawSheet(createTiles(options), options.tilePx);
	await withSystemErrors(`--out ${out}`, () => writeFile(out, png, { flag: options.isForced ? 'w' : 'wx' }));
	return 0;
}

/** Reads the command line; throws a UsageError that names the option. */
export function readOptions(args: string[]): SheetOptions | 'help' {
	const values = parse(args);
	if (values.help) return 'help';
	const by = traits.find((trait) => trait === values.by);
	if (by === undefined) throw new UsageError(`--by: expected one of ${traits.join(', ')}. See --help.`);
	if (values.out === undefined) throw new UsageError('Say where to write: --out FILE.png. See --help.');
	if (!/\.png$/i.test(values.out)) throw new UsageError('--out: sheets are PNG, so the name ends in .png. See --help.');
	const tilePx = Number(values.tile ?? '128');
	if (!(Number.isInteger(tilePx) && tilePx >= 64 && tilePx <= 256))
		throw new UsageError('--tile: expected a whole number from 64 to 256. See --help.');
	return { by, out: values.out, tilePx, seed: values.seed ?? '1', isForced: values.force ?? false };
}

function parse(args: string[]) {
	return parseArguments({
		args,
		strict: true,
		options: {
			by: { type: 'string' },
			out: { type: 'string' },
			tile: { type: 'string' },
			seed: { type: 'string' },
			force: { type: 'boolean' },
			help: { type: 'boolean', short: 'h' },
		},
	}).values;
}

const inventedNames = [
	'Emberfall Orchard',
	'Pale Heron Marsh',
	'Saltglass Reach',
	'The Sleeping Stair',
	'Foxfire Hills',
];

/** One tile per value. Styles and afflictions share one seed, so that nothing but them changes. */
export function createTiles({ by, seed }: SheetOptions): Tile[] {
	const toSeed = (value: string) => `${seed}/${value}`;
	switch (by) {
		case 'race':
			return races.map(
				({ value, label }): Tile => ({ label, figure: { ...bareFigure, race: value }, seed: toSeed(value) }),
			);
		case 'class':
			return classes.map(
				({ value, label }, i): Tile => ({
					label,
					figure: { ...bareFigure, class: value, race: i % 2 ? 'elf' : 'human' },
					seed: toSeed(value),
				}),
			);
		case 'style': {
			// Skin, hair, cloth and metal before a sky: what styles treat differently.
			const knight = { ...bareFigure, race: 'elf', class: 'paladin', background: 'mountain-vista' };
			return artStyles.map(
				({ value, label }): Tile => ({
					label,
					figure: { ...knight, artStyle: value },
					seed: toSeed('style'),
					showsHeadOnly: true,
				}),
			);
		}
		case 'affliction':
			return afflictions.map(
				({ value, label }): Tile => ({
					label,
					figure: { ...bareFigure, affliction: value },
					seed: toSeed('mark'),
				}),
			);
		case 'background':
			return [
				...sceneBackgrounds,
				{ value: 'purple-blue-gradient', label: 'Purple-Blue Gradient' },
				...inventedNames.map((name) => ({ value: name, label: name })),
			].map(
				({ value, label }): Tile => ({
					label,
					figure: { ...bareFigure, background: value },
					seed: toSeed(value),
					sceneOnly: true,
				}),
			);
	}
}
