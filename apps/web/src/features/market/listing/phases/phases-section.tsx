import { Button } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useRef, useState } from 'react';
import { phaseTexts as texts } from './phase-texts.ts';
import { PhasesDialog } from './phases-dialog.tsx';

/** How many phases a sale has, and the way to change them. */
export function PhasesSection({ sale }: { readonly sale: CreatorSale }) {
	const [isOpen, setOpen] = useState(false);
	const [message, setMessage] = useState('');
	const opener = useRef<HTMLButtonElement>(null);
	function close() {
		setOpen(false);
		// A dialog that goes together with the question in it gives the focus to the window around both, within this task.
		setTimeout(() => opener.current?.focus());
	}
	const { phases } = sale;
	return (
		<section aria-label={texts.title} className="grid gap-2 border-t border-border pt-4">
			<div className="flex flex-wrap items-center justify-between gap-3">
				<p className="text-sm text-text-2">{phases.length === 0 ? texts.none : texts.some(phases.length)}</p>
				<Button
					ref={opener}
					onClick={() => {
						setMessage('');
						setOpen(true);
					}}
				>
					{texts.open}
				</Button>
			</div>
			<StatusMessage text={message} />
			{isOpen ? (
				<PhasesDialog
					sale={sale}
					onClose={close}
					onSaved={() => {
						setOpen(false);
						setMessage(texts.saved);
					}}
				/>
			) : null}
		</section>
	);
}
