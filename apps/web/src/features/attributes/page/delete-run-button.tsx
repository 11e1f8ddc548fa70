import type { AttributeJob } from '@adx/validators/attributes';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { DeleteButton } from '../../../lib/deletion/delete-button.tsx';
import { formatDate, formatTime } from '../../../lib/format/format-date.ts';
import { attributeTexts } from '../attributes-texts.ts';

const { openOf, ...texts } = attributeTexts.deletion;

export interface DeleteRunProps {
	readonly job: AttributeJob;
	/** Called when it is gone, also where somebody else was first. */
	readonly onDeleted: () => void;
}

/** Deletes one of the caller's runs, once the caller has seen what that does. */
export function DeleteRunButton({ job, onDeleted }: DeleteRunProps) {
	const { id, createdAt } = job;
	const utils = trpc.useUtils();
	const [isOpen, setOpen] = useState(false);
	const deletion = trpc.attributes.deletion.useQuery({ id }, { enabled: isOpen, staleTime: 0, retry: false });
	return (
		<DeleteButton
			texts={{ ...texts, openLabel: openOf(`${formatDate(createdAt)}, ${formatTime(createdAt)}`) }}
			isOpen={isOpen}
			onOpenChange={setOpen}
			query={deletion}
			onConfirm={() => utils.client.attributes.delete.mutate({ id })}
			onDeleted={() => {
				onDeleted();
				utils.attributes.list.setData(undefined, (jobs) => jobs?.filter((other) => other.id !== id));
				void utils.attributes.list.invalidate();
			}}
		/>
	);
}
