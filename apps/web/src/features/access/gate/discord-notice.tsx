import { Button } from '@adx/ui/controls/button';
import { Card } from '@adx/ui/surfaces/card';
import { UserRoundX } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { useAccess } from './access-provider.tsx';
import { accessTexts } from './access-texts.ts';

export interface DiscordNoticeProps {
	readonly isConnecting: boolean;
	readonly onConnect: () => void;
	/** Called when the account was logged out and this notice, with the pressed button, is gone. */
	readonly onLoggedOut: () => void;
}

/** Why a sign-in at Discord that went through opened nothing, and what to do next; nothing where there was none. */
export function DiscordNotice({ isConnecting, onConnect, onLoggedOut }: DiscordNoticeProps) {
	const { userWithoutRole, discordReturn, hasCheckFailed, logOut } = useAccess();
	const isLoggingOut = useRef(false);
	useEffect(() => {
		if (userWithoutRole !== null || !isLoggingOut.current) return;
		isLoggingOut.current = false;
		onLoggedOut();
	}, [userWithoutRole, onLoggedOut]);
	if (userWithoutRole === null) {
		// Without an answer nothing is known of a session.
		if (discordReturn !== 'success' || hasCheckFailed) return null;
		const { title, text } = accessTexts.sessionMissing;
		return (
			<Notice title={title}>
				<p className="text-text-2">{text}</p>
			</Notice>
		);
	}
	const texts = accessTexts.withoutRole;
	return (
		<Notice title={texts.title}>
			<p className="text-text">{texts.text(userWithoutRole.name)}</p>
			<div className="mt-4 flex flex-wrap gap-3">
				<Button className="grow" onClick={onConnect} disabled={isConnecting}>
					{texts.checkAgain}
				</Button>
				<Button
					className="grow"
					onClick={() => {
						isLoggingOut.current = true;
						logOut();
					}}
				>
					{texts.useAnother}
				</Button>
			</div>
			<p className="mt-3 text-sm text-text-2">{texts.useAnotherHint}</p>
		</Notice>
	);
}

function Notice({ title, children }: { readonly title: string; readonly children: ReactNode }) {
	const titleWithIcon = (
		<span className="flex items-center gap-2.5">
			<UserRoundX aria-hidden className="size-5 shrink-0 text-warn" />
			{title}
		</span>
	);
	return (
		<Card title={titleWithIcon} className="mb-4">
			{children}
		</Card>
	);
}
