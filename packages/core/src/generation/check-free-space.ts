import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { freeBytesWatermark } from '../storage/types.ts';

/** Whether the medium takes new work. Asks it: not within a transaction. */
export const hasFreeSpace = async ({ storage }: Pick<Services, 'storage'>): Promise<boolean> =>
	(await storage.freeBytes()) >= freeBytesWatermark;

/** 409 `storage_full` before new work when the medium could not take it. */
export async function checkFreeSpace(services: Pick<Services, 'storage'>): Promise<void> {
	if (!(await hasFreeSpace(services))) throw storageFull();
}

export function storageFull(): AppError {
	const message = 'The disk of this installation is almost full. Free some space, then start again.';
	return new AppError('STORAGE_FULL', { reason: 'storage_full', message });
}
