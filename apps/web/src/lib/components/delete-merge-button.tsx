import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { Trash2 } from 'lucide-react';
import { useEffect, useEffectEvent, useState } from 'react';
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
	deletedText: (name: string, freed: string) => `${name} is gone. ${freed} were freed.`,
	freeing: (name: string) => `${name} is gone. Its files are still being deleted.`,
	gone: 'It had already been deleted, in another tab or by another person.',
	answerLost: 'It is gone. Only the answer of the server was lost on its way.',
	offline: 'This browser is offline, so nothing was deleted. Try again once it is online.',
	notDeleted: 'The server did not answer, and nothing was deleted. Try again.',
	noAnswer:
		'The server did not answer, so it is not known whether anything was deleted. Try again once it can be reached.',
} as const;

export interface DeleteMergeProps {
	readonly jobId: string;
	/** Called when it is gone, also where somebody else was first. */
	readonly onDeleted: () => void;
}

/** Deletes the caller's own merge, once the caller has seen what that does. */
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
	const leaveDeleted = (description: string) => leave({ title: texts.deleted, description });
	const leaveFromCheck = useEffectEvent(() => leaveDeleted(hasNoAnswer ? texts.answerLost : texts.gone));
	const isGone = isOpen && deletion.error !== null && getHttpStatus(deletion.error) === 404;
	useEffect(() => {
		if (isGone) leaveFromCheck();
	}, [isGone]);
	const mutation = trpc.merge.delete.useMutation({
		// What fails then was never sent.
		onMutate: () => ({ isOffline: !navigator.onLine }),
		onSuccess: ({ name, freedBytes, isFreeing }) =>
			leave({
				title: texts.deleted,
				description: isFreeing ? texts.freeing(name) : texts.deletedText(name, formatBytes(freedBytes)),
			}),
		onError(error) {
			if (getHttpStatus(error) === 404) leaveDeleted(texts.gone);
			// What came in between is shown as what keeps it.
			else void deletion.refetch();
		},
		onSettled: () => once.finish(),
	});
	const hasNoAnswer = mutation.error !== null && getHttpStatus(mutation.error) === null;
	const isChecked = deletion.isSuccess && !deletion.isFetching;
	function getProblem(): string | null {
		if (hasNoAnswer && isChecked) return texts.notDeleted;
		if (hasNoAnswer) return mutation.context?.isOffline === true ? texts.offline : texts.noAnswer;
		// What kept it is over once a later check finds nothing.
		const isOver = getHttpStatus(mutation.error) === 409 && isChecked && deletion.data.blockers.length === 0;
		return isOver ? null : (mutation.error?.message ?? null);
	}
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
				query={deletion}
				isDeleting={mutation.isPending}
				problem={getProblem()}
				onClose={() => setOpen(false)}
				onConfirm={() => {
					if (once.tryStart()) mutation.mutate({ jobId });
				}}
			/>
		</>
	);
}
