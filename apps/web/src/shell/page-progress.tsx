import { useRouterState } from '@tanstack/react-router';
import { useEffect, useState } from 'react';
import { shellTexts } from './shell-texts.ts';

/** What comes sooner would only flash. */
const shownAfterMs = 300;

/** Whether another page has been on its way for a while: the one before stays in its place until the other's code is there. */
export function useSlowNavigation(): boolean {
	const isLoading = useRouterState({ select: (state) => state.isLoading });
	const [isSlow, setIsSlow] = useState(false);
	useEffect(() => {
		if (!isLoading) return;
		const timer = setTimeout(() => setIsSlow(true), shownAfterMs);
		return () => {
			clearTimeout(timer);
			setIsSlow(false);
		};
	}, [isLoading]);
	return isSlow;
}

/** A thin bar at the top of the window, and a word for people who cannot see it. */
export function PageProgress({ isShown }: { readonly isShown: boolean }) {
	return (
		<>
			<p role="status" className="sr-only">
				{isShown ? shellTexts.pageOnItsWay : ''}
			</p>
			{isShown ? (
				<span
					aria-hidden
					data-page-progress
					className="pointer-events-none fixed inset-x-0 top-0 z-50 h-[3px] animate-shimmer bg-primary/40 bg-[linear-gradient(90deg,transparent_30%,var(--color-primary)_50%,transparent_70%)] bg-[length:200%_100%] forced-colors:bg-[Highlight]"
				/>
			) : null}
		</>
	);
}
