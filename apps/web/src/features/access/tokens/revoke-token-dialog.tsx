import { Button } from '@adx/ui/controls/button';
import { Dialog } from '@adx/ui/surfaces/dialog';
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
		<Dialog open={open} onClose={onClose} title={texts.title}>
			<p className="wrap-anywhere text-text-2">
				{texts.text.before} <strong className="text-text">{token?.name}</strong> {texts.text.after}
			</p>
			<div className="mt-5 flex flex-wrap gap-3">
				<Button className="grow" onClick={onClose}>
					{texts.keep}
				</Button>
				<Button
					tone="danger"
					className="grow"
					busyText={isPending ? texts.revoking : undefined}
					onClick={() => {
						if (token !== null) revoke(token);
					}}
				>
					{texts.submit}
				</Button>
			</div>
		</Dialog>
	);
}
