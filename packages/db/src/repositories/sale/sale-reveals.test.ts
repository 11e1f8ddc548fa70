import { randomUUID } from 'node:crypto';
import type { RevealPhase } from '@adx/validators/sale/reveal';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { transact } from '../../client/transact.ts';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addBlob, addMerge, addUser, finishMerge, secondsAfterStart } from '../../testing/rows-testing.ts';
import { countCapTry, fixCap, listUnfixedSales } from './sale-chain-state.ts';
import { findShownItem, insertSaleItems, listItemAddresses, setShownImages } from './sale-items.ts';
import { completeSalePreparation, restartSalePreparation } from './sale-preparations.ts';
import {
	changeReveal,
	countRevealFailure,
	findItemHashes,
	findPreparingReveal,
	findReveal,
	finishReveal,
	hasUnsettledItems,
	listCoveredSales,
	listOverdueSales,
	listUnpreparedReveals,
	listUnstartedReveals,
	type RevealChange,
	saveCommitment,
} from './sale-reveals.ts';
import { closeSale, confirmCollection, failLostSale, findSale, insertSale } from './sales.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
afterAll(() => database.destroy());
beforeEach(() => truncateAll(database.db));

const supply = 4;
const drawn = { drawBlock: 9_007_199_254, drawHash: 'ef'.repeat(32) };

/** A sale of four covered items that has ended, or sells; returns its id. */
async function addCoveredSale({ hasEnded = true } = {}): Promise<string> {
	const { db } = database;
	const ownerId = await addUser(db);
	const { id: mergeJobId } = await addMerge(db, ownerId);
	const images = Array.from({ length: supply }, async () => ({ sha256: await addBlob(db, 'a') }));
	await finishMerge(db, mergeJobId, await Promise.all(images));
	const id = randomUUID();
	const facts = {
		cluster: 'localnet',
		walletAddress: 'creator',
		name: 'Court',
		symbol: 'COURT',
		description: '',
		royaltyBasisPoints: 0,
		isDelayed: true,
	};
	const money = { priceLamports: '1', supply, sealedSecret: 'sealed', mintAddress: `mint ${id}` };
	await insertSale(db, { ...facts, ...money, id, mergeJobId, ownerId, createdAt: secondsAfterStart(0) });
	const numbers = Array.from({ length: supply }, (_, index) => index + 1);
	await insertSaleItems(
		db,
		id,
		numbers.map((tokenNumber) => ({ tokenNumber, position: tokenNumber - 1, mintAddress: `${id} ${tokenNumber}` })),
	);
	await completeSalePreparation(db, { id, ...facts }, { metadataRoot: 'm', imagesRoot: 'i', published: true });
	await saveCommitment(db, { saleId: id, seedCommitment: 'cd', provenance: 'ab', itemHashes: 'one two' });
	await transact(db, (trx) => confirmCollection(trx, id, { now: secondsAfterStart(1) }));
	if (hasEnded) await transact(db, (trx) => closeSale(trx, id, secondsAfterStart(2)));
	return id;
}

const change = (saleId: string, from: readonly RevealPhase[], changes: RevealChange) =>
	transact(database.db, (trx) => changeReveal(trx, saleId, from, changes));
const finish = (saleId: string) => transact(database.db, (trx) => finishReveal(trx, saleId, secondsAfterStart(9)));
const shownBy = async (saleId: string) =>
	Promise.all([1, 2, 3, 4].map(async (number) => (await findShownItem(database.db, saleId, number))?.imageNumber));

describe('the reveal of a sale', () => {
	it('keeps what was committed to, and another sale’s is another', async () => {
		const [id, other] = [await addCoveredSale(), await addCoveredSale()];
		expect(await findReveal(database.db, id)).toMatchObject({ phase: 'covered', provenance: 'ab', drawBlock: null });
		expect(await findItemHashes(database.db, id)).toBe('one two');
		await change(id, ['covered'], { phase: 'drawn', ...drawn });
		expect(await findReveal(database.db, id)).toMatchObject({ phase: 'drawn', ...drawn });
		expect(await findReveal(database.db, other)).toMatchObject({ phase: 'covered' });
	});

	it('begins again with another commitment', async () => {
		const id = await addCoveredSale();
		await change(id, ['covered'], { phase: 'drawn', ...drawn });
		await saveCommitment(database.db, { saleId: id, seedCommitment: 'ce', provenance: 'ac', itemHashes: 'two' });
		const covered = { phase: 'covered', seedCommitment: 'ce', provenance: 'ac', drawBlock: null, drawHash: null };
		expect(await findReveal(database.db, id)).toMatchObject(covered);
	});

	it('is as if it had never been, when its local chain was started again and the sale with it', async () => {
		const { db } = database;
		const id = await addCoveredSale();
		await change(id, ['covered'], { phase: 'ready', ...drawn, metadataRoot: 'm2', imagesRoot: 'i2' });
		await finish(id);
		await transact(db, async (trx) => {
			await countCapTry(trx, { id, capTries: 0 });
			await fixCap(trx, id, secondsAfterStart(8));
			await failLostSale(trx, id, 'Gone.');
		});
		expect(await findReveal(db, id)).toBeUndefined();
		const lost = (await findSale(db, id))!;
		expect(lost).toMatchObject({ phase: 'failed', isDelayed: true, revealedAt: null, capFixedAt: null, capTries: 0 });
		await transact(db, (trx) => restartSalePreparation(trx, id, lost));
		await saveCommitment(db, { saleId: id, seedCommitment: 'cd', provenance: 'ab', itemHashes: 'one two' });
		await completeSalePreparation(db, lost, { metadataRoot: 'm', imagesRoot: 'i', published: true });
		await transact(db, (trx) => confirmCollection(trx, id, { now: secondsAfterStart(20) }));
		await transact(db, (trx) => closeSale(trx, id, secondsAfterStart(30)));
		expect(await listUnfixedSales(db, 'localnet')).toMatchObject([{ id, revealedAt: null }]);
		expect(await listCoveredSales(db, 'localnet')).toMatchObject([
			{ id, reveal: { phase: 'covered', drawBlock: null } },
		]);
	});

	it('changes only from the phases that are named, and tells readers of the sale', async () => {
		const id = await addCoveredSale();
		const before = (await findSale(database.db, id))!.version;
		expect(await change(id, ['drawn'], { phase: 'preparing' })).toBe(false);
		expect((await findSale(database.db, id))!.version).toBe(before);
		expect(await change(id, ['covered'], { phase: 'drawn', ...drawn })).toBe(true);
		expect((await findSale(database.db, id))!.version).toBe(before + 1);
	});

	it('is for a worker while it is being prepared, and counts the tries of that alone', async () => {
		const id = await addCoveredSale();
		expect(await listUnpreparedReveals(database.db)).toEqual([]);
		expect(await countRevealFailure(database.db, id)).toBe(0);
		await change(id, ['covered'], { phase: 'preparing', ...drawn });
		expect(await listUnpreparedReveals(database.db)).toEqual([{ id }]);
		expect(await findPreparingReveal(database.db, id)).toMatchObject({ id, reveal: { phase: 'preparing' } });
		expect([await countRevealFailure(database.db, id), await countRevealFailure(database.db, id)]).toEqual([1, 2]);
	});

	it('is followed from the end of its sale until it is done', async () => {
		const id = await addCoveredSale();
		expect(await listCoveredSales(database.db, 'localnet')).toMatchObject([{ id, reveal: { phase: 'covered' } }]);
		expect(await listCoveredSales(database.db, 'devnet')).toEqual([]);
		await change(id, ['covered'], { phase: 'ready', ...drawn, metadataRoot: 'new m', imagesRoot: 'new i' });
		expect([await finish(id), await finish(id)]).toEqual([true, false]);
		expect(await findSale(database.db, id)).toMatchObject({
			revealedAt: secondsAfterStart(9),
			metadataRoot: 'new m',
			imagesRoot: 'new i',
		});
		expect(await listCoveredSales(database.db, 'localnet')).toEqual([]);
	});

	it('is overdue from some time after its draw on, until somebody begins it', async () => {
		const [id, other] = [await addCoveredSale(), await addCoveredSale()];
		await change(id, ['covered'], { phase: 'drawn', ...drawn, drawnAt: secondsAfterStart(20) });
		await change(other, ['covered'], { phase: 'drawn', ...drawn, drawnAt: secondsAfterStart(10) });
		const list = async (seconds: number) => listUnstartedReveals(database.db, secondsAfterStart(seconds));
		expect([await list(10), await list(11), await list(21)]).toEqual([[], [{ id: other }], [{ id: other }, { id }]]);
		await change(other, ['drawn'], { phase: 'preparing' });
		expect(await list(21)).toEqual([{ id }]);
	});

	it('waits for sales whose time is over, by their own end or that of their last phase', async () => {
		const { db } = database;
		const [byEnd, byPhase, endless] = [
			await addCoveredSale({ hasEnded: false }),
			await addCoveredSale({ hasEnded: false }),
			await addCoveredSale({ hasEnded: false }),
		];
		const list = async (seconds: number) =>
			(await listOverdueSales(db, secondsAfterStart(seconds))).map(({ id }) => id).toSorted();
		expect(await list(1_000)).toEqual([]);
		await db
			.updateTable('sales')
			.set({ endsAt: secondsAfterStart(10) })
			.where('id', '=', byEnd)
			.execute();
		const addPhase = (saleId: string, position: number, endsAt: Date | null) => {
			const phase = { id: randomUUID(), saleId, position, name: 'P', priceLamports: '1', hasAllowlist: false, endsAt };
			return db.insertInto('salePhases').values(phase).execute();
		};
		for (const [place, seconds] of [5, 20].entries()) await addPhase(byPhase, place, secondsAfterStart(seconds));
		await addPhase(endless, 0, secondsAfterStart(5));
		await addPhase(endless, 1, null);
		expect([await list(10), await list(11), await list(21)]).toEqual([[], [byEnd], [byEnd, byPhase].toSorted()]);
		await transact(db, (trx) => closeSale(trx, byEnd, secondsAfterStart(30)));
		expect(await list(1_000)).toEqual([byPhase]);
	});

	it('waits while an item is set aside, or minted by what the chain may take back', async () => {
		const { db } = database;
		const id = await addCoveredSale();
		const mint = { status: 'minted', ownerAddress: 'buyer', mintedAt: secondsAfterStart(3), signature: 's' } as const;
		expect(await hasUnsettledItems(db, id)).toBe(false);
		await db.updateTable('salePieces').set(mint).where('tokenNumber', '=', 2).execute();
		expect(await hasUnsettledItems(db, id)).toBe(true);
		await db.updateTable('salePieces').set({ isFinal: true }).where('tokenNumber', '=', 2).execute();
		expect(await hasUnsettledItems(db, id)).toBe(false);
		expect(await listItemAddresses(db, id)).toEqual(
			[1, 2, 3, 4].map((tokenNumber) => ({
				tokenNumber,
				mintAddress: `${id} ${tokenNumber}`,
				isMinted: tokenNumber === 2,
			})),
		);
	});

	it('has each item show the token that was drawn for it, slice by slice, of its sale alone', async () => {
		const [id, other] = [await addCoveredSale(), await addCoveredSale()];
		expect(await shownBy(id)).toEqual([1, 2, 3, 4]);
		await setShownImages(database.db, id, { first: 1, images: [3, 1] });
		await setShownImages(database.db, id, { first: 3, images: [4, 2] });
		expect(await shownBy(id)).toEqual([3, 1, 4, 2]);
		await setShownImages(database.db, id, { first: 1, images: [2, 4, 1, 3] });
		expect(await shownBy(id)).toEqual([2, 4, 1, 3]);
		expect(await shownBy(other)).toEqual([1, 2, 3, 4]);
	});
});
