import { Button } from '@adx/ui/controls/button';
import { Skeleton } from '@adx/ui/feedback/skeleton';
import { Trash2 } from 'lucide-react';
import { formatBytes } from '../../../lib/format/format-quantity.ts';
import { useCleanupUploads, useUploadUsage } from './database-queries.ts';

interface UnusedUploadsProps {
	readonly scope: 'own' | 'all';
	readonly isShown: boolean;
}

/** What uploads take that nothing uses yet, and the way to free it without deleting an image. */
export function UnusedUploads({ scope, isShown }: UnusedUploadsProps) {
	const { data: usage, error } = useUploadUsage(isShown);
	const cleanup = useCleanupUploads();
	const whose = scope === 'all' ? 'everybody’s uploads' : 'your uploads';

	function deleteUnused() {
		const isSure = window.confirm(
			`Delete ${whose} that nothing uses? Collections on open merger pages and layers on open Create pages are sent again; reference images have to be added again.`,
		);
		if (isSure) cleanup.mutate({ ...(scope === 'all' ? { scope } : {}), uploadsOnly: true });
	}

	return (
		<>
			<p className="mt-4 flex justify-between gap-2">
				<span className="text-text-2">Your unused uploads</span>
				<span className="figures font-semibold">
					{usage !== undefined ? usageText(usage) : error === null ? <Skeleton className="h-6 w-24" /> : 'unknown'}
				</span>
			</p>
			<Button
				tone="secondary"
				className="mt-2 w-full"
				onClick={deleteUnused}
				busyText={cleanup.isPending ? 'Deleting...' : undefined}
				icon={<Trash2 aria-hidden className="size-5" />}
			>
				Delete Unused Uploads
			</Button>
			<p role="status" className="mt-1 text-sm text-text-2">
				{cleanup.data === undefined ? null : `${formatBytes(cleanup.data.freedBytes)} of the disk were freed.`}
			</p>
			{cleanup.error === null ? null : (
				<p role="alert" className="mt-1 text-sm text-text-2">
					{cleanup.error.message}
				</p>
			)}
		</>
	);
}

const usageText = ({
	unusedBytes,
	quotaBytes,
}: {
	readonly unusedBytes: number;
	readonly quotaBytes: number | null;
}) => (quotaBytes === null ? formatBytes(unusedBytes) : `${formatBytes(unusedBytes)} of ${formatBytes(quotaBytes)}`);
