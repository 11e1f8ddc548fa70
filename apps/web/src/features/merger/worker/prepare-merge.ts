import type { InputCollection } from '@adx/validators/merge';
import { hashContent } from '../../../lib/files/content-hash.ts';
import type { UploadEngine } from '../../../lib/uploads/upload-engine.ts';
import { mergerTexts } from '../merger-texts.ts';
import { isIncluded, type LabelledCollection, toManifest } from './worker-collection.ts';

const texts = mergerTexts.prepare;

export interface PrepareOptions {
	/** As they are at the moment of asking: the server may refuse files in the meantime. */
	readonly collections: () => readonly LabelledCollection[];
	readonly keepUnreadable: boolean;
	readonly engine: UploadEngine;
	readonly putBytes: (sha256: string, blob: Blob) => void;
	readonly isCancelled: () => boolean;
}

/** Sends what the server lacks, then each collection's list. Rejects with a sentence when images cannot be had any more. */
export async function prepareMerge(options: PrepareOptions): Promise<InputCollection[]> {
	const { engine, keepUnreadable, isCancelled } = options;
	const taken = () =>
		options.collections().map(({ collection: { facts, images } }) => ({
			facts,
			images: images.filter((image) => isIncluded(image, keepUnreadable)),
		}));
	const hashes = taken().flatMap(({ images }) => images.map(({ sha256 }) => sha256));
	// The server forgets what no merge took up.
	engine.recheck(hashes);
	await engine.whenSettled(hashes);
	if (isCancelled()) return [];
	// A Frozen Collection never changes: half of one would stay half forever.
	const partial = options.collections().find(({ collection: { facts, images } }) => images.length < facts.fileCount);
	if (partial !== undefined) {
		const { facts, images } = partial.collection;
		throw new Error(texts.interrupted(partial.label, images.length, facts.fileCount));
	}
	const lost = hashes.filter((sha256) => engine.isLost(sha256)).length;
	if (lost > 0) throw new Error(texts.lost(lost));
	const filled = taken().filter(({ images }) => images.length > 0);
	if (filled.length === 0) throw new Error(mergerTexts.settings.nothingToMerge);
	const prepared = await Promise.all(
		filled.map(async ({ facts: { id, name, description, uploadedAt }, images }) => {
			const bytes = new TextEncoder().encode(JSON.stringify(toManifest(images)));
			const manifest = await hashContent(bytes);
			options.putBytes(manifest, new Blob([bytes], { type: 'application/json' }));
			engine.add([{ sha256: manifest, sizeBytes: bytes.length, as: 'manifest' }]);
			return { id, name, description, uploadedAt, imageCount: images.length, manifest };
		}),
	);
	const manifests = prepared.map(({ manifest }) => manifest);
	engine.recheck(manifests);
	await engine.whenSettled(manifests);
	// Once more: deleting the images on the server from here on deletes the lists with them.
	engine.recheck(hashes);
	await engine.whenSettled(hashes);
	const isRefused = manifests.some((manifest) => engine.isRefused(manifest));
	engine.forget(manifests);
	if (isRefused) throw new Error(texts.listRefused);
	return prepared;
}
