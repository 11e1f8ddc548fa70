import { Button } from '@adx/ui/controls/button';
import { showToast } from '@adx/ui/feedback/toast-store';
import { ConfirmDialog } from '@adx/ui/surfaces/confirm-dialog';
import type { ImageMintStatus } from '@adx/validators/mint';
import { useState } from 'react';
import { trpc } from '../../../lib/api/trpc.ts';
import { formatTime } from '../../../lib/format/format-date.ts';
import { mintTexts } from './mint-texts.ts';

const texts = mintTexts.cancel;

interface CancelMintProps {
	/** One that is prepared or under way. */
	readonly mint: ImageMintStatus;
	/** The id of what names the image. */
	readonly describedBy: string;
}

/** Gives a mint up, once its owner has read what that does and what it cannot do. */
export function CancelMint({ mint, describedBy }: CancelMintProps) {
	const { imageId, chain, permittedUntil } = mint;
	const [isOpen, setOpen] = useState(false);
	const utils = trpc.useUtils();
	const cancel = trpc.mint.cancel.useMutation({
		onError: ({ message }) => showToast({ title: texts.failed, description: message, tone: 'destructive' }),
		onSettled: async () => {
			await utils.mint.status.invalidate();
			setOpen(false);
		},
	});
	return (
		<>
			<Button size="small" tone="ghost" aria-describedby={describedBy} onClick={() => setOpen(true)}>
				{texts.button}
			</Button>
			<ConfirmDialog
				open={isOpen}
				title={texts.title}
				text={texts.text(permittedUntil === null ? '' : formatTime(permittedUntil)).map((sentences) => (
					<span key={sentences} className="mb-3 block last:mb-0">
						{sentences}
					</span>
				))}
				confirmLabel={texts.confirm}
				cancelLabel={texts.keep}
				busyText={cancel.isPending ? texts.busy : undefined}
				staysOpen
				onClose={() => setOpen(false)}
				onConfirm={() => cancel.mutate({ imageId, chain })}
			/>
		</>
	);
}
