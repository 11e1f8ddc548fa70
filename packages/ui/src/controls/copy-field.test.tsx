import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { CopyField } from './copy-field.tsx';

afterEach(() => {
	cleanup();
	vi.restoreAllMocks();
});

const press = (user: { click: (element: Element) => Promise<void> }) =>
	user.click(screen.getByRole('button', { name: 'Copy Access token' }));

describe('a text to copy', () => {
	test('goes to the clipboard whole, and says so', async () => {
		const user = userEvent.setup();
		render(<CopyField label="Access token" value="adx_secret" />);
		await press(user);
		expect(await screen.findByText('Copied')).toBeVisible();
		expect(await navigator.clipboard.readText()).toBe('adx_secret');
	});

	test('is selected instead where the clipboard refuses', async () => {
		const user = userEvent.setup();
		vi.spyOn(navigator.clipboard, 'writeText').mockRejectedValue(new Error('denied'));
		render(<CopyField label="Access token" value="adx_secret" />);
		await press(user);
		expect(await screen.findByText(/^Selected/)).toBeVisible();
		expect(window.getSelection()?.toString()).toBe('adx_secret');
	});
});
