import { useState } from 'react';
import { trpc } from '../api/trpc.ts';
import { DeleteButton } from './delete-button.tsx';

const texts = {
	open: 'Delete collection',
	title: 'Delete this collection?',
	deleted: 'Collection Deleted',
	count: 'Tokens',
} as const;

export interface DeleteMergeProps {
	readonly jobId: string;
	/** Called when it is gone, also where somebody else was first. */
	readonly onDeleted: () => void;
}

/** Deletes the caller's own merge, once the caller has seen what that does. */
export function DeleteMergeButton({ jobId, onDeleted }: DeleteMergeProps) {
	const utils = trpc.useUtils();
	const [isOpen, setOpen] = useState(false);
	const deletion = trpc.merge.deletion.useQuery({ jobId }, { enabled: isOpen, staleTime: 0, retry: false });
	return (
		<DeleteButton
			texts={texts}
			isOpen={isOpen}
			onOpenChange={setOpen}
			query={deletion}
			onConfirm={() => utils.client.merge.delete.mutate({ jobId })}
			onDeleted={() => {
				utils.merge.list.setData({}, (jobs) => jobs?.filter(({ id }) => id !== jobId));
				onDeleted();
				void utils.merge.invalidate();
			}}
		/>
	);
}
