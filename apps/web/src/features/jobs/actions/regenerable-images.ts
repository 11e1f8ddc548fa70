import { isFixedPicture } from '@adx/validators/generation/job-counts';
import type { Job, JobImage } from '../../../lib/api/trpc.ts';

/** Why an image of own layers is not made again; for one and for many. */
export const samePicture =
	'Composed of your own layers, it would be the very same picture: change the layers or the plan and order again';

/** Why none of these images of a job, of which none is regenerable, can be generated again. */
export function explainNothingRegenerable(job: Job, images: readonly JobImage[]): string {
	const due = images.filter((image) => !isFixedPicture(job, image));
	if (due.length === 0) return samePicture;
	const unfrozen = due.filter(({ frozen }) => frozen === null);
	if (unfrozen.length === 0) return 'Minted, or being minted: their tokens show these pictures';
	const locked = unfrozen.filter((image) => image.locked).length;
	if (locked === unfrozen.length) return 'Locked: unlock them first';
	return locked === 0 ? 'They are being made again already' : 'Those that are not locked are being made again already';
}
