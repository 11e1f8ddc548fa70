import { Buffer } from 'node:buffer';
import {
	type Address,
	address,
	createNoopSigner,
	getAddressEncoder,
	type Instruction,
	type TransactionSigner,
} from '@solana/kit';
import {
	AuthorityType,
	getMintToInstruction,
	getRemoveTokenMetadataKeyInstruction,
	getSetAuthorityInstruction,
	getUpdateTokenMetadataFieldInstruction,
	getUpdateTokenMetadataUpdateAuthorityInstruction,
	TOKEN_2022_PROGRAM_ADDRESS,
	tokenMetadataField,
} from '@solana-program/token-2022';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { buildTransaction } from './build-transaction.ts';
import { buildItemTransaction } from './item-transaction.ts';
import { readBalance } from './read-chain.ts';
import { readBlockHeight, readGroup } from './read-chain-testing.ts';
import { readStatuses } from './read-transactions.ts';
import { deriveSigner, itemLabel } from './sale-keys.ts';
import { oneSol, readItem, type SaleOnChain, saleOnChain, sampleUri } from './sale-testing.ts';
import { sendTransaction } from './send-transaction.ts';
import { readSigned } from './signed-transaction.ts';
import { hasLitesvm } from './solana-testing.ts';
import { deriveTokenAccount } from './token-account.ts';
import { createTestWallet, type TestWallet } from './wallet-testing.ts';

describe.skipIf(!hasLitesvm)('what the chain refuses', () => {
	let sale: SaleOnChain;
	beforeAll(async () => {
		sale = await saleOnChain();
	});
	afterAll(() => sale.chain.stop());

	/** The buyer pays nothing and the group stays as it is. */
	const expectUnchanged = async (collectionMint: string, attempt: () => Promise<unknown>) => {
		const before = sale.chain.balance(sale.buyer.address);
		await attempt();
		sale.chain.mine(2);
		expect(sale.chain.balance(sale.buyer.address)).toBe(before);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 0 });
	};

	it('rejects an item that another authority lets in', async () => {
		const [own, other] = [await sale.openSale(), await sale.openSale()];
		await expectUnchanged(own.collectionMint, async () => {
			const built = await own.build(1, { secret: other.secret });
			await expect(sale.land(built, sale.buyer)).rejects.toMatchObject({ reason: 'refused' });
		});
	});

	it('keeps the members of one collection out of another', async () => {
		const [own, other] = [await sale.openSale(), await sale.openSale()];
		const built = await other.build(1);
		expect((await sale.land(built, sale.buyer)).status?.error).toBeNull();
		expect(await readItem(sale.connection, built.mint)).toMatchObject({ group: other.collectionMint });
		expect(await readGroup(sale.connection, own.collectionMint)).toMatchObject({ size: 0 });
		expect(await readGroup(sale.connection, other.collectionMint)).toMatchObject({ size: 1 });
	});

	it('rejects a price or a recipient that was edited after the server signed', async () => {
		const { collectionMint, build } = await sale.openSale();
		const built = await build(1);
		const price = Buffer.alloc(8);
		price.writeBigUInt64LE(oneSol / 10n);
		const thief = await createTestWallet('thief');
		const edits = [
			[price, Buffer.from('0100000000000000', 'hex')],
			[Buffer.from(addressBytes(sale.creator.address)), Buffer.from(addressBytes(thief.address))],
		] as const;
		for (const [from, to] of edits) {
			await expectUnchanged(collectionMint, async () => {
				const bytes = Buffer.from(built.wire, 'base64');
				const position = bytes.indexOf(from);
				expect(position).toBeGreaterThan(0);
				bytes.set(to, position);
				const signed = await sale.buyer.sign(bytes.toString('base64'));
				await expect(readSigned(signed, built.message)).rejects.toMatchObject({ reason: 'not_ours' });
				const wire = Buffer.from(signed).toString('base64');
				await expect(sendTransaction(sale.connection, { wire })).rejects.toMatchObject({ reason: 'bad_signature' });
			});
		}
	});

	it('rejects an item that exists, and the same transaction a second time, and charges nobody for it', async () => {
		const { build } = await sale.openSale();
		const first = await build(1);
		const signed = await sale.sign(first, sale.buyer);
		await sendTransaction(sale.connection, signed);
		await sendTransaction(sale.connection, signed);
		sale.chain.mine(2);
		const before = sale.chain.balance(sale.buyer.address);
		await expect(sendTransaction(sale.connection, signed)).rejects.toMatchObject({ reason: 'already_processed' });
		await expect(sale.land(await build(1), sale.buyer)).rejects.toMatchObject({ reason: 'address_in_use' });
		await expect(sale.land(await build(1, { priceLamports: 5n }), sale.buyer)).rejects.toMatchObject({
			reason: 'address_in_use',
		});
		expect(sale.chain.balance(sale.buyer.address)).toBe(before);
	});

	it('takes a transaction up to the last block of its blockhash, and rejects it after that', async () => {
		const { build } = await sale.openSale({ maxSize: 5 });
		const [inTime, tooLate] = [await build(1), await build(2)];
		const signed = await Promise.all([inTime, tooLate].map((built) => sale.sign(built, sale.buyer)));
		// The blockhash was confirmed, so it is one block old; the transaction lands in the block after the newest.
		sale.chain.mine(148);
		await sendTransaction(sale.connection, signed[0] ?? { wire: '' });
		sale.chain.mine(1);
		await sendTransaction(sale.connection, signed[1] ?? { wire: '' });
		sale.chain.mine(2);
		expect(await readBlockHeight(sale.connection)).toBe(tooLate.lastValidBlockHeight + 1n);
		await expect(sendTransaction(sale.connection, signed[1] ?? { wire: '' })).rejects.toMatchObject({
			reason: 'expired',
		});
		const statuses = await readStatuses(
			sale.connection,
			signed.map(({ signature }) => signature),
		);
		expect([...statuses.values()]).toMatchObject([{ error: null }, null]);
		expect(await readItem(sale.connection, tooLate.mint)).toBeNull();
	});

	it('rejects a buyer who has too little, to the lamport', async () => {
		const { build, collectionMint } = await sale.openSale({ maxSize: 5 });
		const attempt = async (name: string, tokenNumber: number, spareLamports: bigint) => {
			const poor = await createTestWallet(name);
			const built = await build(tokenNumber, { buyer: poor.address });
			const lamports = oneSol / 10n + built.costLamports + spareLamports;
			if (lamports > 0n) sale.chain.airdrop(poor.address, lamports);
			const { status } = await sale.land(built, poor);
			return { error: status?.error, left: await readBalance(sale.connection, poor.address) };
		};
		const enough = { error: null };
		const tooLittle = { reason: 'insufficient_funds', message: 'There is not enough SOL in the wallet.' };
		expect(await attempt('all that it takes', 1, 0n)).toEqual({ ...enough, left: 0n });
		expect(await attempt('a wallet that stays', 2, 890_880n)).toEqual({ ...enough, left: 890_880n });
		await expect(attempt('one lamport short', 3, -1n)).rejects.toMatchObject(tooLittle);
		await expect(attempt('one lamport too many to vanish', 3, 1n)).rejects.toMatchObject(tooLittle);
		await expect(attempt('a fee short', 3, -oneSol / 10n)).rejects.toMatchObject(tooLittle);
		await expect(
			attempt('nothing for the fee', 3, -(await build(3)).costLamports - oneSol / 10n),
		).rejects.toMatchObject(tooLittle);
		expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ size: 2 });
	});

	it('rejects a price too small for a creator’s wallet that was emptied, and does not blame the buyer', async () => {
		const { build } = await sale.openSale();
		const { address: emptied } = await createTestWallet('emptied');
		const attempt = async (priceLamports: bigint) =>
			sale.land(await build(1, { creator: emptied, priceLamports }), sale.buyer);
		await expect(attempt(890_879n)).rejects.toMatchObject({ reason: 'refused' });
		expect((await attempt(890_880n)).status?.error).toBeNull();
	});

	it('rejects in the block what became impossible after it was sent, at the price of the fee alone', async () => {
		const { build } = await sale.openSale({ maxSize: 1 });
		const built = await Promise.all([build(1), build(2)]);
		const signed = await Promise.all(built.map((each) => sale.sign(each, sale.buyer)));
		const before = { creator: sale.chain.balance(sale.creator.address), buyer: sale.chain.balance(sale.buyer.address) };
		for (const each of signed) await sendTransaction(sale.connection, each);
		sale.chain.mine(2);
		const statuses = await readStatuses(
			sale.connection,
			signed.map(({ signature }) => signature),
		);
		expect([...statuses.values()]).toMatchObject([{ error: null }, { error: { reason: 'sold_out' } }]);
		expect(sale.chain.balance(sale.creator.address)).toBe(before.creator + oneSol / 10n);
		const cost = built[0]?.costLamports ?? 0n;
		expect(sale.chain.balance(sale.buyer.address)).toBe(before.buyer - oneSol / 10n - cost - 15_000n);
	});

	it('rejects rent that does not suffice, which is not an address in use and no fault of the wallet', async () => {
		const { itemOptions, collectionMint } = await sale.openSale();
		const lifetime = { ...(await sale.lifetime()), lamportsPerByte: 1n };
		const built = await buildItemTransaction(itemOptions(1), lifetime);
		await expectUnchanged(collectionMint, () =>
			expect(sale.land(built, sale.buyer)).rejects.toMatchObject({
				reason: 'refused',
				logs: expect.arrayContaining([`Program ${TOKEN_2022_PROGRAM_ADDRESS} failed: custom program error: 0x0`]),
			}),
		);
	});

	describe('after a sale', () => {
		const findSigner = ({ address: owner }: { address: string }) => createNoopSigner(address(owner));
		/** The metadata interface's `ImmutableMetadata`: there is no authority at all. */
		const isImmutable = '0x35c2b5c1';
		/** Sends one instruction, for which a wallet pays. */
		const attempt = async (mint: Address, wallet: TestWallet, instruction: Instruction) => {
			const built = await buildTransaction(await sale.lifetime(), {
				mint,
				feePayer: address(wallet.address),
				computeUnitLimit: 50_000,
				rentLamports: 0n,
				instructions: [instruction],
			});
			return sale.land(built, wallet);
		};

		it('rejects a second token and a new mint authority', async () => {
			const { build, secret } = await sale.openSale();
			const { mint } = await build(1);
			await sale.land(await build(1), sale.buyer);
			const { account } = await deriveTokenAccount(sale.buyer.address, mint);
			const authority = await deriveSigner(secret, 'authority');
			const instructions = [
				getMintToInstruction({ mint, token: account, mintAuthority: authority, amount: 1n }),
				getSetAuthorityInstruction({
					owned: mint,
					owner: authority,
					authorityType: AuthorityType.MintTokens,
					newAuthority: address(sale.buyer.address),
				}),
			];
			for (const instruction of instructions) {
				await expect(attempt(mint, sale.buyer, instruction)).rejects.toMatchObject({ reason: 'refused' });
			}
			expect(await readItem(sale.connection, mint)).toMatchObject({ supply: 1n, isSupplyFixed: true });
		});

		it.each([
			['', {}],
			[' with a royalty', { royalty_basis_points: '500' }],
		])('lets nobody change the metadata of an item%s', async (_, additionalMetadata) => {
			const { build, secret } = await sale.openSale();
			const { mint } = await build(1, { additionalMetadata });
			await sale.land(await build(1, { additionalMetadata }), sale.buyer);
			const holders = [
				[sale.creator, findSigner(sale.creator)],
				[sale.buyer, findSigner(sale.buyer)],
				[sale.buyer, await deriveSigner(secret, 'authority')],
				[sale.buyer, await deriveSigner(secret, itemLabel(1))],
			] as const;
			for (const [payer, updateAuthority] of holders) {
				const about = { metadata: mint, updateAuthority };
				const instructions = [
					getUpdateTokenMetadataFieldInstruction({ ...about, field: tokenMetadataField('Uri'), value: 'ipfs://other' }),
					getRemoveTokenMetadataKeyInstruction({ ...about, idempotent: true, key: 'royalty_basis_points' }),
					getUpdateTokenMetadataUpdateAuthorityInstruction({ ...about, newUpdateAuthority: address(payer.address) }),
				];
				for (const instruction of instructions) {
					await expect(attempt(mint, payer, instruction)).rejects.toMatchObject({
						reason: 'refused',
						logs: expect.arrayContaining([
							`Program ${TOKEN_2022_PROGRAM_ADDRESS} failed: custom program error: ${isImmutable}`,
						]),
					});
				}
			}
			expect(await readItem(sale.connection, mint)).toMatchObject({ uri: sampleUri });
		});

		it('lets the creator alone change the metadata of the collection', async () => {
			const { collectionMint, secret } = await sale.openSale({ additional: { royalty_basis_points: '500' } });
			const change = (updateAuthority: TransactionSigner) =>
				getUpdateTokenMetadataFieldInstruction({
					metadata: collectionMint,
					updateAuthority,
					field: tokenMetadataField('Uri'),
					value: 'ipfs://new',
				});
			for (const other of [findSigner(sale.buyer), await deriveSigner(secret, 'authority')]) {
				await expect(attempt(collectionMint, sale.buyer, change(other))).rejects.toMatchObject({ reason: 'refused' });
			}
			const { status } = await attempt(collectionMint, sale.creator, change(findSigner(sale.creator)));
			expect(status?.error).toBeNull();
			expect(await readGroup(sale.connection, collectionMint)).toMatchObject({ uri: 'ipfs://new' });
		});
	});
});

function addressBytes(text: string): Uint8Array {
	return new Uint8Array(getAddressEncoder().encode(address(text)));
}
