import { chunkSizeBytes } from '@adx/collection/archive/cid';
import type { ExportCollection } from '@adx/collection/export/export-collection';
import { expect, it } from 'vitest';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';
import { useTestServices } from '../platform/use-services-testing.ts';
import { layOutExport } from './lay-out-export.ts';

const test = useTestServices();

it('reads metadata no more often where the chunks of large pictures are hashed', async () => {
	const ctx = await test.contextOf();
	const countReads = async (sizeBytes: number) => {
		const { sha256, crc32 } = await ctx.storage.put(new Uint8Array(sizeBytes));
		let reads = 0;
		const tokens = [1, 2, 3].map((tokenNumber) => ({
			tokenNumber,
			fileName: `${tokenNumber}.png`,
			image: { sha256, sizeBytes, crc32, mime: 'image/png', width: 1, height: 1 },
			get metadata() {
				reads += 1;
				return { name: `Elf #${tokenNumber}` };
			},
		}));
		const collection: ExportCollection = { facts: { name: 'Elves' }, tokens };
		const signal = new AbortController().signal;
		const exported = await layOutExport(collection, 'car', (sha256s) => hashChunks(ctx, sha256s, signal));
		expect(exported.kind).toBe('export');
		return reads;
	};
	expect(await countReads(chunkSizeBytes + 1)).toBe(await countReads(1));
});
