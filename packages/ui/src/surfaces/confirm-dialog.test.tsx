import { render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { ConfirmDialog } from './confirm-dialog.tsx';
import { Dialog } from './dialog.tsx';

/** A dialog with a button that asks whether to leave it. */
function AskingDialog() {
	const [isOpen, setOpen] = useState(true);
	const [isAsking, setAsking] = useState(false);
	return (
		<Dialog open={isOpen} onClose={() => setAsking(true)} title="Phases">
			<button type="button" onClick={() => setAsking(true)}>
				Cancel
			</button>
			<ConfirmDialog
				open={isAsking}
				title="Discard the changes?"
				text="They are not saved."
				confirmLabel="Discard"
				cancelLabel="Keep editing"
				onClose={() => setAsking(false)}
				onConfirm={() => setOpen(false)}
			/>
		</Dialog>
	);
}

test('over another dialog as well the focus is on what keeps everything, and goes back to the button that asked', async () => {
	render(<AskingDialog />);
	await userEvent.click(await screen.findByRole('button', { name: 'Cancel' }));
	await waitFor(() => expect(screen.getByRole('button', { name: 'Keep editing' })).toHaveFocus());
	await userEvent.keyboard('{Enter}');
	await waitFor(() => expect(screen.queryByRole('dialog', { name: 'Discard the changes?' })).toBeNull());
	await waitFor(() => expect(screen.getByRole('button', { name: 'Cancel' })).toHaveFocus());
	expect(screen.getByRole('dialog', { name: 'Phases' })).toBeVisible();
});
