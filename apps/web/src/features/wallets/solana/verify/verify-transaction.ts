import { formatAmount } from '../../format-amount.ts';
import { solanaTexts } from '../solana-texts.ts';
import type { ExpectedTransaction, TransactionDetails } from './expected-transaction.ts';
import { InstructionReader } from './instruction-reader.ts';
import { getDeposit, getRent, getRevealReserve } from './mint-rent.ts';
import { decodeTransaction, rejectTransaction } from './read-transaction.ts';
import {
	assertMetadata,
	assertWritable,
	type CreatedMint,
	verifyGroup,
	verifyItem,
	verifyMetadata,
	verifyMint,
	verifyMintClosed,
} from './verify-instructions.ts';
import { verifyDeposit, verifyFee, verifyPrice } from './verify-price.ts';

const texts = solanaTexts.refused;

/** Most that rent and fees of one transaction may take, whatever the server says of them; a reveal's reserve comes on top. */
export const maxCostLamports = 20_000_000n;

/**
 * Reads a transaction's bytes and compares them with what the page said, call by call. Throws a RefusedTransactionError
 * with the first thing that differs: another payer, recipient, amount, text, owner, power or program, or anything more.
 * Nothing is left open but what the page cannot know, which the facts state: the new mint, an item's name and file, the
 * sale's own key, and the fee.
 */
export function verifyTransaction(wire: Uint8Array, expected: ExpectedTransaction): TransactionDetails {
	const { signers, writable, calls: all } = decodeTransaction(wire);
	const { wallet, creates } = expected;
	const calls = new InstructionReader(all);
	calls.requireKnown();
	if (signers[0] !== wallet) rejectTransaction(texts.payer);
	if (signers.length !== (creates === 'item' ? 3 : 2)) rejectTransaction(texts.created);
	const made: CreatedMint = { creates, wallet, mint: signers[1]!, authority: signers[2] ?? wallet };
	const feeLamports = verifyFee(calls, expected, signers.length);
	const recipient = creates === 'item' && expected.priceLamports > 0n ? expected.recipient : null;
	const priceLamports = creates === 'item' && recipient !== null ? verifyPrice(calls, expected, recipient) : 0n;
	const paidLamports = verifyMint(calls, made);
	const found = verifyMetadata(calls, made);
	assertMetadata(expected, found);
	const group = creates === 'collection' ? verifyGroup(calls, made, expected, found.fields) : null;
	const others = creates === 'item' ? verifyItem(calls, made, expected) : [];
	verifyMintClosed(calls, made);
	const depositLamports = group === null ? 0n : verifyDeposit(calls, wallet, group.authority);
	calls.end();
	const paid = [recipient, group?.authority].filter((address) => address != null);
	assertWritable(writable, [wallet, made.mint, ...others, ...paid]);
	const accountLamports =
		getRent(creates, found, paidLamports) ?? rejectTransaction(texts.rent(formatAmount(paidLamports)));
	const coveredItems = expected.creates === 'collection' && expected.commitment !== null ? expected.supply : 0;
	const reserveLamports = getRevealReserve(coveredItems);
	if (group !== null && depositLamports !== getDeposit(found, paidLamports) + reserveLamports)
		rejectTransaction(texts.deposit(formatAmount(depositLamports)));
	const rentLamports = accountLamports + depositLamports;
	const costLamports = rentLamports + feeLamports;
	const mostLamports = maxCostLamports + reserveLamports;
	if (costLamports > mostLamports)
		rejectTransaction(texts.ceiling(formatAmount(costLamports), formatAmount(mostLamports)));
	const { name, symbol, uri } = found;
	const facts = { creates, wallet, recipient, priceLamports, rentLamports, depositLamports, feeLamports, group };
	const isCovered = expected.creates === 'item' && expected.isCovered;
	return { ...facts, mint: made.mint, name, symbol, uri, isCovered, programs: calls.programs };
}
