import { describe, expect, it } from 'vitest';
import {
	hashLipsConfig,
	hashLipsOrder,
	hashLipsPaths,
	listWeights,
	readProject,
	toMessages,
} from './layers-testing.ts';

const withConfig = (paths: readonly string[], config: string, path = 'src/config.js') =>
	readProject({ ...Object.fromEntries(paths.map((each) => [each, null])), [path]: config });
const one = (layersOrder: string, more = '') =>
	hashLipsConfig(`[{ growEditionSizeTo: 10, layersOrder: ${layersOrder} }]`, more);

describe('readLayers, of a project of HashLips', () => {
	it('reads its example layers: order, weights, size, format, and no finding', () => {
		const project = withConfig(hashLipsPaths, hashLipsConfig(hashLipsOrder(100)));
		expect(toMessages(project)).toEqual([]);
		expect(Object.keys(listWeights(project))).toEqual([
			...['Background', 'Eyeball', 'Eye color', 'Iris', 'Shine', 'Bottom lid', 'Top lid'],
		]);
		expect(listWeights(project)['Eye color']).toEqual({ Cyan: 1, Green: 1, Pink: 1, Purple: 1, Red: 10, Yellow: 10 });
		expect(project).toMatchObject({
			isShuffled: false,
			format: { width: 512, height: 512, isSmooth: false },
			background: null,
		});
		expect(project.configurations).toHaveLength(1);
		expect(project.configurations[0]).toMatchObject({ size: 100, rules: [] });
		expect(project.configurations[0]!.layers[0]!.values[0]!.parts).toEqual([
			{ path: 'layers/Background/Black#1.png', blend: 'source-over', opacity: 1, z: 0 },
		]);
		expect(project.picturePaths).toHaveLength(hashLipsPaths.length);
	});

	it('reads the options of layers', () => {
		const order = `[
			{ name: "Background", options: { bypassDNA: true } },
			{ name: "Eye color", options: { blend: MODE.colorBurn, opacity: 0.2, displayName: "Awesome Eye Color" } },
			{ name: "Iris", options: { blend: "destination-in" } },
			{ name: "Shine", options: { blend: MODE.sourceAtop } },
		]`;
		const [background, eyes, iris, shine] = withConfig(hashLipsPaths, one(order)).configurations[0]!.layers;
		expect(background).toMatchObject({ name: 'Background', isInDna: false });
		expect(eyes).toMatchObject({ name: 'Awesome Eye Color', folder: 'Eye color', isInDna: true });
		expect(eyes!.values[0]!.parts[0]).toMatchObject({ blend: 'color-burn', opacity: 0.2 });
		expect(iris!.values[0]!.parts[0]).toMatchObject({ blend: 'destination-in', opacity: 1 });
		// The engine's own table says so.
		expect(shine!.values[0]!.parts[0]).toMatchObject({ blend: 'source-out' });
	});

	it('reads several configurations, whose sizes count those before', () => {
		const config = hashLipsConfig(
			`[
				{ growEditionSizeTo: 50, layersOrder: [{ name: "Background" }, { name: "Iris" }] },
				{ growEditionSizeTo: 150, layersOrder: [{ name: "Background" }, { name: "Shine" }, { name: "Iris" }] },
			]`,
			'const shuffleLayerConfigurations = true;',
		);
		const { configurations, isShuffled } = withConfig(hashLipsPaths, config);
		expect(configurations.map(({ size }) => size)).toEqual([50, 100]);
		expect(configurations[1]!.layers.map(({ name }) => name)).toEqual(['Background', 'Shine', 'Iris']);
		expect(isShuffled).toBe(true);
	});

	it('takes sizes that do not grow as they are, and says so', () => {
		const config = hashLipsConfig(`[
			{ growEditionSizeTo: 500, layersOrder: [{ name: "Background" }] },
			{ growEditionSizeTo: 500, layersOrder: [{ name: "Iris" }] },
		]`);
		const project = withConfig(hashLipsPaths, config);
		expect(project.configurations.map(({ size }) => size)).toEqual([500, 500]);
		expect(toMessages(project).join()).toContain('each counts by itself');
	});

	it('reads a background that is drawn under the layers', () => {
		const under = (background: string) =>
			withConfig(hashLipsPaths, one('[{ name: "Shine" }]', `const background = ${background};`)).background;
		expect(under('{ generate: true, brightness: "80%", static: false, default: "#000000" }')).toEqual({
			kind: 'random-hue',
			lightness: '80%',
		});
		expect(under('{ generate: true, static: true, default: "#00ff00" }')).toEqual({ kind: 'colour', css: '#00ff00' });
		expect(under('{ generate: false, brightness: "80%" }')).toBeNull();
		expect(under('{ generate: true, static: true, default: "url(http://inside)" }')).toBeNull();
	});

	it('reads another delimiter, and a config.json with the same keys', () => {
		const json = JSON.stringify({ rarityDelimiter: '@', layersOrder: ['Hat', { name: 'Eyes' }], growEditionSizeTo: 7 });
		const project = withConfig(['layers/Hat/A@3.png', 'layers/Hat/B#2.png', 'layers/Eyes/C.png'], json, 'config.json');
		expect(listWeights(project)).toEqual({ Hat: { A: 3, 'B#2': 1 }, Eyes: { C: 1 } });
		expect(project.configurations[0]!.size).toBe(7);
	});

	it('never runs the config, and says what it cannot know', () => {
		const evil = `globalThis.ran = true; process.exit(1); const layerConfigurations = make(); module.exports = { layerConfigurations };`;
		const project = withConfig(hashLipsPaths, evil);
		expect('ran' in globalThis).toBe(false);
		expect(toMessages(project).join()).toContain('is computed, and the file is read without being run');
		expect(toMessages(withConfig(hashLipsPaths, 'const = 1')).join()).toContain('is not JavaScript that can be read');
		expect(toMessages(withConfig(hashLipsPaths, '['.repeat(100_000))).join()).toContain('is not JavaScript');
		expect(toMessages(withConfig(hashLipsPaths, '{', 'src/config.json')).join()).toContain('holds no JSON object');
	});

	it('reads what constants refer to, sums and spreads, and exports of every kind', () => {
		for (const config of [
			`const n = 40; const first = { name: 'Shine' }; const size = n / 2;
			 exports.layerConfigurations = [{ growEditionSizeTo: size, layersOrder: [first, ...[{ name: 'Ir' + 'is' }]] }];`,
			`export const layerConfigurations = [{ growEditionSizeTo: 20, layersOrder: [{ name: 'Shine' }, { name: \`Iris\` }] }];`,
			`export default { layerConfigurations: [{ growEditionSizeTo: 20, layersOrder: ['Shine', 'Iris'] }] };`,
			`module.exports.layerConfigurations = [{ growEditionSizeTo: +20, layersOrder: [{ ['name']: 'Shine' }, { name: ('Iris') }] }];`,
		]) {
			const project = withConfig(hashLipsPaths, config);
			expect(project.configurations[0]!.layers.map(({ name }) => name)).toEqual(['Shine', 'Iris']);
			expect(project.configurations[0]!.size).toBe(20);
		}
	});

	it('finds layers and config inside a picked folder, and nothing in what was built or installed', () => {
		const inside = [
			...hashLipsPaths.map((path) => `my-project/${path}`),
			...['build/images/1.png', 'node_modules/canvas/layers/x/y.png', '.git/config.js', 'old/deep/down/config.js'].map(
				(path) => `my-project/${path}`,
			),
			'my-project/node_modules/a/config.js',
		];
		const project = withConfig(inside, one('[{ name: "Shine" }]'), 'my-project/src/config.js');
		expect(Object.keys(listWeights(project))).toEqual(['Shine']);
		expect(project.picturePaths).toEqual(['my-project/layers/Shine/Shapes#100.png']);
	});

	it('names layers that are missing, empty or not drawn', () => {
		const config = one('[{ name: "Background" }, { name: "Hats" }, { name: "Empty" }, {}]');
		const project = withConfig([...hashLipsPaths, 'layers/Empty/', 'layers/Empty/.DS_Store'], config);
		const messages = toMessages(project);
		expect(messages).toContain("error: 'layersOrder' names a layer that has no folder: 'Hats'.");
		expect(messages).toContain("error: The folder of the layer 'Empty' holds no picture that can be read.");
		expect(messages).toContain("error: A layer in 'layersOrder' of 'src/config.js' has no name that can be read.");
		expect(messages).toContain(
			"note: Not drawn, because no 'layersOrder' names them: 'Bottom lid', 'Eye color', 'Eyeball' and 3 more.",
		);
		expect(Object.keys(listWeights(project))).toEqual(['Background']);
	});

	it('says which options are none', () => {
		const order = `[
			{ name: "Iris", options: { blend: "sparkle", opacity: 3 } },
			{ name: "Shine", options: { blend: MODE.nothing, opacity: "half" } },
		]`;
		const project = withConfig(hashLipsPaths, one(order, 'const rarityDelimiter = "";'));
		const messages = toMessages(project).join('\n');
		expect(messages).toContain("'Iris' has 'sparkle', which is not a blend mode");
		expect(messages).toContain("'Shine' has a computed blend");
		expect(messages).toContain("The opacity of the layer 'Shine' is not a number from 0 to 1");
		expect(messages).toContain("The 'rarityDelimiter' of 'src/config.js' cannot be used");
		expect(project.configurations[0]!.layers[1]!.values[0]!.parts[0]).toMatchObject({
			blend: 'source-over',
			opacity: 1,
		});
	});
});
