import { tileSheetUrls } from 'virtual:forge-tiles';
import clsx from 'clsx';
import { getTilePosition, type OptionTileSheet, tileColumns } from './option-tile-sheet.ts';

export interface ForgeTileProps {
	readonly sheet: OptionTileSheet;
	readonly value: string;
	/** Must give the square its size. */
	readonly className: string;
}

/**
 * The forge's picture of one option, cut from the sheet of its list. Decoration: the option's name stands beside it.
 * The browser fetches the sheet, once for all of its tiles, when the first of them comes near the view.
 */
export function OptionTile({ sheet, value, className }: ForgeTileProps) {
	const place = getTilePosition(sheet, value);
	return (
		<span className={clsx('relative block shrink-0 overflow-hidden bg-surface-3', className)}>
			{place === undefined ? null : (
				<img
					src={tileSheetUrls[sheet]}
					alt=""
					loading="lazy"
					decoding="async"
					draggable={false}
					className="absolute max-w-none"
					style={{
						width: `${tileColumns * 100}%`,
						height: `${place.rows * 100}%`,
						left: `${-place.column * 100}%`,
						top: `${-place.row * 100}%`,
					}}
				/>
			)}
		</span>
	);
}
