import { DialogBackdrop, DialogPanel, DialogTitle, Dialog as HeadlessDialog } from '@headlessui/react';
import clsx from 'clsx';
import { type ReactNode, useEffect, useLayoutEffect } from 'react';
import { focusNearest, getPlaces, isFocusLost } from '../focus/focus-nearby.ts';

export interface DialogProps {
	readonly open: boolean;
	readonly onClose: () => void;
	/** Names the dialog; `hideTitle` keeps it for assistive technology only. */
	readonly title: string;
	readonly hideTitle?: boolean;
	/** `wide` is for lists; `full` leaves the panel's size to the content, up to the whole window. */
	readonly size?: 'normal' | 'wide' | 'full';
	readonly children: ReactNode;
}

/** A modal window: traps focus, closes on Escape and on a click outside, gives focus back once it is gone, which is soon. */
export function Dialog({ open, onClose, title, hideTitle = false, size = 'normal', children }: DialogProps) {
	useIgnoreDoubleClick(open);
	return (
		// Where no control takes the focus it has it itself, without a height: a ring would be a line across the window.
		<HeadlessDialog open={open} onClose={onClose} className="relative z-50 outline-none">
			<DialogBackdrop
				transition
				className="fixed inset-0 bg-scrim backdrop-blur-sm transition-opacity duration-[240ms] data-closed:opacity-0 data-leave:duration-[120ms]"
			/>
			<div
				className={clsx(
					'fixed inset-0 overflow-y-auto',
					// A toast that has no other place stands below.
					size !== 'full' && 'bottom-(--dialog-bottom-inset,0px) grid place-items-center p-4',
				)}
			>
				<DialogPanel
					transition
					data-dialog-window={size === 'full' ? undefined : true}
					className={clsx(
						'transition duration-[240ms] ease-frost data-closed:opacity-0 data-leave:duration-[120ms]',
						size === 'full'
							? 'min-h-full'
							: 'w-full rounded-lg border border-border bg-surface-1 p-5 shadow-pop data-closed:translate-y-2',
						size === 'normal' && 'max-w-md',
						size === 'wide' && 'max-w-3xl',
					)}
				>
					<FocusIfOpenerGone />
					<DialogTitle className={hideTitle ? 'sr-only' : 'font-title mb-3 text-xl wrap-anywhere'}>{title}</DialogTitle>
					{children}
				</DialogPanel>
			</div>
		</HeadlessDialog>
	);
}

const hadFocus = new WeakSet<EventTarget>();
if (typeof document !== 'undefined') {
	document.addEventListener('focusin', ({ target }) => target !== null && hadFocus.add(target), { capture: true });
}

/**
 * Where the button that opened the dialog is gone when it closes, Headless UI gives the focus to whatever had it some time
 * before, anywhere on the page. What the dialog's owner chooses has it instead, or else the heading nearest to the button.
 * First in the dialog, so that nothing in it has the focus yet when this looks.
 */
function FocusIfOpenerGone() {
	useLayoutEffect(() => {
		const opener = document.activeElement;
		if (opener === null || opener === document.body) return;
		const around = getPlaces(opener);
		return () => {
			const page = opener.ownerDocument;
			const moves: { readonly target: EventTarget | null; readonly hadFocus: boolean }[] = [];
			const note = ({ target }: FocusEvent) => {
				moves.push({ target, hadFocus: target !== null && hadFocus.has(target) });
			};
			// On the window, so that it looks before the target counts as one that had the focus.
			const view = page.defaultView;
			view?.addEventListener('focusin', note, { capture: true });
			setTimeout(() => {
				view?.removeEventListener('focusin', note, { capture: true });
				const active = page.activeElement as HTMLElement | null;
				if (opener.isConnected) {
					// Headless UI forgets the opener where a button of the dialog still had the focus as it closed.
					if (isFocusLost(page)) (opener as HTMLElement).focus();
					return;
				}
				// A dialog that has opened meanwhile keeps it.
				if (active?.closest('[role="dialog"]') != null) return;
				// Nobody but Headless UI has moved it.
				const [only, ...others] = moves;
				if (only?.target === active && only?.hadFocus && others.length === 0) active?.blur();
				setTimeout(() => isFocusLost(page) && focusNearest(around));
			});
		};
	}, []);
	return null;
}

/**
 * The second press of a double click that opened the window would count as one outside of it and close it again, or
 * land on a button that came up under the pointer.
 */
function useIgnoreDoubleClick(open: boolean): void {
	useEffect(() => {
		if (!open) return;
		const opening = new AbortController();
		const first = { capture: true, once: true, signal: opening.signal };
		window.addEventListener(
			'mousedown',
			({ detail }) => {
				if (detail < 2) return;
				const press = new AbortController();
				const ignored = { capture: true, signal: press.signal };
				for (const type of ['pointerup', 'click'] as const) window.addEventListener(type, ignore, ignored);
				window.addEventListener('pointerdown', () => press.abort(), ignored);
				opening.signal.addEventListener('abort', () => press.abort());
			},
			first,
		);
		return () => opening.abort();
	}, [open]);
}

function ignore(event: Event): void {
	event.preventDefault();
	event.stopPropagation();
}
