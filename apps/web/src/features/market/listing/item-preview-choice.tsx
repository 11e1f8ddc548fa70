import { SelectField } from '@adx/ui/controls/select-field';
import { StatusMessage } from '@adx/ui/feedback/status-message';
import { itemPreviewSchema, itemSampleMax } from '@adx/validators/sale/items';
import type { CreatorSale } from '@adx/validators/sale/sales';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { getRefusalMessage } from '../refusal-message.ts';
import { useCacheSale } from './listing-queries.ts';
import { listingTexts } from './listing-texts.ts';

const texts = listingTexts.preview;

/** What the page of a sale shows of items that nobody has bought; may be chosen before it opens. */
export function ItemPreviewChoice({ sale: { jobId, itemPreview, supply } }: { readonly sale: CreatorSale }) {
	const sample = Math.min(itemSampleMax, supply);
	const options = itemPreviewSchema.options.map((value) => ({ value, label: texts.options[value](sample) }));
	const cacheSale = useCacheSale();
	const [message, setMessage] = useState({ text: '', isError: false });
	const { mutate, isPending, variables } = trpc.mint.collections.update.useMutation({
		onMutate: () => setMessage({ text: '', isError: false }),
		onSuccess: (changed) => {
			cacheSale(changed);
			setMessage({ text: texts.saved[changed.itemPreview], isError: false });
		},
		onError: (error) => setMessage({ text: getRefusalMessage(error, listingTexts.offline), isError: true }),
	});
	return (
		<section aria-label={texts.label} className="grid gap-2 border-t border-border pt-4">
			<SelectField
				label={texts.field}
				value={(isPending ? variables.itemPreview : undefined) ?? itemPreview}
				options={options}
				onValue={(value) => {
					if (!isPending) mutate({ jobId, itemPreview: value });
				}}
			/>
			<p className="text-sm text-text-2">{texts.text}</p>
			<StatusMessage {...message} />
		</section>
	);
}
