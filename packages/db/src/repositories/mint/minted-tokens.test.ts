import { mintChainSchema } from '@adx/validators/minted-token';
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest';
import { createTestDatabase, type TestDatabase, truncateAll } from '../../testing/database-testing.ts';
import { addPreparedMint, addUser, secondsAfterStart } from '../../testing/rows-testing.ts';
import { findChainCursor, listUnsettledContracts, listWatchedContracts, saveChainCursor } from './chain-cursors.ts';
import {
	type ConfirmedMintFacts,
	confirmMint,
	failMint,
	listConfirmedSince,
	listOpenMints,
	reopenMint,
} from './mint-outcomes.ts';
import { findListedMint, findMint, findVoucherDeadline, listMints, recordSubmittedMint } from './minted-tokens.ts';

let database: TestDatabase;
beforeAll(async () => {
	database = await createTestDatabase();
});
beforeEach(() => truncateAll(database.db));
afterAll(() => database.destroy());

const onContract = { chain: 'polygon', contractAddress: '0xContract' } as const;
const open = async () => listOpenMints(database.db, 'polygon', '0xContract');
const reverted = { errorMessage: 'reverted', isFinal: false };
const ranOut = { errorMessage: 'ran out', isFinal: true };
const seen = (metadataSha256: string): ConfirmedMintFacts => ({
	txHash: '0xtx',
	blockNumber: 12,
	blockHash: '0xblock',
	mintedAt: secondsAfterStart(60),
	metadataSha256,
	metadataCid: 'bafy-seen',
	ownerAddress: '0xBuyer',
});

test('a nonce keeps all 64 bits, and one chain takes it once', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId);
	expect(mint.tokenId).toBe('18446744073709551615');
	await expect(addPreparedMint(db, ownerId)).rejects.toThrow(/unique|duplicate/);
});

test.each(mintChainSchema.options)('a token on %s can be stored', async (chain) => {
	const { db } = database;
	expect(await addPreparedMint(db, await addUser(db), { chain })).toMatchObject({ chain, status: 'prepared' });
});

test('preparing again keeps row and nonce, and every document that may be redeemed', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId);
	const again = await addPreparedMint(db, ownerId, { imageId: mint.imageId });
	expect(again).toMatchObject({ id: mint.id, tokenId: mint.tokenId, status: 'prepared' });
	expect(await db.selectFrom('mintVouchers').selectAll().execute()).toHaveLength(1);
});

test('a mint is confirmed once, however many look, and its voucher is used', async () => {
	const { db } = database;
	const mint = await addPreparedMint(db, await addUser(db));
	const [polled] = await open();
	const confirm = () => db.transaction().execute((trx) => confirmMint(trx, mint.id, seen(mint.metadataSha256)));
	expect([await confirm(), await confirm()]).toEqual([true, false]);
	expect(await failMint(db, polled!, ranOut)).toBe(false);
	expect(await findMint(db, mint.ownerId, mint.imageId, 'polygon')).toMatchObject({ ownerAddress: '0xBuyer' });
	expect(await db.selectFrom('mintVouchers').select(['used', 'usedAt']).executeTakeFirst()).toEqual({
		used: true,
		usedAt: secondsAfterStart(60),
	});
	expect(await open()).toEqual([]);
});

test('a confirmation is taken back only from the block that it was given for', async () => {
	const { db } = database;
	const mint = await addPreparedMint(db, await addUser(db));
	await db.transaction().execute((trx) => confirmMint(trx, mint.id, seen(mint.metadataSha256)));
	const [confirmed] = await listConfirmedSince(db, 'polygon', '0xContract', 12);
	expect(await listConfirmedSince(db, 'polygon', '0xContract', 13)).toEqual([]);
	const reopen = (blockHash: string) =>
		db.transaction().execute((trx) => reopenMint(trx, { ...confirmed!, blockHash }));
	expect(await reopen('0xother')).toBe(false);
	expect(await reopen('0xblock')).toBe(true);
	expect(await open()).toMatchObject([{ id: mint.id, status: 'minting' }]);
});

test('a failed mint is looked at until no voucher of it can be redeemed', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId);
	const submitted = { imageId: mint.imageId, chain: 'polygon', txHash: '0xtx' } as const;
	await recordSubmittedMint(db, ownerId, submitted);
	const [sent] = await open();
	expect(await failMint(db, sent!, reverted)).toBe(true);
	expect(await open()).toMatchObject([{ id: mint.id, status: 'failed' }]);
	// Told late of the very transaction that failed, and then of another.
	expect(await recordSubmittedMint(db, ownerId, submitted)).toBe(false);
	expect(await recordSubmittedMint(db, ownerId, { ...submitted, txHash: '0xagain' })).toBe(true);
	const [again] = await open();
	expect(again).toMatchObject({ status: 'minting', txHash: '0xagain' });
	expect(await failMint(db, again!, ranOut)).toBe(true);
	expect(await open()).toEqual([]);
	expect(await recordSubmittedMint(db, ownerId, { ...submitted, txHash: '0xlate' })).toBe(false);
});

test('a mint is not failed for what it was when it was looked at', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId);
	const [polled] = await open();
	await recordSubmittedMint(db, ownerId, { imageId: mint.imageId, chain: 'polygon', txHash: '0xtx' });
	expect(await failMint(db, polled!, ranOut)).toBe(false);
	const [sent] = await open();
	expect(await failMint(db, { ...sent!, deadline: secondsAfterStart(1) }, ranOut)).toBe(false);
	expect(await listMints(db, ownerId, 'polygon')).toMatchObject([{ status: 'minting' }]);
});

test('a mint that is open on a contract is not prepared for another one, and a final one starts there again', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const { imageId } = await addPreparedMint(db, ownerId);
	const elsewhere = () => addPreparedMint(db, ownerId, { imageId, contractAddress: '0xOther', signedAtBlock: 70 });
	await expect(elsewhere()).rejects.toThrow('not stored');
	const [polled] = await open();
	await failMint(db, polled!, reverted);
	await expect(elsewhere()).rejects.toThrow('not stored');
	await failMint(db, polled!, ranOut);
	await expect(elsewhere()).resolves.toMatchObject({ contractAddress: '0xOther', status: 'prepared', isFinal: false });
	expect(await open()).toEqual([]);
	expect(await listOpenMints(db, 'polygon', '0xOther')).toMatchObject([{ signedAtBlock: 70 }]);
});

test('a contract is unsettled while it has an open mint, or one confirmed not long before it was read last', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const unsettled = () => listUnsettledContracts(db, 'polygon', 128);
	const mint = await addPreparedMint(db, ownerId);
	await addPreparedMint(db, ownerId, { contractAddress: '0xOther', tokenId: '7' });
	expect(new Set(await unsettled())).toEqual(new Set(['0xContract', '0xOther']));
	expect(await listUnsettledContracts(db, 'ethereum', 128)).toEqual([]);
	const [other] = await listOpenMints(db, 'polygon', '0xOther');
	await failMint(db, other!, ranOut);
	expect(await unsettled()).toEqual(['0xContract']);
	// Confirmed in block 12.
	await db.transaction().execute((trx) => confirmMint(trx, mint.id, seen(mint.metadataSha256)));
	for (const [blockNumber, expected] of [
		[140, ['0xContract']],
		[141, []],
	] as const) {
		await saveChainCursor(db, { ...onContract, blockNumber, isSale: false, now: secondsAfterStart(0) });
		expect(await unsettled()).toEqual(expected);
	}
	await saveChainCursor(db, {
		chain: 'polygon',
		contractAddress: '0xSale',
		blockNumber: 1,
		isSale: true,
		now: secondsAfterStart(0),
	});
	expect(await listWatchedContracts(db, 'polygon')).toEqual(['0xContract']);
	expect(await findVoucherDeadline(db, mint.id)).toEqual(secondsAfterStart(900));
});

test('of a token whose document is not known only what its hash tells is kept', async () => {
	const { db } = database;
	const mint = await addPreparedMint(db, await addUser(db));
	await db.transaction().execute((trx) => confirmMint(trx, mint.id, seen('unknown')));
	expect(await findMint(db, mint.ownerId, mint.imageId, 'polygon')).toMatchObject({
		metadataSha256: 'unknown',
		metadataCid: 'bafy-seen',
		tokenUri: 'ipfs://bafy-seen',
		nftName: '',
		nftDescription: '',
		imageCid: '',
	});
});

test('a mint is listed with why it failed, and as published once its very document is', async () => {
	const { db } = database;
	const ownerId = await addUser(db);
	const mint = await addPreparedMint(db, ownerId);
	const listed = () => findListedMint(db, ownerId, mint.imageId, 'polygon');
	expect(await listed()).toMatchObject({ status: 'prepared', errorMessage: null, isPublished: false });
	const document = await db.selectFrom('mintMetadata').selectAll().executeTakeFirstOrThrow();
	await db
		.insertInto('mintMetadata')
		.values({ ...document, sha256: 'another', publishedAt: secondsAfterStart(1) })
		.execute();
	expect(await listed()).toMatchObject({ isPublished: false });
	const { imageId } = mint;
	await addPreparedMint(db, ownerId, { imageId, publishedAt: secondsAfterStart(1) });
	expect(await listed()).toMatchObject({ isPublished: true });
	// Without an IPFS service later: what was published once can be had.
	await addPreparedMint(db, ownerId, { imageId });
	const [polled] = await open();
	await failMint(db, polled!, ranOut);
	expect(await listed()).toMatchObject({ status: 'failed', errorMessage: 'ran out', isPublished: true });
	expect(await listMints(db, ownerId, 'polygon')).toEqual([await listed()]);
	expect(await findListedMint(db, await addUser(db), mint.imageId, 'polygon')).toBeUndefined();
});

test('nobody reports a transaction for another’s mint', async () => {
	const { db } = database;
	const mint = await addPreparedMint(db, await addUser(db));
	const submitted = { imageId: mint.imageId, chain: 'polygon', txHash: '0xtx' } as const;
	expect(await recordSubmittedMint(db, await addUser(db), submitted)).toBe(false);
});

test('a chain’s cursor moves both ways, for each contract by itself', async () => {
	const { db } = database;
	expect(await findChainCursor(db, 'polygon', '0xContract')).toBeNull();
	for (const blockNumber of [5_000_000_000, 7]) {
		await saveChainCursor(db, { ...onContract, blockNumber, isSale: false, now: secondsAfterStart(0) });
		expect(await findChainCursor(db, 'polygon', '0xContract')).toBe(blockNumber);
	}
	expect(await findChainCursor(db, 'polygon', '0xOther')).toBeNull();
});
