import type { MessagePort } from 'node:worker_threads';
import type { AttributeFinding, StoredAttributesOrder } from '@adx/validators/attributes';

/** What travels to the thread that makes the trait sets. */
export interface AttributesTask {
	readonly projectName: string;
	readonly options: StoredAttributesOrder;
	/** An `attributeFolderSchema` document; null for a number of images alone. */
	readonly folder: Uint8Array | null;
	/** The thread sends now and then how many images are done. */
	readonly port: MessagePort;
}

/** What the thread made, or why nothing can be made of what was ordered. */
export type AttributesOutcome =
	| { readonly kind: 'refused'; readonly message: string }
	| {
			readonly kind: 'made';
			readonly pack: Uint8Array;
			readonly index: Uint8Array;
			readonly archiveBytes: number;
			readonly archiveEtag: string;
			readonly findingCount: number;
			/** The first ones, as texts that can be stored. */
			readonly findings: readonly AttributeFinding[];
	  };
