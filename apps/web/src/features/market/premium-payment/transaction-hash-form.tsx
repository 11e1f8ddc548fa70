import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { canonicalSignature, type PremiumChain } from '@adx/validators/premium';
import { type SyntheticEvent, useRef, useState } from 'react';
import { getErrorReason } from '../../../lib/api/error-messages.ts';
import { trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { usePremium } from '../../access/premium/premium-context.ts';
import type { RefusedPayment } from './payment-notifications.ts';
import { paymentTexts } from './payment-texts.ts';

const texts = paymentTexts.hand;

export interface HashFormProps {
	readonly chain: PremiumChain;
	readonly label: string;
	/** What it begins with; null for an empty field. */
	readonly refused: RefusedPayment | null;
	/** Gets a transaction that is right as far as can be seen, and not confirmed yet. */
	readonly onUnderWay: (signature: string) => void;
}

/** Asks the server about a transaction that somebody names. */
export function TransactionHashForm({ chain, label, refused, onUnderWay }: HashFormProps) {
	const { activate } = usePremium();
	const once = useSingleFlight();
	const input = useRef<HTMLInputElement>(null);
	const [hash, setHash] = useState(refused?.signature ?? '');
	const [error, setError] = useState(refused?.sentence);
	const check = trpc.auth.payPremium.useMutation({
		onSuccess(answer, { signature }) {
			activate(answer, signature);
			showToast({ ...paymentTexts.accepted, tone: 'success' });
		},
		onError(refusal, { signature }) {
			if (getErrorReason(refusal) === 'payment_unconfirmed') onUnderWay(signature);
			else fail(refusal.message);
		},
		onSettled: once.finish,
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
		else if (once.tryStart()) {
			setError(undefined);
			check.mutate({ chain, signature });
		}
	}

	return (
		<form onSubmit={submit} noValidate className="grid gap-3">
			<TextField
				ref={input}
				label={label}
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
