import type { Job, JobImage } from '../../../lib/api/trpc.ts';

/** The server leaves locked images out, and those that are drawn anyway. */
export function isRegenerable(job: Job, { locked, isRedrawing, state }: JobImage): boolean {
	const isOrdered = isRedrawing || (state === 'planned' && (job.phase === 'queued' || job.phase === 'running'));
	return !locked && !isOrdered;
}

/** Why none of these images, of which none is regenerable, can be generated again. */
export function explainNothingRegenerable(images: readonly JobImage[]): string {
	const locked = images.filter((image) => image.locked).length;
	if (locked === images.length) return 'Locked: unlock them first';
	return locked === 0 ? 'They are being made again already' : 'Those that are not locked are being made again already';
}
