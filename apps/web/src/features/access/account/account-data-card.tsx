import { Card } from '@adx/ui/surfaces/card';
import type { AccountDeletion } from '@adx/validators/deletion';
import { formatNumber } from '@adx/validators/format-number';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { DeleteButton } from '../../../lib/deletion/delete-button.tsx';
import { useAccess } from '../gate/access-provider.tsx';
import { accountTexts } from './account-texts.ts';

const texts = accountTexts.data;

const buttonTexts = { open: texts.open, title: texts.confirmTitle, deleted: texts.deleted, count: texts.images };

/** Deletes all that the caller's account holds, once the caller has seen what that is, and leads to the gate. */
export function AccountDataCard() {
	const utils = trpc.useUtils();
	const { forgetPerson } = useAccess();
	const [isOpen, setOpen] = useState(false);
	const deletion = trpc.auth.accountDeletion.useQuery(undefined, { enabled: isOpen, staleTime: 0, retry: false });
	return (
		<Card title={texts.title}>
			<p className="mb-3 text-text-2">{texts.text}</p>
			<div className="-ml-3">
				<DeleteButton
					texts={buttonTexts}
					details={deletion.data && toDetails(deletion.data)}
					isOpen={isOpen}
					onOpenChange={setOpen}
					query={deletion}
					onConfirm={() => utils.client.auth.deleteAccount.mutate()}
					onDeleted={forgetPerson}
				/>
			</div>
		</Card>
	);
}

const kinds = Object.entries(texts.counts) as [keyof AccountDeletion['counts'], string][];

const toDetails = ({ counts }: AccountDeletion) =>
	kinds.map(([kind, name]) => [name, formatNumber(counts[kind])] as const);
