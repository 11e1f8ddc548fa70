import { Buffer } from 'node:buffer';
import { address } from '@solana/kit';
import { getUpdateTokenGroupUpdateAuthorityInstruction } from '@solana-program/token-2022';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTransaction } from './build-transaction.ts';
import { readFirstBlock } from './read-blocks.ts';
import { findGroupEnd, givesUpGroup, makesMint, readAdditionalFields, readTokenCalls } from './read-calls.ts';
import { deriveAddress, deriveSigner } from './sale-keys.ts';
import { type SaleOnChain, saleOnChain } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { readSigned } from './signed-transaction.ts';
import { hasLitesvm } from './solana-testing.ts';

/** Until what landed is there for good. */
const finalBlocks = 40;

describe.skipIf(!hasLitesvm)('what a transaction did to a collection', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	/** Hands the power over a group to somebody, or to nobody. */
	async function transferGroup(collectionMint: string, secret: Uint8Array, newUpdateAuthority: string | null) {
		const authority = await deriveSigner(secret, 'authority');
		const instruction = getUpdateTokenGroupUpdateAuthorityInstruction({
			group: address(collectionMint),
			updateAuthority: authority,
			newUpdateAuthority: newUpdateAuthority === null ? null : address(newUpdateAuthority),
		});
		const order = {
			mint: address(collectionMint),
			feePayer: authority.address,
			computeUnitLimit: 10_000,
			rentLamports: 0n,
		};
		const built = await buildTransaction(await sale.lifetime(), { ...order, instructions: [instruction] });
		const signed = await readSigned(new Uint8Array(Buffer.from(built.wire, 'base64')), built.message);
		await sendTransaction(sale.connection, signed);
		sale.chain.mine(finalBlocks);
		return signed.signature;
	}

	it('is told from the chain: what it made, and which further fields it wrote', async () => {
		const additional = { provenance: 'ab'.repeat(32), seed_commitment: 'cd'.repeat(32) };
		const { signature, collectionMint } = await sale.openSale({ additional, isCovered: true });
		expect(await readTokenCalls(sale.connection, signature)).toBeNull();
		sale.chain.mine(finalBlocks);
		const { calls } = (await readTokenCalls(sale.connection, signature))!;
		const other = sale.creator.address;
		expect([makesMint(calls, collectionMint), makesMint(calls, other)]).toEqual([true, false]);
		expect(Object.fromEntries(readAdditionalFields(calls, collectionMint))).toMatchObject(additional);
		expect(readAdditionalFields(calls, other).size).toBe(0);
		expect(givesUpGroup(calls, collectionMint)).toBe(false);
	});

	it('ends a collection only where it leaves the power to nobody, however often it was handed over before', async () => {
		const { secret, collectionMint } = await sale.openSale();
		const own = await deriveAddress(secret, 'authority');
		const handed = await transferGroup(collectionMint, secret, own);
		const { calls } = (await readTokenCalls(sale.connection, handed))!;
		expect(givesUpGroup(calls, collectionMint)).toBe(false);
		expect(await findGroupEnd(sale.connection, collectionMint, [handed])).toBeNull();
		const ended = await transferGroup(collectionMint, secret, null);
		const end = { signature: ended, slot: expect.any(Number) };
		expect(await findGroupEnd(sale.connection, collectionMint, [handed])).toEqual(end);
		expect(await findGroupEnd(sale.connection, collectionMint, [ended])).toEqual(end);
		expect(await findGroupEnd(sale.connection, sale.creator.address, [ended])).toBeNull();
	});

	it('is followed by no block of a node that has forgotten the first ones', async () => {
		// A ledger begins somewhere, and lists what it has.
		const [first] = await sale.connection.rpc.getBlocksWithLimit(0n, 1).send();
		const slot = Number(first);
		await expect(readFirstBlock(sale.connection, slot - 5)).rejects.toMatchObject({ reason: 'unreachable' });
		expect(await readFirstBlock(sale.connection, slot)).toMatchObject({ slot });
	});
});
