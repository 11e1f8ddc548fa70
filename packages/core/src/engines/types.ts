import type { ImageTraits } from '@adx/validators/generation';

export interface EngineRequest {
	readonly traits: ImageTraits;
	readonly imageSeed: string;
	readonly sizePx: number;
	/** False where only the original is kept, as on the command line. */
	readonly previews: boolean;
	/** Whom a paid engine calls, and how; engines that cost nothing ignore it. */
	readonly paid?: PaidRequest;
	readonly signal: AbortSignal;
}

/** What a call with a user's own key needs. */
export interface PaidRequest {
	readonly apiKey: string;
	readonly model: string;
	/** True after the model blocked the full prompt: the same picture, asked for in tamer words. */
	readonly isSoftened: boolean;
	/** Called with the picture as the service sent it, before anything else is done with it; never rejects. */
	received?(bytes: Uint8Array, call: PaidCall): Promise<void>;
	/** Called as the call is sent, with what it counts as should its answer never be seen. */
	started?(call: PaidCall): void;
}

/** Encoded images as they go to storage: the original and, when asked for, its two previews. */
export interface EngineImage {
	readonly full: EncodedImage;
	readonly previews: { readonly px512: EncodedImage; readonly px200: EncodedImage } | null;
	/** How a paid engine came by it; absent with the forge. */
	readonly call?: PaidCall;
}

/** One paid call as it is written down beside its image. */
export interface PaidCall {
	readonly model: string;
	readonly prompt: string;
	/** SHA-256 of the prompt, hex. */
	readonly promptHash: string;
	readonly finishReason: string | null;
	/** Whole millionths of a USD; 0 where the price table does not know the model. */
	readonly costMicroUsd: number;
	/** Billionths of a USD on top, fewer than a thousand. */
	readonly costRestNanoUsd: number;
	/** The service did not say what it charged: the cost is the price of a picture, which is the most it can be. */
	readonly isEstimated: boolean;
}

/** An image file in memory. */
export interface EncodedImage {
	readonly bytes: Uint8Array;
	readonly mime: 'image/png' | 'image/webp' | 'image/jpeg';
	readonly width: number;
	readonly height: number;
}

/** Fills one planned row with a picture. Throws to have the row tried again; an EngineError says how. */
export interface ImageEngine {
	/** How many images it can usefully work on at once in this process. */
	readonly concurrency: number;
	/** One try: a paid engine makes exactly one call. Rejects with an EngineError, or the signal's reason. */
	draw(request: EngineRequest): Promise<EngineImage>;
	/** Makes an image of bytes that `received` was called with; rejects with an EngineError when they cannot be used. */
	readReceived?(bytes: Uint8Array, request: Pick<EngineRequest, 'sizePx' | 'previews'>): Promise<EngineImage>;
	close(): Promise<void>;
}

/** What a failed call means for the image, the job and the key; the runner decides by it. */
export type EngineErrorKind =
	/** The key is refused for good. */
	| 'key'
	/** The model is unknown or gone. */
	| 'model'
	/** The request was refused for another reason. */
	| 'request'
	/** The key's quota of the day is used up. */
	| 'day_quota'
	/** Too many calls just now. */
	| 'throttle'
	/** The service or the line failed. */
	| 'transient'
	/** An answer without a picture. */
	| 'no_image'
	/** The model will not draw this prompt. */
	| 'blocked'
	/** A picture that cannot be used. */
	| 'bad_image';

/** A call that gave no picture. Its message is safe to show and never holds the key or the service's raw text. */
export class EngineError extends Error {
	readonly kind: EngineErrorKind;
	/** How long the service asked to wait, when it did. */
	readonly retryAfterMs: number | null;
	/** The call itself when it was, or may have been, charged; null when the service refused it unpaid. */
	readonly call: PaidCall | null;

	constructor(
		kind: EngineErrorKind,
		message: string,
		options: { readonly retryAfterMs?: number | null; readonly call?: PaidCall | null; readonly cause?: unknown } = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'EngineError';
		this.kind = kind;
		this.retryAfterMs = options.retryAfterMs ?? null;
		this.call = options.call ?? null;
	}
}
