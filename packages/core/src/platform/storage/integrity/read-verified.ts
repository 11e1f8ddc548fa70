import { subtle } from 'node:crypto';
import type { Storage } from '../types.ts';
import { DamagedObjectError } from '../types.ts';
import { type DamageServices, toReadError } from './damage.ts';

/**
 * All bytes of a stored object, in a buffer of their own that may change hands; they are what the name says. Rejects with
 * a DamagedObjectError otherwise.
 */
export async function readVerified({ read }: Pick<Storage, 'read'>, sha256: string): Promise<Buffer<ArrayBuffer>> {
	const chunks: Buffer[] = [];
	for await (const chunk of read(sha256)) chunks.push(chunk as Buffer);
	const sizeBytes = chunks.reduce((sum, { byteLength }) => sum + byteLength, 0);
	const whole = Buffer.from(new ArrayBuffer(sizeBytes));
	let filled = 0;
	for (const chunk of chunks) filled += chunk.copy(whole, filled);
	// In libuv's threads: whole archives' texts are read like this.
	const digest = Buffer.from(await subtle.digest('SHA-256', whole)).toString('hex');
	if (digest !== sha256) throw new DamagedObjectError(sha256, 'content');
	return whole;
}

/** The same for a caller: throws 502 `file_damaged` or 409 `storage_away`, and marks and logs what is damaged. */
export async function readStoredFile(services: DamageServices, sha256: string): Promise<Buffer<ArrayBuffer>> {
	try {
		return await readVerified(services.storage, sha256);
	} catch (error) {
		throw await toReadError(services, error);
	}
}
