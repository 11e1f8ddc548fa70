import { ChoiceGroup } from '@adx/ui/controls/choice-group';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { useFocusRetained } from '@adx/ui/focus/use-focus-retained';
import { type PremiumChain, type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { Component, lazy, type ReactNode, Suspense, useEffect, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { RecoveryForm } from '../../access/recovery/recovery-form.tsx';
import { ManualPayment } from './manual-payment.tsx';
import { OfferSection } from './offer-section.tsx';
import { clearRefusedPayment, usePaymentNotifications } from './payment-notifications.ts';
import { OtherAccountPayment, PaymentProgress } from './payment-progress.tsx';
import { paymentTexts as texts } from './payment-texts.ts';
import { isOfOtherAccount } from './payment-verdict.ts';
import { storePayment, toPaymentKey, usePendingPayments } from './pending-payments.ts';
import { RemovedPremium } from './removed-premium.tsx';
import { StartedPaymentSection } from './started-payment-section.tsx';
import { useStartedPayment } from './started-payments.ts';
import { clearWalletError, useWalletRequest } from './wallet-payment-request.ts';

const WalletPayment = lazy(() => import('./wallet-payment.tsx'));

/** The ways to Premium by payment: one made before, those on their way, or a new one. Nothing where none is offered. */
export default function PremiumOffer() {
	const { config, user } = useAccess();
	const pending = usePendingPayments();
	const { notifications } = usePaymentNotifications();
	const { data: payments } = trpc.auth.listPremiumPayments.useQuery();
	const prices = config?.premiumPrices ?? [];
	const [first] = prices;
	const paid = payments?.find(({ active }) => !active);
	// One way makes room for another under the hand that chose it.
	const part = useFocusRetained<HTMLDivElement>('h3');
	const { isUnderWay } = useWalletRequest();
	const started = useStartedPayment(user?.id ?? '');
	useEffect(() => clearWalletError, []);
	if (user === null) return null;
	const others = pending.filter((payment) =>
		isOfOtherAccount(payment, user.id, notifications.get(toPaymentKey(payment))),
	);
	const own = pending.filter((payment) => !others.includes(payment));
	const explorerOf = (name: PremiumChain) => prices.find(({ chain }) => chain === name)?.explorerUrl ?? null;
	return (
		<div ref={part}>
			{paid !== undefined ? (
				<RemovedPremium payment={paid} />
			) : own.length > 0 ? (
				<OfferSection title={texts.waiting.title(own.length)}>
					<PaymentList>
						{own.map((payment) => (
							<PaymentProgress
								key={toPaymentKey(payment)}
								payment={payment}
								explorerUrl={explorerOf(payment.chain)}
								userId={user.id}
							/>
						))}
					</PaymentList>
				</OfferSection>
			) : started !== null && !isUnderWay ? (
				<>
					<StartedPaymentSection payment={started} userId={user.id} />
					{prices
						.filter(({ chain }) => chain === started.chain)
						.map((price) => (
							<ManualPayment
								key={price.chain}
								price={price}
								onUnderWay={(signature) =>
									storePayment({ chain: price.chain, signature, userId: user.id, isNamed: false })
								}
							/>
						))}
				</>
			) : first !== undefined ? (
				<NewPayment prices={[first, ...prices.slice(1)]} userId={user.id} name={user.name} />
			) : null}
			{others.length === 0 ? null : (
				<OfferSection title={texts.waiting.othersTitle}>
					<PaymentList>
						{others.map((payment) => (
							<OtherAccountPayment
								key={toPaymentKey(payment)}
								payment={payment}
								explorerUrl={explorerOf(payment.chain)}
							/>
						))}
					</PaymentList>
				</OfferSection>
			)}
			<RecoveryForm />
		</div>
	);
}

const PaymentList = ({ children }: { readonly children: ReactNode }) => (
	<div className="grid gap-4 divide-y divide-border *:not-last:pb-4">{children}</div>
);

interface NewPaymentProps {
	readonly prices: readonly [PremiumPrice, ...PremiumPrice[]];
	readonly userId: string;
	readonly name: string | null;
}

function NewPayment({ prices, userId, name }: NewPaymentProps) {
	const { refused } = usePaymentNotifications();
	const [chain, setChain] = useState<PremiumChain>(refused?.chain ?? prices[0].chain);
	const price = prices.find((candidate) => candidate.chain === chain) ?? prices[0];
	return (
		<OfferSection title={texts.title}>
			{prices.length > 1 ? (
				<ChoiceGroup<PremiumChain>
					label={texts.chain}
					columns={2}
					className="grid grid-cols-2 gap-2"
					value={price.chain}
					onChoose={(next) => {
						clearWalletError();
						setChain(next);
					}}
					choices={prices.map((each) => ({
						value: each.chain,
						name: texts.choice(premiumChainFacts[each.chain].name, each.price, each.symbol),
						content: <PriceCard price={each} />,
					}))}
				/>
			) : (
				<p className="flex flex-wrap items-baseline gap-x-2">
					<strong className="text-xl text-gold">{texts.price(price.price, price.symbol)}</strong>
					<span className="text-text-2">{texts.on(premiumChainFacts[price.chain].name)}</span>
				</p>
			)}
			<p className="text-sm text-text-2">
				{name === null ? texts.anonymous : texts.named(name)} {texts.lasts}
			</p>
			<UnlessItFails key={`wallet ${price.chain}`}>
				<Suspense fallback={<WalletLoading />}>
					<WalletPayment price={price} userId={userId} />
				</Suspense>
			</UnlessItFails>
			<ManualPayment
				key={`hand ${price.chain}`}
				price={price}
				onUnderWay={(signature) => {
					clearRefusedPayment();
					storePayment({ chain: price.chain, signature, userId, isNamed: false });
				}}
			/>
		</OfferSection>
	);
}

function PriceCard({ price: { chain, price, symbol } }: { readonly price: PremiumPrice }) {
	return (
		<span className="block px-3 py-1.5">
			<span className="block font-semibold text-gold">{texts.price(price, symbol)}</span>
			<span className="block text-sm text-text-2">{premiumChainFacts[chain].name}</span>
		</span>
	);
}

const WalletLoading = () => (
	<div role="status" aria-label={texts.loading}>
		<Skeleton className="h-10 w-full" />
	</div>
);

/** The wallet's code comes by itself; what can be done without it stays when it does not. */
class UnlessItFails extends Component<{ readonly children: ReactNode }> {
	override readonly state = { hasFailed: false };
	static getDerivedStateFromError = () => ({ hasFailed: true });
	override render() {
		return this.state.hasFailed ? <p className="text-sm text-ember-text">{texts.notLoaded}</p> : this.props.children;
	}
}
