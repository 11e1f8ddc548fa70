import { parseManifest } from '@adx/collection/archive/manifest';
import { findImage, listImages } from '@adx/db/repositories/generation/generated-images';
import { listImageVersions } from '@adx/db/repositories/generation/image-versions';
import { forgeVersion } from '@adx/forge/version';
import { beforeEach, describe, expect, it } from 'vitest';
import { createForgeEngine } from '../engines/forge/forge-engine.ts';
import { openExport } from '../exports/download-export.ts';
import { filesOf, problemsOf, readDownload } from '../merge/merge-testing.ts';
import { draftMint } from '../mint/draft-mint.ts';
import type { RequestContext } from '../platform/context.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { openGenerationZip } from './download/generation-zip.ts';
import { createRequest, createScriptedEngine, driveJob } from './generation-testing.ts';
import { getGeneration, listGenerations } from './queries/generations.ts';
import { startGeneration } from './start/start-generation.ts';
import { listVersions } from './versions/versions.ts';

const test = useTestServices({ forge: createForgeEngine(1), gemini: createScriptedEngine().engine });

let ctx: RequestContext;
beforeEach(async () => {
	ctx = await test.contextOf({ role: 'developer' });
});

async function generate(batchSize: number, apiKey?: string): Promise<string> {
	const { jobId } = await startGeneration(ctx, createRequest(batchSize, apiKey));
	await driveJob(ctx, jobId);
	return jobId;
}

const zipOf = async (jobId: string) => readDownload(await openGenerationZip(ctx, { jobId, scope: 'own' }));
const readJson = (file: Uint8Array | undefined) => JSON.parse(Buffer.from(file!).toString());

/** As a server has it that came from a version of the product that recorded none. */
async function forgetForges(): Promise<void> {
	const jobs = ctx.db.updateTable('generationJobs');
	// The archives that were laid out are kept under the job's version.
	await jobs.set((eb) => ({ forgeVersion: null, version: eb('version', '+', 1) })).execute();
	await ctx.db.updateTable('imageVersions').set({ forgeVersion: null }).execute();
}

/** What every place says that tells of the job's first image. */
async function readEverywhere(jobId: string) {
	const files = await filesOf(await zipOf(jobId));
	const [row] = await listImages(ctx.db, jobId);
	const image = (await findImage(ctx.db, 'all', row!.id))!;
	const labels = { name: 'Oval', description: 'Told' };
	const { json } = await draftMint(ctx, image, { projectName: null }, labels, { bps: 0, receiver: '' });
	const plain = await readDownload(await openExport(ctx, { collectionId: jobId, target: 'plain' }));
	const [version] = await listVersions(ctx, { imageId: image.id });
	const [listed] = await listGenerations(ctx, { scope: 'own' });
	return {
		problems: problemsOf(files),
		manifest: parseManifest(Buffer.from(files.get('manifest.json')!).toString())!.tokens[0]!.forge,
		archive: readJson(files.get('metadata/1.json')).properties.forge,
		exported: readJson((await filesOf(plain)).get('metadata/1.json')).properties.forge,
		mint: JSON.parse(json).properties.forge,
		job: (await getGeneration(ctx, { jobId, scope: 'own' })).generatedImages[0]!.metadata.properties,
		list: listed!.generatedImages[0]!.metadata.properties,
		version: version!.forgeVersion,
	};
}

describe('the version of the forge', () => {
	it('stands with every image that it drew: in manifest, metadata, exports, mints and the API', async () => {
		const said = await readEverywhere(await generate(2));
		const properties = expect.objectContaining({ forge: forgeVersion });
		expect(said).toEqual({
			problems: [],
			manifest: forgeVersion,
			archive: forgeVersion,
			exported: forgeVersion,
			mint: forgeVersion,
			job: properties,
			list: properties,
			version: forgeVersion,
		});
	});

	it('is nowhere with images of other engines', async () => {
		const jobId = await generate(1, 'AIza-of-somebody');
		const said = await readEverywhere(jobId);
		expect(said).toMatchObject({ problems: [], version: null });
		expect([said.manifest, said.archive, said.exported, said.mint]).toEqual(new Array(4).fill(undefined));
		expect(said.job).not.toHaveProperty('forge');
		expect((await getGeneration(ctx, { jobId, scope: 'own' })).olderForgeVersion).toBeNull();
	});

	it('is nowhere with images from before it was recorded, whose files stay as they were', async () => {
		const jobId = await generate(1);
		const now = await filesOf(await zipOf(jobId));
		await forgetForges();
		const said = await readEverywhere(jobId);
		expect(said).toMatchObject({ problems: [], version: null });
		expect([said.manifest, said.archive, said.exported, said.mint]).toEqual(new Array(4).fill(undefined));
		const before = Buffer.from((await filesOf(await zipOf(jobId))).get('metadata/1.json')!).toString();
		const without = readJson(now.get('metadata/1.json'));
		delete without.properties.forge;
		expect(before).toBe(`${JSON.stringify(without, null, 2)}\n`);
	});
});

describe('a plan', () => {
	it('says so when it was made with an older version, and what is drawn of it then has the newer one', async () => {
		const { jobId, job } = await startGeneration(ctx, createRequest(2));
		expect(job.olderForgeVersion).toBeNull();
		await forgetForges();
		await driveJob(ctx, jobId);
		const done = await getGeneration(ctx, { jobId, scope: 'own' });
		expect(done).toMatchObject({ phase: 'done', olderForgeVersion: 1 });
		expect((await listGenerations(ctx, { scope: 'own' }))[0]).toMatchObject({ olderForgeVersion: 1 });
		const [image] = await listImages(ctx.db, jobId);
		expect(await listImageVersions(ctx.db, image!.id)).toMatchObject([{ forgeVersion }]);
	});
});
