import { rentLamports } from '@adx/contracts/solana/build-transaction';
import type { OwnTransaction } from '@adx/contracts/solana/group-authority';
import { readFirstBlock } from '@adx/contracts/solana/read-blocks';
import { findGroupEnd } from '@adx/contracts/solana/read-calls';
import { readBalance, readLifetime } from '@adx/contracts/solana/read-chain';
import { readStatuses } from '@adx/contracts/solana/read-transactions';
import {
	buildReturnTransaction,
	buildRevealTransaction,
	readTokenFacts,
	revealedPerTransaction,
	revealFeeLamports,
} from '@adx/contracts/solana/reveal-transaction';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import { transact } from '@adx/db/client/transact';
import { listItemAddresses } from '@adx/db/repositories/sale/sale-items';
import { type CoveredSale, changeReveal, hasUnsettledItems, lockReveal } from '@adx/db/repositories/sale/sale-reveals';
import {
	confirmTransaction,
	expireTransaction,
	failTransaction,
	insertSaleTransactions,
	listOpenTransactions,
	listOwnSignatures,
	recordSent,
} from '@adx/db/repositories/sale/sale-transactions';
import type { Services } from '../../../platform/context.ts';
import { enqueue } from '../../../platform/jobs/outbox.ts';
import { drawDelaySlots } from '../../reveal/draw-delay.ts';
import { followReveal, type RevealState } from '../../reveal/follow-reveal.ts';
import { decryptSaleSecret } from '../../sale-secret.ts';
import { toNewTransaction } from '../new-transaction.ts';
import { formatSol } from '../solana.ts';
import { describeSolanaError, toFailureMessage } from '../solana-errors.ts';
import { type ChainPoll, sendAgain } from './watch-items.ts';

/** Transactions under way at once: a round of them takes about 15 seconds. */
const sentAtOnce = 40;

/**
 * Follows the reveal of ended sales. The block is the first some slots after the transaction in which the sale's key gave
 * up its power to admit items, so that nobody chooses it; then that key names the items' files, a few in each transaction,
 * and gives up its power over each. Whether it has is seen from the items alone, so it may be killed anywhere.
 */
export async function watchSolanaReveals(
	services: Services,
	look: ChainPoll,
	sales: readonly CoveredSale[],
): Promise<void> {
	const failures: unknown[] = [];
	for (const sale of sales) {
		look.signal.throwIfAborted();
		// What one sale meets holds up no other.
		await watchReveal(services, look, sale).catch((error: unknown) => failures.push(error));
	}
	if (failures.length > 0) throw failures[0];
}

async function watchReveal(services: Services, look: ChainPoll, sale: CoveredSale): Promise<void> {
	const { db, clock, log } = services;
	if (sale.capFixedAt === null) return;
	const drawn = await readDraw(services, look, sale);
	const isRevealed = sale.reveal.phase === 'ready' && (await revealItems(services, look, sale));
	const followed = { safe: { ...drawn, forgottenDraws: 0, isRevealed }, nextStep: null };
	const phase = await transact(db, (trx) => followReveal(trx, sale.id, followed, clock()));
	if (phase !== null) log.info({ saleId: sale.id, phase }, 'the reveal of a sale is further');
	if (phase === 'preparing') await enqueue(services, 'reveal', sale.id);
}

type Drawn = Pick<RevealState, 'drawBlock' | 'drawHash'>;

/** What is there for good is not asked again. */
async function readDraw(services: Services, { solana, signal }: ChainPoll, sale: CoveredSale): Promise<Drawn> {
	const { drawBlock, drawHash } = sale.reveal;
	if (drawHash !== null) return { drawBlock, drawHash };
	const first = drawBlock ?? (await findFirstSlot(services, { solana, signal }, sale));
	const block = await readFirstBlock(solana, first, { signal });
	return block === null ? { drawBlock: first, drawHash: null } : { drawBlock: block.slot, drawHash: block.hash };
}

/** The slot from which on a block is drawn, by the transaction that ended the sale, which is written down. */
async function findFirstSlot(
	{ db }: Services,
	{ solana, signal }: Pick<ChainPoll, 'solana' | 'signal'>,
	sale: CoveredSale,
): Promise<number> {
	const own = await listOwnSignatures(db, sale.id);
	const statuses = await readStatuses(solana, own, { signal });
	const landed = own.filter((signature) => {
		const status = statuses.get(signature);
		return status?.level === 'finalized' && status.error === null;
	});
	const end = await findGroupEnd(solana, sale.mintAddress, landed, { signal });
	if (end === null) throw new Error(`The node does not have the transaction that ended sale ${sale.id}.`);
	const { signature: endSignature, slot } = end;
	await transact(db, (trx) => changeReveal(trx, sale.id, ['covered'], { endSignature }));
	return slot + drawDelaySlots;
}

/** Whether every item names its files and nobody can change that; otherwise what is missing is signed and sent. */
async function revealItems(services: Services, look: ChainPoll, sale: CoveredSale): Promise<boolean> {
	const { db } = services;
	const { solana, signal } = look;
	if (await waitsForChain(services, look, sale)) return false;
	if (await hasUnsettledItems(db, sale.id)) return false;
	const covered = await listCovered(services, look, sale);
	const secret = decryptSaleSecret(services.secretKey, sale);
	const lifetime = await readLifetime(solana, { signal });
	const authority = await deriveAddress(secret, 'authority');
	const balanceLamports = await readBalance(solana, authority, { signal });
	const transactions: OwnTransaction[] = [];
	for (let from = 0; from < covered.length && transactions.length < sentAtOnce; from += revealedPerTransaction) {
		const slice = covered.slice(from, from + revealedPerTransaction);
		transactions.push(await buildRevealTransaction({ secret, items: slice }, lifetime));
	}
	const isReturn = covered.length === 0;
	if (isReturn) {
		// Tried once: what somebody sends there meanwhile is theirs to lose.
		if (sale.reveal.failures > 0) return true;
		const rest = await buildReturnTransaction({ secret, creator: sale.walletAddress, balanceLamports }, lifetime);
		if (rest === null) return true;
		transactions.push(rest);
	} else {
		const neededLamports = rentLamports(lifetime.lamportsPerByte, 0) + revealFeeLamports(lifetime, covered.length);
		await tellMissing(services, sale, { account: authority, lamports: neededLamports - balanceLamports });
	}
	if (await writeDown(services, sale, { transactions, isReturn })) await sendAll(services, look, sale, transactions);
	return false;
}

/** Has the creator read that the deposit does not last, which much dearer fees or many tries can bring about. */
async function tellMissing(
	{ db, log }: Services,
	sale: CoveredSale,
	{ account, lamports }: { readonly account: string; readonly lamports: bigint },
): Promise<void> {
	const errorMessage =
		lamports > 0n
			? `The key of the collection holds too little for the reveal. Send ${formatSol(lamports)} SOL to ${account}: then it goes on, and what is left comes back to you.`
			: null;
	if (sale.reveal.errorMessage === errorMessage) return;
	if (lamports > 0n) log.warn({ saleId: sale.id, account }, 'the key of a collection holds too little for its reveal');
	await transact(db, (trx) => changeReveal(trx, sale.id, ['ready'], { errorMessage }));
}

/** The items that do not name their files for good, whatever is known here of them: the database may be an older one. */
async function listCovered(
	{ db }: Pick<Services, 'db'>,
	{ solana, signal }: ChainPoll,
	{ id, reveal }: CoveredSale,
): Promise<{ mintAddress: string; uri: string }[]> {
	const items = await listItemAddresses(db, id);
	const facts = await readTokenFacts(
		solana,
		items.map(({ mintAddress }) => mintAddress),
		{ signal },
	);
	const unknown = items.find(({ mintAddress, isMinted }) => isMinted && !facts.has(mintAddress));
	if (unknown !== undefined) throw new Error(`The node does not have item ${unknown.tokenNumber} of sale ${id}.`);
	return items.flatMap(({ mintAddress, tokenNumber }) => {
		const uri = `ipfs://${reveal.metadataRoot}/${tokenNumber}.json`;
		return facts.get(mintAddress)?.updateAuthority == null ? [] : [{ mintAddress, uri }];
	});
}

/** Whether something that was signed before may still land: it is sent once more, unless the chain refused it. */
async function waitsForChain({ db }: Services, look: ChainPoll, { id: saleId }: CoveredSale): Promise<boolean> {
	const rows = await listOpenTransactions(db, saleId);
	const sent = rows.flatMap(({ signature }) => signature ?? []);
	const statuses = await readStatuses(look.solana, sent, { signal: look.signal });
	let isWaiting = false;
	for (const row of rows) {
		const { id, signature, wire } = row;
		const status = signature === null ? null : (statuses.get(signature) ?? null);
		const slot = Number(status?.slot ?? 0);
		if (status?.level === 'finalized' && status.error !== null) {
			const failure = { errorMessage: toFailureMessage(status.error), slot };
			await transact(db, (trx) => failTransaction(trx, id, failure));
		} else if (status?.level === 'finalized' && signature !== null && wire !== null) {
			await transact(db, (trx) => confirmTransaction(trx, id, { signature, wire, slot }));
		} else if (status === null && look.finalized.blockHeight > row.lastValidBlockHeight) {
			await transact(db, (trx) => expireTransaction(trx, id));
		} else {
			isWaiting = true;
			if (status === null) await sendAgain(look, row);
		}
	}
	return isWaiting;
}

/** False where another process signed some meanwhile. */
async function writeDown(
	{ db, clock }: Services,
	sale: CoveredSale,
	{ transactions, isReturn }: { readonly transactions: readonly OwnTransaction[]; readonly isReturn: boolean },
): Promise<boolean> {
	return transact(db, async (trx) => {
		const reveal = await lockReveal(trx, sale.id);
		if (reveal?.phase !== 'ready' || reveal.failures !== sale.reveal.failures) return false;
		if ((await listOpenTransactions(trx, sale.id)).length > 0) return false;
		const now = clock();
		for (const transaction of transactions) {
			const row = toNewTransaction(sale.id, transaction, now);
			await insertSaleTransactions(trx, [row]);
			const { signature, wire } = transaction;
			await recordSent(trx, row.id, { signature, wire, now });
		}
		if (isReturn) await changeReveal(trx, sale.id, ['ready'], { failures: reveal.failures + 1 });
		return true;
	});
}

async function sendAll(
	{ log }: Services,
	{ solana, signal }: ChainPoll,
	{ id: saleId }: CoveredSale,
	transactions: readonly OwnTransaction[],
): Promise<void> {
	for (const transaction of transactions) {
		await sendTransaction(solana, transaction, { signal }).catch((error: unknown) => {
			signal.throwIfAborted();
			// What is written down is sent again until it lands or its time is over.
			log.warn({ saleId, reason: describeSolanaError(error) }, 'items were not revealed at once');
		});
	}
}
