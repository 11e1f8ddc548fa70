import type { PremiumChain } from '@adx/validators/premium';
import type { Generated, Selectable } from 'kysely';
import type { CreatedAt } from './column-types.ts';

/** A payment that made a user premium, which nobody can use again. */
export interface PremiumPaymentsTable {
	chain: PremiumChain;
	/** The transaction, in the one form that `canonicalSignature` gives it. */
	signature: string;
	userId: string;
	/** False once its owner switched it off. */
	isActive: Generated<boolean>;
	createdAt: CreatedAt;
}
export type PremiumPaymentRow = Selectable<PremiumPaymentsTable>;

/** The user who first named a transaction that carries no account's id, whether or not it turns out to be a payment. */
export interface PremiumClaimsTable {
	chain: PremiumChain;
	/** As in `premium_payments`. */
	signature: string;
	userId: string;
	createdAt: CreatedAt;
}

/** Since when payments for premium go to an address. */
export interface PremiumOffersTable {
	chain: PremiumChain;
	/** With its checksum's capitals. */
	treasury: string;
	offeredSince: Date;
	/** Up to which block transfers to it were read; null before the first time. */
	readToBlock: Generated<number | null>;
}

/** A payment that a user was about to make, whose transaction nobody may have named. */
export interface StartedPaymentsTable {
	userId: string;
	chain: PremiumChain;
	/** The transaction is in a later block. */
	fromBlock: number;
	/** Whether it keeps the user from starting another one; it is looked for on the chain either way. */
	isOpen: Generated<boolean>;
	createdAt: CreatedAt;
}
export type StartedPaymentRow = Selectable<StartedPaymentsTable>;
