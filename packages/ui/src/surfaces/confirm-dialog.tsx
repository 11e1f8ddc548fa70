import type { ReactNode } from 'react';
import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';
import { DialogButtons } from './dialog-buttons.tsx';

export interface ConfirmDialogProps {
	readonly open: boolean;
	readonly title: string;
	/** What will be lost, and what will not. */
	readonly text: ReactNode;
	/** On the button that does it. */
	readonly confirmLabel: string;
	/** On the button that leaves everything as it is. */
	readonly cancelLabel: string;
	/** On the first button while it is being done. */
	readonly busyText?: string | undefined;
	/** Leaves the dialog open until its owner closes it. */
	readonly staysOpen?: boolean;
	readonly onClose: () => void;
	/** Called once the dialog is closing, unless it stays open. */
	readonly onConfirm: () => void;
}

/** Asks a second time before something is gone; Enter alone keeps it. */
export function ConfirmDialog(props: ConfirmDialogProps) {
	const { open, title, text, confirmLabel, cancelLabel, busyText, staysOpen = false, onClose, onConfirm } = props;
	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<p className="wrap-anywhere text-text-2">{text}</p>
			<DialogButtons
				className="mt-5"
				primary={
					<Button
						tone="danger"
						className="grow"
						busyText={busyText}
						onClick={() => {
							if (!staysOpen) onClose();
							onConfirm();
						}}
					>
						{confirmLabel}
					</Button>
				}
			>
				{/* Over another dialog Headless UI takes the focus from everything that is not marked so. */}
				<Button autoFocus data-autofocus onClick={onClose}>
					{cancelLabel}
				</Button>
			</DialogButtons>
		</Dialog>
	);
}
