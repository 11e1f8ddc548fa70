import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { CatchBoundary, type ErrorComponentProps } from '@tanstack/react-router';
import { type ReactNode, useCallback, useEffect, useRef } from 'react';
import { useOffline } from '../lib/api/offline.ts';
import { isFailedImport } from './failed-import.ts';
import { forgetFailedParts } from './lazy-part.tsx';
import { useReloadOnceReached, whenReached } from './page-reload.ts';
import { shellTexts } from './shell-texts.ts';

export interface PartBoundaryProps {
	/** What is missing, and what goes on without it. */
	readonly problem: string;
	readonly children: ReactNode;
}

/**
 * Keeps a failure inside one part of a page from taking the whole page. Code that could not be fetched is fetched again
 * without a reload where the browser does so.
 */
export function SectionErrorBoundary({ problem, children }: PartBoundaryProps) {
	const hasTriedAgain = useRef(false);
	const PartFailed = useCallback(
		({ error, reset }: ErrorComponentProps) => {
			const tryAgain = () => {
				hasTriedAgain.current = true;
				reset();
			};
			const canTryAgain = isFailedImport(error) && !hasTriedAgain.current;
			return <Failed problem={problem} tryAgain={canTryAgain ? tryAgain : null} onOnline={reset} />;
		},
		[problem],
	);
	return (
		<CatchBoundary getResetKey={() => problem} errorComponent={PartFailed} onCatch={forgetFailedParts}>
			{children}
		</CatchBoundary>
	);
}

interface FailedProps {
	readonly problem: string;
	/** Null where that has failed, or cannot help. */
	readonly tryAgain: (() => void) | null;
	readonly onOnline: () => void;
}

function Failed({ problem, tryAgain, onOnline }: FailedProps) {
	const reload = useReloadOnceReached();
	useEffect(() => useOffline.subscribe((isOffline) => isOffline || onOnline()), [onOnline]);
	return (
		<ErrorWithRetry
			message={problem}
			retryLabel={tryAgain === null ? shellTexts.failed.reload : shellTexts.failed.tryAgain}
			onRetry={() => (tryAgain === null ? reload() : whenReached(tryAgain))}
			className="rounded-md border border-dashed border-line p-6 text-text-2"
		/>
	);
}
