import { canonicalSignature, type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { create } from 'zustand';
import { readSession, removeSession, writeSession } from '../../../lib/storage/browser-storage.ts';
import { type PaymentStep, sendPayment } from '../../wallets/evm/send-payment.ts';
import type { WalletHandlers } from '../../wallets/evm/use-wallet.ts';
import { type PaymentError, toPaymentError } from './payment-errors.ts';
import { clearRefusedPayment } from './payment-notifications.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { storePayment } from './pending-payments.ts';

/** What a wallet is being asked. */
export interface WalletRequest {
	readonly wallet: string;
	readonly price: PremiumPrice;
	readonly step: PaymentStep;
}

interface State {
	/** Null while nobody waits for a wallet. */
	readonly request: WalletRequest | null;
	/** Why the last one came to nothing so far. */
	readonly problem: PaymentError | null;
}

interface Attempt {
	readonly wallet: string;
	readonly stopping: AbortController;
	/** Whether the wallet was asked to send: from then on only its answer ends this. */
	isAsked: boolean;
	/** Whether nobody waits for it any more. */
	isLeft: boolean;
}

// Of the page rather than of what shows it: a wallet goes on asking whatever is closed here meanwhile.
export const useWalletRequest = create<State>(() => ({ request: null, problem: null }));
const { setState } = useWalletRequest;
let underWay: Attempt | null = null;

// The wallet that was asked to send and has not answered, in case the page is reloaded before it does.
const requestKey = 'adx_premium_asked';

/**
 * Has the connected wallet pay for an account, and keeps what it sent, also when nobody waits for it any more. While a
 * wallet has not answered, no wallet is asked again: a user who confirmed both requests would pay twice.
 */
export async function requestWalletPayment(verbs: WalletHandlers, price: PremiumPrice, userId: string): Promise<void> {
	if (underWay !== null) {
		const { wallet, isLeft } = underWay;
		if (isLeft) setState({ request: null, problem: { text: texts.stillOpen(wallet), isError: true } });
		return;
	}
	const mine: Attempt = { wallet: verbs.now().name, stopping: new AbortController(), isAsked: false, isLeft: false };
	const end = (problem: PaymentError | null) => {
		if (underWay !== mine) return;
		underWay = null;
		removeSession(requestKey);
		setState({ request: null, problem });
	};
	underWay = mine;
	setState({ request: null, problem: null });
	try {
		const { chain, chainId, treasury: to, price: amount } = price;
		const hash = await sendPayment(
			verbs,
			{ chainId, to, amount, note: userId },
			{
				signal: mine.stopping.signal,
				onStep(step) {
					mine.isAsked = step.kind === 'sending';
					if (mine.isAsked) writeSession(requestKey, mine.wallet);
					if (underWay === mine) setState({ request: { wallet: mine.wallet, price, step }, problem: null });
				},
			},
		);
		clearRefusedPayment();
		storePayment({ chain, signature: canonicalSignature(chain, hash) ?? hash, userId, isNamed: true });
		end(null);
	} catch (error) {
		if (underWay !== mine) return;
		const problem = toPaymentError(error, {
			wallet: mine.wallet,
			chain: premiumChainFacts[price.chain].name,
			amount: texts.price(price.price, price.symbol),
			isAsked: mine.isAsked,
		});
		if (problem.isError) console.error('The payment was not sent', error);
		end(problem);
	}
}

/** Waits no longer for the wallet, which itself cannot be stopped. */
export function cancelWalletRequest(): void {
	if (underWay === null) return;
	const { wallet, isAsked, stopping } = underWay;
	underWay.isLeft = true;
	if (!isAsked) {
		underWay = null;
		stopping.abort();
	}
	const text = isAsked ? texts.stopped(wallet) : texts.stoppedSwitching(wallet);
	setState({ request: null, problem: { text, isError: false } });
}

/** Forgets why the last request came to nothing; one that is still open goes on. */
export function clearWalletError(): void {
	if (underWay === null) setState({ request: null, problem: null });
}

/** The wallet that was asked to pay before this page was reloaded and whose answer is unknown; null for none. */
export const hasPendingRequest = (): string | null => (underWay === null ? readSession(requestKey) : null);
