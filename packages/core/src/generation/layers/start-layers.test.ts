import { createHash } from 'node:crypto';
import { verifyArchive } from '@adx/collection/verify/verify-archive';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import { isLayerTraits } from '@adx/validators/catalogue/image-traits';
import { type GenerationOrderInput, generationOrderInput } from '@adx/validators/generation/generation-order';
import JSZip from 'jszip';
import { describe, expect, it } from 'vitest';
import { createLayersImageEngine } from '../../engines/layers/layers-engine.ts';
import { drawGround, drawOval } from '../../engines/layers/layers-testing.ts';
import { readDownload } from '../../merge/merge-testing.ts';
import type { RequestContext } from '../../platform/context.ts';
import { repairFile } from '../../platform/storage/integrity/repair-file.ts';
import { useTestServices } from '../../platform/use-services-testing.ts';
import { plainPng, pngChunk } from '../../uploads/inspection/image-testing.ts';
import { readUploadUsage } from '../../uploads/upload-quota.ts';
import { deleteJob } from '../control/delete-job.ts';
import { openGenerationZip } from '../download/generation-zip.ts';
import { driveJob } from '../generation-testing.ts';
import { planGeneration } from '../plan/plan-generation.ts';
import { getGeneration, listGeneratedImages } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';
import { createLayerFolder, type LayerFolder, toLayerList, upload, uploadFolder } from './layers-testing.ts';

const test = useTestServices({ layers: createLayersImageEngine(2) });

const order = (layers: string, change: object = {}): GenerationOrderInput =>
	generationOrderInput.parse({ engine: 'layers', layers, batchSize: 12, seed: 'north', ...change });

const countValues = (images: readonly { readonly traits: object }[], layer: string) => {
	const counts: Record<string, number> = {};
	for (const { traits } of images) {
		const value = isLayerTraits(traits) ? traits.layers.find(({ trait_type }) => trait_type === layer)!.value : '';
		counts[value] = (counts[value] ?? 0) + 1;
	}
	return counts;
};

async function readZip(ctx: RequestContext, jobId: string) {
	const zip = await JSZip.loadAsync(await readDownload(await openGenerationZip(ctx, { jobId, scope: 'own' })));
	return {
		names: Object.keys(zip.files),
		readText: (name: string) => zip.file(name)!.async('string'),
		sha256Of: async (name: string) =>
			createHash('sha256')
				.update(await zip.file(name)!.async('nodebuffer'))
				.digest('hex'),
	};
}

describe('a collection of own layers', () => {
	it('has exact counts, the planned pictures, and an archive that verifies', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const layers = await uploadFolder(ctx, createLayerFolder());
		const steering = [{ counts: { Background: { Red: 5 } }, weights: { Eyes: { Gold: 2 } } }];
		const input = order(layers, { steering, projectName: 'Ovals' });
		const plan = await planGeneration(ctx, input);
		const { jobId, job } = await startGeneration(ctx, input);
		expect(job).toMatchObject({ engine: 'layers', layers, races: [], artStyle: null, backgroundType: null });
		await driveJob(ctx, jobId);
		expect(await getGeneration(ctx, { jobId, scope: 'own' })).toMatchObject({ phase: 'done', progress: 12 });
		const images = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
		expect(images.map(({ traits, dna, seed }) => ({ traits, dna, seed }))).toEqual(
			plan.rows.map(({ traits, dna, seed }) => ({ traits, dna, seed })),
		);
		expect(countValues(images, 'Background')).toEqual({ Blue: 7, Red: 5 });
		expect(countValues(images, 'Eyes')).toEqual({ Gold: 6, Green: 3, Grey: 3 });
		expect(images[0]!.metadata).toMatchObject({
			name: 'Ovals #1',
			description: 'Number 1 of Ovals.',
			attributes: [
				{ trait_type: 'Background' },
				{ trait_type: 'Body' },
				{ trait_type: 'Eyes' },
				{ trait_type: 'Rarity' },
			],
		});
		const report = await verifyArchive(await readZip(ctx, jobId));
		expect(report).toMatchObject({ problems: [], imageCount: 12, collectionName: 'Ovals' });
	});

	it('keeps numbered variants, layers outside of the DNA and a layer called Rarity verifiable', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const config = `const layerConfigurations = [{ growEditionSizeTo: 8, layersOrder: [
			{ name: 'Background', options: { bypassDNA: true } }, { name: 'Rarity' } ] }];`;
		const folder = createLayerFolder({
			'src/config.js': config,
			'layers/Rarity/Common#1.png': drawOval(48, '#ffffff'),
			'layers/Rarity/Rare#1.png': drawOval(48, '#000000'),
		});
		const { jobId } = await startGeneration(ctx, order(await uploadFolder(ctx, folder), { batchSize: 8 }));
		await driveJob(ctx, jobId);
		const [image] = await listGeneratedImages(ctx, { jobId, scope: 'own', from: 0 });
		expect(image!.traits).toMatchObject({ outsideDna: ['Background'] });
		expect(image!.metadata).toMatchObject({ attributes: [{ trait_type: 'Background' }, { trait_type: 'Rarity' }] });
		expect((await verifyArchive(await readZip(ctx, jobId))).problems).toEqual([]);
	});

	it('is composed again where its pictures were lost', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { jobId } = await startGeneration(ctx, order(await uploadFolder(ctx, createLayerFolder()), { batchSize: 2 }));
		await driveJob(ctx, jobId);
		const { blobSha256 } = await ctx.db
			.selectFrom('generatedImages')
			.select('blobSha256')
			.where('jobId', '=', jobId)
			.executeTakeFirstOrThrow();
		await test.files.damage(blobSha256!, 'deleted');
		expect(await repairFile(ctx, blobSha256!)).toBe(true);
		expect(await ctx.storage.verify((await findBlob(ctx.db, blobSha256!))!)).toBeNull();
	});

	it('keeps its files while the job is there, and counts them as used', async () => {
		const ctx = { ...(await test.contextOf({ role: 'developer' })), gone: new AbortController().signal };
		const layers = await uploadFolder(ctx, createLayerFolder());
		expect((await readUploadUsage(ctx)).unusedBytes).toBeGreaterThan(0);
		const { jobId } = await startGeneration(ctx, order(layers));
		const later = { ...ctx, clock: () => new Date(Date.now() + 10_000) };
		expect((await readUploadUsage(later)).unusedBytes).toBe(0);
		await driveJob(ctx, jobId);
		await deleteJob(ctx, { jobId, scope: 'own' });
		const afterwards = { ...ctx, clock: () => new Date(Date.now() + 20_000) };
		expect((await readUploadUsage(afterwards)).unusedBytes).toBeGreaterThan(0);
	});
});

const bad: [string, (folder: LayerFolder) => object, LayerFolder, RegExp][] = [
	[
		'layers of other sizes',
		() => ({}),
		createLayerFolder({ 'layers/Eyes/Green#1.png': drawGround(40, 48, '#00ff00') }),
		/All layers need one size.*'layers\/Eyes\/Green#1.png'/,
	],
	[
		'a layer without its folder',
		() => ({}),
		createLayerFolder({
			'src/config.js': "const layerConfigurations = [{ growEditionSizeTo: 3, layersOrder: [{ name: 'Hat' }] }];",
		}),
		/'layersOrder' names a layer that has no folder: 'Hat'/,
	],
	[
		'counts of a layer that is not there',
		() => ({ steering: [{ counts: { Hat: { Red: 1 } } }] }),
		createLayerFolder(),
		/There is no layer 'Hat'/,
	],
	[
		'weights of a value that is not there',
		() => ({ steering: [{ weights: { Eyes: { Pink: 1 } } }] }),
		createLayerFolder(),
		/The layer 'Eyes' has no value 'Pink'/,
	],
	[
		'more counts than images',
		() => ({ steering: [{ counts: { Eyes: { Gold: 13 } } }] }),
		createLayerFolder(),
		/add up to 13/,
	],
];

describe('rejects', () => {
	it.each(bad)('%s, with a sentence', async (_, change, folder, message) => {
		const ctx = await test.contextOf({ role: 'developer' });
		const layers = await uploadFolder(ctx, folder);
		const refused = startGeneration(ctx, order(layers, change(folder)));
		await expect(refused).rejects.toMatchObject({ code: 'MISMATCH', message: expect.stringMatching(message) });
		expect(await ctx.db.selectFrom('generationJobs').select('id').execute()).toEqual([]);
	});

	it('animated layers as they arrive, and when they arrived as something else', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const control = Buffer.alloc(8);
		control[3] = 1;
		const moving = plainPng(48, 48, [pngChunk('acTL', control)]);
		const message = expect.stringMatching(/is animated, and a layer may not move/);
		await expect(upload(ctx, moving, 'layer')).rejects.toMatchObject({ reason: 'bad_layers', message });
		const folder = createLayerFolder({ 'layers/Eyes/Green#1.png': moving });
		const refused = startGeneration(ctx, order(await uploadFolder(ctx, folder, 'image')));
		await expect(refused).rejects.toMatchObject({ reason: 'bad_layers', message });
	});

	it('a picture of 16,000 px', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const refused = upload(ctx, plainPng(16_000, 2), 'layer');
		const message = expect.stringMatching(/is 16,000 × 2 px; a layer may have 4,096 px/);
		await expect(refused).rejects.toMatchObject({ reason: 'bad_layers', message });
	});

	it('a list that somebody else uploaded, and files that nobody did', async () => {
		const [ctx, other] = [await test.contextOf({ role: 'developer' }), await test.contextOf({ role: 'developer' })];
		const folder = createLayerFolder();
		const layers = await uploadFolder(other, folder);
		await expect(planGeneration(ctx, order(layers))).rejects.toMatchObject({ reason: 'upload_missing' });
		await upload(ctx, Buffer.from(JSON.stringify(toLayerList(folder))), 'layers');
		await expect(startGeneration(ctx, order(layers))).rejects.toMatchObject({
			reason: 'upload_missing',
			message: expect.stringMatching(/^These layers have not been uploaded: 'layers\/Background\/Blue#3.png'/),
		});
	});

	it('a list of 10,001 files, of none, or of one path twice', async () => {
		const ctx = await test.contextOf({ role: 'developer' });
		const { files, ...rest } = toLayerList(createLayerFolder());
		const many = Array.from({ length: 10_001 }, (_, index) => ({ ...files[0]!, path: `layers/A/${index}.png` }));
		for (const [wrong, message] of [
			[many, /A folder of layers may hold 10,000 pictures/],
			[[], /holds at least one picture/],
			[[files[0], files[0]], /Each path may appear only once/],
		] as const) {
			const list = Buffer.from(JSON.stringify({ ...rest, files: wrong }));
			const refused = upload(ctx, list, 'layers');
			await expect(refused).rejects.toMatchObject({ reason: 'bad_manifest', message: expect.stringMatching(message) });
		}
	});
});
