import { createHash } from 'node:crypto';
import { describe, expect, it } from 'vitest';
import { buildCollectionArchive } from '../archive/collection-archive.ts';
import { crc32 } from '../archive/crc32.ts';
import { hashLipsConfig, hashLipsOrder, hashLipsPaths, readProject } from '../layers/layers-testing.ts';
import { planLayers, toLayerTraits } from '../layers/plan-layers.ts';
import { type Files, put, readText, verify } from './verify-testing.ts';

const sha256 = (bytes: Uint8Array) => createHash('sha256').update(bytes).digest('hex');

/** An archive of HashLips' example layers; `sameEvery` images share their bytes, as images of layers that look alike do. */
function createFiles(size: number, config: string, sameEvery = 1): Files {
	const project = readProject({
		...Object.fromEntries(hashLipsPaths.map((path) => [path, null])),
		'src/config.js': config,
	});
	const { rows } = planLayers(project, { size }, 'north');
	const bytesOf = (tokenNumber: number) => new TextEncoder().encode(`pixels ${Math.ceil(tokenNumber / sameEvery)}`);
	const images = rows.map((row) => {
		const bytes = bytesOf(row.tokenNumber);
		return {
			tokenNumber: row.tokenNumber,
			traits: toLayerTraits(row, project.configurations[row.configuration]!),
			dna: row.dna,
			imageSeed: row.imageSeed,
			sha256: sha256(bytes),
			sizeBytes: bytes.length,
			crc32: crc32(bytes),
			mime: 'image/png',
		};
	});
	const { entries, sources } = buildCollectionArchive({ projectName: 'Eyes', seed: 'north', images });
	return new Map(
		entries.map(({ name }, index) => {
			const source = sources[index]!;
			if (source.kind === 'text') return [name, source.bytes] as const;
			return [name, bytesOf(Number(/\d+/.exec(name)![0]))] as const;
		}),
	);
}

/** Rewrites a file so that hashes still agree, as somebody would who covers it up. */
function rewrite(files: Files, name: string, change: (text: string) => string): void {
	const before = sha256(files.get(name)!);
	put(files, name, change(readText(files, name)));
	const after = sha256(files.get(name)!);
	const size = `"sizeBytes":${files.get(name)!.length},"sha256":"${after}"`;
	put(
		files,
		'manifest.json',
		readText(files, 'manifest.json').replace(new RegExp(`"sizeBytes":\\d+,"sha256":"${before}"`), size),
	);
}

describe('an archive of own layers', () => {
	it('verifies, also with images of the same bytes and with numbered variants', async () => {
		expect((await verify(createFiles(60, hashLipsConfig(hashLipsOrder(60))))).problems).toEqual([]);
		expect((await verify(createFiles(60, hashLipsConfig(hashLipsOrder(60)), 4))).problems).toEqual([]);
		const narrow = '[{ growEditionSizeTo: 30, layersOrder: [{ name: "Eyeball" }, { name: "Iris" }] }]';
		expect((await verify(createFiles(30, hashLipsConfig(narrow)))).problems).toEqual([]);
	});

	it('verifies with layers outside of the DNA, and with several sets of layers', async () => {
		const config = hashLipsConfig(`[
			{ growEditionSizeTo: 10, layersOrder: [
				{ name: "Background", options: { bypassDNA: true } }, { name: "Iris" }, { name: "Top lid" } ] },
			{ growEditionSizeTo: 30, layersOrder: [{ name: "Eyeball" }, { name: "Eye color" }, { name: "Iris" }] },
		]`);
		const files = createFiles(30, config);
		expect((await verify(files)).problems).toEqual([]);
		const manifest = JSON.parse(readText(files, 'manifest.json')) as { readonly tokens: readonly object[] };
		expect(manifest.tokens[0]).toMatchObject({ layers: 3, outsideDna: ['Background'] });
		expect(manifest.tokens.at(-1)).not.toHaveProperty('outsideDna');
	});

	it('is found out when a value or the count of layers was changed', async () => {
		const files = createFiles(40, hashLipsConfig(hashLipsOrder(40)));
		rewrite(files, 'metadata/3.json', (text) => text.replace(/("trait_type": "Iris",\s+"value": )"\w+"/, '$1"Gold"'));
		expect((await verify(files)).problems).toContain('The DNA of token 3 in manifest.json is not that of its traits.');
		const other = createFiles(40, hashLipsConfig(hashLipsOrder(40)));
		put(other, 'manifest.json', readText(other, 'manifest.json').replace('"layers":7', '"layers":6'));
		expect((await verify(other)).problems.join()).toMatch(
			/The DNA of token 1 in manifest.json is not that of its traits/,
		);
	});
});
