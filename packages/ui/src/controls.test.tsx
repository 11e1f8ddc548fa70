import '@testing-library/jest-dom/vitest';
import { cleanup, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, describe, expect, test, vi } from 'vitest';
import { Button } from './button.tsx';
import { Dialog } from './dialog.tsx';
import { TextField } from './field.tsx';
import { ProgressBar } from './progress-bar.tsx';
import { Tooltip, TooltipProvider } from './tooltip.tsx';

globalThis.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};

afterEach(cleanup);

describe('a button', () => {
	test('rejects presses while it is busy, and says what it is doing', async () => {
		const press = vi.fn();
		render(
			<Button onClick={press} busyText="Saving...">
				Save
			</Button>,
		);
		const button = screen.getByRole('button', { name: 'Saving...' });
		await userEvent.click(button);
		expect(button).toBeDisabled();
		expect(press).not.toHaveBeenCalled();
	});

	test('does not submit the form around it by accident', () => {
		render(<Button>Show</Button>);
		expect(screen.getByRole('button')).toHaveAttribute('type', 'button');
	});
});

describe('a text field', () => {
	test('is named by its label and described by its hint and its error', () => {
		render(<TextField label="Name" hint="Shown to all" error="Too long" />);
		const input = screen.getByLabelText('Name');
		expect(input).toHaveAccessibleDescription('Shown to all Too long');
		expect(input).toBeInvalid();
	});

	test('without an error it is valid', () => {
		render(<TextField label="Name" />);
		expect(screen.getByLabelText('Name')).toBeValid();
	});
});

test.each([
	[-5, '0'],
	[33.4, '33'],
	[250, '100'],
])('a bar at %d percent stands at %s of 100', (percent, shown) => {
	render(<ProgressBar label="Work" percent={percent} />);
	const bar = screen.getByRole('progressbar', { name: 'Work' });
	expect(bar).toHaveAttribute('aria-valuenow', shown);
	expect(bar).toHaveAttribute('aria-valuemax', '100');
});

test('a dialog is named by its title and closes on Escape', async () => {
	const close = vi.fn();
	render(
		<Dialog open onClose={close} title="Sure?">
			<Button>Yes</Button>
		</Dialog>,
	);
	expect(await screen.findByRole('dialog', { name: 'Sure?' })).toBeVisible();
	await userEvent.keyboard('{Escape}');
	expect(close).toHaveBeenCalled();
});

test('TST-06 a tooltip opens 700 ms after the pointer has come', async () => {
	render(
		<TooltipProvider>
			<Tooltip text="A hint">
				<Button>One</Button>
			</Tooltip>
		</TooltipProvider>,
	);
	const startMs = performance.now();
	await userEvent.hover(screen.getByRole('button', { name: 'One' }));
	await screen.findByRole('tooltip', { name: 'A hint' }, { timeout: 3_000 });
	expect(performance.now() - startMs).toBeGreaterThanOrEqual(690);
});
