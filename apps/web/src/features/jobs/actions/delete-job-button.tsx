import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { type Job, jobListWithCover, trpc } from '../../../lib/api/trpc.ts';
import { DeleteButton } from '../../../lib/deletion/delete-button.tsx';

const texts = {
	open: 'Delete job',
	title: 'Delete this job?',
	deleted: 'Job Deleted',
	count: 'Images',
} as const;

/** Deletes the caller's own job, once the caller has seen what that does, and leads to the list of jobs. */
export function DeleteJobButton({ job: { id: jobId } }: { readonly job: Pick<Job, 'id'> }) {
	const utils = trpc.useUtils();
	const navigate = useNavigate();
	const [isOpen, setOpen] = useState(false);
	const deletion = trpc.generation.deletion.useQuery({ jobId }, { enabled: isOpen, staleTime: 0, retry: false });

	async function leave() {
		utils.generation.list.setData(jobListWithCover, (jobs) => jobs?.filter(({ id }) => id !== jobId));
		await navigate({ to: '/', search: { tab: 'latest' }, replace: true });
		// Only now: the page that shows it would find it gone.
		await Promise.all([utils.generation.get.reset({ jobId }), utils.generation.list.invalidate()]);
		await utils.database.invalidate();
	}
	return (
		<DeleteButton
			texts={texts}
			isOpen={isOpen}
			onOpenChange={setOpen}
			query={deletion}
			onConfirm={() => utils.client.generation.delete.mutate({ jobId })}
			onDeleted={() => void leave()}
		/>
	);
}
