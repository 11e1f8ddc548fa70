import { execFileSync } from 'node:child_process';
import { createHash } from 'node:crypto';
import { mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { crc32 } from 'node:zlib';
import { requireImageTraits } from '@adx/validators/catalogue/image-traits';
import { describe, expect, it } from 'vitest';
import { type ArchiveImage, buildCollectionArchive } from '../archive/collection-archive.ts';
import { type Manifest, manifestText, parseManifest } from '../archive/manifest.ts';
import { provenanceHash, provenanceText } from '../metadata/provenance.ts';
import type { PlanRequest } from '../plan/columns.ts';
import { planCollection } from '../plan/plan.ts';
import { everything, narrow, startCpuClock } from '../plan/plan-testing.ts';
import { createArchiveVerifier } from './verify-archive.ts';
import { expectFlippedBitsFound, type Files, put, readText, verify } from './verify-testing.ts';

const sha256 = (bytes: Uint8Array | string) => createHash('sha256').update(bytes).digest('hex');
const createPixels = (tokenNumber: number) => new TextEncoder().encode(`pixels of image ${tokenNumber}`);

function createImages(input: PlanRequest): ArchiveImage[] {
	return planCollection(input, 'seed').rows.map(({ tokenNumber, traits, dna, imageSeed }) => {
		const bytes = createPixels(tokenNumber);
		const facts = { sha256: sha256(bytes), sizeBytes: bytes.length, crc32: crc32(bytes), mime: 'image/png' };
		return { tokenNumber, traits: { ...traits, rarity: 'Common' as const }, dna, imageSeed, ...facts };
	});
}

function createFiles(images: readonly ArchiveImage[], projectName = 'Winter Court'): Files {
	const { entries, sources } = buildCollectionArchive({ projectName, seed: 'seed', images });
	return new Map(
		entries.map(({ name }, index) => {
			const source = sources[index]!;
			return [name, source.kind === 'text' ? source.bytes : createPixels(Number(/\d+/.exec(name)![0]))];
		}),
	);
}

/** A forger who changes the manifest and fits PROVENANCE.txt to it. */
function rewrite(files: Files, change: (manifest: Manifest) => Manifest): void {
	const manifest = change(parseManifest(readText(files, 'manifest.json'))!);
	put(files, 'manifest.json', manifestText(manifest));
	const facts = { collectionName: manifest.name, imageCount: manifest.tokens.length, provenance: manifest.provenance };
	put(files, 'PROVENANCE.txt', provenanceText({ ...facts, manifestSha256: sha256(files.get('manifest.json')!) }));
}

/** A forger who also fits the manifest's hash to a changed file. */
function forge(files: Files, name: string, text: string): void {
	put(files, name, text);
	const facts = { sha256: sha256(text), sizeBytes: new TextEncoder().encode(text).length };
	const fit = <Listed extends { file: string }>(listed: Listed) =>
		listed.file === name ? { ...listed, ...facts } : listed;
	rewrite(files, (manifest) => ({
		...manifest,
		files: manifest.files.map(fit),
		tokens: manifest.tokens.map((token) => ({ ...token, metadata: fit(token.metadata) })),
	}));
}

const small = () => createFiles(createImages({ ...everything, batchSize: 6 }));

describe('verifyArchive', () => {
	it('finds nothing wrong with an archive as it was built, also with variants and with tokens that failed', async () => {
		expect(await verify(small())).toEqual({
			problems: [],
			collectionName: 'Winter Court',
			imageCount: 6,
			provenance: provenanceHash([1, 2, 3, 4, 5, 6].map((tokenNumber) => sha256(createPixels(tokenNumber)))),
		});
		const drawn = createFiles(createImages(narrow).map((image) => ({ ...image, forgeVersion: 2 })));
		expect((await verify(drawn)).problems).toEqual([]);
		expect(parseManifest(readText(drawn, 'manifest.json'))!.tokens[0]).toMatchObject({ forge: 2 });
		expect(parseManifest(readText(drawn, 'manifest.json').replace('"forge":2', '"forge":"2"'))).toBeNull();
		const items = Object.fromEntries(
			createImages({ ...everything, batchSize: 1_000 })
				.map(({ traits }) => requireImageTraits(traits))
				.map((traits) => [traits.items, traits.items === 'bone-dice' ? 1 : 0]),
		);
		const withVariants = createImages({ ...narrow, weights: { items }, batchSize: 400 });
		expect((await verify(createFiles(withVariants))).problems).toEqual([]);
		const incomplete = withVariants.filter(({ tokenNumber }) => tokenNumber !== 7 && tokenNumber <= 390);
		expect((await verify(createFiles(incomplete))).problems).toEqual([
			'Token 7 is missing: the numbers run up to 390.',
		]);
	});

	it('finds any flipped bit in any file', () => expectFlippedBitsFound(small()));

	it('names a changed image, a changed manifest and a changed proof', async () => {
		const changed = async (name: string) => {
			const files = small();
			put(files, name, `${readText(files, name)} `);
			return (await verify(files)).problems;
		};
		expect(await changed('images/3.png')).toEqual([
			'images/3.png was changed: manifest.json names another SHA-256 for it.',
			'The provenance hash in manifest.json is not that of the images in the order of their numbers.',
		]);
		expect(await changed('manifest.json')).toEqual([
			'manifest.json or PROVENANCE.txt was changed: they do not belong together.',
		]);
		expect(await changed('PROVENANCE.txt')).toEqual([
			'PROVENANCE.txt was changed: it does not read as the archive says.',
		]);
	});

	it('names missing, foreign and doubled files', async () => {
		const files = small();
		files.delete('images/2.png');
		files.delete('rarity.csv');
		put(files, 'images/7.png', 'more');
		const { problems } = await verify(files);
		expect(problems).toContain('images/2.png is missing.');
		expect(problems).toContain('rarity.csv is missing.');
		expect(problems).toContain('images/7.png does not belong to the collection: manifest.json does not name it.');
		const verifier = createArchiveVerifier();
		for (const name of ['a.txt', 'a.txt', 'folder/']) verifier.add({ name, sha256: '' });
		expect(verifier.finish().problems).toContain('a.txt is in the archive twice.');
		expect(verifier.finish().problems.join()).not.toContain('folder/');
	});

	it('names an archive without a readable manifest', async () => {
		const files = small();
		put(files, 'manifest.json', '{"format":"adx-collection-1"}');
		const report = await verify(files);
		expect(report).toMatchObject({
			problems: ['manifest.json is not the manifest of a collection.'],
			collectionName: null,
			provenance: null,
		});
		files.delete('manifest.json');
		expect((await verify(files)).problems).toEqual(['manifest.json is missing.']);
	});

	it('notices a size that differs, where the reader tells it', () => {
		const files = small();
		const verifier = createArchiveVerifier();
		for (const [name, bytes] of files) {
			const sizeBytes = name === 'images/1.png' ? 1 : bytes.length;
			const text = verifier.wantsText(name) ? { text: readText(files, name) } : {};
			verifier.add({ name, sha256: sha256(bytes), sizeBytes, ...text });
		}
		const size = createPixels(1).length;
		expect(verifier.finish().problems).toEqual([`images/1.png has 1 bytes, but manifest.json says ${size}.`]);
	});

	it('says so when a text was not read', () => {
		const files = small();
		const verifier = createArchiveVerifier();
		for (const [name, bytes] of files) {
			const isRead = verifier.wantsText(name) && name !== 'metadata/1.json';
			verifier.add({ name, sha256: sha256(bytes), ...(isRead ? { text: readText(files, name) } : {}) });
		}
		expect(verifier.finish().problems).toEqual(['metadata/1.json was not read, so what it says is not verified.']);
	});

	it('sees through a forger who fits the hashes: traits, rarity, names, numbers and repeats are computed again', async () => {
		const metadata = (files: Files, number: number) => readText(files, `metadata/${number}.json`);
		const found = async (change: (files: Files) => void) => {
			const files = small();
			change(files);
			return (await verify(files)).problems.join('\n');
		};
		const race = /("trait_type": "Race",\s+"value": )"[^"]+"/;
		expect(
			await found((files) => forge(files, 'metadata/1.json', metadata(files, 1).replace(race, '$1"Dragon"'))),
		).toMatch(
			/^The DNA of token 1 in manifest.json is not that of its traits\.\n(.*\n)*rarity\.csv is not what the traits/,
		);
		const rarity = /("trait_type": "Rarity",\s+"value": )"[^"]+"/;
		expect(
			await found((files) => forge(files, 'metadata/1.json', metadata(files, 1).replace(rarity, '$1"Mythic"'))),
		).toMatch(/^metadata\/1\.json does not carry the Rarity '\w+' that its rank gives\.$/);
		expect(await found((files) => forge(files, 'metadata/2.json', metadata(files, 2).replace('#2', '#3')))).toBe(
			"metadata/2.json does not carry the name 'Winter Court #2'.",
		);
		expect(
			await found((files) =>
				forge(files, 'metadata/2.json', metadata(files, 2).replace('images/2.png', 'images/3.png')),
			),
		).toBe('metadata/2.json does not point to images/2.png.');
		expect(await found((files) => forge(files, 'metadata/2.json', '[]'))).toBe(
			'metadata/2.json is not readable token metadata.',
		);
		expect(
			await found((files) => forge(files, 'rarity.csv', readText(files, 'rarity.csv').replace('Token', 'token'))),
		).toBe('rarity.csv is not what the traits in the metadata give.');
		expect(await found((files) => forge(files, 'collection.json', '{"name":"Summer Court"}'))).toBe(
			"collection.json has another collection's name than manifest.json.",
		);
		expect(await found((files) => rewrite(files, (manifest) => ({ ...manifest, provenance: 'aa' })))).toBe(
			'The provenance hash in manifest.json is not that of the images in the order of their numbers.',
		);
	});

	it('names repeats, doubled numbers and gaps', async () => {
		const images = createImages({ ...everything, batchSize: 6 });
		const { sha256: hash, sizeBytes, crc32: crc } = images[0]!;
		const sameBytes = images.map((image, index) =>
			index === 3 ? { ...image, sha256: hash, sizeBytes, crc32: crc } : image,
		);
		const files = createFiles(sameBytes);
		files.set('images/4.png', createPixels(1));
		expect((await verify(files)).problems).toEqual(['Tokens 1 and 4 have the same image, byte for byte.']);
		const sameDna = images.map((image, index) => (index === 3 ? { ...image, dna: images[0]!.dna } : image));
		expect((await verify(createFiles(sameDna))).problems).toEqual([
			'Tokens 1 and 4 have the same DNA.',
			'The DNA of token 4 in manifest.json is not that of its traits.',
		]);
		const doubled = small();
		rewrite(doubled, (manifest) => ({
			...manifest,
			tokens: manifest.tokens.map((token) => (token.tokenNumber === 4 ? { ...token, tokenNumber: 3 } : token)),
		}));
		const { problems } = await verify(doubled);
		expect(problems).toContain('manifest.json gives a token number twice.');
		expect(problems).toContain('Token 4 is missing: the numbers run up to 6.');
		expect(problems).toContain('The files of token 3 do not carry its number.');
	});

	it('asks for the contents of texts only', () => {
		const { wantsText } = createArchiveVerifier();
		expect(
			['manifest.json', 'PROVENANCE.txt', 'rarity.csv', 'collection.json', 'metadata/1.json'].every(wantsText),
		).toBe(true);
		expect(['images/1.png', 'other.json', 'metadata/deep/1.json'].some(wantsText)).toBe(false);
	});

	it('verifies 10,000 tokens in a few seconds and keeps no file', async () => {
		const files = createFiles(createImages(everything));
		const cpuMs = startCpuClock();
		expect((await verify(files)).problems).toEqual([]);
		expect(cpuMs()).toBeLessThan(8_000);
	});
});

describe('buildCollectionArchive', () => {
	it('lists proof, collection, manifest, rarity, metadata and images with sizes and checksums that hold', () => {
		const images = createImages({ ...everything, batchSize: 3 });
		const { entries, sources } = buildCollectionArchive({ projectName: null, seed: 'seed', images });
		expect(entries.map(({ name }) => name)).toEqual([
			'PROVENANCE.txt',
			'collection.json',
			'manifest.json',
			'rarity.csv',
			'metadata/1.json',
			'metadata/2.json',
			'metadata/3.json',
			'images/1.png',
			'images/2.png',
			'images/3.png',
		]);
		for (const [index, entry] of entries.entries()) {
			const source = sources[index]!;
			if (source.kind === 'blob') {
				expect(source.sha256).toBe(entry.sha256);
				continue;
			}
			expect([source.bytes.length, crc32(source.bytes), sha256(source.bytes)]).toEqual([
				entry.sizeBytes,
				entry.crc32,
				entry.sha256,
			]);
		}
	});

	it('gives the same bytes for the same images, whatever rarity they carried', () => {
		const images = createImages({ ...everything, batchSize: 30 });
		const other = images.map((image) => ({ ...image, traits: { ...image.traits, rarity: 'Epic' as const } }));
		expect(createFiles(other)).toEqual(createFiles(images));
	});

	it('writes a recipe into PROVENANCE.txt that the usual tools can follow', () => {
		const folder = mkdtempSync(join(tmpdir(), 'adx-provenance-'));
		try {
			for (const [name, bytes] of createFiles(createImages({ ...everything, batchSize: 12 }))) {
				mkdirSync(dirname(join(folder, name)), { recursive: true });
				writeFileSync(join(folder, name), bytes);
			}
			const text = readFileSync(join(folder, 'PROVENANCE.txt'), 'utf8');
			const command = /^ {2}(ls .+)$/m.exec(text)![1]!;
			const stated = /Provenance hash: (\w+)/.exec(text)![1];
			expect(execFileSync('sh', ['-c', command], { cwd: folder, encoding: 'utf8' }).slice(0, 64)).toBe(stated);
		} finally {
			rmSync(folder, { recursive: true });
		}
	});
});
