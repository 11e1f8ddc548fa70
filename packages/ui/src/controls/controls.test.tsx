import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { type SyntheticEvent, useState } from 'react';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { ProgressBar } from '../feedback/progress-bar.tsx';
import { clearRecentMessages, dismissToast, showToast, useToastStore } from '../feedback/toast-store.ts';
import { Tooltip, TooltipProvider } from '../feedback/tooltip.tsx';
import { Dialog } from '../surfaces/dialog.tsx';
import { Button } from './button.tsx';
import { TextField } from './field.tsx';

globalThis.ResizeObserver ??= class {
	observe() {}
	unobserve() {}
	disconnect() {}
};

afterEach(() => {
	cleanup();
	dismissToast();
	clearRecentMessages();
});

describe('a button', () => {
	test('rejects presses while it is busy, says what it is doing, and keeps the focus', async () => {
		const press = vi.fn();
		const { rerender } = render(<Button onClick={press}>Save</Button>);
		act(() => screen.getByRole('button', { name: 'Save' }).focus());
		rerender(
			<Button onClick={press} busyText="Saving...">
				Save
			</Button>,
		);
		const button = screen.getByRole('button', { name: 'Saving...' });
		expect(button).toHaveFocus();
		expect(button).toHaveAttribute('aria-disabled', 'true');
		await userEvent.click(button);
		await userEvent.keyboard('{Enter}');
		expect(press).not.toHaveBeenCalled();
	});

	test('does not submit its form while it is busy, by Enter in a field either', async () => {
		const submit = vi.fn((event: SyntheticEvent) => event.preventDefault());
		render(
			<form onSubmit={submit}>
				<input aria-label="Name" />
				<Button type="submit" busyText="Saving...">
					Save
				</Button>
			</form>,
		);
		await userEvent.type(screen.getByLabelText('Name'), 'Elf{Enter}');
		await userEvent.click(screen.getByRole('button', { name: 'Saving...' }));
		expect(submit).not.toHaveBeenCalled();
	});

	test.each([
		['by itself', { busyText: 'Saving...' }],
		['where its page says so', { 'aria-busy': true }],
	])('says that it is busy %s', (_, props) => {
		render(<Button {...props}>Save</Button>);
		expect(screen.getByRole('button')).toHaveAttribute('aria-busy', 'true');
	});

	test('that can do nothing stays within reach and says why when it is pressed', async () => {
		const press = vi.fn();
		render(
			<Button onClick={press} disabledReason="Locked: unlock it first">
				Regenerate
			</Button>,
		);
		const button = screen.getByRole('button', { name: 'Regenerate', description: 'Locked: unlock it first' });
		await userEvent.click(button);
		expect(button).toHaveFocus();
		expect(button).toHaveAttribute('aria-disabled', 'true');
		expect(press).not.toHaveBeenCalled();
		expect(useToastStore.getState().shown?.title).toBe('Locked: unlock it first');
	});

	test('takes its reason away again as soon as it holds no longer, and nothing else', async () => {
		const { rerender } = render(<Button disabledReason="Locked: unlock it first">Regenerate</Button>);
		await userEvent.click(screen.getByRole('button'));
		rerender(<Button>Regenerate</Button>);
		expect(useToastStore.getState().shown).toBeNull();
		rerender(<Button disabledReason="Saved">Regenerate</Button>);
		act(() => void showToast({ title: 'Saved' }));
		rerender(<Button>Regenerate</Button>);
		expect(useToastStore.getState().shown?.title).toBe('Saved');
	});

	// jsdom lays nothing out, so the classes stand for the room above and below a second line.
	test.each([
		['small', 'min-h-7', 'py-0.5'],
		['medium', 'control-height', 'py-1.5'],
		['large', 'min-h-12', 'py-2'],
	] as const)('%s keeps its height with one line and grows with a second', (size, minimum, padding) => {
		render(<Button size={size}>Show</Button>);
		expect(screen.getByRole('button')).toHaveClass(minimum, padding);
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

	test('it is invalid where what is wrong is said elsewhere', () => {
		render(<TextField label="Name" aria-invalid />);
		expect(screen.getByLabelText('Name')).toBeInvalid();
		expect(screen.getByLabelText('Name')).toHaveClass('border-ember-text');
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
	// It may have the focus itself, and is no more than a line.
	expect(screen.getByRole('dialog')).toHaveClass('outline-none');
	await userEvent.keyboard('{Escape}');
	expect(close).toHaveBeenCalled();
});

test('a dialog hears nothing of the second press of the double click that opened it', async () => {
	const press = vi.fn();
	function Asking() {
		const [isOpen, setOpen] = useState(false);
		const ask = () => {
			press();
			setOpen(true);
		};
		return (
			<>
				<Button onClick={ask}>Ask</Button>
				<Dialog open={isOpen} onClose={() => setOpen(false)} title="Sure?">
					<Button onClick={() => setOpen(false)}>Yes</Button>
				</Dialog>
			</>
		);
	}
	render(<Asking />);
	await userEvent.dblClick(screen.getByRole('button', { name: 'Ask' }));
	expect(press).toHaveBeenCalledTimes(1);
	await userEvent.click(await screen.findByRole('button', { name: 'Yes' }));
	await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull());
	await userEvent.click(screen.getByRole('button', { name: 'Ask' }));
	expect(press).toHaveBeenCalledTimes(2);
});

describe('a tooltip', () => {
	beforeEach(() => {
		vi.useFakeTimers();
		render(
			<TooltipProvider>
				<Tooltip text="A hint">
					<Button>One</Button>
				</Tooltip>
				<Tooltip text="Another hint">
					<Button>Two</Button>
				</Tooltip>
			</TooltipProvider>,
		);
	});
	afterEach(() => vi.useRealTimers());

	const pointAt = (name: string) => fireEvent.pointerMove(screen.getByRole('button', { name }));
	const wait = (ms: number) => act(() => vi.advanceTimersByTime(ms));
	const hint = (name: string) => screen.queryByRole('tooltip', { name });

	test('opens 700 ms after the pointer has come (TST-06)', () => {
		pointAt('One');
		wait(699);
		expect(screen.queryByRole('tooltip')).toBeNull();
		wait(1);
		expect(hint('A hint')).toBeInTheDocument();
	});

	test.each([
		[299, 'opens at once'],
		[300, 'waits 700 ms again'],
	])('%i ms after one has closed, the next %s (TST-06)', (pauseMs, outcome) => {
		pointAt('One');
		wait(700);
		fireEvent.keyDown(document, { key: 'Escape' });
		expect(hint('A hint')).toBeNull();
		wait(pauseMs);
		pointAt('Two');
		expect(hint('Another hint') !== null).toBe(outcome === 'opens at once');
		wait(700);
		expect(hint('Another hint')).toBeInTheDocument();
	});
});
