import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { type AccessToken, useRevokeToken } from './token-queries.ts';
import { tokenTexts } from './token-texts.ts';

const texts = tokenTexts.revoke;

export interface RevokeDialogProps {
	readonly open: boolean;
	/** The token in question, kept while the dialog fades; null before the first. */
	readonly token: AccessToken | null;
	readonly onClose: () => void;
	/** Called when the token is gone, or could not be taken away. */
	readonly onSettled: (tokenId: string) => void;
}

/** Asks before a token is ended. */
export function RevokeTokenDialog({ open, token, onClose, onSettled }: RevokeDialogProps) {
	const { isPending, revoke } = useRevokeToken(onSettled);
	return (
		<ConfirmDialog
			staysOpen
			open={open}
			title={texts.title}
			text={
				<>
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
