import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { hashLipsConfig, listWeights, readProject, toMessages } from './layers-testing.ts';
import { listLayerTexts, readLayers } from './read-layers.ts';

const layers = (project: ReturnType<typeof readProject>) => Object.keys(listWeights(project));

describe('readLayers, of any folder of folders', () => {
	it('takes the order from numbers in front of all names, which are not part of them', () => {
		const project = readProject([
			'p/10 Hat/a.png',
			'p/2_Fur/b.png',
			'p/01 - Background/c.png',
			'p/3. 3D Glasses/d.png',
		]);
		expect(layers(project)).toEqual(['Background', 'Fur', '3D Glasses', 'Hat']);
		expect(toMessages(project)).toEqual([]);
	});

	it('leaves numbers that are part of a name alone', () => {
		expect(layers(readProject(['3D Glasses/a.png', '2 Moons/a.png', 'Fur/b.png']))).toEqual([
			'2 Moons',
			'3D Glasses',
			'Fur',
		]);
	});

	it('takes the order from a list, and names what it lists for nothing', () => {
		for (const order of ['Fur\r\nHat\n\nBackground\nGhost', '["fur","Hat","Background","Ghost"]']) {
			const project = readProject({
				'x/Background/a.png': null,
				'x/Hat/a.png': null,
				'x/Fur/a.png': null,
				'x/_order': order,
			});
			expect(layers(project)).toEqual(['Fur', 'Hat', 'Background']);
			expect(toMessages(project)).toEqual(["error: 'x/_order' names layers that have no folder: 'Ghost'."]);
		}
	});

	it('says that nothing tells the order', () => {
		expect(toMessages(readProject(['Fur/a.png', 'Hat/b.png'])).join()).toContain(
			'stacked by name, the first at the back',
		);
	});

	it.each([
		['0', 0, 'note: No image gets'],
		['-1', 0, 'error: In '],
		['1e9', 1_000_000, 'warning: In '],
		['abc', 1, 'warning: In '],
		['', 1, 'warning: In '],
		['0.15', 0.15, null],
		['70%', 70, null],
		['Infinity', 1, 'warning: In '],
		['0x10', 1, 'warning: In '],
	])('reads the weight %s as %d', (text, weight, finding) => {
		const project = readProject([`Hat/Crown#${text}.png`, 'Hat/Cap.png']);
		expect(listWeights(project)).toEqual({ Hat: { Cap: 1, Crown: weight } });
		expect(toMessages(project)[0] ?? null).toEqual(finding === null ? null : expect.stringContaining(finding));
		expect(toMessages(project).join()).toContain(finding === null ? '' : 'Crown');
	});

	it('says when no value of a layer has a weight', () => {
		expect(toMessages(readProject(['Hat/Crown#0.png', 'Fur/Red#1.png']))).toContain(
			"error: No value of 'Hat' has a weight above 0.",
		);
	});

	it('tells values of one name apart, also where only case, form or invisible characters differ', () => {
		const project = readProject(['Hat/Café#1.png', 'Hat/Cafe\u0301#2.png', 'Hat/CAFÉ#3.png', 'Hat/Ca\u200Bfé#4.png']);
		const values = Object.keys(listWeights(project).Hat!);
		expect(values).toEqual(
			['Café', 'CAFÉ (2)', 'Café (3)', 'Café (4)'].map((name) =>
				expect.stringMatching(new RegExp(`^${name.replace(/[()]/g, '\\$&')}$`, 'i')),
			),
		);
		expect(new Set(values.map((name) => name.toLowerCase())).size).toBe(4);
		expect(toMessages(project).join()).toContain("Several values of 'Hat' share names");
		expect(toMessages(project).join()).toContain('cannot be shown');
	});

	it('shows names of every script whole, cuts those that are too long, and gives one to what has none', () => {
		const long = 'ü'.repeat(300);
		const names = ['王冠', '👑 Krone', 'عمامة', long, '\u202E\u200B', '#5'];
		const project = readProject(names.map((name) => `帽子/${name}.png`));
		const values = Object.keys(listWeights(project).帽子!);
		expect(values).toEqual(
			expect.arrayContaining(['王冠', '👑 Krone', 'عمامة', 'ü'.repeat(100), 'Unnamed', 'Unnamed (2)']),
		);
	});

	it('says which layers have shorter names than their folders', () => {
		const project = readProject([`${'ü'.repeat(102)}/a.png`, 'Cafe\u0301  Noir/b.png']);
		expect(layers(project)).toEqual(['Café Noir', 'ü'.repeat(100)]);
		const told = toMessages(project).filter((message) => message.includes('too long'));
		expect(told).toEqual([
			`warning: Some characters of these names cannot be shown, or they are too long: '${'ü'.repeat(100)}'.`,
		]);
	});

	it('reads neither what leads out of the folder nor what systems leave behind', () => {
		const project = readProject([
			...[
				'../up/Hat/a.png',
				'x/../../Hat/b.png',
				'/etc/Hat/c.png',
				'C:\\Hat\\d.png',
				'\\\\server\\Hat\\e.png',
				'Hat/f\0.png',
			],
			...['__MACOSX/Hat/._g.png', '.hidden/Hat/h.png', 'Hat/.i.png', 'Hat/.DS_Store', 'Hat/Thumbs.db', 'Hat/ok.png'],
		]);
		expect(project.picturePaths).toEqual(['Hat/ok.png']);
		const errors = project.findings.filter(({ severity }) => severity === 'error');
		expect(errors).toHaveLength(1);
		expect(errors[0]!.paths).toHaveLength(6);
		expect(errors[0]!.message).toContain('a path may not lead out of the folder');
	});

	it('names files that are not layers, and says that layers may not move', () => {
		const project = readProject([
			'Hat/a.webp',
			'Hat/b.svg',
			'Hat/c.gif',
			'Hat/d.apng',
			'Hat/e.jpg',
			'Hat/f.txt',
			'Hat/g.PNG',
			'loose.png',
		]);
		const messages = toMessages(project);
		expect(messages).toContain("error: 'Hat/a.webp': WebP files are not layers. Save them as PNG.");
		expect(messages).toContain("error: 'Hat/b.svg': SVG files are not layers. Save them as PNG.");
		expect(messages).toContain("error: 'Hat/c.gif': a layer may not move, so GIF files are not read. Use PNG.");
		expect(messages).toContain(
			"error: 'Hat/d.apng': a layer may not move, so animated PNG files are not read. Use PNG.",
		);
		expect(messages.join()).toContain("'loose.png': these pictures lie in no layer's folder");
		expect(messages.join()).not.toContain('f.txt');
		expect(listWeights(project)).toEqual({ Hat: { g: 1 } });
	});

	it('rejects the 10,001st picture, and reads 10,000', () => {
		const paths = Array.from({ length: 10_001 }, (_, index) => `L${index % 50}/value ${index}#${index % 90}.png`);
		const tooMany = readProject(paths);
		expect(tooMany.configurations).toEqual([]);
		expect(toMessages(tooMany)).toEqual(['error: There are 10,001 pictures; at most 10,000 can be read.']);
		const project = readProject(paths.slice(0, 10_000));
		expect(project.picturePaths).toHaveLength(10_000);
		expect(project.configurations[0]!.layers).toHaveLength(50);
	});

	it('says what to pick when there is nothing to draw', () => {
		for (const paths of [[], ['a.txt'], ['src/config.js']]) {
			expect(toMessages(readProject(paths)).join()).toContain('Pick a folder that holds one folder for each layer');
		}
		expect(toMessages(readProject(['layers/Hat/', 'layers/Fur/a.png']))).toContain(
			"error: The folder of the layer 'Hat' holds no picture that can be read.",
		);
	});

	it('says that a layer called Rarity does not count for rarity', () => {
		expect(toMessages(readProject(['Rarity/a.png'])).join()).toContain("The layer 'Rarity' does not count for rarity");
	});
});

describe('readLayers, for any input', () => {
	const name = fc.oneof(
		fc.constantFrom(
			'layers',
			'Hat',
			'hat',
			'Fur',
			'common#70',
			'rare#30',
			'Common',
			'hair',
			'NONE',
			'..',
			'.x',
			'__MACOSX',
			'edge-cases',
			'',
		),
		fc.string({ unit: 'binary', maxLength: 8 }),
		fc
			.tuple(fc.string({ maxLength: 4 }), fc.constantFrom('#5', '#0', '#-1', '#abc', '#1e9', '__w3', '__z-2', ''))
			.map((parts) => parts.join('')),
	);
	const path = fc
		.tuple(fc.array(name, { maxLength: 5 }), name, fc.constantFrom('.png', '.PNG', '.gif', '.txt', '', '/'))
		.map(([folders, file, extension]) => [...folders, `${file}${extension}`].join('/'));
	const config = fc.oneof(
		fc.string(),
		fc.constant(
			hashLipsConfig('[{ layersOrder: [{ name: "Hat" }, { name: "Fur" }] }]', 'const incompatible = { a: ["b"] };'),
		),
		fc.json(),
	);

	it('never throws, tells all layers and values apart, and shows each picture of no other than its own folder', () => {
		fc.assert(
			fc.property(fc.uniqueArray(path, { maxLength: 40 }), config, (paths, text) => {
				const all = [...paths, 'src/config.js'];
				const project = readLayers(all, new Map(listLayerTexts(all).map((each) => [each, text])));
				for (const { layers, rules } of project.configurations) {
					expect(new Set(layers.map((layer) => layer.name.toLowerCase())).size).toBe(layers.length);
					for (const layer of layers) {
						expect(layer.values.length).toBeGreaterThan(0);
						expect(new Set(layer.values.map((value) => value.name.toLowerCase())).size).toBe(layer.values.length);
						for (const value of layer.values) {
							expect(value.weight).toBeGreaterThanOrEqual(0);
							expect(Number.isFinite(value.weight)).toBe(true);
							expect(value.name).not.toBe('');
							for (const part of value.parts) expect(paths).toContain(part.path);
						}
					}
					for (const { left, right } of rules) {
						for (const { trait, value } of [left, right]) {
							const layer = layers.find((each) => each.name === trait);
							expect(layer?.values.some((each) => each.name === value)).toBe(true);
						}
					}
				}
				if (project.configurations.length === 0) expect(project.findings.length).toBeGreaterThan(0);
			}),
			{ numRuns: 400 },
		);
	});

	it('gives the same project for the same paths in any order', () => {
		const shuffled = fc
			.uniqueArray(path, { maxLength: 30 })
			.chain((paths) =>
				fc.tuple(fc.constant(paths), fc.shuffledSubarray(paths, { minLength: paths.length, maxLength: paths.length })),
			);
		fc.assert(
			fc.property(shuffled, ([paths, others]) => {
				expect(readProject(others)).toEqual(readProject(paths));
			}),
			{ numRuns: 200 },
		);
	});

	it('puts every picture of two levels into exactly one value, with its weight', () => {
		const word = fc.string({ unit: fc.constantFrom(...'abcdefgh'), minLength: 1, maxLength: 6 });
		const file = fc.record({ folder: word, value: word, weight: fc.integer({ min: 0, max: 1_000_000 }) });
		fc.assert(
			fc.property(
				fc.uniqueArray(file, { selector: ({ folder, value }) => `${folder}/${value}`, minLength: 1, maxLength: 60 }),
				(files) => {
					const paths = files.map(({ folder, value, weight }) => `layers/${folder}/${value}#${weight}.png`);
					const project = readProject(paths);
					const shown = project.configurations[0]!.layers.flatMap(({ values }) =>
						values.flatMap(({ parts }) => parts.map((part) => part.path)),
					);
					expect(shown.sort()).toEqual([...paths].sort());
					const weights = listWeights(project);
					for (const { folder, value, weight } of files) expect(weights[folder]![value]).toBe(weight);
				},
			),
		);
	});
});
