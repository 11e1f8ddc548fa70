import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { carSegments, computeCarLayout } from '@adx/collection/archive/car-layout';
import { findMint, findMintMetadata } from '@adx/db/repositories/mint/minted-tokens';
import type { MintCarInput } from '@adx/validators/mint';
import { type RequestContext, requireActor } from '../platform/context.ts';
import { notFound } from '../platform/errors.ts';
import { hashChunks } from '../platform/ipfs/hash-chunks.ts';
import type { DamageServices } from '../platform/storage/integrity/damage.ts';
import { readStoredFile } from '../platform/storage/integrity/read-verified.ts';

/** A token's two files, ready for IPFS. */
export interface MintCar {
	/** The CID of the folder of both, which holds them under their own CIDs too. */
	readonly root: string;
	readonly bytes: Uint8Array<ArrayBuffer>;
}

/** Packs the metadata with its image, which is one generated picture: a few MB at most. */
export async function packMintCar(
	services: DamageServices,
	{ json, imageSha256 }: { readonly json: string; readonly imageSha256: string },
): Promise<MintCar> {
	const metadata = Buffer.from(json);
	const image = await readStoredFile(services, imageSha256);
	const chunks = (await hashChunks(services, [imageSha256])).get(imageSha256) ?? [];
	const files = [
		{ path: 'metadata.json', bytes: metadata, sha256: createHash('sha256').update(metadata).digest('hex'), chunks: [] },
		{ path: 'image', bytes: image, sha256: imageSha256, chunks },
	];
	const layout = await computeCarLayout(
		files.map(({ bytes, ...file }) => ({ ...file, sizeBytes: bytes.length, crc32: crc32(bytes) })),
	);
	const bytes = new Uint8Array(layout.totalBytes);
	let at = 0;
	for (const segment of carSegments(layout, 0, layout.totalBytes - 1)) {
		const part = segment.kind === 'bytes' ? segment.bytes : partOf(files[segment.index]!.bytes, segment);
		bytes.set(part, at);
		at += part.length;
	}
	return { root: layout.root, bytes };
}

const partOf = (bytes: Uint8Array, { offset, length }: { readonly offset: number; readonly length: number }) =>
	bytes.subarray(offset, offset + length);

/** The metadata and the image of a prepared or minted token, to be published by its owner; 404 without one. */
export async function downloadMintCar(ctx: RequestContext, { imageId, chain }: MintCarInput): Promise<MintCar> {
	const mint = await findMint(ctx.db, requireActor(ctx).userId, imageId, chain);
	const metadata = mint && (await findMintMetadata(ctx.db, mint.id, mint.metadataSha256));
	if (metadata === undefined) throw notFound('mint');
	return packMintCar(ctx, metadata);
}
