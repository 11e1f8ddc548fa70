import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Trash2 } from 'lucide-react';
import { useState } from 'react';
import { getHttpStatus } from '../api/error-messages.ts';
import { trpc } from '../api/trpc.ts';
import { formatBytes } from '../format/format-quantity.ts';
import { useSingleFlight } from '../hooks/use-single-flight.ts';
import { DeletionDialog } from './deletion-dialog.tsx';

const texts = {
	open: 'Delete collection',
	title: 'Delete this collection?',
	confirm: 'Delete collection',
	deleted: 'Collection Deleted',
	deletedText: (name: string, freed: string) => `${name} is gone. ${freed} are free again.`,
	freeing: (name: string) => `${name} is gone. Its files are still being deleted.`,
	gone: 'It was deleted already, in another tab or by another person.',
} as const;

export interface DeleteMergeProps {
	readonly jobId: string;
	/** Called when it is gone, also where somebody else was first. */
	readonly onDeleted: () => void;
}

/** Deletes the caller's own merge, once it was told what that does. */
export function DeleteMergeButton({ jobId, onDeleted }: DeleteMergeProps) {
	const utils = trpc.useUtils();
	const once = useSingleFlight();
	const [isOpen, setOpen] = useState(false);
	const deletion = trpc.merge.deletion.useQuery({ jobId }, { enabled: isOpen, staleTime: 0, retry: false });

	function leave(message: { readonly title: string; readonly description: string }) {
		setOpen(false);
		utils.merge.list.setData({}, (jobs) => jobs?.filter(({ id }) => id !== jobId));
		showToast({ ...message, tone: 'success' });
		onDeleted();
		void utils.merge.invalidate();
	}
	const mutation = trpc.merge.delete.useMutation({
		onSuccess: ({ name, freedBytes, isFreeing }) =>
			leave({
				title: texts.deleted,
				description: isFreeing ? texts.freeing(name) : texts.deletedText(name, formatBytes(freedBytes)),
			}),
		onError(error) {
			if (getHttpStatus(error) === 404) leave({ title: texts.deleted, description: texts.gone });
			// What came in between is told as what keeps it.
			else void deletion.refetch();
		},
		onSettled: () => once.finish(),
	});
	return (
		<>
			<Button
				tone="ghost"
				icon={<Trash2 aria-hidden className="size-4" />}
				onClick={() => {
					mutation.reset();
					setOpen(true);
				}}
			>
				{texts.open}
			</Button>
			<DeletionDialog
				open={isOpen}
				title={texts.title}
				confirmLabel={texts.confirm}
				deletion={deletion}
				isDeleting={mutation.isPending}
				problem={mutation.error?.message ?? null}
				onClose={() => setOpen(false)}
				onConfirm={() => {
					if (once.tryStart()) mutation.mutate({ jobId });
				}}
			/>
		</>
	);
}
