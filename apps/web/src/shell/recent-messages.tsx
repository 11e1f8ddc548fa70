import { Button } from '@adx/ui/controls/button';
import { CopyField } from '@adx/ui/controls/copy-field';
import { toastIcons } from '@adx/ui/feedback/toast';
import { clearRecentMessages, dismissToast, type RecentMessage, useToastStore } from '@adx/ui/feedback/toast-store';
import { Tooltip } from '@adx/ui/feedback/tooltip';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import clsx from 'clsx';
import { Bell } from 'lucide-react';
import { useCallback, useEffect, useState } from 'react';
import { formatTime } from '../lib/format/format-date.ts';
import { shellTexts } from './shell-texts.ts';

const texts = shellTexts.messages;

/** F8 opens and closes the list, unless a toast is on show that does not have the focus yet: then the key leads to it. */
function useMessageKey(isOpen: boolean, onPress: () => void): void {
	useEffect(() => {
		function pressKey(event: KeyboardEvent) {
			if (event.code !== 'F8' || event.ctrlKey || event.altKey || event.metaKey || event.shiftKey) return;
			// The dialog on top keeps its keys.
			if (!isOpen && document.querySelector('[role="dialog"]') !== null) return;
			const isInToast = document.activeElement?.closest('[role="region"][aria-label*="F8"]') != null;
			if (!isOpen && useToastStore.getState().shown !== null && !isInToast) return;
			event.preventDefault();
			// Otherwise the empty place of toasts would take the focus, and get it back afterwards.
			event.stopPropagation();
			onPress();
		}
		window.addEventListener('keydown', pressKey, { capture: true });
		return () => window.removeEventListener('keydown', pressKey, { capture: true });
	}, [isOpen, onPress]);
}

/** A bell in the page's bar, and behind it every message that came and went since the page was loaded. */
export function RecentMessages() {
	const [isOpen, setOpen] = useState(false);
	const messages = useToastStore(({ recent }) => recent);
	const close = () => setOpen(false);
	const toggle = useCallback(() => setOpen((before) => !before), []);
	useMessageKey(isOpen, toggle);
	// The next user of this browser must not read them.
	useEffect(() => clearRecentMessages, []);
	return (
		<>
			<Tooltip text={texts.hint}>
				<button
					type="button"
					aria-label={texts.title}
					aria-haspopup="dialog"
					aria-keyshortcuts="F8"
					onClick={() => {
						// It would lie over the list that says the same.
						dismissToast();
						toggle();
					}}
					className="control-height grid aspect-square place-items-center rounded-sm text-text-2 hover:bg-surface-3 hover:text-text"
				>
					<Bell aria-hidden className="size-5" />
				</button>
			</Tooltip>
			<Dialog open={isOpen} onClose={close} title={texts.title}>
				{messages.length === 0 ? (
					<p className="text-text-2">{texts.empty}</p>
				) : (
					<ul aria-label={texts.title} className="grid gap-2">
						{messages.map((message) => (
							<Message key={message.id} message={message} />
						))}
					</ul>
				)}
				<DialogButtons
					className="mt-5"
					primary={
						<Button tone="primary" className="grow" onClick={close}>
							{texts.close}
						</Button>
					}
				>
					{messages.length === 0 ? null : <Button onClick={clearRecentMessages}>{texts.clear}</Button>}
				</DialogButtons>
			</Dialog>
		</>
	);
}

function Message({ message: { title, description, tone, requestId, shownAt } }: { readonly message: RecentMessage }) {
	const { Icon, className, prefix } = toastIcons[tone ?? 'neutral'];
	return (
		<li className="flex items-start gap-3 rounded-md border border-border bg-surface-2 p-3">
			<Icon aria-hidden className={clsx('mt-0.5 size-5 shrink-0', className)} />
			<div className="min-w-0 grow">
				<p className="font-semibold break-words">
					<span className="sr-only">{prefix} </span>
					{title}
				</p>
				{description === undefined ? null : <p className="mt-0.5 text-sm break-words text-text-2">{description}</p>}
				{requestId == null ? null : (
					<div className="mt-2">
						<CopyField label={shellTexts.requestId} value={requestId} />
					</div>
				)}
			</div>
			<time dateTime={shownAt.toISOString()} className="figures shrink-0 text-sm text-text-2">
				{formatTime(shownAt)}
			</time>
		</li>
	);
}
