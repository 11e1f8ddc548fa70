import type { DecodedLayer } from './decode-layer.ts';

/** What a layer without a pixel takes all the same. */
const entryBytes = 1_000;

/** Decoded layers by the id of their file, at most so many bytes of pixels: those used longest ago go first. */
export class LayerCache {
	readonly #layers = new Map<string, DecodedLayer>();
	#sizeBytes = 0;

	get sizeBytes(): number {
		return this.#sizeBytes;
	}

	get(id: string): DecodedLayer | undefined {
		const layer = this.#layers.get(id);
		if (layer === undefined) return undefined;
		// A map lists its keys in the order in which they were set.
		this.#layers.delete(id);
		this.#layers.set(id, layer);
		return layer;
	}

	set(id: string, layer: DecodedLayer): void {
		this.#remove(id);
		this.#layers.set(id, layer);
		this.#sizeBytes += layer.sizeBytes + entryBytes;
	}

	/** Drops layers until the rest fits. One that is being drawn must not be dropped, so this is for between two images. */
	trim(maxBytes: number): void {
		for (const id of this.#layers.keys()) {
			if (this.#sizeBytes <= maxBytes) return;
			this.#remove(id);
		}
	}

	#remove(id: string): void {
		const layer = this.#layers.get(id);
		if (layer === undefined) return;
		this.#layers.delete(id);
		this.#sizeBytes -= layer.sizeBytes + entryBytes;
		// Pixels lie outside of the heap, so the garbage collector sees no reason to hurry.
		if (layer.pixels !== null) {
			layer.pixels.width = 1;
			layer.pixels.height = 1;
		}
	}
}
