import type { Job, JobImage } from '../../../lib/api/trpc.ts';

/** The server leaves out images that are locked or minted, and those that are drawn anyway. */
export function isRegenerable(job: Job, { locked, frozen, isRedrawing, state }: JobImage): boolean {
	const isOrdered = isRedrawing || (state === 'planned' && (job.phase === 'queued' || job.phase === 'running'));
	return !locked && frozen === null && !isOrdered;
}

/** Why none of these images, of which none is regenerable, can be generated again. */
export function explainNothingRegenerable(images: readonly JobImage[]): string {
	const unfrozen = images.filter(({ frozen }) => frozen === null);
	if (unfrozen.length === 0) return 'Minted, or being minted: their tokens show these pictures';
	const locked = unfrozen.filter((image) => image.locked).length;
	if (locked === unfrozen.length) return 'Locked: unlock them first';
	return locked === 0 ? 'They are being made again already' : 'Those that are not locked are being made again already';
}
