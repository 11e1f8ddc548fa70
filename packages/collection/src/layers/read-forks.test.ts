import { describe, expect, it } from 'vitest';
import { startCpuClock } from '../plan/plan-testing.ts';
import type { LayerProject } from './layer-project.ts';
import { hashLipsConfig, listWeights, readProject, toMessages } from './layers-testing.ts';

const withConfig = (paths: readonly string[], config: string) =>
	readProject({ ...Object.fromEntries(paths.map((each) => [each, null])), 'src/config.js': config });
const one = (layersOrder: string, more = '') =>
	hashLipsConfig(`[{ growEditionSizeTo: 10, layersOrder: ${layersOrder} }]`, more);
const listRules = ({ configurations }: LayerProject, index = 0) =>
	configurations[index]!.rules.map(
		({ kind, left, right }) => `${left.trait} ${left.value} ${kind} ${right.trait} ${right.value}`,
	);

describe('readLayers, of projects of forks of HashLips', () => {
	const pets = ['Fur/Red#10', 'Fur/Blue#5', 'Hat/Crown#1', 'Hat/Cap#9', 'Eyes/Round', 'Eyes/Sad'].map(
		(path) => `layers/${path}.png`,
	);
	const order = '[{ name: "Fur" }, { name: "Hat" }, { name: "Eyes" }]';

	it("reads NFTChef's incompatible names and forced combinations", () => {
		const more = `const incompatible = { Red: ["Crown", "Sad"], Ghost: ["Round"] }; const forcedCombinations = { Blue: ["Cap"] };`;
		const project = withConfig(pets, one(order, more));
		expect(listRules(project)).toEqual([
			'Fur Red never Hat Crown',
			'Fur Red never Eyes Sad',
			'Fur Blue together Hat Cap',
		]);
		expect(toMessages(project)).toEqual([
			"warning: Rules name values that no layer has, and do nothing there: 'Ghost'.",
		]);
	});

	it('reads incompatible and dependent traits by layer and value, in the configuration they stand in', () => {
		const configuration = (more: string) => `{ growEditionSizeTo: 10, layersOrder: ${order}, ${more} }`;
		const config = hashLipsConfig(`[
			${configuration('incompatibleTraits: { "Fur/Red": ["Hat/*"] }')},
			${configuration('dependentTraits: { "Fur/Blue": ["Hat/Crown", "Eyes/Sad", "Eyes/Round"] }')},
		]`);
		const project = withConfig(pets, config);
		expect(listRules(project, 0)).toEqual(['Fur Red never Hat Cap', 'Fur Red never Hat Crown']);
		// Of the two eyes both are allowed, which forbids nothing.
		expect(listRules(project, 1)).toEqual(['Fur Blue together Hat Crown']);
	});

	it("reads Datlips' compatibility.json, words for weights and exact counts", () => {
		const compatibility = {
			Crown: { 1: { incompatibleParents: ['Blue'], parents: ['Red'], layerIndex: 0, forced: true } },
			Sad: {
				1: { incompatibleParents: ['Red'], layerIndex: 0, forced: false },
				2: { incompatibleParents: ['Blue'], layerIndex: 5 },
			},
		};
		const project = readProject({
			...Object.fromEntries(pets.map((path) => [path, null])),
			'src/config.js': one(order),
			'compatibility/compatibility.json': JSON.stringify(compatibility),
		});
		expect(listRules(project)).toEqual([
			'Hat Crown never Fur Blue',
			'Fur Red together Hat Crown',
			'Eyes Sad never Fur Red',
		]);

		const paths = ['layers/Arms/Fin#Common.png', 'layers/Arms/Claw#Mythic.png', 'layers/Arms/Lure#Own.png'];
		const config = one('[{ name: "Arms" }]', 'const rarity_config = { Mythic: 2, Own: 44 };');
		expect(listWeights(withConfig(paths, config))).toEqual({ Arms: { Fin: 100, Claw: 2, Lure: 44 } });

		const exact = withConfig(
			['layers/A/x#7.png', 'layers/A/y#3.png'],
			one('[{ name: "A" }]', 'const exactWeight = true;'),
		);
		expect(exact.configurations[0]!.layers[0]!.values.map(({ name, count }) => [name, count])).toEqual([
			['x', 7],
			['y', 3],
		]);
	});

	it('shares the weight of a folder out among what lies in it', () => {
		const paths = ['common#70/Dark Long#20', 'common#70/Dark Short#20', 'rare#30/Pink#1'].map(
			(path) => `layers/Female Hair/${path}.png`,
		);
		const project = withConfig(
			paths,
			one('[{ name: "Female Hair", trait: "Hair" }]', 'const incompatible = { common: [] };'),
		);
		expect(listWeights(project)).toEqual({ Hair: { 'Dark Long': 35, 'Dark Short': 35, Pink: 30 } });
	});

	it('takes folders that are called common, rare and so on as shares', () => {
		const paths = ['Common/Blue', 'Common/Green', 'Legendary/Gold'].map((path) => `layers/Fur/${path}.png`);
		expect(listWeights(readProject(paths))).toEqual({ Fur: { Blue: 50, Green: 50, Gold: 6 } });
	});

	it('shows all pictures of a value that is a folder, each at its own depth', () => {
		const paths = ['Hair/Special#10/1-line', 'Hair/Special#10/z-1,2-back', 'Hair/Plain#30', 'Hair/z3,Top#60'].map(
			(path) => `layers/${path}.png`,
		);
		const [hair] = withConfig(paths, one('[{ name: "Hair" }]')).configurations[0]!.layers;
		expect(
			hair!.values.map(({ name, weight, parts }) => [
				name,
				weight,
				parts.map(({ path, z }) => [path.split('/').at(-1), z]),
			]),
		).toEqual([
			['Plain', 30, [['Plain#30.png', 0]]],
			['Top', 60, [['z3,Top#60.png', 3]]],
			[
				'Special',
				10,
				[
					['1-line.png', 0],
					['z-1,2-back.png', -1],
				],
			],
		]);
	});

	it("shows further pictures of a value from a folder of its name, as Datlips' sub-traits", () => {
		const paths = ['Hat/Seaweed#5.png', 'Hat/Seaweed/back.png', 'Hat/Cap#5.png'].map((path) => `layers/${path}`);
		const order = '[{ name: "Hat", options: { zindex: 40, subTraits: { zindex: 35, opacity: 0.5 } } }]';
		const [hat] = withConfig(paths, one(order)).configurations[0]!.layers;
		expect(hat!.values.map(({ name, parts }) => [name, parts.map(({ opacity, z }) => [opacity, z])])).toEqual([
			['Cap', [[1, 40]]],
			[
				'Seaweed',
				[
					[0.5, 35],
					[1, 40],
				],
			],
		]);
	});

	it('reads layers that go with one value alone, as deep as they lie', () => {
		const paths = [
			...['background/bg1#10', 'background/bg2#10'],
			...['type/female#10/female', 'type/female#10/hair/Bob#10'],
			...['type/male#30/male-1#10', 'type/male#30/male-2#10'],
			...[
				'type/male#30/hair/Short#10',
				'type/male#30/hair/Mohawk#10/mohawk',
				'type/male#30/hair/Mohawk#10/hat/NONE#10',
			],
			...['type/male#30/hair/Mohawk#10/hat/Pin#30'],
		].map((path) => `layers/${path}.png`);
		const order =
			'[{ name: "background", trait: "Background" }, { name: "type", sublayerOptions: { hair: { trait: "Hair" } } }]';
		const project = withConfig(paths, one(order));
		expect(toMessages(project)).toEqual([]);
		expect(listWeights(project)).toEqual({
			Background: { bg1: 10, bg2: 10 },
			type: { female: 10, 'male-1': 15, 'male-2': 15 },
			Hair: { Bob: 25, Short: 37.5, Mohawk: 37.5 },
			// Of the 37.5 with a mohawk a quarter has none, as have all others.
			hat: { Pin: expect.closeTo(28.125, 9), None: expect.closeTo(71.875, 9) },
		});
		expect(listRules(project)).toEqual([
			...['Hair Bob never type male-1', 'Hair Bob never type male-2'],
			...['Hair Short never type female', 'Hair Mohawk never type female'],
			...['hat Pin never Hair Bob', 'hat Pin never Hair Short'],
		]);
	});

	it('tells values of several branches apart by their folder', () => {
		const paths = ['female#10/f', 'female#10/hair/Long#1', 'male#10/m', 'male#10/hair/Long#1'].map(
			(path) => `layers/type/${path}.png`,
		);
		const project = withConfig(paths, one('[{ name: "type" }]'));
		expect(Object.keys(listWeights(project).hair!)).toEqual(['Long', 'Long (2)']);
		expect(toMessages(project)).toEqual([
			"warning: More than one value of 'hair' has the name of 'Long'. One is called 'Long (2)'.",
		]);
	});

	it("reads HashLips Lab's and NiftyKit's names, and leaves edge cases out", () => {
		const paths = [
			'Hat__z20/Crown__w5',
			'Hat__z20/Cap__w10__z30',
			'Hat__z20/edge-cases/Cap__tFur__vRed',
			'Fur__z10/Red__r1000',
		].map((path) => `data/layers/${path}.png`);
		const project = readProject(paths);
		expect(listWeights(project)).toEqual({ Fur: { Red: 1_000 }, Hat: { Cap: 10, Crown: 5 } });
		expect(Object.keys(listWeights(project))).toEqual(['Fur', 'Hat']);
		expect(toMessages(project)).toEqual([
			"warning: Edge cases are not read: 'data/layers/Hat__z20/edge-cases/Cap__tFur__vRed.png'.",
		]);
	});

	it("names values as NFTChef's overrides say", () => {
		const more =
			'const traitValueOverrides = { Crown: "Golden Crown", "Cap": "Cap of Truth" }; const incompatible = { Red: ["Crown"] };';
		const project = withConfig(pets, one(order, more));
		expect(Object.keys(listWeights(project).Hat!)).toEqual(['Cap of Truth', 'Golden Crown']);
		expect(listRules(project)).toEqual(['Fur Red never Hat Golden Crown']);
	});
});

describe('readLayers, of configs that ask for too much', () => {
	const bombs = {
		'lists that double': `const a0 = ['x', 'y']; ${Array.from({ length: 40 }, (_, index) => `const a${index + 1} = [...a${index}, ...a${index}];`).join('')} const layerConfigurations = [{ layersOrder: a40 }];`,
		'texts that double': `const a0 = 'xy'; ${Array.from({ length: 40 }, (_, index) => `const a${index + 1} = a${index} + a${index};`).join('')} const rarityDelimiter = a40;`,
		'one folder again and again': `const hat = { name: 'Hat' }; const order = [${'hat,'.repeat(1_000)}]; const layerConfigurations = [${'{ layersOrder: order },'.repeat(100)}];`,
		'rules about all names': `const all = [${"'Hat/*',".repeat(9_000)}]; const incompatible = { 'Hat/*': all, 'Fur/*': all };`,
		'deep nesting': `const layerConfigurations = ${'[('.repeat(3_000)}1${')]'.repeat(3_000)};`,
	};
	const paths = [
		...Array.from({ length: 2_000 }, (_, index) => `layers/Hat/h${index}#${index}.png`),
		...Array.from({ length: 3_000 }, (_, index) => `layers/Fur/same#${index}.png`),
	];

	it.each(Object.entries(bombs))('ends soon, with a finding: %s', (_, config) => {
		const cpuMs = startCpuClock();
		const project = withConfig(paths, config);
		expect(cpuMs()).toBeLessThan(10_000);
		expect(project.findings.length).toBeGreaterThan(0);
		for (const { layers, rules } of project.configurations) {
			expect(layers.length).toBeLessThanOrEqual(200);
			expect(rules.length).toBeLessThanOrEqual(20_000);
		}
	});
});
