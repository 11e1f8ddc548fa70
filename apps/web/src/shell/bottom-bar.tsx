import clsx from 'clsx';
import { createContext, type ReactNode, use, useState } from 'react';
import { createPortal } from 'react-dom';
import { measureHeightAs } from './measured-height.ts';
import { useScreenKeyboard } from './use-screen-keyboard.ts';

type BottomBarSlot = 'main' | 'centre' | 'end';

const BottomBarSlots = createContext<Readonly<Record<BottomBarSlot, HTMLElement | null>> | null>(null);

/** Below this width whatever stays at the bottom of the window stands in one bar, the page's main button included. */
export const narrowQuery = '(width < 64rem)';

/**
 * Gives what stays at the bottom of the window one place, a bar of its own, so that nothing lies over anything. The page
 * ends above it, and so do fields that take the focus and toasts.
 */
export function BottomBar({ children }: { readonly children: ReactNode }) {
	const [main, setMain] = useState<HTMLElement | null>(null);
	const [centre, setCentre] = useState<HTMLElement | null>(null);
	const [end, setEnd] = useState<HTMLElement | null>(null);
	const isHidden = useScreenKeyboard();
	return (
		<BottomBarSlots value={{ main, centre, end }}>
			{children}
			<div aria-hidden className="h-(--bottom-inset)" />
			<div
				ref={measureBottomInset}
				className={clsx(
					'fixed inset-x-0 bottom-0 z-20 flex flex-wrap items-end justify-end gap-2 border-t border-border bg-surface-1 px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] not-has-[>*:not(:empty)]:hidden sm:px-6',
					// Its ends stand where those of the page do.
					'lg:grid lg:grid-cols-[1fr_auto_1fr] lg:px-[max(1.5rem,50vw-48.5rem)]',
					isHidden && 'max-lg:hidden',
				)}
			>
				<section ref={setMain} aria-label="Main action" className="min-w-0 grow basis-44 empty:hidden lg:hidden" />
				<div
					ref={setCentre}
					className="flex min-w-0 justify-center empty:hidden max-sm:not-has-data-compact:grow max-sm:not-has-data-compact:basis-44 lg:col-start-2"
				/>
				<div ref={setEnd} className="min-w-0 empty:hidden lg:col-start-3 lg:justify-self-end" />
			</div>
		</BottomBarSlots>
	);
}

/** Draws into the bar of the page; `main` is for narrow windows only, wide ones have room for it where it belongs. */
export function BottomBarPortal({ place, children }: { readonly place: BottomBarSlot; readonly children: ReactNode }) {
	const element = use(BottomBarSlots)?.[place];
	return element == null ? null : createPortal(children, element);
}

/** As a `ref`, lets the style sheet know how much of the window's bottom this element covers; one at a time. */
export const measureBottomInset = measureHeightAs('--bottom-inset');
