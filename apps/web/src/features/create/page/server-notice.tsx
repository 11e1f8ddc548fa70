import { Button } from '@adx/ui/controls/button';
import { useQueryClient } from '@tanstack/react-query';
import { Unplug } from 'lucide-react';
import { useEffect, useEffectEvent, useRef, useState } from 'react';
import { isRefusal } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { useFocusFallback } from '../../../lib/hooks/use-focus-fallback.ts';
import { measureNotice } from '../../../shell/measured-height.ts';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useJobs } from '../../jobs/job-queries.ts';

const texts = {
	unreached:
		'The server does not answer right now. What you have chosen stays; generating, presets and prices need the server.',
	unknown: 'What this server offers could not be loaded: prices and limits are missing.',
	again: 'Try again',
	trying: 'Trying...',
} as const;

/**
 * Tells that the server does not answer, which the polled list of jobs is the first to notice, or that its settings are
 * missing. Once it answers again, everything that failed meanwhile is requested again.
 */
export function ServerNotice() {
	const { config } = useAccess();
	const { error } = useJobs();
	const queryClient = useQueryClient();
	const [isTrying, setTrying] = useState(false);
	const isUnreached = error !== null && !isRefusal(error);
	// The banner of all pages says why.
	const isOffline = useOffline();
	const problem = isUnreached ? (isOffline ? null : texts.unreached) : config === null ? texts.unknown : null;
	// The button goes with the notice.
	const place = useFocusFallback<HTMLDivElement>(problem === null);

	const refetch = () =>
		queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
	const recover = useEffectEvent(() => void refetch());
	const wasUnreached = useRef(false);
	useEffect(() => {
		if (wasUnreached.current && !isUnreached) recover();
		wasUnreached.current = isUnreached;
	}, [isUnreached]);

	async function tryAgain() {
		setTrying(true);
		await refetch();
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
						<Button size="small" busyText={isTrying ? texts.trying : undefined} onClick={() => void tryAgain()}>
							{texts.again}
						</Button>
					</div>
				</div>
			)}
		</div>
	);
}
