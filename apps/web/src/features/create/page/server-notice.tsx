import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useEffectEvent, useRef } from 'react';
import { isRefusal } from '../../../lib/api/error-messages.ts';
import { useOffline } from '../../../lib/api/offline.ts';
import { ServerUnreachableNotice } from '../../../shell/server-unreachable-notice.tsx';
import { useAccess } from '../../access/gate/access-provider.tsx';
import { useJobs } from '../../jobs/job-queries.ts';

const texts = {
	unreached:
		'The server does not answer right now. What you have chosen stays; generating, presets and prices need the server.',
	unknown: 'What this server offers could not be loaded: prices and limits are missing.',
} as const;

/**
 * Tells that the server does not answer, which the polled list of jobs is the first to notice, or that its settings are
 * missing. Once it answers again, everything that failed meanwhile is requested again.
 */
export function ServerNotice() {
	const { config } = useAccess();
	const { error } = useJobs();
	const queryClient = useQueryClient();
	const isUnreached = error !== null && !isRefusal(error);
	// The banner of all pages says why.
	const isOffline = useOffline();
	const problem = isUnreached ? (isOffline ? null : texts.unreached) : config === null ? texts.unknown : null;

	const refetch = () =>
		queryClient.refetchQueries({ type: 'active', predicate: ({ state }) => state.status === 'error' });
	const recover = useEffectEvent(() => void refetch());
	const wasUnreached = useRef(false);
	useEffect(() => {
		if (wasUnreached.current && !isUnreached) recover();
		wasUnreached.current = isUnreached;
	}, [isUnreached]);

	return <ServerUnreachableNotice problem={problem} onRetry={refetch} />;
}
