import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Card } from '@adx/ui/surfaces/card';
import { KeyRound, MessagesSquare } from 'lucide-react';
import { useRef, useState } from 'react';
import { flushSync } from 'react-dom';
import { useAccess } from './access-provider.tsx';
import { accessTexts, qualifyingRoleNames } from './access-texts.ts';
import { DiscordNotice } from './discord-notice.tsx';
import { EmergencyPanel } from './emergency-panel.tsx';
import { GateScreen } from './gate-screen.tsx';
import { PasswordForm } from './password-form.tsx';
import { useConnectDiscord } from './sign-in-queries.ts';

const texts = accessTexts.community;

export interface CommunityScreenProps {
	readonly onBack: () => void;
	readonly openUrl: (url: string) => void;
	/** Whether a sign-in at Discord has failed; only then is there emergency access. */
	readonly hasDiscordFailed: boolean;
	readonly onDiscordFailed: () => void;
}

export function CommunityScreen({ onBack, openUrl, hasDiscordFailed, onDiscordFailed }: CommunityScreenProps) {
	return (
		<GateScreen title={texts.title} text={texts.text} back={{ label: accessTexts.backToRoles, onClick: onBack }}>
			<ConnectCards openUrl={openUrl} onDiscordFailed={onDiscordFailed} />
			{hasDiscordFailed ? <EmergencyPanel /> : null}
		</GateScreen>
	);
}

/** The ways in that are always there; a part of its own, so that the panel below scrolls into view after it took the focus. */
function ConnectCards({ openUrl, onDiscordFailed }: Pick<CommunityScreenProps, 'openUrl' | 'onDiscordFailed'>) {
	const { isConnecting, connect } = useConnectDiscord({ openUrl, onFailed: onDiscordFailed });
	const connectButton = useRef<HTMLButtonElement>(null);
	// What connects is disabled meanwhile.
	const place = useFocusFallback<HTMLDivElement>(isConnecting);
	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			<DiscordNotice
				isConnecting={isConnecting}
				onConnect={connect}
				onLoggedOut={() => connectButton.current?.focus()}
			/>
			<Card>
				<Button
					ref={connectButton}
					tone="primary"
					size="large"
					className="w-full"
					busyText={isConnecting ? texts.connecting : undefined}
					onClick={connect}
					icon={<MessagesSquare aria-hidden className="size-5" />}
				>
					{texts.connect}
				</Button>
				<p className="mt-5 mb-2 text-sm text-text-2">{texts.roles}</p>
				<ul aria-label={texts.rolesName} className="flex flex-wrap gap-2">
					{qualifyingRoleNames.map((role) => (
						<li key={role}>
							<Badge>{role}</Badge>
						</li>
					))}
				</ul>
				<div className="my-5 flex items-center gap-3 text-sm text-text-3">
					<span aria-hidden className="h-px grow bg-border" />
					{texts.or}
					<span aria-hidden className="h-px grow bg-border" />
				</div>
				<BypassPassword />
			</Card>
		</div>
	);
}

/** A button that becomes the field; Cancel makes it the button again. */
function BypassPassword() {
	const [isOpen, setOpen] = useState(false);
	const part = useRef<HTMLDivElement>(null);

	/** What was pressed is gone by then: what stands in its place takes the focus. */
	function swap(next: boolean) {
		flushSync(() => setOpen(next));
		part.current?.querySelector<HTMLElement>('input, button')?.focus();
	}

	return (
		<div ref={part}>
			{isOpen ? (
				<BypassForm onCancel={() => swap(false)} />
			) : (
				<Button className="w-full" onClick={() => swap(true)} icon={<KeyRound aria-hidden className="size-4" />}>
					{texts.openBypass}
				</Button>
			)}
		</div>
	);
}

function BypassForm({ onCancel }: { readonly onCancel: () => void }) {
	const { grant } = useAccess();
	return (
		<PasswordForm
			kind="community"
			label={texts.bypassLabel}
			submitLabel={texts.submitBypass}
			wrongPassword={texts.wrongBypass}
			onGranted={(check) => {
				grant('discord', check);
				showToast({ ...texts.granted, tone: 'success' });
			}}
		>
			<Button onClick={onCancel}>{texts.cancelBypass}</Button>
		</PasswordForm>
	);
}
