/** What is read from, as a `FileHandle` of Node is. */
export interface ReadableAt {
	read(
		target: Buffer,
		offset: number,
		length: number,
		position: number,
	): Promise<{ readonly bytesRead: number }> | { readonly bytesRead: number };
}

const windowBytes = 65_536;

/** Reads a file in windows, so that walking through it costs few reads whatever the steps are. */
export class FileWindow {
	readonly sizeBytes: number;
	readonly #file: ReadableAt;
	readonly #buffer = Buffer.alloc(windowBytes);
	#start = 0;
	#length = 0;

	constructor(file: ReadableAt, sizeBytes: number) {
		this.#file = file;
		this.sizeBytes = sizeBytes;
	}

	/** The bytes from `position`, at most a few; fewer than asked only at the file's end. Valid until the next call. */
	async read(position: number, length: number): Promise<Buffer> {
		const isInside = position >= this.#start && position + length <= this.#start + this.#length;
		if (!isInside) await this.#load(position);
		const from = position - this.#start;
		return this.#buffer.subarray(from, Math.min(from + length, this.#length));
	}

	/** Everything from `position` that one read brings; empty at the file's end. Valid until the next call. */
	async readOn(position: number): Promise<Buffer> {
		if (position < this.#start || position >= this.#start + this.#length) await this.#load(position);
		return this.#buffer.subarray(position - this.#start, this.#length);
	}

	async #load(position: number): Promise<void> {
		this.#start = position;
		this.#length = 0;
		while (this.#length < windowBytes) {
			const left = windowBytes - this.#length;
			const { bytesRead } = await this.#file.read(this.#buffer, this.#length, left, position + this.#length);
			if (bytesRead === 0) return;
			this.#length += bytesRead;
		}
	}
}
