import { mkdirSync, writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { createCanvas, Path2D } from '@napi-rs/canvas';
import { drawFigure, type Figure } from '../src/draw.ts';
import { afflictions, backgrounds, classes, races, styles } from '../src/registry.ts';
import { heldItems } from '../src/wardrobe/items.ts';

const [outDir = '/tmp/forge-out', sheet = 'all', filter = ''] = process.argv.slice(2);

const plain: Figure = {
	race: 'human',
	class: 'fighter',
	artStyle: 'bold-classic',
	background: 'purple-blue-gradient',
	affliction: 'none',
	divinity: 'none',
	items: 'none',
	magicalStone: 'none',
};

interface Cell {
	readonly figure: Partial<Figure>;
	readonly seed: string;
}

function writeSheet(name: string, cells: readonly Cell[], columns: number, sizePx: number): void {
	const canvas = createCanvas(columns * sizePx, Math.ceil(cells.length / columns) * sizePx);
	const context = canvas.getContext('2d');
	cells.forEach(({ figure, seed }, i) => {
		context.save();
		context.translate((i % columns) * sizePx, Math.floor(i / columns) * sizePx);
		drawFigure({ context, Path2D, createCanvas }, { ...plain, ...figure }, { sizePx, seed });
		context.restore();
	});
	mkdirSync(outDir, { recursive: true });
	writeFileSync(join(outDir, `${name}.png`), canvas.toBuffer('image/png'));
}

const wanted = (ids: Iterable<string>) => [...ids].filter((id) => filter === '' || filter.split(',').includes(id));
const classIds = [...classes.keys()];
const sheets: Readonly<Record<string, () => void>> = {
	seeds: () =>
		writeSheet(
			'seeds',
			wanted(races.keys())
				.slice(0, 6)
				.flatMap((race) =>
					Array.from({ length: 6 }, (_, i) => ({
						figure: { race, class: classIds[(i * 5) % classIds.length]! },
						seed: `s${i}`,
					})),
				),
			6,
			256,
		),
	races: () =>
		writeSheet(
			'races',
			wanted(races.keys()).flatMap((race) =>
				[0, 1].map((i) => ({ figure: { race, class: i ? 'sorcerer' : 'monk' }, seed: `r${i}` })),
			),
			8,
			256,
		),
	strip: () =>
		writeSheet(
			'strip',
			[...races.keys()].map((race) => ({ figure: { race }, seed: 'strip' })),
			14,
			64,
		),
	classes: () =>
		writeSheet(
			'classes',
			classIds.map((id, i) => ({ figure: { class: id, race: ['human', 'elf'][i % 2]! }, seed: `c${i}` })),
			6,
			256,
		),
	styles: () =>
		writeSheet(
			'styles',
			[...styles.keys()].map((artStyle) => ({
				figure: { artStyle, race: 'elf', class: 'ranger', background: 'forest-glade' },
				seed: 'style',
			})),
			8,
			256,
		),
	backgrounds: () =>
		writeSheet(
			'backgrounds',
			[
				...backgrounds.keys(),
				'Glimmerfen Hollow',
				'Ashen Choir Steppe',
				'Saltglass Reach',
				'The Drowned Orchard',
				'Wyrmspine Terraces',
				'Moonwell Basin',
			].flatMap((background, i) => [
				{ figure: { background, race: ['human', 'tiefling', 'orc'][i % 3]! }, seed: `b${i}` },
			]),
			5,
			300,
		),
	afflictions: () =>
		writeSheet(
			'afflictions',
			[...afflictions.keys()].map((affliction, i) => ({
				figure: { affliction, race: ['human', 'elf', 'orc'][i % 3]! },
				seed: `a${i}`,
			})),
			7,
			256,
		),
	items: () =>
		writeSheet(
			'items',
			Object.keys(heldItems).map((items, i) => ({
				figure: {
					items,
					magicalStone: 'tide-sapphire',
					divinity: ['ember-dawn', 'hollow-moon', 'ninth-star', 'green-root', 'broken-crown', 'iron-oath'][i % 6]!,
				},
				seed: `i${i}`,
			})),
			8,
			256,
		),
	one: () => writeSheet('one', [{ figure: { race: filter || 'human' }, seed: 'one' }], 1, 1024),
};

for (const [name, write] of Object.entries(sheets)) if (sheet === 'all' || sheet === name) write();
