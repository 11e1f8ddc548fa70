import { createHash } from 'node:crypto';
import { Readable, Writable } from 'node:stream';
import { deriveAddress, itemLabel } from '@adx/contracts/solana/sale-keys';
import { countStoredItems } from '@adx/db/repositories/sale/sale-items';
import { findSale } from '@adx/db/repositories/sale/sales';
import { type FakeKubo, startFakeKubo } from '@adx/fakes/kubo';
import type { CreatorSale } from '@adx/validators/sale/sales';
import JSZip from 'jszip';
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { deleteMerge } from '../../merge/delete-merge.ts';
import { toOwnInput } from '../../merge/merge-testing.ts';
import type { RequestContext, Services } from '../../platform/context.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { cleanUp } from '../../stats-and-cleanup/clean-up.ts';
import { sweepBlobs } from '../../uploads/cleanup/sweep-blobs.ts';
import { decryptSaleSecret, saleOrder } from '../sale-secret.ts';
import type { Solana } from '../solana/open-solana.ts';
import { openSaleFiles } from './download-sale-files.ts';
import { confirmPublished, getCreatorSale } from './get-creator-sale.ts';
import { saleJob } from './sale-job.ts';
import { addListedMerge, list, prepare, start } from './start-testing.ts';

const wallet = '7xKXtg2CW87d97TXJSDpbD5jBkheTqA83TZRuJosgAsU';
/** Preparing asks no node. */
const away = {
	cluster: 'localnet',
	explorerUrl: null,
	rpc: {},
	timeoutMs: 1,
	checkCluster: () => Promise.reject(new Error('away')),
} as unknown as Solana;

let test: TestServices;
let kubo: FakeKubo;
beforeAll(async () => {
	test = await createTestServices({}, { solana: away });
});
beforeEach(async () => {
	kubo = await startFakeKubo();
	await test.clear();
});
afterEach(() => kubo.close());
afterAll(() => test.close());

const publishingTo = (ipfsApiUrl: string | null): Services => ({
	...test.services,
	minting: { ...test.services.minting, ipfsApiUrl },
});

interface Started {
	readonly ctx: RequestContext;
	readonly jobId: string;
	readonly sale: CreatorSale;
}

async function started(): Promise<Started> {
	const ctx = await test.contextOf();
	const jobId = await addListedMerge(ctx);
	return { ctx, jobId, sale: await start(ctx, jobId, wallet) };
}

const rowOf = async ({ sale }: Started) => (await findSale(test.services.db, sale.saleId))!;

async function filesOf({ ctx, jobId }: Started): Promise<JSZip> {
	const chunks: Buffer[] = [];
	const sink = new Writable({
		write: (chunk: Buffer, _encoding, done) => {
			chunks.push(Buffer.from(chunk));
			done();
		},
	});
	await using files = await openSaleFiles(ctx, { jobId });
	await files.writeTo(sink);
	return JSZip.loadAsync(Buffer.concat(chunks), { checkCRC32: true });
}

describe('preparing a sale', () => {
	it('needs no node, and tells no costs without one', async () => {
		const { ctx, sale } = await started();
		expect(sale).toMatchObject({ phase: 'preparing', costs: null });
		expect(await prepare(ctx, sale)).toMatchObject({ phase: 'unsigned', costs: null });
	});

	it('stores an item for every token, in the order of sale, with the address that its key has', async () => {
		const setup = await started();
		await prepare(setup.ctx, setup.sale);
		const row = await rowOf(setup);
		const secret = decryptSaleSecret(setup.ctx.secretKey, row);
		const items = await setup.ctx.db.selectFrom('salePieces').selectAll().orderBy('position').execute();
		expect(items.map(({ tokenNumber }) => tokenNumber)).toEqual(saleOrder(secret, 2));
		for (const { tokenNumber, mintAddress, status } of items) {
			expect([mintAddress, status]).toEqual([await deriveAddress(secret, itemLabel(tokenNumber)), 'free']);
		}
		expect(row.mintAddress).toBe(await deriveAddress(secret, 'collection'));
	});

	it('keeps its merge from being deleted while the files are downloaded', async () => {
		const { ctx, jobId, sale } = await started();
		await prepare(ctx, sale);
		{
			await using files = await openSaleFiles(ctx, { jobId });
			await files.acquire();
			await expect(deleteMerge(ctx, toOwnInput(jobId))).rejects.toMatchObject({ reason: 'merge_downloading' });
		}
		expect(await deleteMerge(ctx, toOwnInput(jobId))).toMatchObject({ success: true });
		await expect(openSaleFiles(ctx, { jobId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
	});

	it('lays out what the creator publishes where the operator does not, and offers it', async () => {
		const setup = await started();
		const { ctx, jobId, sale } = setup;
		await expect(openSaleFiles(ctx, { jobId })).rejects.toMatchObject({ code: 'CONFLICT', reason: 'mint_under_way' });
		await expect(confirmPublished(ctx, { jobId })).rejects.toMatchObject({
			code: 'CONFLICT',
			reason: 'mint_under_way',
		});
		expect(await prepare(ctx, sale)).toMatchObject({
			phase: 'unsigned',
			progress: 100,
			published: false,
			carUrl: `/api/mint-collection/${jobId}/car`,
			errorMessage: null,
		});
		const { metadataRoot, imagesRoot } = await rowOf(setup);
		const zip = await filesOf(setup);
		expect(Object.keys(zip.files)).toEqual(['roots.json', 'metadata.car', 'images.car']);
		const roots = JSON.parse(await zip.file('roots.json')!.async('string')) as Record<string, { root: string }>;
		expect([roots.metadata?.root, roots.images?.root]).toEqual([metadataRoot, imagesRoot]);
		await list(ctx, jobId, { collectionDescription: 'Another, not started.' });
		const again = JSON.parse(await (await filesOf(setup)).file('roots.json')!.async('string')) as typeof roots;
		expect(again).toEqual(roots);
		expect(await confirmPublished(ctx, { jobId })).toMatchObject({ phase: 'unsigned', published: true });
	});

	it('publishes pictures and metadata on the operator’s node, which say what the sale says', async () => {
		const setup = await started();
		expect(setup.sale).toMatchObject({ phase: 'preparing', published: false, publishesFiles: false });
		const publishing = { ...setup.ctx, minting: publishingTo(kubo.origin).minting };
		expect(await getCreatorSale(publishing, setup)).toMatchObject({
			phase: 'preparing',
			published: false,
			publishesFiles: true,
		});
		const sale = await prepare(setup.ctx, setup.sale, publishingTo(kubo.origin));
		expect(sale).toMatchObject({ phase: 'unsigned', published: true });
		const { metadataRoot, imagesRoot } = await rowOf(setup);
		expect(kubo.pins.slice(-2)).toEqual([imagesRoot, metadataRoot]);
		const texts = [...kubo.blocks.values()].map((bytes) => Buffer.from(bytes).toString('utf8'));
		const token = texts.flatMap((text) =>
			text.includes('"Number"') && text.startsWith('{') ? [JSON.parse(text)] : [],
		)[0];
		expect(token).toMatchObject({
			symbol: 'WIN',
			description: 'Two courts.',
			seller_fee_basis_points: 500,
			image: expect.stringMatching(new RegExp(`^ipfs://${imagesRoot}/\\d\\.png$`)),
			properties: { creators: [{ address: wallet, share: 100 }] },
		});
	});

	it('tells how far it is while it publishes', async () => {
		const setup = await started();
		const { storage } = test.services;
		const progress: number[] = [];
		const look = async () => progress.push((await rowOf(setup)).progress);
		const read = (...parameters: Parameters<typeof storage.read>) =>
			Readable.from(
				(async function* () {
					await look();
					yield* storage.read(...parameters);
					await look();
				})(),
			);
		let second = 0;
		const clock = () => new Date(Date.now() + 1_000 * second++);
		await prepare(setup.ctx, setup.sale, { ...publishingTo(kubo.origin), clock, storage: { ...storage, read } });
		expect(progress).toEqual(progress.toSorted((left, right) => left - right));
		expect(progress[0]).toBe(0);
		expect(progress.at(-1)).toBeGreaterThan(10);
		expect(progress.at(-1)).toBeLessThan(100);
	});

	it('sends the pictures once, and the metadata again when it says something else', async () => {
		const setup = await started();
		const { ctx, jobId } = setup;
		const services = publishingTo(kubo.origin);
		await prepare(ctx, setup.sale, services);
		const imports = kubo.authorizations.length;
		await list(ctx, jobId, { royaltyPercentage: 7 });
		await prepare(ctx, await start(ctx, jobId, wallet), services);
		expect(kubo.authorizations.length).toBe(imports + 1);
	});

	it.each(['full', 'cannot-pin', 'gone'] as const)(
		'waits with a sentence while the node is %s, gives up in the end, and may be started again',
		async (mood) => {
			const setup = await started();
			const { ctx, jobId, sale } = setup;
			if (mood !== 'gone') kubo.setMood(mood);
			const services = publishingTo(mood === 'gone' ? 'http://127.0.0.1:1' : kubo.origin);
			const waiting = await prepare(ctx, sale, services);
			expect(waiting).toMatchObject({ phase: 'preparing', errorMessage: expect.stringMatching(/IPFS.*tried again/) });
			expect(await ctx.queue.hasLiveMessage('sale', { jobId: sale.saleId, slot: 0 })).toBe(true);
			for (let tries = 1; tries < 5; tries += 1) await prepare(ctx, sale, services);
			const failed = await getCreatorSale(ctx, { jobId });
			expect(failed).toMatchObject({ phase: 'failed', errorMessage: expect.stringMatching(/IPFS.*operator/) });
			kubo.setMood('keeps');
			const again = await start(ctx, jobId, wallet);
			expect(again).toMatchObject({ phase: 'preparing', errorMessage: null });
			expect(await prepare(ctx, again, publishingTo(kubo.origin))).toMatchObject({
				phase: 'unsigned',
				published: true,
			});
		},
	);

	it('waits while the disk is full, however long', async () => {
		const setup = await started();
		const { ctx, sale } = setup;
		const full = () => {
			throw Object.assign(new Error('full'), { code: 'ENOSPC' });
		};
		const services = { ...test.services, storage: { ...test.services.storage, read: full } };
		for (let tries = 0; tries < 6; tries += 1) await prepare(ctx, sale, services);
		expect(await getCreatorSale(ctx, { jobId: setup.jobId })).toMatchObject({
			phase: 'preparing',
			errorMessage: 'The disk of this installation is full. The preparation goes on when there is room.',
		});
		expect(await prepare(ctx, sale)).toMatchObject({ phase: 'unsigned', errorMessage: null });
	});

	it('fails after five faults of ours', async () => {
		const { ctx, sale } = await started();
		const broken = () => {
			throw new Error('broken');
		};
		const services = { ...test.services, storage: { ...test.services.storage, read: broken } };
		for (let tries = 0; tries < 4; tries += 1) {
			expect(await prepare(ctx, sale, services)).toMatchObject({ phase: 'preparing' });
		}
		expect(await prepare(ctx, sale, services)).toMatchObject({ phase: 'failed', errorMessage: expect.any(String) });
	});

	it('ends with a sentence that names a picture whose file is gone', async () => {
		const setup = await started();
		const { db } = test.services;
		const [token] = await db.selectFrom('mergedImages').selectAll().orderBy('tokenNumber').execute();
		await test.files.damage(token!.blobSha256, 'deleted');
		await saleJob.run(
			{ ...test.services, ...publishingTo(kubo.origin) },
			{ jobId: setup.sale.saleId, slot: 0 },
			new AbortController().signal,
		);
		const errorMessage = expect.stringMatching(
			new RegExp(`missing or damaged in storage: ${token!.name} in images.car\\.`),
		);
		expect(await rowOf(setup)).toMatchObject({ phase: 'failed', errorMessage });
	});

	it('goes on where it was stopped, and two at once end with the same', async () => {
		const setup = await started();
		const { ctx, sale } = setup;
		const stop = new AbortController();
		const { storage } = test.services;
		const read: typeof storage.read = (...parameters) => {
			stop.abort();
			return storage.read(...parameters);
		};
		await saleJob.run(
			{ ...test.services, storage: { ...storage, read } },
			{ jobId: sale.saleId, slot: 0 },
			stop.signal,
		);
		expect(await rowOf(setup)).toMatchObject({ phase: 'preparing', failures: 0 });
		expect(await countStoredItems(ctx.db, sale.saleId)).toBe(2);
		await Promise.all([prepare(ctx, sale), prepare(ctx, sale)]);
		expect(await rowOf(setup)).toMatchObject({ phase: 'unsigned' });
		expect(await countStoredItems(ctx.db, sale.saleId)).toBe(2);
	});

	it('is for nothing when the sale was started with other facts meanwhile', async () => {
		const setup = await started();
		const { ctx, jobId, sale } = setup;
		const { storage } = test.services;
		await list(ctx, jobId, { collectionSymbol: 'NEW' });
		let again: Promise<unknown> | undefined;
		const read = (...parameters: Parameters<typeof storage.read>) =>
			Readable.from(
				(async function* () {
					again ??= start(ctx, jobId, wallet);
					await again;
					yield* storage.read(...parameters);
				})(),
			);
		const sent: string[] = [];
		const queue = { ...test.services.queue, send: async (name: string) => void sent.push(name) };
		const services = { ...test.services, queue, storage: { ...storage, read } };
		await saleJob.run(services, { jobId: sale.saleId, slot: 0 }, new AbortController().signal);
		expect(await rowOf(setup)).toMatchObject({ phase: 'preparing', symbol: 'NEW', metadataRoot: null, failures: 0 });
		expect(sent).toEqual(['sale']);
		expect(await prepare(ctx, sale)).toMatchObject({ phase: 'unsigned', symbol: 'NEW' });
	});
});

describe('what a sale uses', () => {
	it('survives the sweep of files and the cleanup of images (ENT-13)', async () => {
		const setup = await started();
		const { ctx, sale } = setup;
		await prepare(ctx, sale);
		const hashOf = async (name: string) =>
			createHash('sha256')
				.update(await (await filesOf(setup)).file(name)!.async('nodebuffer'))
				.digest('hex');
		const [metadata, images] = [await hashOf('metadata.car'), await hashOf('images.car')];
		await cleanUp(ctx, { scope: 'own' });
		for (const days of [10, 12, 14]) {
			const clock = () => new Date(Date.now() + days * 86_400_000);
			await sweepBlobs({ ...test.services, clock });
		}
		// The layout is remembered; its bytes are read again.
		expect([await hashOf('metadata.car'), await hashOf('images.car')]).toEqual([metadata, images]);
		await ctx.db.updateTable('sales').set({ metadataRoot: null, imagesRoot: null, phase: 'preparing' }).execute();
		expect(await prepare(ctx, sale)).toMatchObject({ phase: 'unsigned' });
	});
});
