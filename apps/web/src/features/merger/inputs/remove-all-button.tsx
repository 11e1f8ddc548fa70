import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import { useState } from 'react';
import { mergerTexts } from '../merger-texts.ts';
import { mergerClient } from '../worker/merger-client.ts';

const { input, added, removal: texts } = mergerTexts;

/** Removes every collection, once that was said a second time: reading and sending them may have taken an hour. */
export function RemoveAllButton({ collectionCount }: { readonly collectionCount: number }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button size="small" tone="ghost" onClick={() => setOpen(true)}>
				{input.removeAll}
			</Button>
			<ConfirmDialog
				open={isOpen}
				title={texts.title(collectionCount)}
				text={texts.text}
				confirmLabel={texts.remove(collectionCount)}
				cancelLabel={texts.keep}
				onClose={() => setOpen(false)}
				onConfirm={() => {
					mergerClient.clear();
					showToast({ title: added.allRemoved });
				}}
			/>
		</>
	);
}
