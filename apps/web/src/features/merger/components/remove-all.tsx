import { Button } from '@adx/ui/button';
import { Dialog } from '@adx/ui/dialog';
import { showToast } from '@adx/ui/toast-store';
import { useState } from 'react';
import { mergerClient } from '../merger-client.ts';
import { mergerTexts } from '../texts.ts';

const { input, added, removal: texts } = mergerTexts;

/** Removes every collection, once that was said a second time: reading and sending them may have taken an hour. */
export function RemoveAll({ collectionCount }: { readonly collectionCount: number }) {
	const [isOpen, setOpen] = useState(false);
	return (
		<>
			<Button size="small" tone="ghost" onClick={() => setOpen(true)}>
				{input.removeAll}
			</Button>
			<Dialog open={isOpen} onClose={() => setOpen(false)} title={texts.title(collectionCount)}>
				<p className="text-text-2">{texts.text}</p>
				<div className="mt-5 flex flex-wrap gap-3">
					<Button
						tone="danger"
						className="grow"
						onClick={() => {
							setOpen(false);
							mergerClient.clear();
							showToast({ title: added.allRemoved });
						}}
					>
						{texts.remove(collectionCount)}
					</Button>
					<Button autoFocus onClick={() => setOpen(false)}>
						{texts.keep}
					</Button>
				</div>
			</Dialog>
		</>
	);
}
