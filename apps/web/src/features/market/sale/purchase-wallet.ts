import type { Reservation, Sale } from '@adx/validators/sale/sales';
import type { ReactNode } from 'react';

/** An account of a wallet that an item is set aside for. */
export interface PurchaseAccount {
	/** As people read it: shortened. */
	readonly shortAddress: string;
	readonly address: string;
	readonly walletName: string;
}

/** What a reservation asks an account to sign. */
export interface ReadReservation {
	/** All of it, in words. */
	readonly summary: ReactNode;
	/** What the button says that has the wallet of that name do it. */
	readonly actionText: (walletName: string) => string;
	/** How many times the wallet asks. */
	readonly signatureCount: number;
	/** Has the wallet sign; resolves to what the server is told of it. */
	readonly sign: (signal: AbortSignal) => Promise<string[]>;
}

/** Items that are set aside, with what buys them. */
export interface ItemOffer extends ReadReservation {
	readonly account: PurchaseAccount;
	/** In total for all items. */
	readonly priceLamports: string;
	/** By this computer's clock, whatever time that shows. */
	readonly signBy: number;
}

/** The wallets of the chain that a sale is on. */
export interface PurchaseWallet {
	/** The account that is connected; null for none. */
	readonly address: string | null;
	/** How long a reservation can be signed, in milliseconds. */
	readonly lifetimeMs: number;
	/** The account that is connected, else a new one; null where none came of it, which is then shown. */
	connect(): Promise<PurchaseAccount | null>;
	/** Has the account sign a text, as the server takes its signatures; rejects with one of the errors of signing-errors.ts. */
	signMessage(sale: Sale, account: PurchaseAccount, message: string, signal: AbortSignal): Promise<string>;
	/** Reads what is to be signed; rejects with a `RefusedTransactionError` for what is not what the page says. */
	read(sale: Sale, reservation: Reservation, account: PurchaseAccount): Promise<ReadReservation>;
}
