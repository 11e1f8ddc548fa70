import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { useEffect, useEffectEvent } from 'react';
import { type AccessToken, useRevokeToken } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.revoke;

export interface RevokeDialogProps {
	readonly open: boolean;
	/** The token in question, kept while the dialog fades; null before the first. */
	readonly token: AccessToken | null;
	readonly onClose: () => void;
	/** Called when the token is gone, or could not be taken away. */
	readonly onSettled: (tokenId: string, isRevoked: boolean) => void;
	/** Called once the dialog has left the page and given the focus back. */
	readonly onGone: () => void;
}

/** Asks before a token is ended. */
export function RevokeTokenDialog({ open, token, onClose, onSettled, onGone }: RevokeDialogProps) {
	const { isPending, revoke } = useRevokeToken(onSettled);
	return (
		<ConfirmDialog
			staysOpen
			open={open}
			title={texts.title}
			text={
				<>
					<WhenGone run={onGone} />
					{texts.text.before} <strong className="text-text">{token?.name}</strong> {texts.text.after}
				</>
			}
			confirmLabel={texts.submit}
			cancelLabel={texts.keep}
			busyText={isPending ? texts.revoking : undefined}
			onClose={onClose}
			onConfirm={() => {
				if (token !== null) revoke(token);
			}}
		/>
	);
}

function WhenGone({ run }: { readonly run: () => void }) {
	const onGone = useEffectEvent(run);
	// The dialog gives the focus back in this task.
	useEffect(() => () => void setTimeout(onGone), []);
	return null;
}
