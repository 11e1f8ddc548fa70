import { Button } from '../controls/button.tsx';
import { Dialog } from './dialog.tsx';

export interface ConfirmDialogProps {
	readonly open: boolean;
	readonly title: string;
	/** What will be lost, and what will not. */
	readonly text: string;
	/** On the button that does it. */
	readonly confirmLabel: string;
	/** On the button that leaves everything as it is. */
	readonly cancelLabel: string;
	readonly onClose: () => void;
	/** Called once the dialog is closing. */
	readonly onConfirm: () => void;
}

/** Asks a second time before something is gone; Enter alone keeps it. */
export function ConfirmDialog({
	open,
	title,
	text,
	confirmLabel: confirm,
	cancelLabel: keep,
	onClose,
	onConfirm,
}: ConfirmDialogProps) {
	return (
		<Dialog open={open} onClose={onClose} title={title}>
			<p className="text-text-2">{text}</p>
			<div className="mt-5 flex flex-wrap gap-3">
				<Button
					tone="danger"
					className="grow"
					onClick={() => {
						onClose();
						onConfirm();
					}}
				>
					{confirm}
				</Button>
				<Button autoFocus onClick={onClose}>
					{keep}
				</Button>
			</div>
		</Dialog>
	);
}
