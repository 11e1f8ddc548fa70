import type { Readable } from 'node:stream';
import { type ByteRange, DamagedObjectError } from '../types.ts';
import { type MarkedObject, recheckObject, reportDamage, toReadError } from './damage.ts';
import { readVerified } from './read-verified.ts';
import { type RepairServices, repairFile } from './repair-file.ts';

/**
 * A stored file, or a part of it, as a stream. Size and presence are looked at each time, the bytes only while the row is
 * marked: what is damaged is reported and, where it can be, made again at once. Throws 502 `file_damaged` or 409 `storage_away`.
 */
export async function openStoredOrRepair(
	services: RepairServices,
	object: MarkedObject,
	range?: ByteRange,
): Promise<Readable> {
	return withRepair(services, object.sha256, async () => {
		if (object.damagedAt !== null && !(await recheckObject(services, object))) {
			throw new DamagedObjectError(object.sha256, 'content');
		}
		return services.storage.open(object, range);
	});
}

/** All bytes of a stored file, which are what its name says. Errors and repair as `openStoredOrRepair`'s. */
export const readStoredOrRepair = (services: RepairServices, sha256: string): Promise<Buffer> =>
	withRepair(services, sha256, () => readVerified(services.storage, sha256));

async function withRepair<Read>(services: RepairServices, sha256: string, read: () => Promise<Read>): Promise<Read> {
	try {
		return await read().catch(async (error: unknown) => {
			if (!(error instanceof DamagedObjectError)) throw error;
			await reportDamage(services, error);
			if (!(await repairFile(services, sha256))) throw error;
			return read();
		});
	} catch (error) {
		throw await toReadError(services, error);
	}
}
