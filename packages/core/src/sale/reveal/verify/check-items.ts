import { createHash } from 'node:crypto';
import { isRecord, parseJson } from '@adx/collection/metadata/json';
import { itemHash } from '@adx/collection/reveal/item-hash';
import type { RevealProof } from '@adx/validators/sale/reveal';
import { toItemHashOf } from './check-reveal.ts';
import { failed, ok, type RevealCheck, unchecked } from './reveal-check.ts';

/** Where the files of a collection are read; each rejects for a file that is not there. */
export interface ItemFiles {
	/** The text of an item's metadata. */
	metadata(tokenNumber: number): Promise<string>;
	/** The bytes of the picture at an address, `ipfs://…`. */
	picture(uri: string): Promise<AsyncIterable<Uint8Array>>;
}

/** Read at once: a gateway is asked over a network. */
const itemsAtOnce = 8;
const shownMax = 20;

/**
 * Compares each item's files with the hash that was committed to for it, and that seed and block gave it. Where the files
 * come from does not matter: none but the committed ones pass.
 */
export async function checkItems(proof: RevealProof, files: ItemFiles): Promise<RevealCheck[]> {
	const toHash = toItemHashOf(proof);
	const wrong = new Map<number, string>();
	const missing: number[] = [];
	let next = 1;
	const work = async () => {
		while (next <= proof.supply) {
			const tokenNumber = next++;
			try {
				const problem = await findProblem(files, tokenNumber, toHash(tokenNumber));
				if (problem !== null) wrong.set(tokenNumber, problem);
			} catch {
				missing.push(tokenNumber);
			}
		}
	};
	await Promise.all(Array.from({ length: itemsAtOnce }, work));
	const found = [...wrong].toSorted(([left], [right]) => left - right);
	const shown = found.slice(0, shownMax).map(([tokenNumber, problem]) => failed(`item ${tokenNumber}: ${problem}`));
	if (found.length > shownMax)
		shown.push(failed(`items: ${found.length - shownMax} more are not what was committed to`));
	if (missing.length > 0) {
		const first = missing.toSorted((left, right) => left - right).slice(0, 5);
		shown.push(
			unchecked(`items: the files of ${missing.length} could not be read, first those of ${first.join(', ')}`),
		);
	}
	if (shown.length > 0) return shown;
	return [ok(`items: all ${proof.supply} show the picture and metadata that the order gives them`)];
}

/** What is wrong with an item; null for nothing. Rejects where a file is not there. */
async function findProblem(files: ItemFiles, tokenNumber: number, expected: string): Promise<string | null> {
	const metadata = parseJson(await files.metadata(tokenNumber));
	if (!isRecord(metadata)) return 'its metadata is not a JSON object';
	const { image } = metadata;
	if (typeof image !== 'string' || !image.startsWith('ipfs://')) return 'its metadata names no picture on IPFS';
	const sha256 = createHash('sha256');
	for await (const chunk of await files.picture(image)) sha256.update(chunk);
	const isCommitted = itemHash(sha256.digest('hex'), metadata) === expected;
	return isCommitted ? null : 'its picture or metadata is not what was committed to for it';
}
