import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

// For tests alone: faults of stored files.

/** Where a folder of objects has the one of that hash. */
export const objectPath = (root: string, sha256: string): string =>
	join(root, sha256.slice(0, 2), sha256.slice(2, 4), sha256);

/** How a stored file may fare. */
export type Damage = 'flipped' | 'truncated' | 'deleted';

/** What is left of the bytes then; null for nothing. */
export function damageBytes(bytes: Buffer, mishap: Damage): Buffer | null {
	if (mishap === 'deleted') return null;
	if (mishap === 'truncated') return bytes.subarray(0, bytes.length >> 1);
	const damaged = Buffer.from(bytes);
	damaged[bytes.length >> 1]! ^= 1;
	return damaged;
}

/** Does that to a stored file. */
export async function damageFile(path: string, mishap: Damage): Promise<void> {
	const damaged = damageBytes(await readFile(path), mishap);
	await (damaged === null ? rm(path) : writeFile(path, damaged));
}
