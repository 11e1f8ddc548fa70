import { createHash } from 'node:crypto';
import { crc32 as zlibCrc32 } from 'node:zlib';
import { expect, test } from 'vitest';
import { buildDatabasePart, type DatabaseImage } from './database-part.ts';
import { computeZipLayout } from './zip-layout.ts';

const createImage = (changes: Partial<DatabaseImage> = {}): DatabaseImage => ({
	id: 'image-1',
	jobId: 'job-1',
	jobNumber: 1,
	projectName: 'Frost "court"',
	tokenNumber: 7,
	traits: {
		race: 'elf',
		class: 'wizard',
		artStyle: 'bold-classic',
		background: 'forest-glade',
		affliction: 'none',
		divinity: 'None',
		items: 'Staff',
		magicalStone: 'None',
		rarity: 'Common',
	},
	sha256: 'a'.repeat(64),
	sizeBytes: 5,
	crc32: 1,
	mime: 'image/png',
	...changes,
});

const readPart = (...images: DatabaseImage[]) => buildDatabasePart({ part: 3, partCount: 50, images });
const listNames = (...images: DatabaseImage[]) => readPart(...images).map(({ entry }) => entry.name);

function readManifest(...images: DatabaseImage[]): unknown {
	const manifest = readPart(...images).at(-1);
	if (manifest?.source.kind !== 'text') throw new Error('the manifest is not text');
	const { bytes } = manifest.source;
	expect(manifest.entry).toEqual({
		name: 'manifest.json',
		sizeBytes: bytes.length,
		crc32: zlibCrc32(bytes),
		sha256: createHash('sha256').update(bytes).digest('hex'),
	});
	return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
}

test('a part without images is a valid archive of its manifest alone (AMB-34)', () => {
	expect(listNames()).toEqual(['manifest.json']);
	expect(readManifest()).toEqual({ format: 'adx-database-part-1', part: 3, parts: 50, images: [] });
});

test('the manifest tells of every image where it is, what it is and what it shows', () => {
	const image = createImage();
	const { crc32: _, mime: __, ...listed } = image;
	expect(readManifest(image)).toMatchObject({ images: [{ ...listed, file: '1-Frost__court_/7.png' }] });
});

test('no two images get one name, whatever projects are called (AMB-22)', () => {
	const images = [
		createImage(),
		createImage({ tokenNumber: 8 }),
		createImage({ jobNumber: 11, projectName: null }),
		createImage({ jobNumber: 12, projectName: null, mime: 'image/jpeg' }),
		createImage({ jobNumber: 2, projectName: '../../etc' }),
		createImage({ jobNumber: 3, projectName: '___.._etc' }),
		createImage({ jobNumber: 4, projectName: 'manifest.json' }),
	];
	expect(listNames(...images)).toEqual([
		'1-Frost__court_/7.png',
		'1-Frost__court_/8.png',
		'11-ADX_Collection/7.png',
		'12-ADX_Collection/7.jpg',
		'2-______etc/7.png',
		'3-______etc/7.png',
		'4-manifest.json/7.png',
		'manifest.json',
	]);
});

test('images of several owners lie under their owners', () => {
	const names = listNames(createImage({ ownerId: 'one' }), createImage({ ownerId: 'two' }));
	expect(names).toEqual(['one/1-Frost__court_/7.png', 'two/1-Frost__court_/7.png', 'manifest.json']);
});

test('the same images give the same bytes', () => {
	const tagOf = (...images: DatabaseImage[]) => computeZipLayout(readPart(...images).map(({ entry }) => entry)).etag;
	expect(tagOf(createImage())).toBe(tagOf(createImage()));
	expect(tagOf(createImage())).not.toBe(tagOf(createImage({ projectName: 'Other' })));
	expect(tagOf(createImage())).not.toBe(tagOf(createImage({ id: 'image-2' })));
});
