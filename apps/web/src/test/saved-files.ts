import { vi } from 'vitest';

/** What the page would have had the browser save since. */
export interface SavedFiles {
	/** As the page wants them called, in order. */
	readonly names: string[];
	/** Contents of the files that the page made itself. */
	readonly contents: Blob[];
}

/** Keeps what the page has the browser save, until the end of the test. */
export function watchSaving(): SavedFiles {
	const saved: SavedFiles = { names: [], contents: [] };
	URL.createObjectURL = (blob) => `blob:${saved.contents.push(blob as Blob)}`;
	vi.spyOn(HTMLAnchorElement.prototype, 'click').mockImplementation(function (this: HTMLAnchorElement) {
		saved.names.push(this.download);
	});
	return saved;
}
