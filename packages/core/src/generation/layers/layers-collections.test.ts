import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { findImage, listImages } from '@adx/db/repositories/generation/generated-images';
import type { TokenAttribute } from '@adx/validators/catalogue/image-traits';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import { type ExportTarget, exportTargets } from '@adx/validators/exports';
import { generationOrderInput } from '@adx/validators/generation/generation-order';
import { rarityInput } from '@adx/validators/rarity';
import type { MergeImageEntry } from '@adx/validators/uploads';
import { CarReader } from '@ipld/car';
import { parse } from 'csv-parse/sync';
import { beforeEach, describe, expect, it } from 'vitest';
import { createLayersImageEngine } from '../../engines/layers/layers-engine.ts';
import { openExport } from '../../exports/download-export.ts';
import { preflightCollection } from '../../exports/preflight-collection.ts';
import { openMergeDownload } from '../../merge/get-merge.ts';
import {
	createMergeRequest,
	filesOf,
	finishMerge,
	hashOf,
	problemsOf,
	readDownload,
	toOwnInput,
} from '../../merge/merge-testing.ts';
import { startMerge } from '../../merge/start-merge.ts';
import { draftMint } from '../../mint/draft-mint.ts';
import type { RequestContext } from '../../platform/context.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { getRarity, getRarityCsv } from '../../rarity/get-rarity.ts';
import { findMissingUploads } from '../../uploads/find-missing-uploads.ts';
import { openGenerationZip } from '../download/generation-zip.ts';
import { driveJob } from '../generation-testing.ts';
import { startGeneration } from '../start/start-generation.ts';
import { createLayerFolder, uploadFolder } from './layers-testing.ts';

const test = useTestServices({ layers: createLayersImageEngine(1) });

let ctx: RequestContext;
let jobId: string;
/** The attributes of each token by its number, as the plan decided them. */
let planned: ReadonlyMap<number, readonly TokenAttribute[]>;
let hashes: ReadonlyMap<number, string>;

const size = 6;

/** A finished job of own layers. */
beforeEach(async () => {
	ctx = await test.contextOf({ role: 'developer' });
	const layers = await uploadFolder(ctx, createLayerFolder());
	const order = { engine: 'layers', layers, batchSize: size, seed: 'north', projectName: 'Ovals' };
	({ jobId } = await startGeneration(ctx, generationOrderInput.parse(order)));
	await driveJob(ctx, jobId);
	const images = await listImages(ctx.db, jobId);
	const attributesOf = ({ traits }: (typeof images)[number]) => {
		if (!isLayerTraits(traits)) throw new TypeError('These are not traits of layers.');
		return [...traits.layers, { trait_type: 'Rarity', value: traits.rarity }];
	};
	planned = new Map(images.map((image) => [image.tokenNumber, attributesOf(image)]));
	hashes = new Map(images.map(({ tokenNumber, blobSha256 }) => [tokenNumber, blobSha256!]));
});

const parseFile = (bytes: Buffer) => JSON.parse(bytes.toString('utf8')) as Record<string, unknown>;
const readExport = async (target: ExportTarget) =>
	filesOf(await readDownload(await openExport(ctx, { collectionId: jobId, target })));
const toRecord = (attributes: readonly TokenAttribute[]) =>
	Object.fromEntries(attributes.map(({ trait_type, value }) => [trait_type, value]));

describe('the exports of a collection of own layers', () => {
	it('pass their preflight', async () => {
		const { findings, tokenCount } = await preflightCollection(ctx, { collectionId: jobId });
		expect([tokenCount, findings]).toEqual([size, []]);
	});

	it.each([
		['plain', (number: number) => `metadata/${number}.json`],
		['metaplex', (number: number) => `${number - 1}.json`],
	] as const)('%s tells the layers of each token in its metadata', async (target, toName) => {
		const files = await readExport(target);
		for (const [number, attributes] of planned) {
			const metadata = parseFile(files.get(toName(number))!);
			expect(metadata).toMatchObject({ name: `Ovals #${number}`, description: `Number ${number} of Ovals.` });
			expect(readAttributes(metadata)).toEqual(attributes);
		}
	});

	it('opensea has a column for each layer', async () => {
		const rows = parse((await readExport('opensea')).get('metadata.csv')!, { columns: true }) as Record<
			string,
			string
		>[];
		expect(Object.keys(rows[0]!).filter((name) => name.startsWith('attributes'))).toEqual(
			['Background', 'Body', 'Eyes', 'Rarity'].map((name) => `attributes[${name}]`),
		);
		for (const row of rows) {
			const attributes = planned.get(Number(row.tokenID))!;
			for (const { trait_type, value } of attributes) expect(row[`attributes[${trait_type}]`]).toBe(value);
		}
	});

	it('car holds the metadata with the layers', async () => {
		const car = await CarReader.fromBytes((await readExport('car')).get('metadata.car')!);
		const found = new Map<string, readonly TokenAttribute[]>();
		for await (const { bytes } of car.blocks()) {
			if (bytes[0] !== 0x7b) continue;
			const metadata = parseFile(Buffer.from(bytes));
			found.set(String(metadata.name), readAttributes(metadata) as readonly TokenAttribute[]);
		}
		for (const [number, attributes] of planned) expect(found.get(`Ovals #${number}`)).toEqual(attributes);
	});

	it('contract names the collection', async () => {
		expect(parseFile((await readExport('contract')).get('contract.json')!)).toMatchObject({ name: 'Ovals' });
		expect(exportTargets).toEqual(['plain', 'metaplex', 'opensea', 'contract', 'car']);
	});
});

describe('the rarity of a collection of own layers', () => {
	it('is ranked by the layers, with how many tokens share each value', async () => {
		const rarity = await getRarity(ctx, rarityInput.parse({ collectionId: jobId }));
		expect(rarity.traits.map(({ trait }) => trait)).toEqual(['Background', 'Body', 'Eyes']);
		for (const { tokenNumber, attributes } of rarity.tokens) {
			expect(attributes.map(({ trait_type, value }) => ({ trait_type, value }))).toEqual(planned.get(tokenNumber));
			// Rarity follows from the others and is not counted.
			for (const { trait_type, value, count } of attributes.slice(0, 3)) {
				const sharing = [...planned.values()].filter((each) => toRecord(each)[trait_type] === value);
				expect(count).toBe(sharing.length);
			}
		}
	});

	it('has a table with a column for each layer', async () => {
		const { csv } = await getRarityCsv(ctx, { collectionId: jobId });
		const rows = parse(Buffer.from(csv), { columns: true }) as Record<string, string>[];
		for (const { Token, Background, Body, Eyes } of rows) {
			expect({ Background, Body, Eyes }).toEqual(
				Object.fromEntries(Object.entries(toRecord(planned.get(Number(Token))!)).filter(([name]) => name !== 'Rarity')),
			);
		}
		expect(rows).toHaveLength(size);
	});
});

it('the token of a mint tells the layers', async () => {
	const [first] = await listImages(ctx.db, jobId);
	const image = (await findImage(ctx.db, ctx.actor!.userId, first!.id))!;
	const labels = { name: 'Oval', description: 'Told' };
	const { json } = await draftMint(ctx, image, { projectName: 'Ovals' }, labels, { bps: 0, receiver: '' });
	expect(JSON.parse(json)).toMatchObject({ name: 'Oval', attributes: planned.get(image.tokenNumber) });
});

describe('a merge of own layers', () => {
	/** What the page reads out of the archive of a job ('Add from your collections'). */
	async function readEntries(): Promise<MergeImageEntry[]> {
		const files = await filesOf(await readDownload(await openGenerationZip(ctx, toOwnInput(jobId))));
		return [...planned.keys()].map((number) => {
			const filename = `images/${number}.png`;
			const metadata = parseFile(files.get(`metadata/${number}.json`)!);
			return { filename, sha256: hashOf(files.get(filename)!), metadata };
		});
	}

	it('sends none of the pictures again, and freezes them with their layers under the new numbers', async () => {
		const entries = await readEntries();
		expect(entries.map(({ sha256 }) => sha256)).toEqual([...hashes.values()]);
		const sent = entries.map(({ sha256 }) => sha256);
		expect(await findMissingUploads(ctx, { hashes: sent })).toEqual({ missing: [] });
		const options = { order: 'shuffle', seed: 'south' };
		const { jobId: mergeId } = await startMerge(ctx, await createMergeRequest(ctx, { Ovals: entries }, { options }));
		await finishMerge(ctx, mergeId);
		const files = await filesOf(await readDownload(await openMergeDownload(ctx, toOwnInput(mergeId))));
		expect(problemsOf(files)).toEqual([]);
		const numbers = new Map([...hashes].map(([number, sha256]) => [sha256, number]));
		for (let number = 1; number <= size; number += 1) {
			const old = numbers.get(hashOf(files.get(`images/${number}.png`)!))!;
			const metadata = parseFile(files.get(`metadata/${number}.json`)!);
			expect(metadata.description).toBe(`Number ${number} of Winter Court.`);
			const layersOf = (attributes: readonly TokenAttribute[]) => toRecord(attributes.slice(0, 3));
			expect(layersOf(readAttributes(metadata) as readonly TokenAttribute[])).toEqual(layersOf(planned.get(old)!));
		}
		const rarity = await getRarity(ctx, rarityInput.parse({ collectionId: mergeId }));
		expect(rarity.traits.map(({ trait }) => trait)).toEqual(expect.arrayContaining(['Background', 'Body', 'Eyes']));
	});
});
