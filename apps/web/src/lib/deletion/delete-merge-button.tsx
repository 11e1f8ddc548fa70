import { useState } from 'react';
import { getSubject } from '../api/live/changed-queries.ts';
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
	/** Called when it is gone, also where somebody else was first; resolves once another page is shown, if one is. */
	readonly onDeleted: () => void | Promise<void>;
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
			onDeleted={async () => {
				utils.merge.list.setData({}, (jobs) => jobs?.filter(({ id }) => id !== jobId));
				const left = onDeleted();
				// Not what is about it: the page that still shows it would find it gone.
				void utils.merge.invalidate(undefined, { predicate: (query) => getSubject(query) !== jobId });
				await left;
			}}
		/>
	);
}
