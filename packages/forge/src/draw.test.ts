import { afflictions } from '@adx/validators/catalogue/afflictions';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { backgrounds } from '@adx/validators/catalogue/backgrounds';
import { classes } from '@adx/validators/catalogue/classes';
import { divinities } from '@adx/validators/catalogue/divinities';
import { items } from '@adx/validators/catalogue/items';
import type { CatalogueOption } from '@adx/validators/catalogue/option';
import { races } from '@adx/validators/catalogue/races';
import { stones } from '@adx/validators/catalogue/stones';
import { describe, expect, it } from 'vitest';
import { drawBackground, drawFigure, figureSizeMaxPx } from './draw.ts';
import { drawSample, hashPixels, openSample, plainFigure, thumbprint } from './figure-testing.ts';
import golden from './golden-races.json' with { type: 'json' };
import * as registry from './registry.ts';
import { divinitySigns } from './wardrobe/divinity.ts';
import { heldItems } from './wardrobe/props/items.ts';
import { stoneLooks } from './wardrobe/stone.ts';

const listValues = (options: readonly CatalogueOption[]) => options.map(({ value }) => value);

/** Different tones in the picture; an empty or flat canvas has very few. */
const toneCount = (pixels: Uint8ClampedArray) => {
	const tones = new Set<number>();
	for (let i = 0; i < pixels.length; i += 4)
		tones.add((pixels[i]! >> 4) * 256 + (pixels[i + 1]! >> 4) * 16 + (pixels[i + 2]! >> 4));
	return tones.size;
};

describe('drawFigure', () => {
	it('draws the same pixels twice for the same figure, seed and size', () => {
		const figure = {
			race: 'tiefling',
			class: 'wizard',
			background: 'volcanic-crater',
			affliction: 'wild-magic-surge',
			items: 'silver-flute',
		};
		for (const sizePx of [64, 333])
			expect(hashPixels(drawSample(figure, 'twice', sizePx))).toBe(hashPixels(drawSample(figure, 'twice', sizePx)));
	});

	it('draws another picture for another seed, race, class, style, background and affliction', () => {
		const pictures = [
			drawSample({}, 'a'),
			drawSample({}, 'b'),
			drawSample({ race: 'orc' }, 'a'),
			drawSample({ class: 'wizard' }, 'a'),
			drawSample({ artStyle: 'fine-minimal' }, 'a'),
			drawSample({ background: 'forest-glade' }, 'a'),
			drawSample({ affliction: 'crystal-plague' }, 'a'),
			drawSample({ items: 'bone-dice' }, 'a'),
			drawSample({ divinity: 'hollow-moon' }, 'a'),
			drawSample({ magicalStone: 'river-jade' }, 'a'),
			drawSample({ rarity: 'legendary' }, 'a'),
		].map(hashPixels);
		expect(new Set(pictures).size).toBe(pictures.length);
	});

	it('builds different landscapes from different invented names', () => {
		const names = ['Glimmerfen Hollow', 'Ashen Choir Steppe', 'Saltglass Reach', 'Moonwell Basin'];
		const pictures = names.map((background) => hashPixels(drawSample({ background }, 'land')));
		expect(new Set(pictures).size).toBe(names.length);
	});

	it('fills every pixel and never leaves a flat picture, across sampled combinations of all values', () => {
		const lists = [
			listValues(races),
			listValues(classes),
			listValues(artStyles),
			listValues(backgrounds),
			listValues(afflictions),
		] as const;
		// Steps that share no factor with the list lengths walk through every value of every list.
		for (let i = 0; i < 165; i++) {
			const at = (list: number, step: number) => lists[list]![(i * step + list) % lists[list]!.length]!;
			const figure = {
				race: at(0, 1),
				class: at(1, 5),
				artStyle: at(2, 3),
				background: at(3, 3),
				affliction: at(4, 2),
			};
			const pixels = drawSample(figure, `combo-${i}`);
			const fewest = registry.styles.get(figure.artStyle)?.pixels ? 10 : 24;
			expect(toneCount(pixels), JSON.stringify(figure)).toBeGreaterThan(fewest);
			for (let a = 3; a < pixels.length; a += 4)
				if (pixels[a] !== 255) throw new Error(`transparent pixel in ${JSON.stringify(figure)}`);
		}
	});

	it('leaves the context as it found it: saves match restores, transform and alpha unchanged', () => {
		const { surface, context } = openSample(128);
		let depth = 0;
		const [save, restore] = [context.save.bind(context), context.restore.bind(context)];
		context.save = () => {
			depth++;
			save();
		};
		context.restore = () => {
			depth--;
			restore();
		};
		context.translate(3, 4);
		for (const artStyle of listValues(artStyles)) {
			drawFigure(
				surface,
				{ ...plainFigure, artStyle, race: 'warforged', affliction: 'vampirism', items: 'bone-dice' },
				{ sizePx: 100, seed: artStyle },
			);
			expect(depth).toBe(0);
		}
		const { a, b, e, f } = context.getTransform();
		expect([a, b, e, f, context.globalAlpha, context.globalCompositeOperation]).toEqual([1, 0, 3, 4, 1, 'source-over']);
	});

	it('paints nothing outside its square, on whichever side the figure leans', () => {
		for (const seed of ['lean-1', 'lean-2', 'lean-3', 'lean-4']) {
			const { surface, context, pixels } = openSample(192);
			context.translate(64, 64);
			drawFigure(surface, { ...plainFigure, race: 'centaur', class: 'barbarian' }, { sizePx: 64, seed });
			const data = pixels();
			const painted = [];
			for (let y = 0; y < 192; y++) {
				for (let x = 0; x < 192; x++) {
					const inside = x >= 64 && x < 128 && y >= 64 && y < 128;
					if (!inside && data[(y * 192 + x) * 4 + 3] !== 0) painted.push([x, y]);
				}
			}
			expect(painted).toEqual([]);
		}
	});

	it('draws the same picture in a canvas of its own and within a larger one', () => {
		const own = openSample(128);
		drawFigure(own.surface, plainFigure, { sizePx: 128, seed: 'place' });
		const large = openSample(192);
		large.context.translate(64, 64);
		drawFigure(large.surface, plainFigure, { sizePx: 128, seed: 'place' });
		const [alone, within] = [own.pixels(), large.context.getImageData(64, 64, 128, 128).data];
		const drift = alone.reduce((sum, channel, i) => sum + Math.abs(channel - within[i]!), 0);
		expect(drift / alone.length).toBeLessThan(0.5);
	});

	it('rejects a size outside 64 to 3000 pixels', () => {
		for (const sizePx of [0, 63, figureSizeMaxPx + 1, Number.NaN]) {
			expect(() => drawFigure(openSample(64).surface, plainFigure, { sizePx, seed: 'x' })).toThrow(RangeError);
		}
	});

	it('keeps drawing when a value is unknown', () => {
		expect(
			toneCount(
				drawSample(
					{
						race: 'merfolk',
						class: 'baker',
						artStyle: 'cubist',
						affliction: 'hiccups',
						items: 'old boot',
						divinity: 'Nobody',
						magicalStone: 'gravel',
					},
					'odd',
				),
			),
		).toBeGreaterThan(24);
	});
});

describe('drawBackground', () => {
	const drawScene = (background: string, seed: string) => {
		const { surface, context } = openSample(128);
		drawBackground(surface, { background, artStyle: plainFigure.artStyle }, { sizePx: 128, seed });
		return context;
	};

	it('draws the scene that stands behind a figure of the same seed, without the figure', () => {
		for (const background of ['forest-glade', 'desert-dunes', 'Moonwell Basin']) {
			const { surface, context } = openSample(128);
			drawFigure(surface, { ...plainFigure, background }, { sizePx: 128, seed: 'scene' });
			const scene = drawScene(background, 'scene');
			const corner = (from: typeof context) => hashPixels(from.getImageData(0, 0, 9, 9).data);
			const face = (from: typeof context) => hashPixels(from.getImageData(52, 52, 24, 24).data);
			expect(corner(scene)).toBe(corner(context));
			expect(face(scene)).not.toBe(face(context));
		}
	});

	it('draws another scene for another seed', () => {
		const all = ['a', 'b'].map((seed) =>
			hashPixels(drawScene('mountain-vista', seed).getImageData(0, 0, 128, 128).data),
		);
		expect(all[0]).not.toBe(all[1]);
	});

	it('rejects a size outside 64 to 3000 pixels', () => {
		for (const sizePx of [63, figureSizeMaxPx + 1])
			expect(() => drawBackground(openSample(64).surface, plainFigure, { sizePx, seed: 'x' })).toThrow(RangeError);
	});
});

describe('golden pictures', () => {
	it.each(Object.entries(golden))('%s still looks as it was approved', (race, approved) => {
		const now = thumbprint(drawSample({ race }, 'golden', 128), 128);
		let drift = 0;
		for (let i = 0; i < now.length; i++)
			drift += Math.abs(Number.parseInt(now[i]!, 16) - Number.parseInt(approved[i]!, 16));
		expect(drift / now.length).toBeLessThan(0.25);
	});

	it('covers every race', () => {
		expect(Object.keys(golden).sort()).toEqual([...registry.races.keys()].sort());
	});
});

describe('registry', () => {
	it.each([
		['every race (OPT-01)', races, registry.races],
		['every class (OPT-02)', classes, registry.classes],
		['every style (OPT-05, OPT-06)', artStyles, registry.styles],
	])('%s has a part of its own', (_title, options, parts) => {
		expect(listValues(options).filter((value) => !parts.has(value))).toEqual([]);
	});

	it('every background but the two random ones has a scene of its own (OPT-03)', () => {
		const open = listValues(backgrounds).filter((value) => !registry.backgrounds.has(value));
		expect(open.sort()).toEqual(['random-all', 'random-original-landscapes']);
		expect(registry.backgrounds.has('purple-blue-gradient')).toBe(true);
	});

	it('every affliction but none has a mark of its own (OPT-04)', () => {
		expect(listValues(afflictions).filter((value) => !registry.afflictions.has(value))).toEqual(['none']);
	});

	it('every divinity, item and stone but none has a look of its own (ATT-03)', () => {
		for (const [options, looks] of [
			[divinities, divinitySigns],
			[items, heldItems],
			[stones, stoneLooks],
		] as const) {
			expect(listValues(options).filter((value) => value !== 'none' && !(value in looks))).toEqual([]);
		}
	});

	it('gives each pair of styles at least four differences in their vectors', () => {
		const all = [...registry.styles.values()];
		for (const left of all) {
			for (const right of all) {
				if (left.id >= right.id) continue;
				const keys = [
					'outlinePx',
					'heaviness',
					'shading',
					'bands',
					'depth',
					'palette',
					'detail',
					'eyes',
					'contour',
					'rim',
					'castAlpha',
					'ground',
					'inkSpotting',
					'contrast',
					'line',
					'page',
					'proportions',
					'stickerPx',
					'feathering',
					'pixels',
				] as const;
				expect(
					keys.filter((key) => left[key] !== right[key]).length,
					`${left.id} / ${right.id}`,
				).toBeGreaterThanOrEqual(4);
			}
		}
	});
});
