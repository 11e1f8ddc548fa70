import { act, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { useState } from 'react';
import { expect, test } from 'vitest';
import { Dialog } from '../surfaces/dialog.tsx';
import { useKeptFocus } from './use-kept-focus.ts';

function Page() {
	useKeptFocus();
	const [isShown, setShown] = useState(true);
	const [isOpen, setOpen] = useState(false);
	return (
		<main>
			<h1>Gallery</h1>
			<button type="button">Elsewhere</button>
			<section aria-label="Results">
				<h2>Results</h2>
				{isShown ? (
					<>
						<button type="button" onClick={() => setShown(false)}>
							Clear
						</button>
						<button type="button" onClick={() => setOpen(true)}>
							Delete
						</button>
					</>
				) : null}
			</section>
			<Dialog open={isOpen} onClose={() => setOpen(false)} title="Delete this?">
				<button
					type="button"
					onClick={() => {
						setShown(false);
						setOpen(false);
					}}
				>
					Yes
				</button>
			</Dialog>
		</main>
	);
}

const press = (name: string) => userEvent.click(screen.getByRole('button', { name }));
const heading = () => screen.getByRole('heading', { name: 'Results' });

test('a button that takes itself away leaves the focus to the heading of its section', async () => {
	render(<Page />);
	await press('Clear');
	await expect.poll(() => document.activeElement).toBe(heading());
});

test('a button that is gone when its dialog closes does too, whatever had the focus before it', async () => {
	render(<Page />);
	await press('Elsewhere');
	await press('Delete');
	await press('Yes');
	await expect.poll(() => document.activeElement).toBe(heading());
});

test('the focus of somebody who let go of it is not brought back', async () => {
	render(<Page />);
	const clear = screen.getByRole('button', { name: 'Clear' });
	act(() => clear.focus());
	await act(async () => clear.blur());
	await act(async () => clear.click());
	expect(screen.queryByRole('button', { name: 'Clear' })).toBeNull();
	await new Promise((resolve) => setTimeout(resolve, 400));
	expect(document.activeElement).toBe(document.body);
});
