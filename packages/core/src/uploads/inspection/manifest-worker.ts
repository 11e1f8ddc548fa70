import { readFileSync } from 'node:fs';
import { attributeFolderSchema } from '@adx/validators/attributes';
import { layerListSchema } from '@adx/validators/generation/layer-list';
import { tokenMetadataMaxBytes } from '@adx/validators/limits';
import { collectionManifestSchema } from '@adx/validators/uploads';
import { installZodMessages } from '@adx/validators/zod-messages';
import type { z } from 'zod';

installZodMessages();

const depthMax = 64;
/** A hundred values for each of 20,000 images, four times over; far more would not fit into the thread's memory. */
const partsMax = 8_000_000;

/** A list of images or layers, stored at this path. */
export interface ListToCheck {
	readonly path: string;
	readonly as: 'manifest' | 'folder' | 'layers';
}

/** What is wrong with the list of images, as part of a sentence; null when nothing is. */
export default function findProblem({ path, as }: ListToCheck): string | null {
	const bytes = readFileSync(path);
	if (countParts(bytes) > partsMax) return 'it has too many parts';
	const value = parse(bytes);
	if (value === undefined) return 'it is not JSON in UTF-8';
	// What is wrong with a folder's metadata is reported by the run, which keeps it all the same.
	if (as === 'folder') return problemIn(attributeFolderSchema.safeParse(value));
	if (as === 'layers') return problemIn(layerListSchema.safeParse(value));
	const parsed = collectionManifestSchema.safeParse(value);
	if (!parsed.success) return problemIn(parsed);
	for (const { filename, metadata } of parsed.data.images) {
		const problem = problemOf(metadata);
		if (problem !== null) return `the metadata of ${JSON.stringify(filename)} ${problem}`;
	}
	return null;
}

function problemIn({ error }: z.ZodSafeParseResult<unknown>): string | null {
	if (error === undefined) return null;
	const [issue] = error.issues;
	return `${issue?.path.join('.') || 'the document'}: ${issue?.message ?? 'not as expected'}`;
}

/** Commas and opening brackets, wherever they stand: at least one for each value. */
function countParts(bytes: Buffer): number {
	let count = 0;
	// By index: an iterator takes ten times as long over 160 MB.
	for (let index = 0; index < bytes.length; index++) {
		const byte = bytes[index];
		if (byte === 0x2c || byte === 0x5b || byte === 0x7b) count++;
	}
	return count;
}

function parse(bytes: Buffer): unknown {
	try {
		return JSON.parse(new TextDecoder('utf-8', { fatal: true }).decode(bytes));
	} catch (error) {
		if (error instanceof SyntaxError || error instanceof TypeError || error instanceof RangeError) return undefined;
		throw error;
	}
}

function problemOf(metadata: object | null): string | null {
	if (isDeeperThan(metadata, depthMax)) return `is nested deeper than ${depthMax} levels`;
	const sizeBytes = Buffer.byteLength(JSON.stringify(metadata));
	return sizeBytes > tokenMetadataMaxBytes ? `is larger than ${tokenMetadataMaxBytes / 1_000} kB` : null;
}

const isDeeperThan = (value: unknown, levels: number): boolean =>
	typeof value === 'object' &&
	value !== null &&
	(levels === 0 || Object.values(value).some((inner) => isDeeperThan(inner, levels - 1)));
