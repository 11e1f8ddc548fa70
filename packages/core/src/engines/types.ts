import type { BlendMode } from '@adx/collection/layers/blend-modes';
import type { AnyTraits } from '@adx/validators/catalogue/image-traits';

export interface EngineRequest {
	readonly traits: AnyTraits;
	readonly imageSeed: string;
	readonly sizePx: number;
	/** False where only the original is kept, as on the command line. */
	readonly previews: boolean;
	/** Whom an engine calls, and how; engines that draw in this server ignore it. */
	readonly remote?: RemoteRequest;
	/** What an image of own layers is composed of; all other engines draw by the traits. */
	readonly layers?: LayersToCompose;
	readonly signal: AbortSignal;
}

/** What an image is composed of. */
export interface LayersToCompose {
	/** From the back to the front, at least one. */
	readonly parts: readonly {
		/** The SHA-256 of the file. */
		readonly id: string;
		/** What sentences call the file. */
		readonly name: string;
		readonly blend: BlendMode;
		/** From 0 to 1. */
		readonly opacity: number;
	}[];
	/** A CSS colour, or null. */
	readonly background: string | null;
	/** What the image is scaled to; null for the layers' own size. */
	readonly size: { readonly width: number; readonly height: number; readonly isSmooth: boolean } | null;
	/** The bytes of a file by its id. */
	readLayer(id: string): Promise<Uint8Array>;
}

/** What a call to a service of the user's needs. */
export interface RemoteRequest {
	/** Null for a service without keys, as one that runs at home. */
	readonly apiKey: string | null;
	readonly model: string;
	/** Where the service is, as its user entered it; for engines that are not bound to one. */
	readonly address?: string;
	/** What a service that is built of nodes carries out, in JSON with named places; for engines that need one. */
	readonly workflow?: string;
	/** A drawing whose composition the picture follows; engines that cannot take any ignore it. */
	readonly sketch?: EncodedImage | undefined;
	/** Images that the picture should look alike, the most important first; engines that cannot take any ignore them. */
	readonly references?: readonly EncodedImage[];
	/** Whether the picture takes palette and line from the references, and not from the words of its art style. */
	readonly hasStyleLock?: boolean;
	/** True after the model blocked the full prompt: the same picture, asked for in tamer words. */
	readonly isSoftened: boolean;
	/** Called with the picture as the service sent it, before anything else is done with it; never rejects. */
	received?(bytes: Uint8Array, call: RemoteCall): Promise<void>;
	/** Called before the call is sent, with what it counts as should its answer never be seen; nothing is sent when it rejects. */
	started?(call: RemoteCall): Promise<void>;
}

/** Encoded images as they go to storage: the original and, when asked for, its two previews. */
export interface EngineImage {
	readonly full: EncodedImage;
	readonly previews: { readonly px512: EncodedImage; readonly px200: EncodedImage } | null;
	/** How the engine of a service came by it; absent with the forge. */
	readonly call?: RemoteCall;
	/** The version of the forge that drew it; absent with other engines. */
	readonly forgeVersion?: number;
}

/** One call to a service as it is written down beside its image. */
export interface RemoteCall {
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
	/** One try: the engine of a service makes exactly one call. Rejects with an EngineError, or the signal's reason. */
	draw(request: EngineRequest): Promise<EngineImage>;
	/** Makes an image of bytes that `received` was called with; rejects with an EngineError when they cannot be used. */
	readReceived?(bytes: Uint8Array, request: Pick<EngineRequest, 'sizePx' | 'previews'>): Promise<EngineImage>;
}

/** What a failed call means for the image, the job and the key; the runner decides by it. */
export type EngineErrorKind =
	/** The key is refused for good. Its message is `keyRefused.ended` of the descriptor, by which the page knows it. */
	| 'key'
	/** The address is not to be called: the operator does not allow it, or it leads elsewhere than it should. */
	| 'address'
	/** The model is unknown or gone. */
	| 'model'
	/** The request was refused for another reason. */
	| 'request'
	/** The key can pay for nothing more for now: the quota of its day is used up, or its account has no credit left. */
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
	readonly call: RemoteCall | null;

	constructor(
		kind: EngineErrorKind,
		message: string,
		options: {
			readonly retryAfterMs?: number | null;
			readonly call?: RemoteCall | null;
			readonly cause?: unknown;
		} = {},
	) {
		super(message, options.cause === undefined ? undefined : { cause: options.cause });
		this.name = 'EngineError';
		this.kind = kind;
		this.retryAfterMs = options.retryAfterMs ?? null;
		this.call = options.call ?? null;
	}
}
