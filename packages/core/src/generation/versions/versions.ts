import { imageFileName } from '@adx/collection/metadata/metadata';
import { transact } from '@adx/db/client/transact';
import { chooseImageVersion } from '@adx/db/repositories/generation/image-review';
import { findImageVersion, listImageVersions } from '@adx/db/repositories/generation/image-versions';
import { touchGenerationJob } from '@adx/db/repositories/generation/job-phases';
import { lockImageRow } from '@adx/db/repositories/generation/unstored-images';
import { findBlob } from '@adx/db/repositories/uploads/blobs';
import type { GeneratedImage } from '@adx/validators/generation/generated-image';
import type { ChooseVersionInput, ControlImageInput, ImageVersion } from '@adx/validators/generation/job-control';
import { getCostUsd } from '../../engines/call-cost.ts';
import type { RequestContext } from '../../platform/context.ts';
import { notFound } from '../../platform/errors.ts';
import { versionUrl } from '../queries/present-job.ts';
import { getImage, refuseFrozen, requireOwnImage, requireStoredImage } from './require-image.ts';

/** Everything that was made for one image, in that order. */
export async function listVersions(ctx: RequestContext, { imageId }: ControlImageInput): Promise<ImageVersion[]> {
	const image = await requireOwnImage(ctx, imageId);
	const versions = await listImageVersions(ctx.db, image.id);
	return versions.map(({ imageId: id, number, imageSeed, ...version }) => ({
		number,
		isChosen: number === image.chosenVersion,
		imageUrl: versionUrl(id, number),
		seed: imageSeed,
		forgeVersion: version.forgeVersion,
		model: version.model,
		prompt: version.prompt,
		promptHash: version.promptHash,
		finishReason: version.finishReason,
		paidCalls: version.paidCalls,
		costUsd: getCostUsd(version),
		createdAt: version.createdAt,
	}));
}

/**
 * Makes one of an image's versions the one that is shown and downloaded; 404 for a version that is not there, 409
 * `already_minted` or `mint_under_way` for an image that a token shows or may come to show.
 */
export async function chooseVersion(ctx: RequestContext, input: ChooseVersionInput): Promise<GeneratedImage> {
	const image = await requireStoredImage(ctx, input.imageId);
	await transact(ctx.db, async (trx) => {
		// Nobody deletes a version, or mints the image, while it is being chosen.
		await lockImageRow(trx, image.id);
		await refuseFrozen(trx, image.id);
		const version = await findImageVersion(trx, image.id, input.version);
		const blob = version && (await findBlob(trx, version.blobSha256));
		if (version === undefined || blob === undefined) throw notFound('version');
		await chooseImageVersion(trx, version, imageFileName(image.tokenNumber, blob.mime));
		await touchGenerationJob(trx, image.jobId);
	});
	return getImage(ctx, image.id);
}
