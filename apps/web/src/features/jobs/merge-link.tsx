import { Link } from '@tanstack/react-router';
import { Combine, Lock } from 'lucide-react';
import type { Job } from '../../lib/api/trpc.ts';
import { useAccess } from '../access/gate/access-provider.tsx';

/** Leads to the merger, which fetches the job's collection as its first or next input. */
export function MergeLink({ job }: { readonly job: Pick<Job, 'id'> }) {
	const { config, user } = useAccess();
	const isLocked =
		config?.lockedPages.includes('merger') === true && user?.premium !== true && user?.adminUnlocked !== true;
	return (
		<Link
			to="/merger"
			search={{ add: job.id }}
			title={isLocked ? 'Opens with Premium' : undefined}
			className="inline-flex items-center gap-1.5 rounded-sm text-sm font-semibold text-primary underline pointer-coarse:min-h-11"
		>
			<Combine aria-hidden className="size-4 shrink-0" />
			Merge with other collections
			{isLocked ? (
				<span aria-hidden className="flex items-center gap-1 text-xs text-gold">
					<Lock className="size-3.5" />
					Premium
				</span>
			) : null}
		</Link>
	);
}
