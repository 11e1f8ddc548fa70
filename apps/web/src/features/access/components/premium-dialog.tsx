import { Badge } from '@adx/ui/badge';
import { Button } from '@adx/ui/button';
import { Dialog } from '@adx/ui/dialog';
import { showToast } from '@adx/ui/toast-store';
import { artStyles } from '@adx/validators/catalogue/art-styles';
import { batchSizeMax } from '@adx/validators/limits';
import { Crown } from 'lucide-react';
import { useEffect, useRef } from 'react';
import { dateText, timeText } from '../../../lib/date-text.ts';
import { trpc } from '../../../lib/trpc.ts';
import { useAccess } from './access-provider.tsx';
import { PasswordForm } from './password-form.tsx';
import { usePremium } from './premium-provider.tsx';

const benefits = `all ${artStyles.length} art styles, batches of up to ${batchSizeMax.toLocaleString('en')}, and the locked pages`;

export interface PremiumDialogProps {
	readonly open: boolean;
	readonly onClose: () => void;
}

/** Unlocks Premium with the passphrase, shows its state, and removes it. */
export function PremiumDialog({ open, onClose }: PremiumDialogProps) {
	const { isPremium } = usePremium();
	return (
		<Dialog open={open} onClose={onClose} title="Premium">
			{isPremium ? <ActivePremium onClose={onClose} /> : <LockedPremium onClose={onClose} />}
		</Dialog>
	);
}

type PartProps = Pick<PremiumDialogProps, 'onClose'>;

function LockedPremium({ onClose }: PartProps) {
	const { hasEnded, activate } = usePremium();
	return (
		<>
			{hasEnded ? (
				<p role="status" className="mb-3 rounded-sm border border-warn px-3 py-2 text-text">
					Premium has ended in this browser. Enter the passphrase to open it again.
				</p>
			) : null}
			<p className="mb-4 text-text-2">Premium opens {benefits}.</p>
			<PasswordForm
				kind="premium"
				isFirstFocus
				label="Premium passphrase"
				submitLabel="Unlock Premium"
				wrongPassword="The premium passphrase you entered is incorrect"
				onGranted={(check) => {
					activate(check);
					showToast({
						title: 'Premium Activated',
						description: 'All art styles and batch sizes are open to you now',
						tone: 'success',
					});
				}}
			>
				<Button onClick={onClose}>Cancel</Button>
			</PasswordForm>
			{hasEnded ? <RemoveButton tone="ghost" className="mt-3 w-full" onRemoved={onClose} /> : null}
		</>
	);
}

function ActivePremium({ onClose }: PartProps) {
	const { user } = useAccess();
	const closeButton = useRef<HTMLButtonElement>(null);
	// The form that had the focus has just made way for this.
	useEffect(() => closeButton.current?.focus(), []);
	return (
		<>
			<Badge tone="gold" icon={<Crown aria-hidden className="size-3.5" />}>
				Premium active
			</Badge>
			<p className="mt-3 text-text-2">Open to you: {benefits}.</p>
			{user === null ? null : (
				<p className="mt-3 text-text-2">
					Premium active until{' '}
					<strong className="text-text">{`${dateText(user.expiresAt)}, ${timeText(user.expiresAt)}`}</strong>: your
					session ends then, unless your visits have renewed it.
				</p>
			)}
			<div className="mt-5 flex flex-wrap gap-3">
				<Button ref={closeButton} tone="primary" className="grow" onClick={onClose}>
					Close
				</Button>
				<RemoveButton tone="danger" onRemoved={onClose} />
			</div>
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
	const removal = trpc.auth.removePremium.useMutation({
		onSuccess(check) {
			forget(check);
			onRemoved();
			showToast({ title: 'Premium Removed', description: 'Premium styles and batch sizes are locked again' });
		},
		onError: ({ message }) =>
			showToast({ title: 'Premium Was Not Removed', description: message, tone: 'destructive' }),
	});
	return (
		<Button
			tone={tone}
			className={className}
			busyText={removal.isPending ? 'Removing...' : undefined}
			onClick={() => removal.mutate()}
		>
			Remove premium
		</Button>
	);
}
