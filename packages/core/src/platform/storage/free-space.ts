import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { checkStorage } from './circuit-breaker.ts';
import { freeBytesWatermark, type Storage } from './types.ts';

type StorageServices = Pick<Services, 'storage' | 'storageBreaker' | 'clock' | 'log'>;

/**
 * Why the medium takes no new work: 409 `storage_full`, or `storage_away` when it cannot be written to; null when it
 * does. Asks it: not within a transaction.
 *
 * @param options.afresh does not rely on what is known from the last few seconds
 */
export async function findStorageError(
	services: StorageServices,
	{ afresh = false }: { readonly afresh?: boolean } = {},
): Promise<AppError | null> {
	const trouble = await checkStorage(services, { afresh });
	if (trouble?.reason === 'storage_away') return storageAway();
	const isRoomy = await hasRoom(services.storage, freeBytesWatermark).catch(() => null);
	if (isRoomy === null) return storageAway();
	return trouble === null && isRoomy ? null : storageFull();
}

/** Whether the medium has so many bytes free; one that does not know has, until it refuses something. */
export async function hasRoom(storage: Pick<Storage, 'freeBytes'>, bytes: number): Promise<boolean> {
	const freeBytes = await storage.freeBytes();
	return freeBytes === 'unknown' || freeBytes >= bytes;
}

/** Refuses new work that the medium could not take. */
export async function requireWritableStorage(services: StorageServices): Promise<void> {
	const refusal = await findStorageError(services);
	if (refusal !== null) throw refusal;
}

function storageFull(): AppError {
	const message = 'The disk of this installation is almost full. Free some space, then start again.';
	return new AppError('STORAGE_FULL', { reason: 'storage_full', message });
}

function storageAway(): AppError {
	const message = 'The storage of this installation cannot be written to at the moment. Try again once it is back.';
	return new AppError('CONFLICT', { reason: 'storage_away', message });
}
