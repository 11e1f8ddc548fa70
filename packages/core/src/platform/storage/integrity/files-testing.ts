import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// For tests alone: faults of stored files.

/** Where a folder of objects has the one of that hash. */
export const objectPath = (root: string, sha256: string): string =>
	join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** How a stored file may fare. */
export type Damage = 'flipped' | 'truncated' | 'deleted';

/** Does that to a stored file. */
export async function damageFile(path: string, mishap: Damage): Promise<void> {
	const bytes = await readFile(path);
	if (mishap === 'deleted') return rm(path);
	if (mishap === 'truncated') return writeFile(path, bytes.subarray(0, bytes.length >> 1));
	bytes[bytes.length >> 1]! ^= 1;
	await writeFile(path, bytes);
}
