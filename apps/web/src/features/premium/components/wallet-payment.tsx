import { Button } from '@adx/ui/button';
import { type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { useId, useMemo, useRef, useState } from 'react';
import { WalletBar } from '../../wallet/components/wallet-bar.tsx';
import { WalletProvider } from '../../wallet/components/wallet-provider.tsx';
import { type PaymentStep, sendPayment } from '../../wallet/send-payment.ts';
import { walletTexts } from '../../wallet/texts.ts';
import { useKeptFocus } from '../../wallet/use-kept-focus.ts';
import { useWallet, useWalletVerbs } from '../../wallet/use-wallet.ts';
import type { WalletChain } from '../../wallet/wallet-chains.ts';
import { type PaymentProblem, paymentProblemOf } from '../payment-problem.ts';
import { walletChainOf } from '../public-chains.ts';
import { premiumTexts as texts } from '../texts.ts';

export interface WalletPaymentProps {
	readonly price: PremiumPrice;
	/** The account that the payment is for. */
	readonly userId: string;
	/** Gets the hash of what the wallet sent. */
	readonly onSent: (hash: string) => void;
}

/** Pays with a wallet of this browser. */
export default function WalletPayment(props: WalletPaymentProps) {
	const { price } = props;
	const chain = useMemo(() => walletChainOf(price), [price]);
	const chains = useMemo(() => [chain] as const, [chain]);
	return (
		<WalletProvider chains={chains}>
			<PayDesk {...props} chain={chain} />
		</WalletProvider>
	);
}

function PayDesk({ price, userId, onSent, chain }: WalletPaymentProps & { readonly chain: WalletChain }) {
	const wallet = useWallet();
	const hintId = useId();
	const { step, problem, pay, stop } = usePay({ price, userId, onSent });
	const part = useKeptFocus<HTMLDivElement>('[data-pays]');
	const isIdle = wallet.address !== null && step === null;
	return (
		<div ref={part} className="grid gap-3">
			<WalletBar chain={chain} />
			<Button
				tone="primary"
				data-pays
				aria-disabled={!isIdle}
				aria-describedby={hintId}
				className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
				onClick={isIdle ? () => void pay() : undefined}
			>
				{texts.pay}
			</Button>
			<p
				id={hintId}
				role="status"
				className={problem?.isError ? 'text-sm font-medium text-ember-text' : 'text-sm text-text-2'}
			>
				{wallet.address === null ? texts.connectFirst : ''}
				{step === null ? (problem?.text ?? '') : stepText(step, wallet.name, price)}
			</p>
			{step === null ? null : (
				<Button size="small" className="justify-self-start" onClick={stop}>
					{texts.stop}
				</Button>
			)}
		</div>
	);
}

function usePay({ price, userId, onSent }: WalletPaymentProps) {
	const verbs = useWalletVerbs();
	const underWay = useRef<object | null>(null);
	const [step, setStep] = useState<PaymentStep | null>(null);
	const [problem, setProblem] = useState<PaymentProblem | null>(null);

	async function pay() {
		if (underWay.current !== null) return;
		const attempt = {};
		underWay.current = attempt;
		const isMine = () => underWay.current === attempt;
		const { name: wallet } = verbs.now();
		let isAsked = false;
		const follow = (next: PaymentStep) => {
			isAsked = next.kind === 'sending';
			if (isMine()) setStep(next);
		};
		setProblem(null);
		try {
			const { chainId, treasury: to, price: amount } = price;
			const order = { chainId, to, amount, note: userId };
			// Money that is sent has to be followed, whether or not anybody still waits for the wallet.
			onSent(await sendPayment(verbs, order, follow));
		} catch (error) {
			if (!isMine()) return;
			const place = {
				wallet,
				chain: premiumChainFacts[price.chain].name,
				amount: texts.price(price.price, price.symbol),
				isAsked,
			};
			const found = paymentProblemOf(error, place);
			if (found.isError) console.error('The payment was not sent', error);
			setProblem(found);
		} finally {
			if (isMine()) {
				underWay.current = null;
				setStep(null);
			}
		}
	}

	/** Waits no longer for the wallet, which cannot be told so. */
	function stop() {
		underWay.current = null;
		setStep(null);
		setProblem({ text: texts.stopped(verbs.now().name), isError: false });
	}
	return { step, problem, pay, stop };
}

function stepText({ kind, number, of }: PaymentStep, wallet: string, { chain, price, symbol }: PremiumPrice): string {
	const what =
		kind === 'switching'
			? texts.steps.switching(premiumChainFacts[chain].name)
			: texts.steps.sending(texts.price(price, symbol));
	return `${walletTexts.step.confirm(wallet, number, of)}. ${what}`;
}
