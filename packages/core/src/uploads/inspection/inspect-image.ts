import { imageFramesMax, imagePixelsMax } from '@adx/validators/limits';
import { pictureReader } from '../../platform/images/image-decoder.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { createThreads, ThreadTimeoutError } from '../../platform/threads/threads.ts';
import { type ImageMime, type ImageStructure, imagePartsMax, jpegScansMax } from './image-structure.ts';
import type { WalkResult, WalkTask } from './image-structure-worker.ts';
import { findReferenceProblem } from './reference-rules.ts';
import { emptyFile, imageTooLarge, unreadableImage, unsupportedImage, unusableReference } from './refuse-upload.ts';

export interface ImageFacts {
	readonly mime: ImageMime;
	/** Pixels, as they lie in the file. */
	readonly width: number;
	readonly height: number;
}

const waitingLimits = {
	waitingPerAccountMax: 200,
	busyMessage: 'Many of your pictures are being checked already. Upload this one again in a few seconds.',
};

const walking = createThreads<WalkTask, WalkResult>({
	worker: new URL('./image-structure-worker.ts', import.meta.url),
	max: 2,
	heapMb: 64,
	// The worst file takes less than a second; what takes longer is the disk.
	deadlineMs: 30_000,
	...waitingLimits,
});

/** Decoding is what costs; two at a time leave the process its memory and its other work its threads. */
const decoding = createSemaphore({ max: 2, ...waitingLimits });
const decodeMaxSeconds = 30;

/**
 * Finds out whether a file is a whole PNG, JPEG, WebP or GIF and nothing besides. Its structure is walked first, in a
 * thread and so far as any encoder would make it, so that nothing too large is ever decoded; then every pixel is, in
 * libvips' threads.
 * Throws `unsupported_image`, `unreadable_image` or `image_too_large` with what is wrong and the way out, and `rate_limited`
 * when the account has too many waiting.
 */
export async function inspectImage(path: string, account: string): Promise<ImageFacts> {
	const { frames: _, ...facts } = await inspect(path, account);
	return facts;
}

/** The same for a picture that goes with calls: also throws `unsupported_image` for an animation and for a very small one. */
export async function inspectReference(path: string, account: string): Promise<ImageFacts> {
	const { frames, ...facts } = await inspect(path, account);
	const problem = findReferenceProblem({ ...facts, frames });
	if (problem !== null) throw unusableReference(problem);
	return facts;
}

async function inspect(path: string, account: string): Promise<ImageFacts & { readonly frames: number }> {
	const walked = await walking.run({ path }, { account }).catch(refuseLate);
	if (walked.mime === null) throw walked.description === null ? emptyFile() : unsupportedImage(walked.description);
	const { frames, width, height } = walked.structure;
	checkStructure(walked.structure, walked.sizeBytes);
	await decoding.run(() => decode(path, frames > 1).catch(refuseUndecodable), { account });
	return { mime: walked.mime, width, height, frames };
}

function checkStructure({ width, height, frames, endsAt, excess }: ImageStructure, sizeBytes: number): void {
	if (excess === 'parts') throw unreadableImage(`This picture is made of more than ${inWords(imagePartsMax)} parts.`);
	if (excess === 'scans') throw unreadableImage(`This picture is made of more than ${inWords(jpegScansMax)} scans.`);
	const megapixels = (pixels: number) => `${Math.ceil(pixels / 100_000) / 10} megapixels`;
	const pixels = width * height * frames;
	if (frames > imageFramesMax) {
		throw imageTooLarge(`This picture has ${frames} frames; ${imageFramesMax} are allowed. Save it with fewer frames.`);
	}
	if (pixels > imagePixelsMax) {
		const all = frames > 1 ? ' in all its frames' : '';
		throw imageTooLarge(
			`This picture has ${megapixels(pixels)}${all} (${width} x ${height}); ${imagePixelsMax / 1e6} are allowed. Save it smaller.`,
		);
	}
	if (endsAt === null || pixels === 0 || endsAt > sizeBytes) throw unreadableImage(damaged);
	const trailing = sizeBytes - endsAt;
	if (trailing > 0) {
		throw unreadableImage(
			`${trailing === 1 ? 'A byte follows' : `${trailing} bytes follow`} after this picture’s end.`,
		);
	}
}

const damaged = 'This picture is cut off or damaged.';
const tooSlow = 'This picture takes too long to read.';
const inWords = (count: number) => count.toLocaleString('en');

function refuseLate(error: unknown): never {
	throw error instanceof ThreadTimeoutError ? unreadableImage(tooSlow) : error;
}

function refuseUndecodable(error: unknown): never {
	throw unreadableImage(error instanceof Error && error.message.startsWith('timeout') ? tooSlow : damaged);
}

/** Every pixel of every frame, into almost no memory. */
const decode = (path: string, isAnimated: boolean) =>
	pictureReader(path, {
		failOn: 'error',
		limitInputPixels: imagePixelsMax,
		sequentialRead: true,
		...(isAnimated ? { animated: true } : {}),
	})
		.timeout({ seconds: decodeMaxSeconds })
		.resize(8, 8, { fit: 'fill' })
		.raw()
		.toBuffer();
