import { Buffer } from 'node:buffer';
import { createHash } from 'node:crypto';
import type { BuiltTransaction } from './build-transaction.ts';
import { buildCollectionTransaction, type CollectionOptions } from './collection-transaction.ts';
import { type CallOptions, connectSolana, type SolanaConnection } from './connection.ts';
import { buildItemTransaction, type ItemOptions } from './item-transaction.ts';
import { readLifetime } from './read-chain.ts';
import { type Item, readItems } from './read-chain-testing.ts';
import { readStatuses } from './read-transactions.ts';
import { sendTransaction } from './send-transaction.ts';
import { readSigned } from './signed-transaction.ts';
import { type SolanaTestChain, type SolanaTestOptions, startSolana } from './solana-testing.ts';
import { createTestWallet, type TestWallet } from './wallet-testing.ts';

export const oneSol = 1_000_000_000n;

/** A URI as long as those that the product makes. */
export const sampleUri = `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/1.json`;

/** A chain with a creator and a buyer, each with 10 SOL, and what tests of sales do over and over. */
export async function saleOnChain(options: SolanaTestOptions = {}) {
	const chain = await startSolana(options);
	const [creator, buyer] = await Promise.all([createTestWallet('creator'), createTestWallet('buyer')]);
	for (const { address } of [creator, buyer]) chain.airdrop(address, 10n * oneSol);
	return createSaleHelpers(chain, creator, buyer);
}

function createSaleHelpers(chain: SolanaTestChain, creator: TestWallet, buyer: TestWallet) {
	const connection = connectSolana(chain.rpcUrl);
	let saleCount = 0;
	const lifetime = () => readLifetime(connection);

	const sign = async (built: BuiltTransaction, wallet: TestWallet) =>
		readSigned(await wallet.sign(built.wire), built.message);
	/** Signs, sends, makes a block or two, and returns what the chain made of it. */
	const land = async (built: BuiltTransaction, wallet: TestWallet) => {
		const signed = await sign(built, wallet);
		await sendTransaction(connection, signed);
		chain.mine(2);
		const status = (await readStatuses(connection, [signed.signature])).get(signed.signature) ?? null;
		return { signature: signed.signature, status };
	};
	/** A collection on the chain, of 3 by default, with a secret of its own, the same in every run. */
	const openSale = async (changes: Partial<CollectionOptions> = {}) => {
		saleCount += 1;
		const secret = createHash('sha256').update(`sale ${saleCount}`).digest();
		const order = { name: 'A collection', symbol: 'ADX', uri: sampleUri, maxSize: 3, creator: creator.address, secret };
		const built = await buildCollectionTransaction({ ...order, ...changes }, await lifetime());
		const { signature, status } = await land(built, creator);
		const toItemOptions = (tokenNumber: number, itemChanges: Partial<ItemOptions> = {}): ItemOptions => ({
			collectionMint: built.mint,
			secret: changes.secret ?? secret,
			tokenNumber,
			name: `A collection #${tokenNumber}`,
			symbol: 'ADX',
			uri: sampleUri,
			buyer: buyer.address,
			creator: creator.address,
			priceLamports: oneSol / 10n,
			...itemChanges,
		});
		const build = async (tokenNumber: number, itemChanges: Partial<ItemOptions> = {}) =>
			buildItemTransaction(toItemOptions(tokenNumber, itemChanges), await lifetime());
		return {
			built,
			secret: changes.secret ?? secret,
			collectionMint: built.mint,
			signature,
			status,
			itemOptions: toItemOptions,
			build,
		};
	};
	return { chain, connection, creator, buyer, lifetime, sign, land, openSale };
}

/** The bytes of a transaction on the wire. */
export const fromBase64 = (wire: string): Uint8Array => new Uint8Array(Buffer.from(wire, 'base64'));

/** The item at a mint address; null where there is none. */
export async function readItem(
	connection: SolanaConnection,
	mint: string,
	options: CallOptions = {},
): Promise<Item | null> {
	return (await readItems(connection, [mint], options))[0] ?? null;
}

export type SaleOnChain = Awaited<ReturnType<typeof saleOnChain>>;
