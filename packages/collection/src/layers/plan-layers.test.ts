import { describe, expect, it } from 'vitest';
import { hashTraits } from '../plan/dna.ts';
import { PlanImpossibleError } from '../plan/plan-error.ts';
import { rankTokens } from '../rarity/rarity.ts';
import { createDrawings } from './layer-drawing.ts';
import { hashLipsConfig, hashLipsOrder, hashLipsPaths, readProject } from './layers-testing.ts';
import { planLayers } from './plan-layers.ts';

const withConfig = (paths: readonly string[], config: string) =>
	readProject({ ...Object.fromEntries(paths.map((path) => [path, null])), 'src/config.js': config });
const example = withConfig(hashLipsPaths, hashLipsConfig(hashLipsOrder(100)));

describe('planLayers', () => {
	it("makes of HashLips' example layers a collection whose counts are exact, before anything is drawn", () => {
		const { rows, configurations, notice, provisional } = planLayers(example, {}, 'a');
		expect(rows.map(({ tokenNumber }) => tokenNumber)).toEqual(Array.from({ length: 100 }, (_, index) => index + 1));
		expect(new Set(rows.map(({ dna }) => dna)).size).toBe(100);
		expect({ notice, provisional }).toEqual({ notice: null, provisional: false });
		const { counts, capacity, isCapacityExact, size, impossible } = configurations[0]!;
		// 8 backgrounds, 2 eyeballs, 6 colours, 3 irises, 1 shine, 3 lids each.
		expect({ capacity, isCapacityExact, size, impossible }).toEqual({
			...{ capacity: 2_592n, isCapacityExact: true, size: 100, impossible: [] },
		});
		expect(counts).toMatchObject({
			Eyeball: { Red: 50, White: 50 },
			Iris: { Large: 20, Medium: 20, Small: 60 },
			Shine: { Shapes: 100 },
			'Bottom lid': { High: 20, Low: 40, Middle: 40 },
			'Top lid': { High: 30, Low: 20, Middle: 50 },
		});
		expect(Object.values(counts.Background!).reduce((sum, count) => sum + count, 0)).toBe(100);
		expect(counts.Background).toMatchObject({ Black: 2, Blue: 5, Yellow: 23 });
	});

	it("gives ranks that OpenRarity's rules give the metadata, and DNA that anybody can compute from it", () => {
		const { rows } = planLayers(example, { size: 500 }, 'a');
		const { tokens } = rankTokens(rows.map(({ traits }) => traits));
		expect(rows.map(({ rarityRank, rarityScore }) => [rarityRank, rarityScore])).toEqual(
			tokens.map(({ rank, score }) => [rank, score]),
		);
		for (const { traits, dna } of rows) expect(dna).toBe(hashTraits(traits));
	});

	it('gives the same rows for the same seed, others for another, and the image seeds of any plan', () => {
		expect(planLayers(example, {}, 'a')).toEqual(planLayers(example, {}, 'a'));
		expect(planLayers(example, {}, 'b').rows).not.toEqual(planLayers(example, {}, 'a').rows);
		const other = planLayers(readProject(['A/x.png', 'A/y.png']), { size: 100 }, 'a');
		expect(other.rows.map(({ imageSeed }) => imageSeed)).toEqual(
			planLayers(example, {}, 'a').rows.map(({ imageSeed }) => imageSeed),
		);
	});

	it('follows what the creator steers: weights, counts and rules', () => {
		const rules = [
			{ kind: 'never' as const, left: { trait: 'Iris', value: 'Large' }, right: { trait: 'Eyeball', value: 'Red' } },
		];
		const steering = [{ weights: { 'Top lid': { High: 0 } }, counts: { Iris: { Large: 7 } }, rules }];
		const { rows, configurations } = planLayers(example, { size: 200, steering }, 'a');
		expect(configurations[0]!.counts).toMatchObject({ 'Top lid': { High: 0 }, Iris: { Large: 7 } });
		for (const { traits } of rows) expect(traits.Iris === 'Large' && traits.Eyeball === 'Red').toBe(false);
		const tooMany = [{ counts: { Iris: { Large: 201 } } }];
		expect(() => planLayers(example, { size: 200, steering: tooMany }, 'a')).toThrow(PlanImpossibleError);
	});

	it('takes weights that are exact counts as counts', () => {
		const config = hashLipsConfig(
			'[{ growEditionSizeTo: 40, layersOrder: [{ name: "A" }, { name: "B" }] }]',
			'const exactWeight = true;',
		);
		const paths = ['A/x#7', 'A/y#33', ...Array.from({ length: 40 }, (_, index) => `B/${index}#1`)].map(
			(path) => `layers/${path}.png`,
		);
		expect(planLayers(withConfig(paths, config), {}, 'a').configurations[0]!.counts.A).toEqual({ x: 7, y: 33 });
	});

	it('counts no image as another one for a layer that bypasses the DNA, and says how many repeat', () => {
		const config = hashLipsConfig(
			'[{ growEditionSizeTo: 12, layersOrder: [{ name: "Background", options: { bypassDNA: true } }, { name: "Iris" }, { name: "Eyeball" }] }]',
		);
		const { rows, notice } = planLayers(withConfig(hashLipsPaths, config), {}, 'a');
		expect(notice).toBe('These layers give only 6 unique combinations; 6 of 12 images are duplicates.');
		expect(new Set(rows.map(({ traits }) => `${traits.Iris} ${traits.Eyeball}`)).size).toBe(6);
		expect(new Set(rows.map(({ dna }) => dna)).size).toBe(12);
		expect(
			rows.some(({ dna, traits: { Background, ...inDna } }) => Background !== '' && dna === hashTraits(inDna, 2)),
		).toBe(true);
	});

	it('repeats no image of a configuration before it, shares sizes out, and shuffles where the config says so', () => {
		const layers = '[{ name: "Background" }, { name: "Iris" }, { name: "Eyeball" }]';
		const reordered = '[{ name: "Iris" }, { name: "Background" }, { name: "Eyeball" }]';
		const twice = (more: string) =>
			withConfig(
				hashLipsPaths,
				hashLipsConfig(
					`[{ growEditionSizeTo: 30, layersOrder: ${layers} }, { growEditionSizeTo: 40, layersOrder: ${reordered} }]`,
					more,
				),
			);
		const plan = planLayers(twice(''), {}, 'a');
		expect(plan.rows.map(({ configuration }) => configuration)).toEqual([...Array(30).fill(0), ...Array(10).fill(1)]);
		expect(
			new Set(plan.rows.map(({ traits: { Background, Iris, Eyeball } }) => [Background, Iris, Eyeball].join())).size,
		).toBe(40);
		expect(plan.configurations.map(({ capacity }) => capacity)).toEqual([48n, 18n]);
		const shuffled = planLayers(twice('const shuffleLayerConfigurations = true;'), {}, 'a');
		expect(shuffled.rows.map(({ configuration }) => configuration)).not.toEqual(
			plan.rows.map(({ configuration }) => configuration),
		);
		expect(shuffled.rows.filter(({ configuration }) => configuration === 1)).toHaveLength(10);
		expect(planLayers(twice(''), { size: 8 }, 'a').configurations.map(({ size }) => size)).toEqual([6, 2]);
	});

	it('ranks images of several configurations as one collection, in which missing traits are missing', () => {
		const config = hashLipsConfig(`[
			{ growEditionSizeTo: 1, layersOrder: [{ name: "Shine" }, { name: "Iris" }] },
			{ growEditionSizeTo: 120, layersOrder: [{ name: "Background" }, { name: "Iris" }, { name: "Eye color" }] },
		]`);
		const [first] = planLayers(withConfig(hashLipsPaths, config), {}, 'a').rows;
		expect(first).toMatchObject({ rarityRank: 1, rarityTier: 'Legendary' });
		expect(Object.keys(first!.traits)).toEqual(['Shine', 'Iris']);
	});

	it('keeps layers that go with one value to images that have it', () => {
		const paths = [
			...[
				'type/female#50/f',
				'type/female#50/hair/Bob#1',
				'type/female#50/hair/Bun#1',
				'type/male#50/m1#1',
				'type/male#50/m2#1',
			],
			...[
				'type/male#50/beard/Full#1',
				'type/male#50/beard/NONE#3',
				...Array.from({ length: 30 }, (_, index) => `back/${index}#1`),
			],
		].map((path) => `layers/${path}.png`);
		const config = hashLipsConfig('[{ growEditionSizeTo: 100, layersOrder: [{ name: "back" }, { name: "type" }] }]');
		const { rows, configurations } = planLayers(withConfig(paths, config), {}, 'a');
		expect(configurations[0]!.counts.type).toEqual({ female: 50, m1: 25, m2: 25 });
		for (const { traits } of rows) {
			expect(traits.hair === 'None').toBe(traits.type !== 'female');
			if (traits.type === 'female') expect(traits.beard).toBe('None');
		}
	});

	it('rejects a project that does not say how many images it makes, unless the request does', () => {
		const project = readProject(['A/x.png', 'B/y.png']);
		expect(() => planLayers(project, {}, 'a')).toThrow(RangeError);
		expect(planLayers(project, { size: 1 }, 'a').rows).toHaveLength(1);
	});
});

describe('createDrawings', () => {
	it('puts parts in the order of their layers, under and over all where they say so', () => {
		const paths = ['Back/a#1', 'Hair/Special#1/front', 'Hair/Special#1/z-1,behind', 'Hat/z5,Halo#1', 'Face/f#1'];
		const order = '[{ name: "Back" }, { name: "Hat" }, { name: "Hair" }, { name: "Face", options: { opacity: 0.5 } }]';
		const config = hashLipsConfig(`[{ growEditionSizeTo: 1, layersOrder: ${order} }]`);
		const project = withConfig(
			paths.map((path) => `layers/${path}.png`),
			config,
		);
		const { rows } = planLayers(project, {}, 'a');
		const { parts, background } = createDrawings(project)(rows[0]!);
		expect(background).toBeNull();
		expect(parts.map(({ path }) => path.split('/').at(-1))).toEqual([
			'z-1,behind.png',
			'a#1.png',
			'front.png',
			'f#1.png',
			'z5,Halo#1.png',
		]);
		expect(parts[3]).toMatchObject({ opacity: 0.5 });
	});

	it('draws a colour under the layers, the same for the same image seed', () => {
		const more = 'const background = { generate: true, brightness: "80%" };';
		const project = withConfig(hashLipsPaths, hashLipsConfig(hashLipsOrder(20), more));
		const draw = createDrawings(project);
		const { rows } = planLayers(project, {}, 'a');
		const colours = rows.map((row) => draw(row).background!);
		for (const colour of colours) expect(colour).toMatch(/^hsl\(\d{1,3}, 100%, 80%\)$/);
		expect(new Set(colours).size).toBeGreaterThan(10);
		expect(colours).toEqual(rows.map((row) => draw(row).background));
	});

	it('rejects a row of another project', () => {
		const [row] = planLayers(readProject(['A/x.png']), { size: 1 }, 'a').rows;
		expect(() => createDrawings(readProject(['A/y.png']))(row!)).toThrow("The layer 'A' has no value 'x'.");
	});
});
