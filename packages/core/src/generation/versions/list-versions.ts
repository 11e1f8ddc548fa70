import { listImageVersions } from '@adx/db/repositories/generation/image-versions';
import type { ControlImageInput, ImageVersion } from '@adx/validators/job-control';
import type { RequestContext } from '../../platform/context.ts';
import { versionUrl } from '../queries/present-job.ts';
import { requireOwnImage } from './find-image.ts';

const microUsd = 1_000_000;

/** Everything that was made for one image, in that order. */
export async function listVersions(ctx: RequestContext, { imageId }: ControlImageInput): Promise<ImageVersion[]> {
	const image = await requireOwnImage(ctx, imageId);
	const versions = await listImageVersions(ctx.db, image.id);
	return versions.map(({ imageId: id, number, imageSeed, costMicroUsd, ...version }) => ({
		number,
		isChosen: number === image.chosenVersion,
		imageUrl: versionUrl(id, number),
		seed: imageSeed,
		model: version.model,
		prompt: version.prompt,
		promptHash: version.promptHash,
		finishReason: version.finishReason,
		paidCalls: version.paidCalls,
		costUsd: costMicroUsd / microUsd,
		createdAt: version.createdAt,
	}));
}
