import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { showToast } from '@adx/ui/feedback/toast-store';
import { canonicalRecoveryCode } from '@adx/validators/auth/recovery';
import { type SyntheticEvent, useRef, useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { RecoveryCodeCard } from './recovery-code-card.tsx';
import { recoveryTexts } from './recovery-texts.ts';

const texts = recoveryTexts.enter;

/** The way back to another account of one's own; nothing where Discord is the way. */
export function RecoveryForm() {
	const { data: known } = trpc.auth.recoveryCode.useQuery();
	const [isOpen, setOpen] = useState(false);
	if (known?.isAvailable !== true) return null;
	return (
		<details
			className="mt-5 rounded-md border border-border"
			onToggle={({ currentTarget }) => setOpen(currentTarget.open)}
		>
			<summary className="control-height flex cursor-pointer items-center px-3 font-medium text-text">
				<span className="mr-2 inline-block transition-transform [[open]>summary>&]:rotate-90" aria-hidden>
					›
				</span>
				{texts.title}
			</summary>
			{isOpen ? (
				<div className="grid gap-4 border-t border-border p-3">
					<p className="text-sm text-text-2">{texts.text}</p>
					<CodeForm />
					<div className="border-t border-border pt-4">
						<RecoveryCodeCard />
					</div>
				</div>
			) : null}
		</details>
	);
}

function CodeForm() {
	const { switchAccount } = useAccess();
	const once = useSingleFlight();
	const input = useRef<HTMLInputElement>(null);
	const [code, setCode] = useState('');
	const [error, setError] = useState<string>();
	const signIn = trpc.auth.signInWithRecoveryCode.useMutation({
		onSuccess(check) {
			setCode('');
			switchAccount(check);
			showToast({ ...texts.done, tone: 'success' });
		},
		onError: ({ message }) => fail(message),
		onSettled: once.finish,
	});

	function fail(sentence: string) {
		setError(sentence);
		input.current?.focus();
	}

	function submit(event: SyntheticEvent) {
		event.preventDefault();
		if (canonicalRecoveryCode(code) === null) fail(code.trim() === '' ? texts.missing : texts.malformed);
		else if (once.tryStart()) {
			setError(undefined);
			signIn.mutate({ code });
		}
	}

	return (
		<form onSubmit={submit} noValidate className="grid gap-3">
			<TextField
				ref={input}
				label={texts.label}
				value={code}
				error={error}
				autoComplete="off"
				spellCheck={false}
				maxLength={100}
				onChange={(event) => {
					setCode(event.target.value);
					setError(undefined);
				}}
			/>
			<p role="status" className="sr-only">
				{signIn.isPending ? texts.checking : (error ?? '')}
			</p>
			<Button type="submit" busyText={signIn.isPending ? texts.checking : undefined}>
				{texts.submit}
			</Button>
		</form>
	);
}
