import { formatNumber } from '@adx/validators/format-number';
import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { PreviewRow, RowValue } from '../worker/attributes-views.ts';
import type { ThumbnailCache } from '../worker/thumbnail-cache.ts';

const texts = attributeTexts.preview;

export interface PreviewCellsProps {
	readonly row: PreviewRow;
	readonly thumbnails: ThumbnailCache | null;
}

/** One image: its file, and what it gets. */
export function PreviewCells({ row, thumbnails }: PreviewCellsProps) {
	return (
		<>
			<th scope="row" className="sticky left-0 bg-surface-1 px-3 text-left font-normal">
				<span className="flex items-center gap-3">
					{thumbnails === null ? null : <SmallPictureOf index={row.index} thumbnails={thumbnails} />}
					<span className="block w-24 min-w-0 sm:w-36">
						<span className="block truncate font-medium" title={row.path}>
							{row.path}
						</span>
						<span className="block text-xs text-text-3">#{row.tokenNumber}</span>
					</span>
				</span>
			</th>
			<td className="px-3 text-right">{formatNumber(row.rank)}</td>
			<td className={clsx('px-3 font-medium', row.keptRarity === null && tierTextClass[row.tier])}>
				{row.keptRarity === null ? row.tier : <TraitValue value={{ text: row.keptRarity, isKept: true }} />}
			</td>
			{row.values.map((value, column) => (
				<td key={column} className="px-3">
					<TraitValue value={value} />
				</td>
			))}
			<td className="px-3 text-text-2">{texts.others(row.otherCount)}</td>
		</>
	);
}

function TraitValue({ value: { text, isKept } }: { readonly value: RowValue }) {
	if (!isKept) return text;
	return (
		<span className="inline-flex items-center gap-1.5">
			<span className="inline-block max-w-40 truncate" title={text}>
				{text}
			</span>
			<span className="rounded-sm border border-line px-1 text-[0.6875rem] leading-4 text-text-2">{texts.kept}</span>
		</span>
	);
}

function SmallPictureOf({ index, thumbnails }: { readonly index: number; readonly thumbnails: ThumbnailCache }) {
	const subscribe = useCallback((listener: () => void) => thumbnails.onPicture(index, listener), [thumbnails, index]);
	const picture = useSyncExternalStore(subscribe, () => thumbnails.picture(index));
	const canvas = useRef<HTMLCanvasElement>(null);
	useLayoutEffect(() => {
		const { current } = canvas;
		if (current === null || picture === undefined || picture === 'none') return;
		current.width = picture.width;
		current.height = picture.height;
		current.getContext('2d')?.drawImage(picture, 0, 0);
	}, [picture]);
	if (picture === 'none') {
		return (
			<span className="grid size-10 shrink-0 place-items-center rounded-sm bg-surface-3 text-text-3">
				<ImageOff aria-hidden className="size-4" />
			</span>
		);
	}
	return (
		<canvas
			key={picture === undefined ? 'awaited' : 'drawn'}
			ref={canvas}
			aria-hidden
			data-drawn={picture !== undefined || undefined}
			className="size-10 shrink-0 rounded-sm bg-surface-3 object-cover"
		/>
	);
}
