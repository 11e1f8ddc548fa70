import { Button } from '@adx/ui/controls/button';
import { Badge } from '@adx/ui/feedback/badge';
import { showToast } from '@adx/ui/feedback/toast-store';
import { useFocusOnUnmount } from '@adx/ui/focus/use-focus-on-unmount';
import { Dialog } from '@adx/ui/surfaces/dialog';
import { DialogButtons } from '@adx/ui/surfaces/dialog-buttons';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { batchSizeMax } from '@adx/validators/limits';
import { Crown } from 'lucide-react';
import { type ReactNode, useEffect, useRef } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import { useSingleFlight } from '../../../lib/hooks/use-single-flight.ts';
import { useAccess } from '../gate/access-provider.tsx';
import { PasswordForm } from '../gate/password-form.tsx';
import { usePremium } from './premium-context.ts';
import { premiumTexts as texts } from './premium-texts.ts';

/** What others put into the dialog. */
export interface PremiumDialogParts {
	/** Another way to Premium than the passphrase. */
	readonly offer?: ReactNode;
	/** Tells how long Premium lasts where it does not end with the session; draws what it is given where it does. */
	readonly lasting?: (endsWithSession: ReactNode) => ReactNode;
}

export interface PremiumDialogProps extends PremiumDialogParts {
	readonly open: boolean;
	readonly onClose: () => void;
	/** Once the dialog is gone and nothing else has the focus. */
	readonly onFocusLost: () => void;
}

/** Unlocks Premium with the passphrase, shows its state, and removes it. */
export function PremiumDialog({ open, ...rest }: PremiumDialogProps) {
	return (
		<Dialog open={open} onClose={rest.onClose} title={texts.title}>
			<PremiumState {...rest} />
		</Dialog>
	);
}

function PremiumState({ onClose, onFocusLost, offer, lasting }: Omit<PremiumDialogProps, 'open'>) {
	const { isPremium } = usePremium();
	useFocusOnUnmount(onFocusLost);
	return isPremium ? (
		<ActivePremium onClose={onClose} lasting={lasting} />
	) : (
		<>
			<LockedPremium onClose={onClose} />
			{offer}
		</>
	);
}

/** What Premium opens on this server, in words. */
function useBenefits(): string {
	const { config } = useAccess();
	return texts.benefits(artStyles.length, batchSizeMax, config?.lockedPages.length !== 0);
}

type PartProps = Pick<PremiumDialogProps, 'onClose'>;

function LockedPremium({ onClose }: PartProps) {
	const { hasEnded, activate } = usePremium();
	const benefits = useBenefits();
	return (
		<>
			{hasEnded ? (
				<p role="status" className="mb-3 rounded-sm border border-warn px-3 py-2 text-text">
					{texts.endedHere}
				</p>
			) : null}
			<p className="text-text-2">{texts.opens(benefits)}</p>
			<p className="mt-1 mb-4 text-text-2">{texts.source}</p>
			<PasswordForm
				kind="premium"
				isFirstFocus
				label={texts.label}
				submitLabel={texts.submit}
				wrongPassword={texts.wrong}
				texts={texts.passphrase}
				onGranted={(check) => {
					activate(check);
					showToast({ ...texts.granted, tone: 'success' });
				}}
			>
				<Button onClick={onClose}>{texts.cancel}</Button>
			</PasswordForm>
			{hasEnded ? <RemoveButton tone="ghost" className="mt-3 w-full" onRemoved={onClose} /> : null}
		</>
	);
}

function ActivePremium({ onClose, lasting = (text) => text }: PartProps & Pick<PremiumDialogParts, 'lasting'>) {
	const { user } = useAccess();
	const benefits = useBenefits();
	const closeButton = useRef<HTMLButtonElement>(null);
	// The form that had the focus has just made way for this.
	useEffect(() => closeButton.current?.focus(), []);
	return (
		<>
			<Badge tone="gold" Icon={Crown}>
				{texts.active}
			</Badge>
			<p className="mt-3 text-text-2">{texts.openToYou(benefits)}</p>
			{user === null
				? null
				: lasting(
						<p className="mt-3 text-text-2">
							{texts.activeUntil.before}{' '}
							<strong className="text-text">{`${formatDate(user.expiresAt)}, ${formatTime(user.expiresAt)}`}</strong>:{' '}
							{texts.activeUntil.after}
						</p>,
					)}
			<DialogButtons
				className="mt-5"
				primary={
					<Button ref={closeButton} tone="primary" className="grow" onClick={onClose}>
						{texts.close}
					</Button>
				}
			>
				<RemoveButton tone="danger" onRemoved={onClose} />
			</DialogButtons>
		</>
	);
}

interface RemoveButtonProps {
	readonly tone: 'danger' | 'ghost';
	readonly className?: string;
	readonly onRemoved: () => void;
}

function RemoveButton({ tone, className, onRemoved }: RemoveButtonProps) {
	const { forget } = usePremium();
	const once = useSingleFlight();
	const removal = trpc.auth.removePremium.useMutation({
		onSuccess(check) {
			forget(check);
			onRemoved();
			showToast(texts.removed);
		},
		onError: ({ message }) => showToast({ title: texts.notRemovedTitle, description: message, tone: 'destructive' }),
		onSettled: once.finish,
	});
	return (
		<Button
			tone={tone}
			className={className}
			busyText={removal.isPending ? texts.removing : undefined}
			onClick={() => {
				if (once.tryStart()) removal.mutate();
			}}
		>
			{texts.remove}
		</Button>
	);
}
