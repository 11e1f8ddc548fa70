import { followBottomInset, measureBottomInset } from '@adx/ui/layout/bottom-inset';
import clsx from 'clsx';
import { createContext, type ReactNode, use } from 'react';
import { createPortal } from 'react-dom';
import { useMediaQuery } from '../lib/hooks/use-media-query.ts';
import { usePortalTarget } from '../lib/hooks/use-portal-target.ts';
import { useScreenKeyboard } from './use-screen-keyboard.ts';

type BottomBarSlot = 'main' | 'centre' | 'end';

const BottomBarSlots = createContext<Readonly<Record<BottomBarSlot, HTMLElement | null>> | null>(null);

/** Below this width whatever stays at the bottom of the window stands in one bar, the page's main button included. */
export const narrowQuery = '(width < 64rem)';

/** In windows of a few lines nothing stays at the bottom: the bar is the end of the page. */
const tinyQuery = '(height < 22rem)';

/**
 * Gives what stays at the bottom of the window one place, a bar of its own, so that nothing lies over anything. The page
 * ends above it, and so do fields that take the focus and toasts.
 */
export function BottomBar({ children }: { readonly children: ReactNode }) {
	const [main, setMain] = usePortalTarget();
	const [centre, setCentre] = usePortalTarget();
	const [end, setEnd] = usePortalTarget();
	const isHidden = useScreenKeyboard();
	const isFixed = !useMediaQuery(tinyQuery);
	return (
		<BottomBarSlots value={{ main, centre, end }}>
			{children}
			{isFixed ? <div ref={followBottomInset} aria-hidden className="h-(--bottom-inset)" /> : null}
			<div
				ref={isFixed ? measureBottomInset : undefined}
				className={clsx(
					isFixed ? 'fixed' : 'relative mt-4',
					'inset-x-0 bottom-0 z-20 grid items-end border-t border-border bg-surface-1 px-3 pt-2 pb-[max(0.5rem,env(safe-area-inset-bottom))] not-has-[>*:not(:empty)]:hidden max-lg:low:pt-1.5 max-lg:low:pb-[max(0.375rem,env(safe-area-inset-bottom))] sm:px-6',
					// Both sides are as wide, so that what is between them is at the centre.
					'grid-cols-[minmax(0,1fr)_auto] has-[>[data-centre]:not(:empty)]:grid-cols-[minmax(4.75rem,1fr)_minmax(0,auto)_minmax(4.75rem,1fr)] sm:has-[>[data-centre]:not(:empty)]:grid-cols-[minmax(6.5rem,1fr)_minmax(0,auto)_minmax(6.5rem,1fr)]',
					// On a phone half of a row is too little for the page's main button: it takes what the icons beside it leave.
					'max-sm:has-[>section:not(:empty)]:grid-cols-[minmax(0,1fr)_auto_auto]!',
					// Its ends stand where those of the page do.
					'lg:grid-cols-[minmax(13rem,1fr)_minmax(0,auto)_minmax(13rem,1fr)]! lg:px-[max(1.5rem,50vw-48.5rem)]',
					isHidden && 'max-lg:hidden',
				)}
			>
				<section ref={setMain} aria-label="Main action" className="contents empty:hidden lg:hidden" />
				<div
					ref={setCentre}
					data-centre
					className="col-start-2 mx-1.5 flex sm:mx-2 min-w-0 justify-center empty:hidden"
				/>
				<div
					ref={setEnd}
					className="-col-end-1 justify-self-end empty:hidden sm:ml-2 max-sm:[[data-centre]:empty+&]:ml-1.5"
				/>
			</div>
		</BottomBarSlots>
	);
}

/** Draws into the bar of the page; `main` is for narrow windows only, wide ones have room for it where it belongs. */
export function BottomBarPortal({ place, children }: { readonly place: BottomBarSlot; readonly children: ReactNode }) {
	const element = use(BottomBarSlots)?.[place];
	return element == null ? null : createPortal(children, element);
}
