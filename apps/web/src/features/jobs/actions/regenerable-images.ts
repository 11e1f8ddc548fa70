import type { JobImage } from '../../../lib/api/trpc.ts';

/** Why none of these images, of which none is regenerable, can be generated again. */
export function explainNothingRegenerable(images: readonly JobImage[]): string {
	const unfrozen = images.filter(({ frozen }) => frozen === null);
	if (unfrozen.length === 0) return 'Minted, or being minted: their tokens show these pictures';
	const locked = unfrozen.filter((image) => image.locked).length;
	if (locked === unfrozen.length) return 'Locked: unlock them first';
	return locked === 0 ? 'They are being made again already' : 'Those that are not locked are being made again already';
}
