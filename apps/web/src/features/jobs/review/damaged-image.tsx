import { Button } from '@adx/ui/controls/button';
import clsx from 'clsx';
import { ImageOff, RotateCcw } from 'lucide-react';
import { useState } from 'react';
import type { JobImage } from '../../../lib/api/trpc.ts';
import type { JobActions } from '../actions/job-actions.ts';
import { imageFileUrl, imageTitle } from '../image-labels.ts';
import { createImageShortcuts } from './image-lightbox-keys.ts';

const texts = {
	title: 'Missing or damaged in storage',
	again: 'Make it again',
	copy: 'Below is a smaller copy of it.',
	regenerable:
		'The picture cannot be shown or downloaded any more. Made again, it becomes another one with the same traits.',
	samePicture:
		'The picture cannot be shown or downloaded now. Made again of your layers, it becomes the same picture, as long as the layers are stored.',
	frozen: {
		already_minted:
			'It is minted: its token shows exactly this picture, so it cannot be made again. The operator’s backup may still have it.',
		mint_under_way:
			'It is being minted: it cannot be made again unless that fails. The operator’s backup may still have the picture.',
	},
} as const;

export interface DamagedImageProps {
	readonly image: JobImage;
	readonly actions: JobActions;
	/** Leaves room for what stands above and below, e.g. '6rem'. */
	readonly reserved: string;
}

/** In place of a picture whose stored file is lost: what can be done about it, and its preview where that is left. */
export function DamagedImage({ image, actions, reserved }: DamagedImageProps) {
	const [copy, setCopy] = useState<'unknown' | 'here' | 'gone'>('unknown');
	const { regenerate } = createImageShortcuts(image, actions);
	const { frozen } = image;
	return (
		<div className="grid w-full justify-items-center gap-3 self-center">
			<section
				aria-label={texts.title}
				className="grid w-full max-w-lg justify-items-start gap-2 rounded-md border border-ember-text bg-surface-1 p-3"
			>
				<p className="flex items-center gap-2 font-semibold">
					<ImageOff aria-hidden className="size-5 shrink-0 text-ember-text" />
					{texts.title}
				</p>
				<p className="text-sm text-text-2">
					{frozen === null ? (actions.makesVariations ? texts.regenerable : texts.samePicture) : texts.frozen[frozen]}
					{copy === 'here' ? ` ${texts.copy}` : null}
				</p>
				{frozen === null ? (
					<Button
						tone="primary"
						size="small"
						disabledReason={regenerate.disabledReason}
						onClick={regenerate.run}
						icon={<RotateCcw aria-hidden className="size-4" />}
					>
						{texts.again}
					</Button>
				) : null}
				{frozen === null && regenerate.disabledReason !== undefined ? (
					<p className="text-sm text-text-2">{`${regenerate.disabledReason}.`}</p>
				) : null}
			</section>
			{copy === 'gone' ? null : (
				<img
					src={imageFileUrl(image, '512')}
					alt={`${imageTitle(image)}, a smaller copy`}
					onLoad={() => setCopy('here')}
					onError={() => setCopy('gone')}
					style={{ maxWidth: `min(100%, 32rem, max(8rem, 100dvh - ${reserved} - 12rem))` }}
					className={clsx('aspect-square w-full rounded-md object-contain', copy === 'unknown' && 'invisible')}
				/>
			)}
		</div>
	);
}
