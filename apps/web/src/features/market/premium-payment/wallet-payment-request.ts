import { canonicalSignature, type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { create } from 'zustand';
import { getErrorReason } from '../../../lib/api/error-messages.ts';
import { type PaymentStep, sendPayment } from '../../wallets/evm/send-payment.ts';
import type { WalletHandlers } from '../../wallets/evm/use-wallet.ts';
import { type PaymentError, toPaymentError } from './payment-errors.ts';
import { clearRefusedPayment } from './payment-notifications.ts';
import { paymentTexts as texts } from './payment-texts.ts';
import { storePayment } from './pending-payments.ts';
import type { StartedPaymentCalls } from './started-payments.ts';

/** What a wallet is being asked. */
export interface WalletRequest {
	readonly wallet: string;
	readonly price: PremiumPrice;
	readonly step: PaymentStep;
}

interface State {
	/** Null while nobody waits for a wallet. */
	readonly request: WalletRequest | null;
	/** Whether this page will hear what became of the last one, also when nobody waits for it. */
	readonly isUnderWay: boolean;
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
export const useWalletRequest = create<State>(() => ({ request: null, isUnderWay: false, problem: null }));
const { setState } = useWalletRequest;
let underWay: Attempt | null = null;

/**
 * Has the connected wallet pay for an account, which is noted first, and keeps what it sent, also when nobody waits for it
 * any more. While a wallet has not answered, no wallet is asked again: a user who confirmed both requests would pay twice.
 */
export async function requestWalletPayment(
	verbs: WalletHandlers,
	price: PremiumPrice,
	{ userId, calls }: { readonly userId: string; readonly calls: StartedPaymentCalls },
): Promise<void> {
	if (underWay !== null) {
		const { wallet, isLeft } = underWay;
		if (isLeft)
			setState({ request: null, problem: { text: texts.stillOpen(wallet), isError: true, mayHavePaid: true } });
		return;
	}
	const mine: Attempt = { wallet: verbs.now().name, stopping: new AbortController(), isAsked: false, isLeft: false };
	const end = (problem: PaymentError | null) => {
		if (underWay !== mine) return;
		underWay = null;
		setState({ request: null, isUnderWay: false, problem });
	};
	underWay = mine;
	setState({ request: null, isUnderWay: true, problem: null });
	let isNoted = false;
	try {
		const { chain, chainId, treasury: to, price: amount } = price;
		const hash = await sendPayment(
			verbs,
			{ chainId, to, amount, note: userId },
			{
				signal: mine.stopping.signal,
				async prepare() {
					await calls.start(chain, mine.wallet);
					isNoted = true;
				},
				onStep(step) {
					mine.isAsked = step.kind === 'sending';
					if (underWay === mine) setState({ request: { wallet: mine.wallet, price, step }, problem: null });
				},
			},
		);
		clearRefusedPayment();
		storePayment({ chain, signature: canonicalSignature(chain, hash) ?? hash, userId, isNamed: true });
		calls.know();
		end(null);
	} catch (error) {
		const problem = toPaymentError(error, {
			wallet: mine.wallet,
			chain: premiumChainFacts[price.chain].name,
			amount: texts.price(price.price, price.symbol),
			isAsked: mine.isAsked,
		});
		if (isNoted && !problem.mayHavePaid) await calls.end();
		if (underWay !== mine) return;
		if (problem.isError) console.error('The payment was not sent', error);
		end(getErrorReason(error) === 'payment_under_way' ? null : problem);
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
		setState({ isUnderWay: false });
	}
	const text = isAsked ? texts.stopped(wallet) : texts.stoppedSwitching(wallet);
	setState({ request: null, problem: { text, isError: false, mayHavePaid: isAsked } });
}

/** Forgets why the last request came to nothing; one that is still open goes on. */
export function clearWalletError(): void {
	if (underWay === null) setState({ request: null, problem: null });
}
