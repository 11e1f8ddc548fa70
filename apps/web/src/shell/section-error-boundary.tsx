import { ErrorWithRetry } from '@adx/ui/feedback/error-with-retry';
import { CatchBoundary } from '@tanstack/react-router';
import { type ReactNode, useCallback } from 'react';
import { usePageReload } from './page-reload.ts';
import { shellTexts } from './shell-texts.ts';

export interface PartBoundaryProps {
	/** What is missing, and what goes on without it. */
	readonly problem: string;
	readonly children: ReactNode;
}

/** Keeps a failure inside one part of a page, e.g. a chunk that could not be fetched, from taking the whole page. */
export function SectionErrorBoundary({ problem, children }: PartBoundaryProps) {
	const PartFailed = useCallback(() => <Failed problem={problem} />, [problem]);
	return (
		<CatchBoundary getResetKey={() => problem} errorComponent={PartFailed}>
			{children}
		</CatchBoundary>
	);
}

function Failed({ problem }: { readonly problem: string }) {
	const reload = usePageReload();
	return (
		<ErrorWithRetry
			message={problem}
			retryLabel={shellTexts.failed.reload}
			onRetry={reload}
			className="rounded-md border border-dashed border-line p-6 text-text-2"
		/>
	);
}
