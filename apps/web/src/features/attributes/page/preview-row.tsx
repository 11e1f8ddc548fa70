import { Skeleton } from '@adx/ui/feedback/skeleton';
import clsx from 'clsx';
import { ImageOff } from 'lucide-react';
import { useCallback, useLayoutEffect, useRef, useSyncExternalStore } from 'react';
import { tierTextClass } from '../../../lib/format/format-rarity.ts';
import { attributeTexts } from '../attributes-texts.ts';
import type { PreviewRow, RowValue } from '../worker/attributes-views.ts';
import type { ThumbnailCache } from '../worker/thumbnail-cache.ts';

const texts = attributeTexts.preview;

export const rowPx = 52;

export interface PreviewTableRowProps {
	/** The index in the view, from 0. */
	readonly place: number;
	/** Undefined while it is on its way. */
	readonly row: PreviewRow | undefined;
	readonly shelf: ThumbnailCache | null;
	readonly columnCount: number;
}

/** One image: its file, and what it gets. */
export function PreviewTableRow({ place, row, shelf, columnCount }: PreviewTableRowProps) {
	if (row === undefined) {
		return (
			<tr style={{ height: rowPx }} aria-rowindex={place + 2}>
				<td colSpan={columnCount} className="px-3">
					<Skeleton className="h-5 w-full" />
				</td>
			</tr>
		);
	}
	return (
		<tr style={{ height: rowPx }} aria-rowindex={place + 2} className="*:border-t *:border-border hover:bg-surface-2">
			<th scope="row" className="sticky left-0 bg-surface-1 px-3 text-left font-normal">
				<span className="flex items-center gap-3">
					{shelf === null ? null : <SmallPictureOf index={row.index} shelf={shelf} />}
					<span className="block w-24 min-w-0 sm:w-36">
						<span className="block truncate font-medium" title={row.path}>
							{row.path}
						</span>
						<span className="block text-xs text-text-3">#{row.tokenNumber}</span>
					</span>
				</span>
			</th>
			<td className="px-3 text-right">{row.rank.toLocaleString('en')}</td>
			<td className={clsx('px-3 font-medium', row.keptRarity === null && tierTextClass[row.tier])}>
				{row.keptRarity === null ? row.tier : <TraitValue value={{ text: row.keptRarity, isKept: true }} />}
			</td>
			{row.values.map((value, column) => (
				<td key={column} className="px-3">
					<TraitValue value={value} />
				</td>
			))}
			<td className="px-3 text-text-2">{texts.others(row.otherCount)}</td>
		</tr>
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

function SmallPictureOf({ index, shelf }: { readonly index: number; readonly shelf: ThumbnailCache }) {
	const subscribe = useCallback((listener: () => void) => shelf.onPicture(index, listener), [shelf, index]);
	const picture = useSyncExternalStore(subscribe, () => shelf.picture(index));
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
