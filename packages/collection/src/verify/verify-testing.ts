import { createHash } from 'node:crypto';
import fc from 'fast-check';
import { expect } from 'vitest';
import { type ArchiveReport, verifyArchive } from './verify-archive.ts';

/** An unpacked archive, bytes by name. */
export type Files = Map<string, Uint8Array>;

export const readText = (files: Files, name: string) => new TextDecoder().decode(files.get(name)!);
export const put = (files: Files, name: string, text: string) => files.set(name, new TextEncoder().encode(text));

export function verify(files: Files): Promise<ArchiveReport> {
	return verifyArchive({
		names: files.keys(),
		readText: (name) => readText(files, name),
		sha256Of: async (name) => createHash('sha256').update(files.get(name)!).digest('hex'),
	});
}

/** Flips single bits anywhere in a sound archive and expects each of them to be found. */
export async function expectFlippedBitsFound(files: Files): Promise<void> {
	const spots = fc.constantFrom(...files.keys()).chain((name) => {
		return fc.tuple(fc.constant(name), fc.nat(files.get(name)!.length - 1), fc.nat(7));
	});
	await fc.assert(
		fc.asyncProperty(spots, async ([name, at, bit]) => {
			const changed = new Map(files);
			const bytes = Uint8Array.from(files.get(name)!);
			bytes[at]! ^= 1 << bit;
			changed.set(name, bytes);
			expect((await verify(changed)).problems.length).toBeGreaterThan(0);
		}),
		{ numRuns: 400 },
	);
}
