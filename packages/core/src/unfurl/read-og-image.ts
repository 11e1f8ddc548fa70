import { createHash } from 'node:crypto';
import { buffer } from 'node:stream/consumers';
import type { OgImageInput } from '@adx/validators/unfurl';
import { createRecentCache } from '../platform/cache.ts';
import type { RequestContext } from '../platform/context.ts';
import { readPreview } from '../platform/images/read-preview.ts';
import { createThreads } from '../platform/threads/threads.ts';
import { describePage } from './describe-page.ts';
import type { OgImageTask } from './og-image-worker.ts';
import { type PageDescription, toOgImageHash, toOgImagePath } from './page-description.ts';

/** A picture that stands for a page, or the path of the one that does now. */
export type OgImage =
	| { readonly bytes: Buffer; readonly sha256: string; readonly movedTo: null }
	| { readonly movedTo: string };

const threads = createThreads<OgImageTask, Uint8Array>({
	worker: new URL('./og-image-worker.ts', import.meta.url),
	max: 1,
	heapMb: 128,
	deadlineMs: 30_000,
	waitingMax: 50,
	busyMessage: 'Too many pictures are being drawn. Try again in a few seconds.',
});

/** Each takes about 100 kB. */
const drawnMax = 100;
const drawn = createRecentCache<Buffer>(drawnMax);

/**
 * The picture of a page: its cover, name, price and state. Drawn when somebody first asks; who asks for one that the page
 * had before is told where its picture is now. 404 as `describePage`, 502 where the cover's file is damaged, 409 where storage is away.
 */
export async function readOgImage(ctx: RequestContext, { hash, page: path }: OgImageInput): Promise<OgImage> {
	const page = await describePage(ctx, path);
	if (toOgImageHash(page) !== hash) return { movedTo: toOgImagePath(page) };
	const bytes = await drawn(hash, () => draw(ctx, page));
	return { bytes, sha256: createHash('sha256').update(bytes).digest('hex'), movedTo: null };
}

async function draw(ctx: RequestContext, { card, coverSha256 }: PageDescription): Promise<Buffer> {
	const preview = coverSha256 === null ? null : await readPreview(ctx, coverSha256, 512);
	const cover = preview === null ? null : await buffer(await preview.open());
	return Buffer.from(await threads.run({ card, cover }));
}
