import { createDrawings, type LayerDrawing } from '@adx/collection/layers/layer-drawing';
import type { LayerProject } from '@adx/collection/layers/layer-project';
import type { LayerRow } from '@adx/collection/layers/plan-layers';
import { pixelArtMaxPx } from '@adx/ui/images/pixel-art';

/** Decoded layers that are kept; at 192 px a side these take 44 MB at most. */
const keptMax = 300;

interface PainterFiles {
	readonly files: ReadonlyMap<string, Blob>;
	/** What images are composed in; null where there is no picture. */
	readonly size: { readonly width: number; readonly height: number; readonly isSmooth?: boolean } | null;
}

/** Composes planned rows as the server does, small enough for a storyboard. */
export class LayersPainter {
	readonly #project: LayerProject;
	readonly #files: ReadonlyMap<string, Blob>;
	readonly #size: NonNullable<PainterFiles['size']>;
	readonly #isPixelated: boolean;
	readonly #layers = new Map<string, ImageBitmap>();
	#toDrawing: ((row: LayerRow) => LayerDrawing) | null = null;

	constructor(project: LayerProject, { files, size }: PainterFiles) {
		this.#project = project;
		this.#files = files;
		this.#size = size ?? { width: 1, height: 1 };
		const { width, height, isSmooth } = this.#size;
		this.#isPixelated = isSmooth === false || Math.max(width, height) <= pixelArtMaxPx;
	}

	/** The table of what rows are drawn from is made again with the next one. */
	forgetDrawings(): void {
		this.#toDrawing = null;
	}

	async paint(row: LayerRow, sizePx: number): Promise<ImageBitmap> {
		this.#toDrawing ??= createDrawings(this.#project);
		const { background, parts } = this.#toDrawing(row);
		const scale = sizePx / Math.max(this.#size.width, this.#size.height);
		const [width, height] = [this.#size.width, this.#size.height].map((side) => Math.max(1, Math.round(side * scale)));
		const image = new OffscreenCanvas(width!, height!);
		const context = image.getContext('2d');
		if (context === null) throw new Error('This browser gives a worker no 2D canvas.');
		if (background !== null) {
			context.fillStyle = background;
			context.fillRect(0, 0, width!, height!);
		}
		for (const { path, blend, opacity } of parts) {
			const layer = await this.#decode(path, width!, height!);
			context.globalAlpha = opacity;
			context.globalCompositeOperation = blend;
			context.drawImage(layer, 0, 0);
		}
		if (width === sizePx && height === sizePx) return image.transferToImageBitmap();
		const square = new OffscreenCanvas(sizePx, sizePx);
		square.getContext('2d')?.drawImage(image, (sizePx - width!) / 2, (sizePx - height!) / 2);
		return square.transferToImageBitmap();
	}

	close(): void {
		for (const layer of this.#layers.values()) layer.close();
		this.#layers.clear();
	}

	async #decode(path: string, width: number, height: number): Promise<ImageBitmap> {
		const key = `${width} ${height} ${path}`;
		const known = this.#layers.get(key);
		// A map lists its keys in the order in which they were set.
		this.#layers.delete(key);
		const layer =
			known ??
			(await createImageBitmap(this.#files.get(path)!, {
				resizeWidth: width,
				resizeHeight: height,
				resizeQuality: this.#isPixelated ? 'pixelated' : 'medium',
			}));
		this.#layers.set(key, layer);
		if (this.#layers.size > keptMax) {
			const [oldest] = this.#layers.keys();
			this.#layers.get(oldest!)?.close();
			this.#layers.delete(oldest!);
		}
		return layer;
	}
}
