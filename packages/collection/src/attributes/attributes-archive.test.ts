import { parse } from 'csv-parse/sync';
import { expect, it } from 'vitest';
import { readFrozenIndex } from '../merge/frozen-archive.ts';
import { attributeFiles, buildAttributesArchive } from './attributes-archive.ts';
import { planAttributes } from './plan-attributes.ts';

const request = { folderSize: 3, existingTraits: 'keep', seed: 'seed', projectName: 'Winter Court' } as const;
const readFiles = (fileNames?: string[], existing?: unknown[]) => {
	const collection = planAttributes({ ...request, fileNames, existing });
	return new Map([...attributeFiles(request, collection)].map(({ name, content }) => [name, String(content)]));
};

it('gives 1.json to N.json for a number of images alone (AMB-28)', () => {
	const files = readFiles();
	expect([...files.keys()]).toEqual([
		'README.txt',
		'rarity.csv',
		'traits.csv',
		'files.csv',
		'1.json',
		'2.json',
		'3.json',
	]);
	expect(JSON.parse(files.get('2.json')!)).toMatchObject({ name: 'Winter Court #2', image: '2.png', symbol: '' });
	expect(files.get('README.txt')).toContain('Seed: "seed"');
});

it('tells of findings, keeps originals in a folder of their own and lists which image is which', () => {
	const files = readFiles(['x/a.png', 'y/a.png', '=c.png'], [null, 'no JSON', null]);
	expect(files.get('originals/a_2.json')).toBe('no JSON');
	expect(parse(files.get('findings.csv')!)).toEqual([
		['File', 'Problem'],
		['y/a.png', 'The metadata is not JSON.'],
	]);
	expect(parse(files.get('files.csv')!).slice(2)).toEqual([
		['2', 'y/a.png', 'a_2.png', 'a_2.json'],
		['3', "'=c.png", '_c.png', '_c.json'],
	]);
	expect(parse(files.get('rarity.csv')!)).toHaveLength(4);
});

it('packs the same files, whose places the index tells', () => {
	const originals = [undefined, Uint8Array.of(0x7b, 0xe9), undefined];
	const collection = planAttributes({ ...request, existing: [null, '{', []], originals });
	const { pack, index } = buildAttributesArchive(request, collection);
	const { entries, sources } = readFrozenIndex(index, 'pack');
	const packed = entries.map(({ name, sizeBytes }, place) => {
		const source = sources[place]!;
		const at = source.kind === 'blob' ? (source.offset ?? 0) : Number.NaN;
		return { name, content: pack.slice(at, at + sizeBytes) };
	});
	const files = [...attributeFiles(request, collection)];
	const toBytes = (content: string | Uint8Array) =>
		typeof content === 'string' ? new TextEncoder().encode(content) : content;
	expect(packed).toEqual(files.map(({ name, content }) => ({ name, content: toBytes(content) })));
	expect(files.find(({ name }) => name === 'originals/2.json')?.content).toEqual(originals[1]);
});
