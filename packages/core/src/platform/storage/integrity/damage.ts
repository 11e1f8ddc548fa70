import { listBlobReferences, markDamagedBlob, unmarkDamagedBlob } from '@adx/db/repositories/platform/blob-damage';
import type { Services } from '../../context.ts';
import { AppError } from '../../errors.ts';
import { checkStorage } from '../circuit-breaker.ts';
import { DamagedObjectError, type RecordedObject, StorageAwayError } from '../types.ts';

export type DamageServices = Pick<Services, 'db' | 'storage' | 'clock' | 'log'>;

/** An object as its row describes it. */
export interface MarkedObject extends RecordedObject {
	/** Since when its file is known to be damaged. */
	readonly damagedAt: Date | null;
}

/**
 * Marks the object's row and logs what refers to it, once. Returns whether this call marked it. Throws 409
 * `storage_away` when it is the whole storage that is missing, which says nothing about one file.
 */
export async function reportDamage(services: DamageServices, damage: DamagedObjectError): Promise<boolean> {
	const { db, storage, clock, log } = services;
	const { sha256, fault } = damage;
	if (!(await storage.isInPlace())) throw storageUnreadable(damage);
	if (!(await markDamagedBlob(db, sha256, clock()))) return false;
	const uses = await listBlobReferences(db, sha256);
	log.error({ sha256, fault, uses }, 'a stored file is missing or damaged');
	return true;
}

/** Reads the file through, marks its row or takes the mark away, and returns whether it is whole. Errors as `reportDamage`'s. */
export async function recheckObject(services: DamageServices, object: RecordedObject): Promise<boolean> {
	const fault = await services.storage.verify(object);
	if (fault !== null) {
		await reportDamage(services, new DamagedObjectError(object.sha256, fault));
		return false;
	}
	if (await unmarkDamagedBlob(services.db, object.sha256)) {
		services.log.info({ sha256: object.sha256 }, 'a damaged file is whole again');
	}
	return true;
}

/** What the caller hears about a file that is damaged. */
export const fileDamaged = (message: string, cause?: unknown): AppError =>
	new AppError('UPSTREAM', { reason: 'file_damaged', message, cause });

/** What can be done about it, for everybody whose file it may be. */
export const damageRemedy =
	'Pictures of the built-in renderer are drawn again by themselves; what you uploaded can be uploaded again; a painted picture comes back from the operator’s backup, or is painted again when you ask for it on the page of its job.';

const storageUnreadable = (cause: unknown): AppError =>
	new AppError('CONFLICT', {
		reason: 'storage_away',
		message: 'The storage of this installation cannot be read at the moment. Try again once it is back.',
		cause,
	});

/**
 * Whether work failed because the whole storage is gone or takes nothing, so that it may be done when that is back. One file
 * that cannot be read in a storage that works is a fault like others.
 */
export async function isStorageUnavailable(
	services: DamageServices & Pick<Services, 'storageBreaker'>,
	error: unknown,
): Promise<boolean> {
	if (!(await services.storage.isInPlace())) return true;
	const isAway = error instanceof StorageAwayError || (error instanceof AppError && error.reason === 'storage_away');
	return isAway && (await checkStorage(services, { afresh: true })) !== null;
}

/**
 * The error as the caller may hear it: damage is reported and becomes 502 `file_damaged`, storage that is away is
 * logged and becomes 409 `storage_away`; everything else stays as it is.
 */
export async function toReadError(services: DamageServices, error: unknown): Promise<unknown> {
	if (error instanceof DamagedObjectError) {
		await reportDamage(services, error);
		return fileDamaged(`A file is missing or damaged in the storage of this installation. ${damageRemedy}`, error);
	}
	if (!(error instanceof StorageAwayError)) return error;
	services.log.error({ err: error }, 'storage cannot be read');
	return storageUnreadable(error);
}
