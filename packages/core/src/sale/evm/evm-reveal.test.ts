import { Readable } from 'node:stream';
import { shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import { hasAnvil } from '@adx/contracts/evm/anvil-testing';
import { forgetBlockHashes } from '@adx/contracts/evm/drop/drop-testing';
import { adxDropAbi } from '@adx/contracts/evm/drop/drop-voucher';
import type { RevealStep } from '@adx/validators/sale/reveal';
import { beforeEach, describe, expect, it } from 'vitest';
import { findExportable } from '../../collection-tasks/find-exportable.ts';
import { getCollection } from '../../gallery/get-collection.ts';
import { countGallery, listGallery } from '../../gallery/list-gallery.ts';
import { filesOf, readDownload } from '../../merge/merge-testing.ts';
import { describePage } from '../../unfurl/describe-page.ts';
import { getSale } from '../buyer/get-sale.ts';
import { listSaleItems, listSaleTraits } from '../buyer/list-sale-items.ts';
import { readSaleImage } from '../buyer/read-sale-image.ts';
import { openSaleFiles } from '../creator/download-sale-files.ts';
import { confirmPublished, getCreatorSale } from '../creator/get-creator-sale.ts';
import { endSale } from '../creator/update-sale.ts';
import { getRevealProof } from '../reveal/get-reveal-proof.ts';
import { revealJob } from '../reveal/reveal-job.ts';
import { readSmallCar } from '../reveal/small-car-testing.ts';
import { startReveal } from '../reveal/start-reveal.ts';
import { checkItems } from '../reveal/verify/check-items.ts';
import { checkReveal } from '../reveal/verify/check-reveal.ts';
import { readEvmReveal } from '../reveal/verify/read-evm-reveal.ts';
import { evmSaleConfirmations, type SellingEvmSale, useEvmSaleChain } from './evm-sale-testing.ts';
import { watchEvmSales } from './watch/watch-evm-sales.ts';

const supply = 4;

/** What a stranger finds wrong. */
const failuresOf = (...claims: Parameters<typeof checkReveal>) =>
	checkReveal(...claims).flatMap(({ result, text }) => (result === 'failed' ? [text.split(':')[0]] : []));

/** An item's files as IPFS would give them, of the CARs that are published. */
async function readCars(files: ReadonlyMap<string, Buffer>) {
	const [metadata, images] = [
		await readSmallCar(files.get('metadata.car')!),
		await readSmallCar(files.get('images.car')!),
	];
	const find = (folder: ReadonlyMap<string, Buffer>, name: string) => {
		const file = folder.get(name);
		if (file === undefined) throw new Error('There is no such file.');
		return file;
	};
	return {
		metadata: async (tokenNumber: number) => find(metadata, `${tokenNumber}.json`).toString(),
		picture: async (uri: string) => Readable.from([find(images, uri.split('/').at(-1) ?? '')]),
	};
}

describe.skipIf(!hasAnvil)('a delayed reveal on an EVM chain', () => {
	const test = useEvmSaleChain();
	beforeEach(() => test.clear());

	let aheadMs = 0;
	/** Looks once so many blocks were made, later than anything was asked. */
	async function lookLater(blocks: number) {
		if (blocks > 0) await test.client.mine({ blocks });
		aheadMs += 61_000;
		const clock = () => new Date(Date.now() + aheadMs);
		await watchEvmSales({ ...test.services, clock }, test.chain, new AbortController().signal);
	}
	const addDrop = () => test.addDrop({}, supply, 'delayed');
	const own = (drop: SellingEvmSale) => getCreatorSale(drop.ctx, drop.sale);
	const reveal = async (drop: SellingEvmSale) => (await own(drop)).reveal!;
	/** Sends what is to be sent now, as the creator and everybody else is told. */
	async function sendNext(drop: SellingEvmSale, step: RevealStep, from: 'admin' | 'stranger' = 'stranger') {
		const { next } = await reveal(drop);
		expect(next?.step).toBe(step);
		expect((await test.saleOf(drop)).reveal?.next).toEqual(next);
		await test.send({ call: next!.call }, from);
		await lookLater(evmSaleConfirmations);
	}
	async function sellOut(drop: SellingEvmSale) {
		await test.send(await test.reserve(drop, { count: supply }));
		await lookLater(evmSaleConfirmations);
		expect((await own(drop)).phase).toBe('sold_out');
		await lookLater(0);
	}
	async function drawBlock(drop: SellingEvmSale) {
		await sendNext(drop, 'end');
		expect(await reveal(drop)).toMatchObject({ phase: 'drawing', next: null });
		await lookLater(6);
		await sendNext(drop, 'draw');
		expect(await reveal(drop)).toMatchObject({ phase: 'drawn', next: null });
	}
	const prepare = ({ sale: { saleId } }: SellingEvmSale) =>
		revealJob.run(test.services, { jobId: saleId, slot: 0 }, new AbortController().signal);
	const uriOf = ({ contract: address }: SellingEvmSale, item: number) =>
		test.client.readContract({ address, abi: adxDropAbi, functionName: 'tokenURI', args: [BigInt(item)] });

	it('tells nothing of an item before, on the page, by the contract or in the files', async () => {
		const drop = await addDrop();
		const { saleId, jobId } = drop.sale;
		await test.services.db.updateTable('sales').set({ itemPreview: 'all' }).execute();
		await test.send(await test.reserve(drop, { count: 1 }));
		await lookLater(1);
		const [sale, visitor] = [await test.saleOf(drop), await test.visitor()];
		expect(sale).toMatchObject({ itemPreview: 'covered', reveal: { phase: 'covered', seed: null, shuffle: null } });
		const tokenNumber = sale.latest[0]?.tokenNumber ?? 0;
		expect(sale.latest).toMatchObject([{ name: `Winter Court #${tokenNumber}` }]);
		expect(await listSaleTraits(visitor, { saleId })).toEqual([]);
		expect(await listSaleItems(visitor, { saleId, offset: 0, limit: 60 })).toEqual({ total: 0, items: [] });
		const cover = await readSaleImage(visitor, { saleId, size: '512' });
		const item = await readSaleImage(visitor, { saleId, tokenNumber, size: 'full' });
		expect([cover.isImmutable, item.image.sha256]).toEqual([false, cover.image.sha256]);
		for (const number of [tokenNumber, undefined]) {
			const asked = { saleId, tokenNumber: number, size: '512', v: 'revealed' } as const;
			await expect(readSaleImage(visitor, asked)).rejects.toMatchObject({ code: 'NOT_FOUND' });
		}
		const free = tokenNumber === 1 ? 2 : 1;
		await expect(readSaleImage(visitor, { saleId, tokenNumber: free, size: '200' })).rejects.toThrow();
		await expect(getRevealProof(visitor, { saleId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
		const files = await filesOf(await readDownload(await openSaleFiles(drop.ctx, { jobId })));
		const metadata = files.get('metadata.car')!.toString('latin1');
		expect(metadata).toContain('covered until the reveal');
		for (const told of ['Parity', 'Old #', '1.json']) expect(metadata).not.toContain(told);
		expect(await uriOf(drop, tokenNumber)).toMatch(/^ipfs:\/\/\w+\/covered\.json$/);
		const commitment = await test.client.readContract({
			address: drop.contract,
			abi: adxDropAbi,
			functionName: 'seedCommitment',
		});
		expect(commitment).toBe(`0x${sale.reveal?.seedCommitment}`);
		await expect(startReveal(drop.ctx, { jobId })).rejects.toMatchObject({ reason: 'reveal_not_ready' });
	});

	it('is in no gallery before, and its link has no picture of an item; its creator sees it all the time', async () => {
		const drop = await addDrop();
		const { jobId: collectionId, saleId } = drop.sale;
		const member = await test.contextOf();
		const missing = { code: 'NOT_FOUND' };
		expect([await listGallery(member), await countGallery(member)]).toMatchObject([[], { collections: 0, images: 0 }]);
		await expect(getCollection(member, { collectionId })).rejects.toMatchObject(missing);
		await expect(findExportable(member, { collectionId })).rejects.toMatchObject(missing);
		await expect(describePage(member, `/collections/${collectionId}`)).rejects.toMatchObject(missing);
		expect((await describePage(member, `/sale/${saleId}`)).coverSha256).toBeNull();
		expect(await getCollection(drop.ctx, { collectionId })).toMatchObject({ id: collectionId });
		await test.services.db.updateTable('sales').set({ revealedAt: new Date() }).execute();
		expect(await listGallery(member)).toMatchObject([{ id: collectionId }]);
		expect((await describePage(member, `/sale/${saleId}`)).coverSha256).not.toBeNull();
	});

	it('shows the items in the order of seed and block, the same on the page and in the contract', async () => {
		const drop = await addDrop();
		const { saleId, jobId } = drop.sale;
		await sellOut(drop);
		await drawBlock(drop);
		expect(await startReveal(drop.ctx, { jobId })).toMatchObject({ reveal: { phase: 'preparing', next: null } });
		// A message may come twice.
		await Promise.all([prepare(drop), prepare(drop)]);
		expect(await reveal(drop)).toMatchObject({ phase: 'unpublished', next: null });
		await confirmPublished(drop.ctx, { jobId });
		await sendNext(drop, 'reveal');
		const visitor = await test.visitor();
		const proof = await getRevealProof(visitor, { saleId });
		const order = shuffleItems(toShuffle(proof.seed!, proof.drawHash!), supply);
		const shown = await listSaleItems(visitor, { saleId, offset: 0, limit: 60 });
		const rows = await test.services.db.selectFrom('mergedImages').select(['tokenNumber', 'blobSha256']).execute();
		for (const { tokenNumber, name, isMinted } of shown.items) {
			expect([name, isMinted]).toEqual([expect.stringMatching(/./), true]);
			const { image, isImmutable } = await readSaleImage(visitor, { saleId, tokenNumber, size: 'full' });
			const revealed = await readSaleImage(visitor, { saleId, tokenNumber, size: 'full', v: 'revealed' });
			// Only where the cover never was the same address has one picture for good.
			expect([isImmutable, revealed.isImmutable, revealed.image.sha256]).toEqual([false, true, image.sha256]);
			const expected = rows.find((row) => row.tokenNumber === order[tokenNumber - 1]);
			expect(image.sha256).toBe(expected?.blobSha256);
		}
		expect(await uriOf(drop, 2)).toBe(`${proof.metadataUri}2.json`);
		expect(await test.saleOf(drop)).toMatchObject({ reveal: { phase: 'revealed', seed: proof.seed } });
		const chain = await readEvmReveal(proof, test.chain.settings.rpcUrl);
		expect(checkReveal(proof, chain).map(({ result }) => result)).toEqual(Array(6).fill('ok'));
		expect(failuresOf({ ...proof, seed: proof.shuffle }, chain)).toEqual(['seed', 'order']);
		expect(failuresOf({ ...proof, itemHashes: proof.itemHashes.toReversed() }, chain)).toEqual(['provenance']);
		expect(failuresOf({ ...proof, drawHash: proof.shuffle }, chain)).toEqual(['block', 'order']);
		expect(failuresOf({ ...proof, metadataUri: 'ipfs://elsewhere/' }, chain)).toEqual(['metadata']);
		const files = await filesOf(await readDownload(await openSaleFiles(drop.ctx, { jobId })));
		const published = await readCars(files);
		expect(await checkItems(proof, published)).toMatchObject([{ result: 'ok' }]);
		const replaceFirst = (change: (text: string) => string | Promise<string>) =>
			checkItems(proof, {
				...published,
				metadata: async (item) => (item === 1 ? change(await published.metadata(1)) : published.metadata(item)),
			});
		const others = [
			() => published.metadata(2),
			(text: string) => text.replace('{', '{"animation_url":"https://other.example/1.mp4",'),
			(text: string) => text.replace(/"image": "[^"]+"/, '"image": "https://other.example/1.png"'),
			(text: string) => text.replaceAll(/ipfs:\/\/[^"]+/g, (uri) => uri.replace(/\d+\.png/, '2.png')),
			() => 'null',
			() => '{',
		];
		for (const other of others) expect(await replaceFirst(other)).toMatchObject([{ result: 'failed' }]);
		expect(await replaceFirst(() => published.metadata(99))).toMatchObject([{ result: 'unchecked' }]);
		// Whoever asks again, and looks again, changes nothing.
		expect(await startReveal(drop.ctx, { jobId })).toMatchObject({ reveal: { phase: 'revealed', next: null } });
		await lookLater(1);
		expect(await reveal(drop)).toMatchObject({ phase: 'revealed' });
	});

	it('shows no other items than were committed to, should those have changed by a fault', async () => {
		const drop = await addDrop();
		await sellOut(drop);
		await drawBlock(drop);
		await test.services.db
			.updateTable('saleReveals')
			.set({ itemHashes: 'ab'.repeat(32 * supply) })
			.execute();
		await startReveal(drop.ctx, drop.sale);
		await prepare(drop);
		expect(await reveal(drop)).toMatchObject({
			phase: 'drawn',
			errorMessage: expect.stringMatching(/are not those that were committed to/),
		});
		const shown = await test.services.db.selectFrom('salePieces').select('imageNumber').execute();
		expect(shown.map(({ imageNumber }) => imageNumber)).toEqual(Array(supply).fill(null));
	});

	it('is ended by its creator once the sale is closed, but not while somebody may still pay', async () => {
		const drop = await addDrop();
		const reserved = await test.reserve(drop, { count: 1 });
		await endSale(drop.ctx, drop.sale);
		await lookLater(1);
		expect(await reveal(drop)).toMatchObject({ phase: 'covered', next: null });
		await test.send(reserved);
		await lookLater(evmSaleConfirmations);
		const { next } = await reveal(drop);
		expect(next?.step).toBe('end');
		await test.send({ call: next!.call }, 'admin');
		await lookLater(evmSaleConfirmations);
		expect(await reveal(drop)).toMatchObject({ phase: 'drawing' });
		expect(await test.saleOf(drop)).toMatchObject({ state: 'ended', mintedCount: 1 });
	});

	it('is ended by anybody a day after its creator has closed the sale, who can mint what is left until then', async () => {
		const drop = await addDrop();
		await endSale(drop.ctx, drop.sale);
		await lookLater(1);
		const publicNext = async (hours: number) => {
			const clock = () => new Date(Date.now() + hours * 3_600_000);
			return (await getSale({ ...(await test.visitor()), clock }, drop.sale)).reveal?.next?.step ?? null;
		};
		expect((await reveal(drop)).next?.step).toBe('end');
		expect(await publicNext(0)).toBeNull();
		expect(await publicNext(23.9)).toBeNull();
		expect(await publicNext(24)).toBe('end');
	});

	it('begins again where the block that was drawn is replaced', async () => {
		const drop = await addDrop();
		await sellOut(drop);
		await sendNext(drop, 'end');
		await lookLater(6);
		const id = await test.client.snapshot();
		await sendNext(drop, 'draw');
		await startReveal(drop.ctx, drop.sale);
		await prepare(drop);
		const first = await reveal(drop);
		expect(first.phase).toBe('unpublished');
		await test.client.revert({ id });
		await lookLater(1);
		expect(await reveal(drop)).toMatchObject({ phase: 'drawing', drawHash: null });
		// As late as that the chain has forgotten the hash: the contract names another block.
		await forgetBlockHashes(test.client);
		await test.client.mine({ blocks: 260 });
		await lookLater(0);
		await sendNext(drop, 'draw');
		await lookLater(6);
		await sendNext(drop, 'draw');
		const second = await reveal(drop);
		expect(second).toMatchObject({ phase: 'drawn', forgottenDraws: 1 });
		expect(second.drawHash).not.toBe(first.drawHash);
	});

	it('of two processes that are asked at once, one writes it down', async () => {
		const drop = await addDrop();
		await sellOut(drop);
		await drawBlock(drop);
		await Promise.all(Array.from({ length: 5 }, () => startReveal(drop.ctx, drop.sale)));
		const entries = await test.services.db
			.selectFrom('auditLog')
			.select('action')
			.where('action', '=', 'sale.reveal')
			.execute();
		expect(entries).toHaveLength(1);
	});
});
