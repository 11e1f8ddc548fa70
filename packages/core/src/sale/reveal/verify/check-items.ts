import { createHash } from 'node:crypto';
import { itemHash } from '@adx/collection/reveal/item-hash';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { type RevealCheck, toItemHashOf } from './check-reveal.ts';

/** The files of an item: its metadata as text, and the bytes of the picture that the metadata names. */
export interface ItemFiles {
	readonly metadata: string;
	readonly picture: AsyncIterable<Uint8Array>;
}

/** Read at once: a gateway is asked over a network. */
const itemsAtOnce = 8;
const shownMax = 20;

/**
 * Compares each item's files with the hash that was committed to for it, and that seed and block gave it. `read` rejects
 * where there are no such files. Where the files come from does not matter: none but the committed ones pass.
 */
export async function checkItems(
	proof: RevealProof,
	read: (tokenNumber: number) => Promise<ItemFiles>,
): Promise<RevealCheck[]> {
	const toHash = toItemHashOf(proof);
	const found: RevealCheck[] = [];
	const missing: number[] = [];
	let next = 1;
	const work = async () => {
		while (next <= proof.supply) {
			const tokenNumber = next++;
			try {
				const files = await read(tokenNumber);
				const metadata = JSON.parse(files.metadata) as Record<string, unknown>;
				const sha256 = createHash('sha256');
				for await (const chunk of files.picture) sha256.update(chunk);
				const hash = itemHash(sha256.digest('hex'), metadata);
				if (hash === toHash(tokenNumber)) continue;
				found.push({
					result: 'failed',
					text: `item ${tokenNumber}: its picture or traits are not those that were committed to for it`,
				});
			} catch (error) {
				if (error instanceof SyntaxError)
					found.push({ result: 'failed', text: `item ${tokenNumber}: its metadata is no JSON` });
				else missing.push(tokenNumber);
			}
		}
	};
	await Promise.all(Array.from({ length: itemsAtOnce }, work));
	const shown = found.slice(0, shownMax);
	if (found.length > shownMax)
		shown.push({ result: 'failed', text: `items: ${found.length - shownMax} more are not what was committed to` });
	if (missing.length > 0) {
		const first = missing.toSorted((left, right) => left - right).slice(0, 5);
		const text = `items: the files of ${missing.length} could not be read, first those of ${first.join(', ')}`;
		shown.push({ result: 'unchecked', text });
	}
	if (shown.length > 0) return shown;
	return [{ result: 'ok', text: `items: all ${proof.supply} show the picture and traits that the order gives them` }];
}
