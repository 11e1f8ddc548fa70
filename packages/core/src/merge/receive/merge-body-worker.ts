import { once } from 'node:events';
import { mergeCollectionImagesMax, mergeCollectionsMax, mergeImagesMax } from '@adx/validators/limits';
import { Tokenizer, TokenParser, TokenType } from '@streamparser/json';
import { readPostedImage } from './posted-image.ts';
import type { BodyChunk, BodyTask, PostedImage, ReadBody } from './read-merge-body.ts';

const depthMax = 64;
/** Strings are gathered in a buffer of this size instead of piece by piece. */
const stringBufferBytes = 65_536;

/** Reads a posted merge piece by piece: whole images leave with the piece that completes them, so they never add up. */
export default async function runBodyTask({ port }: BodyTask): Promise<ReadBody> {
	const reader = createReader();
	try {
		for (let images: readonly PostedImage[] = []; ; ) {
			const answered = once(port, 'message') as Promise<[BodyChunk]>;
			port.postMessage(images);
			const [piece] = await answered;
			if (piece === null) return { document: reader.end() };
			images = reader.read(piece);
		}
	} catch (error) {
		return { problem: error instanceof UnreadableBody ? error.message : 'The request is not JSON in UTF-8.' };
	}
}

class UnreadableBody extends Error {}

interface Reader {
	/** Answers with the images that this piece completes. */
	read(piece: Uint8Array): readonly PostedImage[];
	/** Everything but the images. */
	end(): unknown;
}

function createReader(): Reader {
	const decoder = new TextDecoder('utf-8', { fatal: true });
	const tokenizer = new Tokenizer({ stringBufferSize: stringBufferBytes });
	const parser = new TokenParser({ paths: ['$', '$.inputCollections.*.images.*'] });
	let images: PostedImage[] = [];
	let document: unknown;
	const counts: number[] = [];
	const checkShape = shapeChecker();
	tokenizer.onToken = (token) => {
		checkShape(token.token, token.value);
		parser.write(token);
	};
	parser.onValue = ({ value, key, parent, stack }) => {
		if (stack.length === 0) {
			document = value;
			return;
		}
		const collection = Number(stack[2]?.key);
		countImage(counts, collection);
		images.push(readPostedImage(value, { collection, position: Number(key) }));
		// Its bytes are not kept for the document's sake.
		(parent as unknown[])[Number(key)] = null;
	};
	return {
		read: (piece) => {
			images = [];
			decoder.decode(piece, { stream: true });
			tokenizer.write(piece);
			return images;
		},
		end: () => {
			decoder.decode();
			if (document === undefined) throw new UnreadableBody('The request is not a whole JSON document.');
			return document;
		},
	};
}

function shapeChecker(): (token: TokenType, value: unknown) => void {
	let depth = 0;
	let last: unknown;
	return (token, value) => {
		if (token === TokenType.LEFT_BRACE || token === TokenType.LEFT_BRACKET) depth += 1;
		else if (token === TokenType.RIGHT_BRACE || token === TokenType.RIGHT_BRACKET) depth -= 1;
		if (depth > depthMax) throw new UnreadableBody(`The request is nested deeper than ${depthMax} levels.`);
		if (token === TokenType.COLON && last === '__proto__') {
			throw new UnreadableBody("The request has a field named '__proto__'.");
		}
		last = value;
	};
}

function countImage(counts: number[], collection: number): void {
	if (!(collection < mergeCollectionsMax)) throw new UnreadableBody(`At most ${mergeCollectionsMax} collections`);
	const count = (counts[collection] ?? 0) + 1;
	counts[collection] = count;
	const total = counts.reduce((sum, each) => sum + each, 0);
	if (total > mergeImagesMax) throw new UnreadableBody(`At most ${mergeImagesMax.toLocaleString('en')} images`);
	if (count > mergeCollectionImagesMax) {
		throw new UnreadableBody(`At most ${mergeCollectionImagesMax.toLocaleString('en')} images in a collection`);
	}
}
