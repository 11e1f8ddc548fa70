import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { ImageEngine } from '../../engines/types.ts';
import { type Tracing, tracedAsRoot } from '../../platform/tracing/tracing.ts';

/** A row under this process's claim, which its token proves. */
export interface HeldRow {
	readonly row: GeneratedImageRow;
	readonly token: string;
	/** The call that is made for it; absent with an engine of this server, and before one may be made. */
	readonly callId?: string;
}

/** One claimed row to generate an image for. */
export interface ImageTask extends HeldRow {
	/** As it was when the row was claimed. */
	readonly job: GenerationJobRow;
	readonly engine: ImageEngine;
	readonly signal: AbortSignal;
}

/** One call with a user's key. */
export interface RemoteImageTask extends ImageTask {
	readonly model: string;
	/** Names the model at its address: what its failures are counted by. */
	readonly calledModel: string;
	readonly apiKeyId: string;
	readonly callId: string;
}

/** Does one try of an image as a trace of its own: that of a job would have a hundred thousand spans. */
export function traceImage(
	services: { readonly tracing: Tracing },
	{ job, row }: ImageTask,
	work: () => Promise<void>,
): Promise<void> {
	const ids = { 'adx.job.id': job.id, 'adx.image.id': row.id };
	return tracedAsRoot(services, `image ${job.engine}`, ids, work);
}
