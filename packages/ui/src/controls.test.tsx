import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
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

describe('a tooltip', () => {
	beforeEach(() => vi.useFakeTimers());
	afterEach(() => vi.useRealTimers());

	test('TST-06 opens 700 ms after the pointer has come', () => {
		render(
			<TooltipProvider>
				<Tooltip text="A hint">
					<Button>One</Button>
				</Tooltip>
			</TooltipProvider>,
		);
		fireEvent.pointerMove(screen.getByRole('button', { name: 'One' }));
		act(() => vi.advanceTimersByTime(699));
		expect(screen.queryByRole('tooltip')).toBeNull();
		act(() => vi.advanceTimersByTime(1));
		expect(screen.getByRole('tooltip', { name: 'A hint' })).toBeInTheDocument();
	});
});
