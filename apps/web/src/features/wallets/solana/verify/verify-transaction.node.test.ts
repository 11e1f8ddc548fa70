import {
	Message,
	PublicKey,
	SystemProgram,
	Transaction,
	TransactionInstruction,
	VersionedTransaction,
} from '@solana/web3.js';
import { describe, expect, test } from 'vitest';
import {
	buildCollection,
	buildItem,
	buyer,
	collectionMint,
	creator,
	saleAuthority,
	stranger,
} from '../solana-testing.ts';
import { expectedCollection, expectedItem, toBytes, toWire, verify } from './verify-testing.ts';

const sold = await buildItem();
const made = await buildCollection();

/** The transaction encoded again after its calls were changed. */
function edit(wire: string, change: (calls: TransactionInstruction[]) => TransactionInstruction[]): string {
	const { message } = VersionedTransaction.deserialize(toBytes(wire));
	const transaction = Transaction.populate(Message.from(message.serialize()), []);
	transaction.instructions = change(transaction.instructions);
	const compiled = transaction.compileMessage();
	const count = compiled.header.numRequiredSignatures;
	return toWire([count, ...new Uint8Array(64 * count), ...compiled.serialize()]);
}

function callsOf(wire: string): readonly TransactionInstruction[] {
	let found: readonly TransactionInstruction[] = [];
	edit(wire, (all) => {
		found = all;
		return all;
	});
	return found;
}

/** The position of the call that begins like that. */
function placeOf(wire: string, beginning: string): number {
	const place = callsOf(wire).findIndex(({ data }) => Buffer.from(data).toString('hex').startsWith(beginning));
	if (place === -1) throw new Error(`no call begins with ${beginning}`);
	return place;
}

/** The same with other bytes in the call that begins like that. */
const withData = (wire: string, beginning: string, change: (hex: string) => string) =>
	edit(wire, (calls) => {
		const call = calls[placeOf(wire, beginning)]!;
		call.data = Buffer.from(change(Buffer.from(call.data).toString('hex')), 'hex');
		return calls;
	});

/** The same with another address at a place of the call that begins like that. */
const withAccount = (wire: string, beginning: string, place: number, address: string) =>
	edit(wire, (calls) => {
		const key = calls[placeOf(wire, beginning)]!.keys[place]!;
		key.pubkey = new PublicKey(address);
		key.isSigner = false;
		return calls;
	});

/** A call with addresses that it may change. */
const instructionOf = (program: string, hex: string, addresses: readonly string[]) =>
	new TransactionInstruction({
		programId: new PublicKey(program),
		keys: addresses.map((address) => ({ pubkey: new PublicKey(address), isSigner: false, isWritable: true })),
		data: Buffer.from(hex, 'hex'),
	});
const transfer = (to: string, from = buyer) =>
	SystemProgram.transfer({ fromPubkey: new PublicKey(from), toPubkey: new PublicKey(to), lamports: 1 });
const systemProgram = SystemProgram.programId.toBase58();
const tokenProgram = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';

const hexOf = (address: string) => Buffer.from(new PublicKey(address).toBytes()).toString('hex');
const calls = {
	mint: '1400',
	metadata: 'd2e11ea258b84d8d',
	editor: 'd7e4a6e45464567b',
	pointer: '2700',
	join: '9820deb0dfed7486',
	field: 'dde9312db5cadcc8',
	group: '79716c2736330004',
	account: '00',
	mintTo: '0701',
	end: '0600',
	deposit: '02000000a01e0f0000000000',
};

describe('a transaction that buys an item', () => {
	test('is told by its bytes: who pays whom, price, rent, fee, mint, texts and programs', async () => {
		expect(await verify(sold, expectedItem)).toEqual({
			creates: 'item',
			wallet: buyer,
			recipient: creator,
			priceLamports: 100_000_000n,
			rentLamports: 6_779_040n,
			depositLamports: 0n,
			feeLamports: 20_960n,
			group: null,
			mint: expect.stringMatching(/^\w{32,44}$/),
			name: 'Frost & Fire #7',
			symbol: 'FF',
			uri: expect.stringMatching(/^ipfs:\/\/b\w+\/7\.json$/),
			isCovered: false,
			programs: ['Compute Budget', 'System', 'Token-2022', 'Associated Token Account'],
		});
		expect(
			await verify(
				edit(sold, (all) => all),
				expectedItem,
			),
		).toMatchObject({ name: 'Frost & Fire #7' });
	});

	test('is told with and without a fee for being taken earlier', async () => {
		const fees = [
			[0, 15_000n],
			[1_000_000, 95_000n],
		] as const;
		for (const [microLamports, feeLamports] of fees) {
			const expected = { ...expectedItem, costLamports: 6_779_040n + feeLamports };
			expect(await verify(await buildItem({}, microLamports), expected)).toMatchObject({ feeLamports });
		}
	});

	test('pays nobody where it is free, or where the creator mints', async () => {
		const free = { ...expectedItem, priceLamports: 0n };
		const facts = { recipient: null, priceLamports: 0n };
		expect(await verify(await buildItem({ priceLamports: 0n }), free)).toMatchObject(facts);
		const own = { ...free, wallet: creator, recipient: null };
		expect(await verify(await buildItem({ buyer: creator }), own)).toMatchObject(facts);
	});

	test.each([
		['another payer', () => buildItem({ buyer: stranger }), /not your wallet that pays/],
		['another recipient', () => buildItem({ creator: stranger }), new RegExp(`sends SOL to ${stranger}`)],
		['a higher price', () => buildItem({ priceLamports: 100_000_001n }), /moves 0\.100000001 SOL instead of 0\.1 SOL/],
		['a lower price, which is another sale', () => buildItem({ priceLamports: 1n }), /instead of 0\.1 SOL/],
		['no price', () => buildItem({ priceLamports: 0n }), /it sends SOL to/],
		['another collection', () => buildItem({ collectionMint: stranger }), /about another collection/],
		['another symbol', () => buildItem({ symbol: 'FX' }), /its symbol is “FX” instead of “FF”/],
		['files that can be changed', () => buildItem({ uri: 'https://a.example/7.json' }), /lies at https:/],
		['a field', () => buildItem({ additionalMetadata: { a: 'b' } }), /declares something that was not ordered|Compute/],
		['a higher fee than told', () => buildItem({}, 74_600), /fees take 0\.006800008 SOL instead of 0\.0068 SOL/],
		['a lower fee than told', () => buildItem({}, 74_400), /fees take 0\.006799992 SOL instead of/],
		['a collection', () => buildCollection({ creator: buyer }), /does not create what was ordered/],
	])('rejects one that was built with %s', async (_name, build, reason) => {
		expect(await verify(await build(), expectedItem)).toMatch(reason);
	});

	test('rejects what takes more than 0.02 SOL, whatever the server says that it costs', async () => {
		const wire = await buildItem({}, 170_000_000);
		const costLamports = 6_779_040n + 15_000n + 13_600_000n;
		expect(await verify(wire, { ...expectedItem, costLamports })).toMatch(
			/fees take 0\.02039404 SOL, and this page lets nothing take more than 0\.02 SOL/,
		);
	});

	test.each([
		['decimals', withData(sold, calls.mint, (hex) => `1402${hex.slice(4)}`), /could be divided/],
		['another power to mint', withData(sold, calls.mint, () => `1400${hexOf(stranger)}00`), /could make more of it/],
		[
			'a power to freeze',
			withData(sold, calls.mint, (hex) => `${hex.slice(0, -2)}01${hexOf(stranger)}`),
			/could freeze/,
		],
		['two tokens', withData(sold, calls.mintTo, () => '070200000000000000'), /makes 2 tokens instead of one/],
		['no token', withData(sold, calls.mintTo, () => '070000000000000000'), /makes 0 tokens instead of one/],
		['a token for another account', withAccount(sold, calls.mintTo, 1, stranger), /does not go to your wallet/],
		['another owner of the account', withAccount(sold, calls.account, 2, stranger), /does not go to your wallet/],
		['a power to mint handed on', withData(sold, calls.end, () => `060001${hexOf(stranger)}`), /could make more of it/],
		['the end of another power', withData(sold, calls.end, () => '060100'), /could make more of it/],
		[
			'metadata elsewhere',
			withData(sold, calls.pointer, (hex) => `${hex.slice(0, 68)}${hexOf(stranger)}`),
			/from somewhere else/,
		],
		[
			'metadata that moves',
			withData(sold, calls.pointer, (hex) => `2700${hexOf(stranger)}${hex.slice(68)}`),
			/from somewhere else/,
		],
		['metadata of a stranger', withAccount(sold, calls.metadata, 1, stranger), /could change its metadata/],
		['metadata handed on', withData(sold, calls.editor, () => calls.editor + hexOf(stranger)), /change its metadata/],
		['another group', withAccount(sold, calls.join, 3, stranger), /about another collection/],
		['a byte behind a call', withData(sold, calls.end, (hex) => `${hex}00`), /cannot be read/],
	])('rejects one with %s', async (_name, wire, reason) => {
		expect(await verify(wire, expectedItem)).toMatch(reason);
	});

	test.each([
		['SOL for somebody', transfer(stranger), new RegExp(`sends SOL to ${stranger}`)],
		['a second payment', transfer(creator), new RegExp(`sends SOL to ${creator}`)],
		['an unknown program', instructionOf(stranger, '00', [buyer]), new RegExp(`the program ${stranger}`)],
		['a transfer of tokens', instructionOf(tokenProgram, '030100000000000000', [stranger]), /asks Token-2022/],
		['a right to spend', instructionOf(tokenProgram, '040100000000000000', [stranger]), /asks Token-2022/],
		['the wallet handed over', instructionOf(systemProgram, `01000000${hexOf(stranger)}`, [buyer]), /asks System/],
	])('rejects one that does more: %s', async (_name, more, reason) => {
		for (const place of [0, 4, 100]) {
			const wire = edit(sold, (all) => all.toSpliced(place, 0, more));
			expect(await verify(wire, expectedItem), `at ${place}`).toMatch(reason);
		}
	});

	test('rejects one in which a call is missing, repeated or at another place', async () => {
		for (const place of callsOf(sold).keys()) {
			const without = edit(sold, (all) => all.toSpliced(place, 1));
			const twice = edit(sold, (all) => all.toSpliced(place, 0, all[place]!));
			const first = edit(sold, (all) => [all[place]!, ...all.toSpliced(place, 1)]);
			const last = edit(sold, (all) => [...all.toSpliced(place, 1), all[place]!]);
			const wires = [
				without,
				twice,
				...(place === 0 ? [last] : place === callsOf(sold).length - 1 ? [first] : [first, last]),
			];
			for (const wire of wires) expect(await verify(wire, expectedItem), `call ${place}`).toBeTypeOf('string');
		}
	});
});

describe('a transaction that makes a collection', () => {
	test('is told by its bytes, and pays nobody', async () => {
		expect(await verify(made, expectedCollection)).toEqual({
			creates: 'collection',
			wallet: creator,
			recipient: null,
			priceLamports: 0n,
			rentLamports: 5_772_400n,
			depositLamports: 990_880n,
			feeLamports: 27_600n,
			group: { maxSize: 30n, royaltyBasisPoints: '500', authority: saleAuthority },
			mint: collectionMint,
			name: 'Frost & Fire',
			symbol: 'FF',
			uri: expect.stringMatching(/^ipfs:\/\/b\w+\/contract\.json$/),
			isCovered: false,
			programs: ['Compute Budget', 'System', 'Token-2022'],
		});
	});

	test.each([
		[
			'another name',
			() => buildCollection({ name: 'Frost & Fine' }),
			/is named “Frost & Fine” instead of “Frost & Fire”/,
		],
		['another symbol', () => buildCollection({ symbol: 'FX' }), /its symbol is “FX” instead of “FF”/],
		['more items', () => buildCollection({ maxSize: 31 }), /has room for 31 items instead of 30/],
		['fewer items', () => buildCollection({ maxSize: 29 }), /has room for 29 items instead of 30/],
		[
			'another royalty',
			() => buildCollection({ additional: { royalty_basis_points: '600' } }),
			/royalty of 600 hundredths of a percent instead of 5 %/,
		],
		['another field', () => buildCollection({ additional: { royalty: '500' } }), /declares something/],
		['no royalty', () => buildCollection({ additional: {} }), /asks Compute Budget/],
		['another payer', () => buildCollection({ creator: stranger }), /not your wallet that pays/],
		['files elsewhere', () => buildCollection({ uri: 'ipfs://a.b/contract.json' }), /lies at ipfs:/],
		['another cost', () => buildCollection({}, 550_100), /fees take 0\.005800004 SOL instead of 0\.0058 SOL/],
		['an item', () => buildItem({ buyer: creator }), /does not create what was ordered/],
	])('rejects one that was built with %s', async (_name, build, reason) => {
		expect(await verify(await build(), expectedCollection)).toMatch(reason);
	});

	test.each([
		['metadata that another may change', withAccount(made, calls.metadata, 1, stranger), /could change its metadata/],
		[
			'nobody who lets items in',
			withData(made, calls.group, (hex) => `${hex.slice(0, 16)}${'00'.repeat(32)}${hex.slice(80)}`),
			/about another collection/,
		],
		['SOL for somebody', edit(made, (all) => [...all, transfer(stranger, creator)]), /sends SOL to/],
		['a deposit for somebody', withAccount(made, calls.deposit, 1, stranger), new RegExp(`sends SOL to ${stranger}`)],
		[
			'a higher deposit',
			withData(made, calls.deposit, () => '02000000a11e0f0000000000'),
			/leaves 0\.000990881 SOL with the key that lets items in/,
		],
		['no deposit', edit(made, (all) => all.slice(0, -1)), /does not create what was ordered/],
		['a second deposit', edit(made, (all) => [...all, all.at(-1)!]), new RegExp(`sends SOL to ${saleAuthority}`)],
		[
			'a name that is written over',
			withData(made, calls.field, (hex) => `${hex.slice(0, 16)}00${hex.slice(66)}`),
			/declares/,
		],
	])('rejects one with %s', async (_name, wire, reason) => {
		expect(await verify(wire, expectedCollection)).toMatch(reason);
	});
});

const commitment = { provenance: 'ab'.repeat(32), seedCommitment: 'cd'.repeat(32) };
const fieldsOf = ({ provenance, seedCommitment }: typeof commitment) => ({
	royalty_basis_points: '500',
	provenance,
	seed_commitment: seedCommitment,
});

describe('a transaction of a sale whose items are covered', () => {
	const uri = `ipfs://b${'a'.repeat(44)}/covered.json`;
	const buildCovered = (changes = {}) => buildItem({ uri, isCovered: true, ...changes });
	const covered = { ...expectedItem, isCovered: true } as const;

	test('leaves an item to the sale’s own key until the reveal, where the page says that it is covered', async () => {
		const built = await buildCovered();
		const found = await verify(built, { ...covered, costLamports: await costOf(built, covered) });
		expect(found).toMatchObject({ isCovered: true, uri });
		expect(await verify(built, expectedItem)).toMatch(/metadata lies at/);
		expect(await verify(await buildItem({ isCovered: true }), expectedItem)).toMatch(/asks Token-2022 for something/);
		expect(await verify(sold, covered)).toBeTypeOf('string');
		expect(await verify(await buildCovered({ uri: uri.replace('covered', '7') }), covered)).toMatch(/metadata lies at/);
	});

	test('commits the collection to what the page says, and leaves what the reveal costs', async () => {
		const change = { additional: fieldsOf(commitment), isCovered: true };
		const expected = { ...expectedCollection, commitment };
		const built = await buildCollection(change, 0);
		const deposit = 990_880n + 6n * 15_000n;
		const found = await verify(built, { ...expected, costLamports: await costOf(built, expected) });
		expect(found).toMatchObject({ depositLamports: deposit, symbol: 'FF' });
		const other = { ...expected, commitment: { ...commitment, seedCommitment: 'ce'.repeat(32) } };
		expect(await verify(built, other)).toMatch(/declares something/);
		expect(await verify(built, expectedCollection)).toMatch(/asks Compute Budget/);
		expect(await verify(made, expected)).toMatch(/asks Compute Budget/);
	});

	/** What rent and fees of it are, which the refusal of another amount says. */
	async function costOf(wire: string, expected: Parameters<typeof verify>[1]): Promise<bigint> {
		const refusal = String(await verify(wire, { ...expected, costLamports: 0n }));
		const [, sol = ''] = /take ([\d.]+) SOL/.exec(refusal) ?? [];
		return BigInt(Math.round(Number(sol) * 1e9));
	}
});
