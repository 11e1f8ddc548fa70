import { Button } from '@adx/ui/controls/button';
import { useFocusFallback } from '@adx/ui/focus/use-focus-fallback';
import { Unplug } from 'lucide-react';
import { useState } from 'react';
import { measureNotice } from './measured-height.ts';

export interface ServerUnreachableNoticeProps {
	/** What does not work for now, in whole sentences; null shows nothing. */
	readonly problem: string | null;
	/** Asks again; resolves when there is an answer, or none again. */
	readonly onRetry: () => Promise<unknown>;
}

/** Tells, above what a page showed before, that the server does not answer. */
export function ServerUnreachableNotice({ problem, onRetry }: ServerUnreachableNoticeProps) {
	const [isTrying, setTrying] = useState(false);
	// The button goes with the notice.
	const place = useFocusFallback<HTMLDivElement>(problem === null);

	async function retry() {
		setTrying(true);
		await onRetry();
		setTrying(false);
	}

	return (
		<div ref={place} tabIndex={-1} className="outline-none">
			{problem === null ? null : (
				<div ref={measureNotice} className="pb-3">
					<div
						role="alert"
						className="flex flex-wrap items-center gap-x-4 gap-y-2 rounded-md border border-ember-text bg-surface-1 px-4 py-2.5"
					>
						<Unplug aria-hidden className="size-5 shrink-0 text-ember-text max-sm:hidden" />
						<p className="min-w-0 grow basis-56 text-text">{problem}</p>
						<Button size="small" busyText={isTrying ? 'Trying...' : undefined} onClick={() => void retry()}>
							Try again
						</Button>
					</div>
				</div>
			)}
		</div>
	);
}
