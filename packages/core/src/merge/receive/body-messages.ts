import type { MessagePort } from 'node:worker_threads';

/** The thread posts the `PostedImage`s that are complete and is answered with the next `BodyChunk`, until that is null. */
export interface BodyTask {
	readonly port: MessagePort;
}

/** A piece of the body; null at its end. */
export type BodyChunk = Uint8Array | null;

/** What a posted image is made of: bytes that came with it, or the hash of bytes that came before. */
export type PostedContent =
	| { readonly kind: 'bytes'; readonly bytes: Uint8Array; readonly mime: string; readonly sha256: string }
	| { readonly kind: 'hash'; readonly sha256: string };

/** An image of a posted collection. */
export interface PostedImage {
	/** Position of its collection, from 0. */
	readonly collection: number;
	/** As it came, or its place in the collection where it has none. */
	readonly filename: string;
	/** JSON text of its `mergeImageSchema` entry; empty for what is refused. */
	readonly entry: string;
	readonly content: PostedContent | { readonly kind: 'refused'; readonly message: string };
}

/** What the thread ends with. */
export interface ReadBody {
	/** Everything but the images. */
	readonly document?: unknown;
	/** Why the body cannot be read any further; what came before it is of no use. */
	readonly problem?: string;
}
