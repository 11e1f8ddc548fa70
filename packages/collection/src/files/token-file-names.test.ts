import fc from 'fast-check';
import { expect, it } from 'vitest';
import { startCpuClock } from '../plan/plan-testing.ts';
import { tokenFileNames } from './token-file-names.ts';

const listNames = (paths: readonly string[]) => tokenFileNames(paths).map(({ filename }) => filename);

it('keeps the names of files, whatever folder they lie in', () => {
	expect(tokenFileNames(['art/a.png', 'Zug 12.jpeg', '3'])).toEqual([
		{ filename: 'a.png', metadataFilename: 'a.json' },
		{ filename: 'Zug_12.jpeg', metadataFilename: 'Zug_12.json' },
		{ filename: '3', metadataFilename: '3.json' },
	]);
});

it('tells files of one base name apart, by case and Unicode form too, and never takes the name of another', () => {
	expect(listNames(['a.png', 'b/A.jpg', 'a_2.png', 'a.gif'])).toEqual(['a.png', 'A_3.jpg', 'a_2.png', 'a_4.gif']);
	expect(listNames(['\u00e9.png', 'e\u0301.png'])).toEqual(['\u00e9.png', '\u00e9_2.png']);
});

it('names ten thousand images of one name in a moment', () => {
	const cpuMs = startCpuClock();
	const names = listNames(Array.from({ length: 10_000 }, (_, index) => `${index}/a.png`));
	expect(cpuMs()).toBeLessThan(2_000);
	expect([names[0], names[1], names.at(-1)]).toEqual(['a.png', 'a_2.png', 'a_10000.png']);
	expect(new Set(names).size).toBe(10_000);
});

it.each([
	['../x', '_x'],
	['..\\..\\evil.png', 'evil.png'],
	['CON.png', '_CON.png'],
	['a.png.', 'a.png_'],
	['a\0\nb.png', 'a__b.png'],
	['', 'ADX_Collection'],
])('makes %j safe', (path, safe) => {
	expect(listNames([path])).toEqual([path === '../x' ? 'x' : safe]);
});

it('gives every file one safe path segment of at most 255 bytes that no other has', () => {
	const paths = fc.array(
		fc.oneof(fc.string(), fc.string({ unit: 'binary', maxLength: 300 }), fc.constantFrom('a.png', 'A.png', 'a_2.png')),
		{
			minLength: 1,
			maxLength: 40,
		},
	);
	fc.assert(
		fc.property(paths, (given) => {
			const names = tokenFileNames(given);
			for (const list of [names.map(({ filename }) => filename), names.map((each) => each.metadataFilename)]) {
				expect(new Set(list.map((name) => name.toLowerCase())).size).toBe(given.length);
				for (const name of list) {
					expect(name).not.toMatch(/[/\\\0]|^\.|\.$/);
					expect(Buffer.byteLength(name)).toBeLessThanOrEqual(255);
				}
			}
		}),
		{ numRuns: 40 },
	);
});
