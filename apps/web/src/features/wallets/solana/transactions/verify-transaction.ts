import { solText } from '../connect/format-lamports.ts';
import { solanaTexts } from '../connect/solana-texts.ts';
import { CallReader } from './instruction-reader.ts';
import { rentOf } from './mint-rent.ts';
import { readTransaction, refuse } from './read-transaction.ts';
import type { TransactionFacts, TransactionPromise } from './transaction-facts.ts';
import {
	type Made,
	requireTexts,
	requireWritable,
	takeEnd,
	takeFee,
	takeGroup,
	takeMetadata,
	takeMint,
	takePiece,
	takePrice,
} from './verify-instructions.ts';

const texts = solanaTexts.refused;

/** Most that rent and fees of one transaction may take, whatever the server says of them. */
export const mostCostLamports = 20_000_000n;

/**
 * Reads a transaction's bytes and compares them with what the page said, call by call. Throws a RefusedTransactionError
 * with the first thing that differs: another payer, recipient, amount, text, owner, power or program, or anything more.
 * Nothing is left open but what the page cannot know, which the facts tell: the new mint, a piece's name and file, the
 * sale's own key, and the fee.
 */
export function judgeTransaction(wire: Uint8Array, promise: TransactionPromise): TransactionFacts {
	const { signers, writable, calls: all } = readTransaction(wire);
	const { wallet, creates } = promise;
	const calls = new CallReader(all);
	calls.requireKnown();
	if (signers[0] !== wallet) refuse(texts.payer);
	if (signers.length !== (creates === 'piece' ? 3 : 2)) refuse(texts.created);
	const made: Made = { creates, wallet, mint: signers[1]!, authority: signers[2] ?? wallet };
	const feeLamports = takeFee(calls, creates, signers.length);
	const recipient = creates === 'piece' && promise.priceLamports > 0n ? promise.recipient : null;
	const priceLamports = creates === 'piece' && recipient !== null ? takePrice(calls, promise, recipient) : 0n;
	const paidLamports = takeMint(calls, made);
	const found = takeMetadata(calls, made);
	requireTexts(promise, found);
	const group = creates === 'collection' ? takeGroup(calls, made, promise, found.fields) : null;
	const others = creates === 'piece' ? takePiece(calls, made, promise.collection) : [];
	takeEnd(calls, made);
	requireWritable(writable, [wallet, made.mint, ...others, ...(recipient === null ? [] : [recipient])]);
	const rentLamports = rentOf(creates, found, paidLamports) ?? refuse(texts.rent(solText(paidLamports)));
	const costLamports = rentLamports + feeLamports;
	if (costLamports > mostCostLamports) refuse(texts.ceiling(solText(costLamports), solText(mostCostLamports)));
	const { name, symbol, uri } = found;
	const facts = { creates, wallet, recipient, priceLamports, rentLamports, feeLamports, group };
	return { ...facts, mint: made.mint, name, symbol, uri, programs: calls.programs };
}
