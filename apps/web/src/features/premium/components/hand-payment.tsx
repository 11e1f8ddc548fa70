import { Button } from '@adx/ui/button';
import { CopyField } from '@adx/ui/copy-field';
import { TextField } from '@adx/ui/field';
import { showToast } from '@adx/ui/toast-store';
import { canonicalSignature, type PremiumPrice, premiumChainFacts } from '@adx/validators/premium';
import { type SyntheticEvent, useRef, useState } from 'react';
import { reasonOf } from '../../../lib/error-sentences.ts';
import { useOnceAtATime } from '../../../lib/once-at-a-time.ts';
import { trpc } from '../../../lib/trpc.ts';
import { usePremium } from '../../access/components/premium-provider.tsx';
import { usePaymentNews } from '../payment-news.ts';
import { premiumTexts } from '../texts.ts';

const texts = premiumTexts.hand;

export interface HandPaymentProps {
	readonly price: PremiumPrice;
	/** The transaction is right as far as it can be told, and not confirmed yet. */
	readonly onUnderWay: (signature: string) => void;
}

/** Where to pay without a wallet in this browser, and a field for the transaction that did. */
export function HandPayment({ price, onUnderWay }: HandPaymentProps) {
	const { refused } = usePaymentNews();
	const { name } = premiumChainFacts[price.chain];
	return (
		<details open={refused !== null} className="rounded-md border border-border">
			<summary className="control-height flex cursor-pointer items-center px-3 font-medium text-text">
				<span className="mr-2 inline-block transition-transform [[open]>summary>&]:rotate-90" aria-hidden>
					›
				</span>
				{texts.title}
			</summary>
			<div className="grid gap-4 border-t border-border p-3">
				<p className="text-sm text-text-2">{texts.text(price.price, price.symbol, name)}</p>
				<CopyField label={texts.treasury} value={price.treasury} />
				<HashForm price={price} onUnderWay={onUnderWay} />
			</div>
		</details>
	);
}

function HashForm({ price, onUnderWay }: HandPaymentProps) {
	const { chain } = price;
	const { activate } = usePremium();
	const { refused } = usePaymentNews();
	const once = useOnceAtATime();
	const input = useRef<HTMLInputElement>(null);
	const [hash, setHash] = useState(refused?.signature ?? '');
	const [error, setError] = useState(refused?.sentence);
	const check = trpc.auth.payPremium.useMutation({
		onSuccess(answer, { signature }) {
			activate(answer, signature);
			showToast({ ...premiumTexts.accepted, tone: 'success' });
		},
		onError(refusal, { signature }) {
			if (reasonOf(refusal) === 'payment_unconfirmed') onUnderWay(signature);
			else fail(refusal.message);
		},
		onSettled: once.end,
	});

	function fail(sentence: string) {
		setError(sentence);
		input.current?.focus();
	}

	function submit(event: SyntheticEvent) {
		event.preventDefault();
		const typed = hash.trim();
		const signature = canonicalSignature(chain, typed);
		if (signature === null) fail(typed === '' ? texts.missing : texts.malformed);
		else if (once.begin()) {
			setError(undefined);
			check.mutate({ chain, signature });
		}
	}

	return (
		<form onSubmit={submit} noValidate className="grid gap-3">
			<TextField
				ref={input}
				label={texts.label(premiumChainFacts[chain].name)}
				value={hash}
				error={error}
				autoComplete="off"
				spellCheck={false}
				onChange={(event) => {
					setHash(event.target.value);
					setError(undefined);
				}}
			/>
			<p role="status" className="sr-only">
				{check.isPending ? texts.checking : (error ?? '')}
			</p>
			<Button type="submit" busyText={check.isPending ? texts.checking : undefined}>
				{texts.submit}
			</Button>
		</form>
	);
}
