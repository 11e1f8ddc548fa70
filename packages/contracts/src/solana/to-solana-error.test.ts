import { getSolanaErrorFromTransactionError } from '@solana/kit';
import { describe, expect, it } from 'vitest';
import { toSolanaError } from './to-solana-error.ts';

/** What nodes write, and what it means for a transaction that was made here. */
const reasons = [
	['AccountNotFound', 'insufficient_funds'],
	['AlreadyProcessed', 'already_processed'],
	['BlockhashNotFound', 'expired'],
	['InsufficientFundsForFee', 'insufficient_funds'],
	[{ InsufficientFundsForRent: { account_index: 0 } }, 'insufficient_funds'],
	[{ InsufficientFundsForRent: { account_index: 3 } }, 'refused'],
	[{ InstructionError: [2, { Custom: 0 }] }, 'address_in_use'],
	[{ InstructionError: [4, { Custom: 0 }] }, 'address_in_use'],
	[{ InstructionError: [6, { Custom: 0 }] }, 'refused'],
	[{ InstructionError: [1, { Custom: 1 }] }, 'insufficient_funds'],
	[{ InstructionError: [12, { Custom: 1 }] }, 'insufficient_funds'],
	[{ InstructionError: [1, { Custom: 2 }] }, 'refused'],
	[{ InstructionError: [9, { Custom: 0xcb0a6959 }] }, 'sold_out'],
	[{ InstructionError: [9, { Custom: 0xcb0a695a }] }, 'refused'],
	[{ InstructionError: [9, 'MissingRequiredSignature'] }, 'refused'],
	['ClusterMaintenance', 'refused'],
] as const;

describe('toSolanaError', () => {
	it.each(reasons)('takes %j for %s', (expected, reason) => {
		const refusal = toSolanaError(getSolanaErrorFromTransactionError(expected), ['a log']);
		expect(refusal).toMatchObject({ name: 'SolanaError', reason, logs: ['a log'] });
		expect(refusal.message).toMatch(/^[A-Z].+\.$/);
	});

	const system = '11111111111111111111111111111111';
	const token = 'TokenzQdBNbLqP5VEhdkAS6EPFLC1PHnBqCXEpPxuEb';
	const tokenAccounts = 'ATokenGPvbdGVxr1b2hvZbsiqW5xWH25efTNsLJA8knL';
	const failed = (program: string, code: number) => `Program ${program} failed: custom program error: 0x${code}`;

	it.each([
		[2, 0, [failed(system, 0)], 'address_in_use'],
		[2, 0, [failed(token, 0)], 'refused'],
		[1, 1, [failed(token, 1)], 'refused'],
		[12, 1, [failed(system, 1), failed(tokenAccounts, 1)], 'insufficient_funds'],
		[12, 0, [failed(tokenAccounts, 0)], 'refused'],
		[2, 0, [`Program log: ${failed(token, 0)}`, failed(system, 0)], 'address_in_use'],
	])('takes instruction %d, code %d, by %j for %s', (index, code, logs, reason) => {
		const expected = { InstructionError: [index, { Custom: code }] };
		expect(toSolanaError(getSolanaErrorFromTransactionError(expected), logs).reason).toBe(reason);
	});

	it('takes what it does not know for a refusal', () => {
		expect(toSolanaError(new Error('odd')).reason).toBe('refused');
	});
});
