import { Button, buttonClass } from '@adx/ui/controls/button';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useMutation } from '@tanstack/react-query';
import { Download } from 'lucide-react';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { DownloadLink } from '../../../lib/files/download-link.tsx';
import { getRefusalMessage } from '../refusal-message.ts';
import { useCacheSale } from './listing-queries.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.publish;

interface PublishFilesProps {
	readonly sale: CreatorSale;
	/** What opens once they are published: the sale, or its items. */
	readonly opens?: 'sale' | 'reveal';
}

/** The collection's files, for a creator who publishes them, and the word that it is done. */
export function PublishFiles({ sale: { jobId, carUrl }, opens = 'sale' }: PublishFilesProps) {
	const utils = trpc.useUtils();
	const cacheSale = useCacheSale();
	const [problem, setProblem] = useState('');
	const confirm = useMutation({
		mutationFn: () => utils.client.mint.collections.published.mutate({ jobId }),
		onMutate: () => setProblem(''),
		onSuccess: cacheSale,
		onError: (error) => setProblem(getRefusalMessage(error, listingTexts.offline)),
	});
	return (
		<div className="grid gap-4">
			<p className="text-sm text-text-2">{texts.text[opens]}</p>
			{carUrl === null ? null : (
				<DownloadLink href={carUrl} className={buttonClass('primary')}>
					<Download aria-hidden className="size-4" />
					{texts.download}
				</DownloadLink>
			)}
			<p className="text-sm text-text-2">{texts.warning}</p>
			<StatusMessage isError text={problem} />
			<Button busyText={confirm.isPending ? texts.confirming[opens] : undefined} onClick={() => confirm.mutate()}>
				{texts.confirm}
			</Button>
		</div>
	);
}
