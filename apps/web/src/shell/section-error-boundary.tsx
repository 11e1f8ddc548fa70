import { Button } from '@adx/ui/controls/button';
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
		<div
			role="alert"
			className="grid justify-items-start gap-3 rounded-md border border-dashed border-line p-6 text-text-2"
		>
			<p>{problem}</p>
			<Button onClick={reload}>{shellTexts.failed.reload}</Button>
		</div>
	);
}
