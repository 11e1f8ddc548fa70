import '@testing-library/jest-dom/vitest';
import { act, cleanup, fireEvent, render, screen, waitFor } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { Toaster } from './toast.tsx';
import { clearRecentMessages, dismissToast, recentMessagesMax, showToast, useToastStore } from './toast-store.ts';

// jsdom has no pointer capture, which the swipe of a real browser relies on.
Element.prototype.setPointerCapture ??= () => {};
Element.prototype.releasePointerCapture ??= () => {};
Element.prototype.hasPointerCapture ??= () => false;

beforeEach(() => {
	render(<Toaster />);
});
afterEach(() => {
	act(() => dismissToast());
	act(() => clearRecentMessages());
	cleanup();
	vi.useRealTimers();
});

describe('toasts', () => {
	test('a new toast takes the place of the one before (TST-01)', () => {
		act(() => showToast({ title: 'First' }));
		act(() => showToast({ title: 'Second', description: 'It says more' }));
		expect(screen.queryByText('First')).toBeNull();
		expect(screen.getByText('Second')).toBeVisible();
		expect(screen.getByText('It says more')).toBeVisible();
	});

	test('a long description takes three lines', () => {
		act(() => showToast({ title: 'Saved', description: 'long '.repeat(50) }));
		expect(screen.getByText(/^long long/)).toHaveClass('line-clamp-3');
	});

	test('a toast stays for 5000 ms (TST-02)', () => {
		vi.useFakeTimers();
		act(() => showToast({ title: 'Brief' }));
		act(() => vi.advanceTimersByTime(4_900));
		expect(screen.queryByText('Brief')).not.toBeNull();
		act(() => vi.advanceTimersByTime(200));
		expect(screen.queryByText('Brief')).toBeNull();
	});

	test('a second toast gets its own 5000 ms (TST-02)', () => {
		vi.useFakeTimers();
		act(() => showToast({ title: 'Early' }));
		act(() => vi.advanceTimersByTime(3_000));
		act(() => showToast({ title: 'Late' }));
		act(() => vi.advanceTimersByTime(4_000));
		expect(screen.queryByText('Late')).not.toBeNull();
		act(() => vi.advanceTimersByTime(1_100));
		expect(screen.queryByText('Late')).toBeNull();
	});

	test('a toast takes the pointer from its first frame, whatever the viewport around it says', async () => {
		act(() => showToast({ title: 'Close me' }));
		screen.getByRole('region').style.pointerEvents = 'none';
		await userEvent.click(screen.getByRole('button', { name: 'Close message' }));
		expect(screen.queryByText('Close me')).toBeNull();
	});

	test.each([
		[40, 'stays'],
		[60, 'goes'],
	])('swiped %i px to the right it %s (TST-03)', (distancePx, outcome) => {
		act(() => showToast({ title: 'Swipe me' }));
		const card = screen.getByText('Swipe me').closest('li');
		if (card === null) throw new Error('the toast is not a list item');
		fireEvent.pointerDown(card, { clientX: 100, clientY: 10, button: 0, pointerId: 1 });
		fireEvent.pointerMove(card, { clientX: 100 + distancePx, clientY: 10, pointerId: 1 });
		fireEvent.pointerUp(card, { clientX: 100 + distancePx, clientY: 10, pointerId: 1 });
		expect(screen.queryByText('Swipe me') === null).toBe(outcome === 'goes');
	});

	test('F8 moves focus to the region that holds toasts (TST-04)', async () => {
		act(() => showToast({ title: 'Here' }));
		await userEvent.keyboard('[F8]');
		const region = screen.getByRole('region', { name: 'Notifications (F8)' });
		expect(region.contains(document.activeElement)).toBe(true);
	});

	test('the stack is capped at 420px from medium screens on (TST-05)', () => {
		expect(screen.getByRole('region').querySelector('ol')).toHaveClass('sm:max-w-[420px]', 'left-0');
	});

	test('an error says so in words and is announced at once', () => {
		act(() => showToast({ title: 'Invalid Password', tone: 'destructive' }));
		expect(screen.getByText('Error:')).toHaveClass('sr-only');
	});

	test('the close button takes it away', async () => {
		act(() => showToast({ title: 'Close me' }));
		await userEvent.click(screen.getByRole('button', { name: 'Close message' }));
		expect(screen.queryByText('Close me')).toBeNull();
	});
});

describe('beside a dialog', () => {
	const toastHeight = 100;
	/** A dialog with a control at each of these heights of a window of 740 px. */
	function openDialog(...tops: number[]): void {
		vi.stubGlobal('innerHeight', 740);
		const dialog = document.createElement('div');
		dialog.setAttribute('data-dialog-window', 'true');
		for (const top of tops) {
			const button = document.createElement('button');
			button.getBoundingClientRect = () => new DOMRect(20, top, 320, 40);
			dialog.append(button);
		}
		document.body.append(dialog);
	}
	const viewport = () => screen.getByRole('region').querySelector('ol')!;
	const inset = () => document.documentElement.style.getPropertyValue('--dialog-bottom-inset');
	function show(): void {
		viewport().getBoundingClientRect = () => new DOMRect(0, 640, 360, toastHeight);
		act(() => showToast({ title: 'Saved' }));
	}

	afterEach(() => {
		document.querySelector('[data-dialog-window]')?.remove();
		vi.unstubAllGlobals();
	});

	test('it stays at the bottom where it covers no control', () => {
		openDialog(20, 500);
		show();
		expect(viewport()).toHaveClass('bottom-(--bottom-inset,0px)');
		expect(inset()).toBe('');
	});

	test('it stands at the top where it would cover one at the bottom', () => {
		openDialog(300, 650);
		show();
		expect(viewport()).toHaveClass('top-0');
		expect(inset()).toBe('');
	});

	test('a dialog that fills the window ends above it, as long as it is there', () => {
		openDialog(20, 650);
		show();
		expect(viewport()).toHaveClass('bottom-(--bottom-inset,0px)');
		expect(inset()).toBe(`${toastHeight}px`);
		act(() => dismissToast());
		expect(inset()).toBe('');
	});

	test('a dialog that is clear of it once it ends above it stays there', async () => {
		// 600 px high in the middle of 740 px, with controls at both ends: both places of the toast cover one.
		openDialog(75, 625);
		for (const button of document.querySelectorAll<HTMLElement>('[data-dialog-window] button')) {
			const { top } = button.getBoundingClientRect();
			button.getBoundingClientRect = () => new DOMRect(20, top - (Number.parseFloat(inset()) || 0) / 2, 320, 40);
		}
		show();
		expect(inset()).toBe(`${toastHeight}px`);
		const placed = vi.spyOn(viewport(), 'getBoundingClientRect');
		for (let round = 1; round <= 3; round += 1) {
			placed.mockClear();
			document.querySelector('[data-dialog-window]')?.append(document.createElement('p'));
			await waitFor(() => expect(placed).toHaveBeenCalled());
			expect(inset()).toBe(`${toastHeight}px`);
		}
	});

	test('it moves as a dialog opens', async () => {
		show();
		openDialog(300, 650);
		await waitFor(() => expect(viewport()).toHaveClass('top-0'));
	});
});

describe('beside what orders', () => {
	const viewport = () => screen.getByRole('region').querySelector('ol')!;
	/** A marked button in a window of 900 px, and a message of 120 px. */
	function show(...buttons: readonly DOMRect[]): HTMLElement[] {
		vi.stubGlobal('innerHeight', 900);
		const elements = buttons.map((box) => {
			const button = document.createElement('button');
			button.setAttribute('data-clear-of-toasts', '');
			button.getBoundingClientRect = () => box;
			document.body.append(button);
			return button;
		});
		viewport().getBoundingClientRect = () => new DOMRect(0, 780, 420, 120);
		act(() => showToast({ title: 'Saved' }));
		return elements;
	}

	afterEach(() => {
		for (const button of document.querySelectorAll('[data-clear-of-toasts]')) button.remove();
		vi.unstubAllGlobals();
	});

	test.each([
		['stands on one that it would cover', '84px', [new DOMRect(24, 816, 416, 60)]],
		['stands on one that is half out of sight', '10px', [new DOMRect(24, 890, 416, 60)]],
		['stands on the upper one of two', '180px', [new DOMRect(24, 816, 416, 60), new DOMRect(24, 720, 200, 60)]],
		['stays below one further up', '', [new DOMRect(24, 700, 416, 60)]],
		['stays left of one at the right', '', [new DOMRect(600, 816, 416, 60)]],
		['stays where one leaves no room above it', '', [new DOMRect(24, 100, 416, 790)]],
		['stays where one is not shown', '', [new DOMRect(0, 0, 0, 0)]],
	])('a message %s', (_, bottom, buttons) => {
		show(...buttons);
		expect(viewport().style.bottom).toBe(bottom);
	});

	test.each([
		['covers', 'top-0', 800],
		['leaves clear', 'bottom-(--bottom-inset,0px)', 700],
		['covers, in a window too low for another place,', 'bottom-(--bottom-inset,0px)', 100],
	])('a message that %s the field with the focus has %s', async (_, className, top) => {
		const field = document.createElement('input');
		field.getBoundingClientRect = () => new DOMRect(24, top, 300, 44);
		document.body.append(field);
		show(...(top === 100 ? [new DOMRect(24, 190, 300, 710)] : []));
		act(() => field.focus());
		await act(() => new Promise((done) => requestAnimationFrame(done)));
		expect(viewport()).toHaveClass(className);
		field.remove();
	});

	test('a message comes down as the page is scrolled, and stands at the bottom the next time', async () => {
		const [button] = show(new DOMRect(24, 816, 416, 60));
		button!.getBoundingClientRect = () => new DOMRect(24, 400, 416, 60);
		fireEvent.scroll(window);
		await waitFor(() => expect(viewport().style.bottom).toBe(''));
	});
});

describe('what was shown', () => {
	const titles = () => useToastStore.getState().recent.map(({ title }) => title);

	test('is kept newest first, dismissed or not, with the moment it was shown', () => {
		vi.useFakeTimers({ now: new Date('2026-11-21T14:03:00Z') });
		act(() => showToast({ title: 'First' }));
		act(() => dismissToast());
		act(() => showToast({ title: 'Second', tone: 'destructive' }));
		expect(titles()).toEqual(['Second', 'First']);
		expect(useToastStore.getState().recent[1]?.shownAt).toEqual(new Date('2026-11-21T14:03:00Z'));
	});

	test('is forgotten from the oldest on, and altogether on demand', () => {
		for (let number = 1; number <= recentMessagesMax + 1; number += 1) act(() => showToast({ title: `${number}` }));
		expect(titles()).toHaveLength(recentMessagesMax);
		expect(titles().at(-1)).toBe('2');
		act(() => clearRecentMessages());
		expect(titles()).toEqual([]);
		expect(screen.getByText(`${recentMessagesMax + 1}`)).toBeVisible();
	});
});
