import { formatAmount } from '../../format-amount.ts';
import { solanaTexts } from '../solana-texts.ts';
import type { ExpectedItem, ExpectedTransaction } from './expected-transaction.ts';
import type { InstructionReader } from './instruction-reader.ts';
import { rejectTransaction } from './read-transaction.ts';

// All that a transaction takes out of a wallet, verified before it signs. The twin for EVM chains is evm/verify/verify-purchase.ts.

const texts = solanaTexts.refused;

const signatureFeeLamports = 5_000n;

/** What each may compute, which the fee for being taken earlier is paid for. */
const unitLimits = { collection: 32_000, coveredCollection: 56_000, item: 80_000 } as const;

/** The price of an item in lamports, which goes to the recipient; throws a RefusedTransactionError for any other amount or recipient. */
export function verifyPrice(
	calls: InstructionReader,
	{ wallet, priceLamports }: ExpectedItem,
	recipient: string,
): bigint {
	const lamports = takeTransfer(calls, wallet, recipient);
	if (lamports !== priceLamports) rejectTransaction(texts.price(formatAmount(lamports), formatAmount(priceLamports)));
	return lamports;
}

/**
 * The network's fee in lamports, with what is paid for being taken earlier. Throws a RefusedTransactionError where the
 * transaction may compute more, or less, than one of its kind needs.
 */
export function verifyFee(calls: InstructionReader, expected: ExpectedTransaction, signatureCount: number): bigint {
	const limit = calls.take('unitLimit', [], texts.foreign);
	const units = limit.u32();
	limit.end();
	const isCovered = expected.creates === 'collection' && expected.commitment !== null;
	if (units !== unitLimits[isCovered ? 'coveredCollection' : expected.creates])
		rejectTransaction(texts.instruction('Compute Budget'));
	let microLamports = 0n;
	if (calls.isNext('unitPrice')) {
		const price = calls.take('unitPrice', [], texts.foreign);
		microLamports = BigInt(units) * price.u64();
		price.end();
	}
	return BigInt(signatureCount) * signatureFeeLamports + (microLamports + 999_999n) / 1_000_000n;
}

/** What is left with the key that lets items in, so that it can give up its power once all are sold; in lamports. */
export const verifyDeposit = (calls: InstructionReader, wallet: string, authority: string): bigint =>
	takeTransfer(calls, wallet, authority);

/**
 * Takes the next instruction as a transfer between these two accounts; the amount in lamports. Throws a
 * RefusedTransactionError for any other instruction, payer or recipient.
 */
export function takeTransfer(calls: InstructionReader, from: string, to: string): bigint {
	const { accounts, data } = calls.takeAny('transfer');
	if (accounts.length !== 2 || accounts[0] !== from) rejectTransaction(texts.foreign);
	if (accounts[1] !== to) rejectTransaction(texts.recipient(accounts[1]!));
	const lamports = data.u64();
	data.end();
	return lamports;
}
