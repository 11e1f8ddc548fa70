import { useState } from 'react';
import { readLocal, writeLocal } from '../storage/browser-storage.ts';

/** Widths that tiles have at least, in pixels. */
export const tileSizesPx = [96, 144, 200, 320] as const;
export type TileSizePx = (typeof tileSizesPx)[number];

const key = 'adx_tile_size';
const defaultPx: TileSizePx = 144;

/** The size chosen last in this browser. */
export function useTileSize() {
	const [sizePx, setSizePx] = useState<TileSizePx>(
		() => tileSizesPx.find((size) => String(size) === readLocal(key)) ?? defaultPx,
	);
	function choose(next: TileSizePx) {
		setSizePx(next);
		writeLocal(key, String(next));
	}
	return [sizePx, choose] as const;
}

export interface TileSizeProps {
	readonly sizePx: TileSizePx;
	readonly onSize: (sizePx: TileSizePx) => void;
}

/** Smaller tiles show more at once. */
export function TileSizeSlider({ sizePx, onSize }: TileSizeProps) {
	return (
		<label className="grid gap-1 text-sm text-text-2">
			Tile size
			<span className="control-height flex items-center">
				<input
					type="range"
					min={0}
					max={tileSizesPx.length - 1}
					step={1}
					value={tileSizesPx.indexOf(sizePx)}
					aria-valuetext={`${sizePx} pixels`}
					onChange={(event) => onSize(tileSizesPx[Number(event.target.value)] ?? defaultPx)}
					className="w-28 accent-primary"
				/>
			</span>
		</label>
	);
}
