import { Button } from '@adx/ui/controls/button';
import { TextField } from '@adx/ui/controls/field';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { type ReactNode, type SyntheticEvent, useRef, useState } from 'react';
import { accessTexts } from './access-texts.ts';
import { type SignInOptions, useSignIn } from './sign-in-queries.ts';

export interface PasswordFormProps extends Pick<SignInOptions, 'kind' | 'wrongPassword' | 'onGranted'> {
	readonly label: string;
	readonly submitLabel: string;
	/** What stands beside the field and on the button, where it is called anything else. */
	readonly texts?: Readonly<Record<'missing' | 'checking' | 'wrong', string>>;
	/** In a dialog: the field gets the focus when the dialog opens. */
	readonly isFirstFocus?: boolean;
	/** Further buttons beside the submit button. */
	readonly children?: ReactNode;
}

/** One password and a button; a refused password clears the field and gives it focus. */
export function PasswordForm(props: PasswordFormProps) {
	const {
		kind,
		wrongPassword,
		onGranted,
		label,
		submitLabel,
		isFirstFocus,
		children,
		texts = accessTexts.password,
	} = props;
	const [password, setPassword] = useState('');
	const [error, setError] = useState<string>();
	const input = useRef<HTMLInputElement>(null);
	const { isPending, signIn } = useSignIn({
		kind,
		wrongPassword,
		onGranted,
		onFailed(sentence) {
			// One that could not be looked at need not be typed again.
			if (sentence === null) setPassword('');
			setError(sentence ?? texts.wrong);
			input.current?.focus();
		},
	});

	function submit(event: SyntheticEvent) {
		event.preventDefault();
		if (isPending) return;
		// Copied from a message or a log, it often comes with white space, which no configured one begins or ends with.
		const trimmed = password.trim();
		if (trimmed === '') {
			setError(texts.missing);
			input.current?.focus();
			return;
		}
		setError(undefined);
		signIn(trimmed);
	}

	return (
		<form onSubmit={submit} noValidate data-clear-of-toasts className="grid gap-4">
			<TextField
				ref={input}
				label={label}
				type="password"
				data-autofocus={isFirstFocus || undefined}
				name="password"
				autoComplete="current-password"
				value={password}
				error={error}
				onChange={(event) => {
					setPassword(event.target.value);
					setError(undefined);
				}}
			/>
			<DialogButtons
				primary={
					<Button tone="primary" type="submit" className="grow" busyText={isPending ? texts.checking : undefined}>
						{submitLabel}
					</Button>
				}
			>
				{children}
			</DialogButtons>
		</form>
	);
}
