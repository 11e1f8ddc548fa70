import { ImageCache } from '../../../lib/images/image-cache.ts';

/** As many small pictures stay in memory; at 80 px these take a few megabytes. */
const picturesMax = 200;

/** 'none' where the browser sees no picture; undefined while it is awaited. */
export type Thumbnail = ImageBitmap | 'none' | undefined;

/** The small pictures of one folder as far as they were looked at. */
export class ThumbnailCache {
	readonly #pictures = new ImageCache<'none'>(picturesMax);
	readonly #want: (indexes: readonly number[]) => void;

	/** @param want asks for pictures instead of any asked for before; each is taken with `take` */
	constructor(want: (indexes: readonly number[]) => void) {
		this.#want = want;
	}

	/** Has these drawn that are missing. */
	show(indexes: readonly number[]): void {
		this.#want(indexes.filter((index) => !this.#pictures.touch(index)));
	}

	picture(index: number): Thumbnail {
		return this.#pictures.get(index);
	}

	take(index: number, bitmap: ImageBitmap | null): void {
		this.#pictures.set(index, bitmap ?? 'none');
	}

	onPicture(index: number, listener: () => void): () => void {
		return this.#pictures.subscribe(index, listener);
	}

	close(): void {
		this.#pictures.close();
	}
}
