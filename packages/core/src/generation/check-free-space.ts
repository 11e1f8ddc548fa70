import type { Services } from '../context.ts';
import { AppError } from '../errors.ts';
import { freeBytesWatermark } from '../storage/types.ts';

/** 409 `storage_full` before new work when the medium could not take it. */
export async function checkFreeSpace({ storage }: Pick<Services, 'storage'>): Promise<void> {
	if ((await storage.freeBytes()) >= freeBytesWatermark) return;
	const message = 'The disk of this installation is almost full. Free some space, then start again.';
	throw new AppError('STORAGE_FULL', { reason: 'storage_full', message });
}
