import { createHash } from 'node:crypto';
import { mkdir, readdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { ignoreMissing } from '@adx/core/platform/storage/missing-file';

/** What a picture is found by. */
interface CachedRow {
	readonly tokenNumber: number;
	readonly imageSeed: string;
}

/** Pictures that are made, kept until the collection that needs them is written. */
export interface ImageCache {
	readonly folder: string;
	/** Null for one that is not made yet. */
	find(row: CachedRow): Promise<Uint8Array | null>;
	store(row: CachedRow, bytes: Uint8Array): Promise<void>;
	/** Forgets them all, and the folder. */
	remove(): Promise<void>;
	isEmpty(): Promise<boolean>;
}

/**
 * A folder in `parent` that the same order, its seed and what draws it included, finds again: what was interrupted or
 * stopped goes on where it was, and nothing is paid twice.
 */
export async function openImageCache(
	parent: string,
	{ kind, order }: { readonly kind: 'paid' | 'drawn'; readonly order: object },
): Promise<ImageCache> {
	const name = createHash('sha256').update(JSON.stringify(order)).digest('hex').slice(0, 16);
	const folder = join(parent, `.adx-${kind}-${name}`);
	await mkdir(folder, { recursive: true });
	const pathOf = ({ tokenNumber, imageSeed }: CachedRow) => join(folder, `${tokenNumber}-${imageSeed}.png`);
	return {
		folder,
		find: (row) => readFile(pathOf(row)).catch(ignoreMissing),
		store: async (row, bytes) => {
			const path = pathOf(row);
			await writeFile(`${path}.part`, bytes, { flush: true });
			await rename(`${path}.part`, path);
		},
		remove: () => rm(folder, { recursive: true, force: true }),
		isEmpty: async () => !(await readdir(folder)).some((file) => file.endsWith('.png')),
	};
}
