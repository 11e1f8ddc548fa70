import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { startCpuClock } from '../plan/plan-testing.ts';
import {
	type FileGroup,
	findMissedFiles,
	groupFiles,
	groupFolder,
	parseTokenMetadata,
	readMetadataList,
} from './group-files.ts';

/** Image path -> metadata path. */
const pairs = ({ images }: FileGroup) =>
	Object.fromEntries(images.map(({ path, metadataPath }) => [path, metadataPath]));
const only = (groups: readonly FileGroup[]) => {
	expect(groups).toHaveLength(1);
	return groups[0]!;
};
const numbers = (from: number, to: number) => Array.from({ length: to - from + 1 }, (_, index) => from + index);

describe('groupFolder', () => {
	it('groups by the first two parts of a path, by the first where the second is a part of a collection (UPL-05)', () => {
		const paths = [
			'drop/elves/1.png',
			'drop/elves/deep/er/2.png',
			'drop/images/3.png',
			'drop/IMG/4.png',
			'drop/json/5.png',
			'drop/metadata/6.png',
			'drop/assets/7.png',
			'drop/8.png',
			'orcs/1.png',
			'9.png',
		];
		const groups = groupFolder(paths).map(({ name, images }) => [name, images.map(({ path }) => path)]);
		expect(Object.fromEntries(groups)).toEqual({
			Collection: ['9.png'],
			drop: [
				'drop/8.png',
				'drop/assets/7.png',
				'drop/images/3.png',
				'drop/IMG/4.png',
				'drop/json/5.png',
				'drop/metadata/6.png',
			],
			'drop/elves': ['drop/elves/1.png', 'drop/elves/deep/er/2.png'],
			orcs: ['orcs/1.png'],
		});
	});

	it('counts jpg, jpeg, png, gif and webp in any case and nothing else (UPL-06)', () => {
		const names = [
			'a.jpg',
			'b.JPEG',
			'c.Png',
			'd.gif',
			'e.WebP',
			'f.svg',
			'g.tiff',
			'h.bmp',
			'i.avif',
			'j.mp4',
			'k.txt',
		];
		const group = only(groupFolder(names.map((name) => `folder/${name}`)));
		expect(group.images.map(({ path }) => path)).toEqual(names.slice(0, 5).map((name) => `folder/${name}`));
		expect(group.ignored).toEqual(names.slice(5).map((name) => `folder/${name}`));
	});

	it('matches the metadata file that has the extension replaced by .json (UPL-09)', () => {
		const group = only(
			groupFolder(['f/1.PNG', 'f/1.json', 'f/two.webp', 'f/two.JSON', 'f/3.gif', 'f/v1.2.jpg', 'f/v1.2.json']),
		);
		expect(pairs(group)).toEqual({
			'f/1.PNG': 'f/1.json',
			'f/two.webp': 'f/two.JSON',
			'f/3.gif': null,
			'f/v1.2.jpg': 'f/v1.2.json',
		});
	});

	it('matches what HashLips leaves: images and json in sibling folders, with the list of all editions', () => {
		const build = numbers(1, 20).flatMap((n) => [`build/images/${n}.png`, `build/json/${n}.json`]);
		const group = only(groupFolder([...build, 'build/json/_metadata.json']));
		expect(group).toMatchObject({ name: 'build', listPath: 'build/json/_metadata.json', ignored: [] });
		expect(group.images.map(({ path }) => path)).toEqual(numbers(1, 20).map((n) => `build/images/${n}.png`));
		expect(group.images).toContainEqual({
			path: 'build/images/12.png',
			metadataPath: 'build/json/12.json',
			edition: 12,
		});
		const cloned = groupFolder([...build, 'build/json/_metadata.json'].map((path) => `hashlips_art_engine/${path}`));
		expect(only(cloned)).toMatchObject({ name: 'hashlips_art_engine/build', ignored: [] });
		expect(pairs(only(cloned))['hashlips_art_engine/build/images/3.png']).toBe('hashlips_art_engine/build/json/3.json');
	});

	it('matches the older HashLips folder: image, metadata and list side by side', () => {
		const group = only(
			groupFolder(['build/1.json', 'build/1.png', 'build/2.json', 'build/2.png', 'build/_metadata.json']),
		);
		expect(pairs(group)).toEqual({ 'build/1.png': 'build/1.json', 'build/2.png': 'build/2.json' });
		expect(group).toMatchObject({ listPath: 'build/_metadata.json', ignored: [] });
	});

	it('matches files without extension, as nftchef writes them for token URIs, after files with one', () => {
		const group = only(
			groupFolder(['build/images/0.png', 'build/json/0', 'build/images/1.png', 'build/json/1', 'build/json/1.json']),
		);
		expect(pairs(group)).toEqual({ 'build/images/0.png': 'build/json/0', 'build/images/1.png': 'build/json/1.json' });
		expect(group.ignored).toEqual(['build/json/1']);
	});

	it('gives the list alone where there are no single files', () => {
		const group = only(groupFolder(['build/images/7.png', 'build/_metadata.json', 'build/json/_metadata.json']));
		expect(group).toEqual({
			name: 'build',
			images: [{ path: 'build/images/7.png', metadataPath: null, edition: 7 }],
			listPath: 'build/json/_metadata.json',
			tablePath: null,
			ignored: ['build/_metadata.json'],
		});
	});

	it("matches a drop of OpenSea's: media and the table beside them, in any case", () => {
		const group = only(groupFolder(['drop/Metadata.CSV', 'drop/media/1.png', 'drop/media/2.png', 'drop/rarity.csv']));
		expect(group).toMatchObject({ name: 'drop', tablePath: 'drop/Metadata.CSV', ignored: ['drop/rarity.csv'] });
		expect(groupFiles(['1.png', 'metadata.csv'])).toMatchObject({ tablePath: 'metadata.csv', ignored: [] });
		const [elves, orcs] = groupFolder(['a/elves/1.png', 'a/elves/metadata.csv', 'a/orcs/1.png']);
		expect([elves?.tablePath, orcs?.tablePath]).toEqual(['a/elves/metadata.csv', null]);
	});

	it('takes of several lists the one nearest to most images without metadata, whatever order the files come in', () => {
		const paths = [
			'_metadata.json',
			'a/1.png',
			'a/2.png',
			'a/2.json',
			'a/3.png',
			'a/3.json',
			'a/images/_metadata.json',
			'a/images/1.png',
			'a/images/4.png',
		];
		for (const given of [paths, paths.toReversed()]) {
			expect(only(groupFolder(given))).toMatchObject({
				listPath: 'a/images/_metadata.json',
				ignored: ['_metadata.json'],
			});
		}
	});

	it("matches Metaplex's assets from 0 and takes the collection's own picture for no token", () => {
		const assets = numbers(0, 3).flatMap((n) => [`assets/${n}.png`, `assets/${n}.json`]);
		const group = only(groupFolder([...assets, 'assets/collection.png', 'assets/collection.json']));
		expect(pairs(group)).toEqual(Object.fromEntries(numbers(0, 3).map((n) => [`assets/${n}.png`, `assets/${n}.json`])));
		expect(group.ignored).toEqual(['assets/collection.png', 'assets/collection.json']);
		expect(pairs(only(groupFolder(['art/collection.png', 'art/1.png'])))).toEqual({
			'art/1.png': null,
			'art/collection.png': null,
		});
		expect(pairs(only(groupFolder(['art/collection.png', 'art/collection.json'])))).toEqual({
			'art/collection.png': null,
		});
	});

	it('matches our own archives, unpacked or by the name of the zip, and no file about the whole', () => {
		const roots = ['PROVENANCE.txt', 'collection.json', 'manifest.json', 'rarity.csv'];
		const tokens = numbers(1, 12).flatMap((n) => [`metadata/${n}.json`, `images/${n}.png`]);
		const group = only(groupFolder([...roots, ...tokens].map((name) => `One_Court-merged-collection/${name}`)));
		expect(group.name).toBe('One_Court-merged-collection');
		expect(group.images).toHaveLength(12);
		expect(pairs(group)['One_Court-merged-collection/images/10.png']).toBe(
			'One_Court-merged-collection/metadata/10.json',
		);
		expect(group.ignored).toEqual(roots.map((name) => `One_Court-merged-collection/${name}`));
		const bare = only(groupFolder([...roots, ...tokens]));
		expect(pairs(bare)['images/10.png']).toBe('metadata/10.json');
		expect(bare.ignored).toEqual(roots);
		expect(pairs(only(groupFolder(['f/manifest.png', 'f/manifest.json', 'f/1.png'])))['f/manifest.png']).toBeNull();
	});

	it('looks in the same folder first, then in json, then in metadata, beside and within', () => {
		const all = ['c/images/1.png', 'c/images/1.json', 'c/json/1.json', 'c/metadata/1.json', 'c/images/json/1.json'];
		const found: (string | null)[] = [];
		for (let skipped = 1; skipped <= all.length; skipped++) {
			found.push(pairs(only(groupFolder([all[0]!, ...all.slice(skipped)])))['c/images/1.png']!);
		}
		expect(found).toEqual([...all.slice(1), null]);
		const nested = only(groupFolder(['c/images/rare/1.png', 'c/json/rare/1.json', 'c/json/1.json']));
		expect(pairs(nested)).toEqual({ 'c/images/rare/1.png': 'c/json/rare/1.json' });
	});

	it('keeps images of one name in several folders with their own metadata', () => {
		const groups = groupFolder(['d/a/1.png', 'd/a/1.json', 'd/b/1.png', 'd/b/1.json', 'd/b/2.jpg']);
		expect(groups.map(pairs)).toEqual([
			{ 'd/a/1.png': 'd/a/1.json' },
			{ 'd/b/1.png': 'd/b/1.json', 'd/b/2.jpg': null },
		]);
	});

	it('takes Windows separators, both Unicode forms and any case, exact names first', () => {
		const windows = only(groupFolder(['Build\\Images\\1.PNG', 'Build\\Json\\1.Json']));
		expect(windows.name).toBe('Build');
		expect(pairs(windows)).toEqual({ 'Build\\Images\\1.PNG': 'Build\\Json\\1.Json' });
		const composed = 'f/Caf\u00e9.png';
		expect(pairs(only(groupFolder([composed, 'f/Cafe\u0301.json'])))).toEqual({ [composed]: 'f/Cafe\u0301.json' });
		const cases = ['f/A.png', 'f/a.png', 'f/a.json', 'f/A.json', 'f/B.png', 'f/b.json'];
		expect(pairs(only(groupFolder(cases)))).toEqual({
			'f/A.png': 'f/A.json',
			'f/a.png': 'f/a.json',
			'f/B.png': 'f/b.json',
		});
	});

	it('passes over what systems leave behind', () => {
		const litter = [
			'f/.DS_Store',
			'__MACOSX/f/._1.png',
			'f/._1.png',
			'f/Thumbs.db',
			'f/@eaDir/1.png/thumb.jpg',
			'f/.hidden/2.png',
		];
		const group = only(groupFolder(['f/1.png', ...litter]));
		expect(group.images.map(({ path }) => path)).toEqual(['f/1.png']);
		expect(group.ignored).toEqual(litter);
		expect(groupFolder(litter)).toEqual([]);
	});

	it('has every path once: as an image, as metadata, or ignored', () => {
		const folder = fc.constantFrom(
			'',
			'a/',
			'a/images/',
			'a/json/',
			'a/b/',
			'a/metadata/',
			'c/',
			'__MACOSX/',
			'c/d/images/',
		);
		const name = fc.constantFrom(
			'1.png',
			'2.PNG',
			'10.jpg',
			'collection.png',
			'1.json',
			'2.json',
			'10',
			'collection.json',
			'_metadata.json',
			'x.txt',
			'.DS_Store',
		);
		const path = fc.tuple(folder, name).map((parts) => parts.join(''));
		fc.assert(
			fc.property(fc.uniqueArray(path, { maxLength: 40 }), (paths) => {
				const groups = groupFolder(paths);
				const images = groups.flatMap((group) => group.images.map((image) => image.path));
				const ignored = groups.flatMap((group) => group.ignored);
				const metadata = groups.flatMap((group) => [
					group.listPath,
					...group.images.map((image) => image.metadataPath),
				]);
				const used = [...images, ...ignored, ...new Set(metadata.filter((found) => found !== null))];
				expect(new Set(images).size).toBe(images.length);
				if (images.length > 0) expect(used.sort()).toEqual([...paths].sort());
				expect(groups.every((group) => group.images.length > 0)).toBe(true);
				const shuffled = groupFolder(paths.toReversed());
				expect(shuffled.map(({ images: found, listPath }) => ({ found, listPath }))).toEqual(
					groups.map(({ images: found, listPath }) => ({ found, listPath })),
				);
			}),
		);
	});

	it('groups 100,000 paths in seconds', () => {
		const paths = numbers(1, 50_000).flatMap((n) => [`big/images/${n}.png`, `big/json/${n}.json`]);
		const cpuMs = startCpuClock();
		expect(Object.values(pairs(only(groupFolder(paths)))).every((path) => path !== null)).toBe(true);
		expect(cpuMs()).toBeLessThan(8_000);
	});
});

describe('groupFiles', () => {
	it('takes what the caller says is an image, with the JSON of the same base name (UPL-03, UPL-04)', () => {
		const paths = ['hero.svg', 'hero.json', 'villain.bmp', 'notes.txt'];
		expect(groupFiles(paths, (path) => /\.(svg|bmp)$/.test(path))).toEqual({
			name: 'Collection',
			images: [
				{ path: 'hero.svg', metadataPath: 'hero.json' },
				{ path: 'villain.bmp', metadataPath: null },
			],
			listPath: null,
			tablePath: null,
			ignored: ['notes.txt'],
		});
		expect(groupFiles(['1.png', 'notes.txt']).images).toHaveLength(1);
	});

	it('is one collection whatever folders the files lie in, empty without images', () => {
		expect(groupFiles(['a/1.png', 'b/2.png']).images).toHaveLength(2);
		expect(groupFiles(['a/images/1.png', 'a/json/1.json'])).toMatchObject({ name: 'a', ignored: [] });
		expect(groupFiles(['x.txt'])).toEqual({
			name: 'Collection',
			images: [],
			listPath: null,
			tablePath: null,
			ignored: ['x.txt'],
		});
	});
});

describe('findMissedFiles', () => {
	it('names the files that somebody may have meant to merge, and none that a system or an archive brings along', () => {
		const meant = ['f/clip.mp4', 'f/art.svg', 'f/README.txt', 'f/99.json'];
		const aside = ['.DS_Store', 'Thumbs.db', 'PROVENANCE.txt', 'rarity.csv', 'manifest.json', 'collection.json'];
		const group = only(groupFolder(['f/1.png', ...meant, ...aside.map((name) => `f/${name}`)]));
		expect(findMissedFiles(group)).toEqual(meant);
	});
});

describe('parseTokenMetadata', () => {
	it('reads a JSON object, with a byte order mark too (UPL-04)', () => {
		expect(parseTokenMetadata('\uFEFF{"name":"One","attributes":[{"trait_type":"Hat","value":1}]}')).toEqual({
			name: 'One',
			attributes: [{ trait_type: 'Hat', value: 1 }],
		});
	});

	it('rejects what is not a JSON object, and text beyond the limit', () => {
		for (const text of ['', '{', '[]', '[{"name":"One"}]', '"text"', 'null', '5', '<script>']) {
			expect(parseTokenMetadata(text)).toBeNull();
		}
		expect(parseTokenMetadata(JSON.stringify({ name: 'x'.repeat(100_001) }))).toBeNull();
		expect(parseTokenMetadata('['.repeat(50_000) + ']'.repeat(50_000))).toBeNull();
	});

	it('leaves out keys named __proto__ and absurd depth, so that the result can be written and copied safely', () => {
		const metadata = parseTokenMetadata('{"__proto__":{"isAdmin":true},"a":{"__proto__":{"b":1},"c":2}}')!;
		expect(metadata).toEqual({ a: { c: 2 } });
		expect(Object.hasOwn(metadata, '__proto__')).toBe(false);
		expect((metadata as { isAdmin?: boolean }).isAdmin).toBeUndefined();
		const deep = parseTokenMetadata(`{"name":"One","deep":${'['.repeat(40_000)}${']'.repeat(40_000)}}`)!;
		expect(deep.name).toBe('One');
		expect(JSON.stringify(deep).length).toBeLessThan(200);
	});
});

describe('readMetadataList', () => {
	const entry = (edition: number) => ({ name: `Cat #${edition}`, image: `ipfs://base/${edition}.png`, edition });

	it('finds an image by its edition, whatever the order', () => {
		const list = JSON.stringify([entry(3), entry(1), entry(12)]);
		const find = readMetadataList(list);
		expect([find('build/images/12.png')?.name, find('1.jpg')?.name, find('x/Cat #3.webp')?.name]).toEqual([
			'Cat #12',
			'Cat #1',
			'Cat #3',
		]);
		expect(find('images/0003.png')?.name).toBe('Cat #3');
		expect([find('images/2.png'), find('images/none.png')]).toEqual([null, null]);
	});

	it('finds it by the name of the picture or by the number in the name where no edition is stated', () => {
		const find = readMetadataList(
			JSON.stringify([
				{ name: 'A', image: 'ipfs://base/Zebra.PNG' },
				{ name: 'Cat #5', image: 'image.png' },
				{ name: 'Cat #6', image: 'image.png' },
				{ name: 'Dog', properties: { edition: 9 } },
				{ name: 'Cow', custom_fields: { edition: '10' } },
			]),
		);
		const names = ['a/zebra.png', '6.png', '9.png', '10.png', 'image.png'].map((path) => find(path)?.name);
		expect(names).toEqual(['A', 'Cat #6', 'Dog', 'Cow', undefined]);
	});

	it('rejects editions that two entries share, and texts that are not a list', () => {
		const twice = readMetadataList(JSON.stringify([{ edition: 1 }, { edition: 1 }, 'junk', null, [1]]));
		expect(twice('1.png')).toBeNull();
		for (const text of ['{}', 'junk', '', '"a"']) expect(readMetadataList(text)('1.png')).toBeNull();
	});
});
