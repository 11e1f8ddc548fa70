import { Button } from '@adx/ui/controls/button';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { useId, useMemo } from 'react';
import { walletTexts } from '../../wallets/evm/evm-wallet-texts.ts';
import { useWallet, useWalletHandlers } from '../../wallets/evm/use-wallet.ts';
import { WalletBar } from '../../wallets/evm/wallet-bar.tsx';
import { getPublicChain, type WalletChain } from '../../wallets/evm/wallet-chains.ts';
import { WalletProvider } from '../../wallets/evm/wallet-provider.tsx';
import { paymentTexts as texts } from './payment-texts.ts';
import { useStartedPaymentCalls } from './started-payments.ts';
import {
	cancelWalletRequest,
	requestWalletPayment,
	useWalletRequest,
	type WalletRequest,
} from './wallet-payment-request.ts';

export interface WalletPaymentProps {
	readonly price: PremiumPrice;
	/** The account that the payment is for. */
	readonly userId: string;
}

/** Pays with a wallet of this browser. */
export default function WalletPayment(props: WalletPaymentProps) {
	const { price } = props;
	const chain = useMemo(() => toWalletChain(price), [price]);
	const chains = useMemo(() => [chain] as const, [chain]);
	return (
		<WalletProvider chains={chains}>
			<PaymentForm {...props} chain={chain} />
		</WalletProvider>
	);
}

function PaymentForm({ price, userId, chain }: WalletPaymentProps & { readonly chain: WalletChain }) {
	const wallet = useWallet();
	const verbs = useWalletHandlers();
	const hintId = useId();
	const calls = useStartedPaymentCalls(userId);
	const { request, isUnderWay, problem } = useWalletRequest();
	const part = useFocusRetained<HTMLDivElement>('[data-pays]');
	const isPreparing = isUnderWay && request === null && problem === null;
	const isIdle = wallet.address !== null && request === null && !isPreparing;
	return (
		<div ref={part} className="grid gap-3">
			<WalletBar chain={chain} />
			<Button
				tone="primary"
				data-pays
				aria-disabled={!isIdle}
				aria-describedby={hintId}
				className="aria-disabled:cursor-not-allowed aria-disabled:opacity-60"
				onClick={isIdle ? () => void requestWalletPayment(verbs, price, { userId, calls }) : undefined}
			>
				{texts.pay}
			</Button>
			<p
				id={hintId}
				role="status"
				className={problem?.isError ? 'text-sm font-medium text-ember-text' : 'text-sm text-text-2'}
			>
				{wallet.address === null && request === null ? `${texts.connectFirst} ` : ''}
				{request === null ? (problem?.text ?? '') : stepText(request)}
			</p>
			{request === null ? null : (
				<Button size="small" className="justify-self-start" onClick={cancelWalletRequest}>
					{walletTexts.stop}
				</Button>
			)}
		</div>
	);
}

function stepText({ wallet, step: { kind, number, of }, price: { chain, price, symbol } }: WalletRequest): string {
	const what =
		kind === 'switching'
			? walletTexts.step.chain(premiumChainFacts[chain].name)
			: texts.sending(texts.price(price, symbol));
	return `${walletTexts.step.confirm(wallet, number, of)}. ${what}`;
}

/** What wallets learn about the chain that Premium is paid for on. */
function toWalletChain({ chain, chainId, symbol, explorerUrl }: PremiumPrice): WalletChain {
	const known = getPublicChain(chain);
	return {
		chainId,
		symbol,
		name: premiumChainFacts[chain].name,
		rpcUrl: known.rpcUrl,
		explorerUrl: explorerUrl ?? known.explorerUrl,
	};
}
