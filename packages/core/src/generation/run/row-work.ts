import type { GeneratedImageRow, GenerationJobRow } from '@adx/db/schema/generation-tables';
import type { ImageEngine } from '../../engines/types.ts';

/** A row under this process's claim, which its token proves. */
export interface HeldRow {
	readonly row: GeneratedImageRow;
	readonly token: string;
}

/** One claimed row to generate an image for. */
export interface RowWork extends HeldRow {
	/** As it was when the row was claimed. */
	readonly job: GenerationJobRow;
	readonly engine: ImageEngine;
	readonly signal: AbortSignal;
}

/** One call with a user's key. */
export interface PaidWork extends RowWork {
	readonly model: string;
	readonly apiKeyId: string;
}
