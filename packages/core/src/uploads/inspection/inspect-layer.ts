import { open } from 'node:fs/promises';
import { inspectPng, pngHeadBytes } from '@adx/collection/layers/png-file';
import { type ImageFacts, inspectImage } from './inspect-image.ts';
import { badLayer } from './refuse-upload.ts';

/**
 * Finds out whether a file is a whole, still PNG of at most 4,096 px, and nothing besides. What announces an animation behind
 * an unusually long beginning is found when it is ordered. Throws `bad_layers` besides what `inspectImage` throws.
 */
export async function inspectLayer(path: string, account: string): Promise<ImageFacts> {
	const { head, isWhole } = await readHead(path);
	const found = inspectPng(head, isWhole);
	if (found.kind === 'refused') throw badLayer(`This picture ${found.reason}.`);
	return inspectImage(path, account);
}

async function readHead(path: string) {
	const file = await open(path);
	try {
		const { size } = await file.stat();
		const { buffer, bytesRead } = await file.read(Buffer.alloc(Math.min(size, pngHeadBytes)), { position: 0 });
		return { head: buffer.subarray(0, bytesRead), isWhole: bytesRead === size };
	} finally {
		await file.close();
	}
}
