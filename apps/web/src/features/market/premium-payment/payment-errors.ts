import { TRPCClientError } from '@trpc/client';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import { isErrorNamed, isUserRejection, isWalletBusy } from '../../wallets/evm/wallet-errors.ts';
import { paymentTexts } from './payment-texts.ts';

const { problems: texts, closed, openElsewhere } = paymentTexts;

/** Why a wallet paid nothing. */
export interface PaymentError {
	readonly text: string;
	/** Closing the wallet's request is none, nor is one that another tab makes. */
	readonly isError: boolean;
	/** Whether it may have paid all the same. */
	readonly mayHavePaid: boolean;
}

export interface PaymentContext {
	readonly wallet: string;
	readonly chain: string;
	/** '5 MATIC' */
	readonly amount: string;
	/** A wallet that was asked to send may have done so whatever else it says. */
	readonly isAsked: boolean;
}

/** Says for people what went wrong between the press and the transaction. */
export function toPaymentError(error: unknown, place: PaymentContext): PaymentError {
	if (isUserRejection(error)) return { text: closed, isError: false, mayHavePaid: false };
	if (isErrorNamed(error, 'PaymentInOtherTabError')) return { text: openElsewhere, isError: false, mayHavePaid: false };
	const text = sentenceOf(error, place);
	if (text !== null) return { text, isError: true, mayHavePaid: false };
	const { wallet, isAsked } = place;
	return { text: isAsked ? texts.unclear(wallet) : texts.other(wallet), isError: true, mayHavePaid: isAsked };
}

/** Null where nothing says that it paid nothing. */
function sentenceOf(error: unknown, { wallet, chain, amount }: PaymentContext): string | null {
	// The server's, who was to note it first.
	if (error instanceof TRPCClientError) return error.message;
	if (isWalletBusy(error)) return walletTexts.busy(wallet);
	if (isErrorNamed(error, 'ConnectorAccountNotFoundError', 'UnauthorizedProviderError')) return texts.account(wallet);
	if (isErrorNamed(error, 'ConnectorChainMismatchError', 'ChainMismatchError', 'ChainNotSwitchedError'))
		return texts.notSwitched(wallet, chain);
	// Here wagmi names a chain that could not be added a rejection.
	if (isErrorNamed(error, 'SwitchChainError', 'UserRejectedRequestError')) return texts.notSwitched(wallet, chain);
	if (isErrorNamed(error, 'ConnectorNotConnectedError')) return texts.disconnected;
	if (isErrorNamed(error, 'InsufficientFundsError')) return texts.funds(wallet, amount);
	return null;
}
