import { buildGiveUpTransaction, type OwnTransaction, readGroupAuthority } from '@adx/contracts/solana/group-authority';
import { readBalance, readLifetime } from '@adx/contracts/solana/read-chain';
import { readStatuses } from '@adx/contracts/solana/read-transactions';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import { transact } from '@adx/db/client/transact';
import { countCapTry, fixCap } from '@adx/db/repositories/sale/sale-chain-state';
import {
	expireTransaction,
	failTransaction,
	insertSaleTransactions,
	listOpenTransactions,
	recordSent,
} from '@adx/db/repositories/sale/sale-transactions';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Services } from '../../../platform/context.ts';
import { decryptSaleSecret } from '../../sale-secret.ts';
import { toNewTransaction } from '../new-transaction.ts';
import { describeSolanaError, toFailureMessage } from '../solana-errors.ts';
import { backOff } from './sale-backoff.ts';
import { type ChainPoll, sendAgain } from './watch-items.ts';

/**
 * Has the sale's own key give up its power over the groups of sold-out collections, and of those that ended with their items
 * covered, so that the chain lets no more items exist. Whether it has is seen from the group alone; what is sent for it is written down first and sent again until it
 * lands or cannot any more, and then another is signed.
 */
export async function fixCaps(services: Services, look: ChainPoll, sales: readonly SaleRow[]): Promise<void> {
	const failures: unknown[] = [];
	for (const sale of sales) {
		look.signal.throwIfAborted();
		// What one sale meets holds up no other.
		await fixSaleCap(services, look, sale).catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}

async function fixSaleCap(services: Services, look: ChainPoll, sale: SaleRow): Promise<void> {
	const { db, log, clock } = services;
	const { solana, signal } = look;
	const authority = await readGroupAuthority(solana, sale.mintAddress, { signal, commitment: 'finalized' });
	if (authority === undefined) return backOff(services, sale);
	if (authority === null) {
		const isFirst = await transact(db, async (trx) => {
			if (!(await fixCap(trx, sale.id, clock()))) return false;
			for (const { id } of await listOpenTransactions(trx, sale.id)) await expireTransaction(trx, id);
			return true;
		});
		if (isFirst) log.info({ saleId: sale.id }, 'nobody can admit further items to a collection');
		return;
	}
	if (await waitsForChain(services, look, sale)) return;
	const transaction = await sign(services, look, sale, authority);
	if (transaction === null) {
		backOff(services, sale);
		const about = { saleId: sale.id, account: authority };
		log.warn(about, 'the key of a collection holds too little to give up its power; send its account 0.001 SOL');
		return;
	}
	if (await writeDown(services, sale, transaction)) await send(services, look, sale, transaction);
}

/** Whether something that was signed before may still land: it is sent once more, unless the chain refused it. */
async function waitsForChain({ db }: Services, look: ChainPoll, { id: saleId }: Pick<SaleRow, 'id'>): Promise<boolean> {
	const rows = await listOpenTransactions(db, saleId);
	const sent = rows.flatMap(({ signature }) => signature ?? []);
	const statuses = await readStatuses(look.solana, sent, { signal: look.signal });
	let isWaiting = false;
	for (const row of rows) {
		const status = row.signature === null ? null : (statuses.get(row.signature) ?? null);
		if (status?.error && status.level === 'finalized') {
			const failure = { errorMessage: toFailureMessage(status.error), slot: Number(status.slot) };
			await transact(db, (trx) => failTransaction(trx, row.id, failure));
		} else if (look.finalized.blockHeight > row.lastValidBlockHeight) {
			await transact(db, (trx) => expireTransaction(trx, row.id));
		} else {
			isWaiting = true;
			if (status === null) await sendAgain(look, row);
		}
	}
	return isWaiting;
}

async function sign(
	{ secretKey }: Services,
	{ solana, signal }: ChainPoll,
	sale: SaleRow,
	authority: string,
): Promise<OwnTransaction | null> {
	const [lifetime, balanceLamports] = await Promise.all([
		readLifetime(solana, { signal }),
		readBalance(solana, authority, { signal }),
	]);
	const options = {
		collectionMint: sale.mintAddress,
		secret: decryptSaleSecret(secretKey, sale),
		creator: sale.walletAddress,
		balanceLamports,
		// Whoever sends lamports there at the right moment makes the first try fail, and none after it. A reveal needs the rest.
		returnsRest: sale.capTries === 0 && !sale.isDelayed,
	};
	return buildGiveUpTransaction(options, lifetime);
}

/** False where another process signed one meanwhile. */
async function writeDown({ db, clock }: Services, sale: SaleRow, transaction: OwnTransaction): Promise<boolean> {
	return transact(db, async (trx) => {
		if (!(await countCapTry(trx, sale))) return false;
		const now = clock();
		const row = toNewTransaction(sale.id, transaction, now);
		await insertSaleTransactions(trx, [row]);
		const { signature, wire } = transaction;
		return recordSent(trx, row.id, { signature, wire, now });
	});
}

async function send({ log }: Services, { solana, signal }: ChainPoll, sale: SaleRow, signed: OwnTransaction) {
	await sendTransaction(solana, signed, { signal }).catch((error: unknown) => {
		signal.throwIfAborted();
		// What is written down is sent again until it lands or its time is over.
		log.warn({ saleId: sale.id, reason: describeSolanaError(error) }, 'a collection’s key was not given up at once');
	});
}
