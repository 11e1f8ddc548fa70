import { describe, expect, it } from 'vitest';
import { toReservationState } from './reservation-state.ts';

const signed = { status: 'sent', signature: 'S1', tokenNumber: 1, errorMessage: null } as const;
const unsigned = { ...signed, status: 'built', signature: null } as const;
const sent = { status: 'sent', errorMessage: null, pieceCount: 1 } as const;
const lost = { heldCount: 0, mintedCount: 0 };
const messageOf = (...rows: Parameters<typeof toReservationState>[2]) =>
	toReservationState(sent, lost, rows).errorMessage;

describe('a purchase that the chain did not take in time', () => {
	it('cost nothing where all that was given out came back signed, and is known not to have landed', () => {
		expect(messageOf(signed)).toBe('The chain did not take the transaction in time. Nothing was charged.');
	});

	it('may have cost a fee where the wallet has another one, which it could send by itself', () => {
		const sentence = 'The chain did not take the transaction in time. Nothing was charged but, at most, a network fee.';
		expect(messageOf(signed, unsigned)).toBe(sentence);
		expect(messageOf({ ...unsigned, status: 'expired' }, signed)).toBe(sentence);
	});
});
