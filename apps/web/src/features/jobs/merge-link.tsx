import { Link } from '@tanstack/react-router';
import { Combine } from 'lucide-react';
import type { Job } from '../../lib/api/trpc.ts';

/** Leads to the merger, which fetches the job's collection as its first or next input. */
export function MergeLink({ job }: { readonly job: Pick<Job, 'id'> }) {
	return (
		<Link
			to="/merger"
			search={{ add: job.id }}
			className="inline-flex items-center gap-1.5 rounded-sm text-sm font-semibold text-primary underline pointer-coarse:min-h-11"
		>
			<Combine aria-hidden className="size-4 shrink-0" />
			Merge with other collections
		</Link>
	);
}
