import { Button } from '@adx/ui/button';
import { Dialog } from '@adx/ui/dialog';
import { type AccessToken, useRevokeToken } from '../queries.ts';

export interface RevokeDialogProps {
	readonly open: boolean;
	/** The token in question, kept while the dialog fades; null before the first. */
	readonly token: AccessToken | null;
	readonly onClose: () => void;
	/** Called when the token is gone, or could not be taken away. */
	readonly onSettled: (tokenId: string) => void;
}

/** Asks before a token is ended. */
export function RevokeDialog({ open, token, onClose, onSettled }: RevokeDialogProps) {
	const revocation = useRevokeToken(onSettled);
	return (
		<Dialog open={open} onClose={onClose} title="Revoke this token?">
			<p className="break-words text-text-2">
				Whatever uses <strong className="text-text">{token?.name}</strong> is refused from now on. This cannot be
				undone.
			</p>
			<div className="mt-5 flex flex-wrap gap-3">
				<Button className="grow" onClick={onClose}>
					Keep it
				</Button>
				<Button
					tone="danger"
					className="grow"
					busyText={revocation.isPending ? 'Revoking...' : undefined}
					onClick={() => {
						if (token !== null) revocation.mutate({ tokenId: token.id });
					}}
				>
					Revoke token
				</Button>
			</div>
		</Dialog>
	);
}
