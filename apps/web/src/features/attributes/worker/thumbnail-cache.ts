import { ImageCache } from '../../../lib/images/image-cache.ts';

/** As many small pictures stay in memory; at 80 px these take a few megabytes. */
const picturesMax = 200;

/** 'none' where the browser sees no picture; undefined while it is awaited. */
export type Thumbnail = ImageBitmap | 'none' | undefined;

/** The small pictures of one folder as far as they were looked at. */
export class ThumbnailCache {
	readonly #pictures = new ImageCache<'none'>(picturesMax);
	readonly #draw: (index: number, take: (bitmap: ImageBitmap | null) => void) => void;
	#wanted: readonly number[] = [];
	#drawn: number | null = null;
	#isClosed = false;

	/** @param draw is called for one picture at a time */
	constructor(draw: (index: number, take: (bitmap: ImageBitmap | null) => void) => void) {
		this.#draw = draw;
	}

	/** Has these drawn that are missing, instead of any asked for before. */
	show(indexes: readonly number[]): void {
		this.#wanted = indexes.filter((index) => !this.#pictures.touch(index) && index !== this.#drawn);
		this.#drawNext();
	}

	#drawNext(): void {
		const [index, ...later] = this.#wanted;
		if (index === undefined || this.#drawn !== null) return;
		this.#wanted = later;
		this.#drawn = index;
		this.#draw(index, (bitmap) => {
			this.#drawn = null;
			if (this.#isClosed) bitmap?.close();
			else this.#pictures.set(index, bitmap ?? 'none');
			this.#drawNext();
		});
	}

	picture(index: number): Thumbnail {
		return this.#pictures.get(index);
	}

	onPicture(index: number, listener: () => void): () => void {
		return this.#pictures.subscribe(index, listener);
	}

	close(): void {
		this.#isClosed = true;
		this.#wanted = [];
		this.#pictures.close();
	}
}
