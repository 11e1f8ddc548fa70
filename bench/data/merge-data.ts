import { randomBytes, randomUUID } from 'node:crypto';
import { join } from 'node:path';
import { createDiskStorage } from '@adx/core/platform/storage/disk';
import type { StoredObject } from '@adx/core/platform/storage/types';
import { createDb } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { insertBlob, insertOwnerBlob } from '@adx/db/repositories/uploads/blobs';
import type { MergeImageEntry } from '@adx/validators/uploads';
import { addSession } from './sessions.ts';

/** Images of each of the three collections: 10,000 in all unless told otherwise. */
const share = Number(process.env.BENCH_MERGE_IMAGES ?? 10_000) / 10;
export const collectionSizes = [5 * share, 3 * share, 2 * share] as const;
const imageBytes = Number(process.env.BENCH_MERGE_IMAGE_BYTES ?? 300_000);

const traitNames = ['Race', 'Class', 'Background', 'Affliction', 'Divinity', 'Items', 'Stone', 'Mood', 'Weather'];

/** Metadata as generators write it, about a kilobyte. */
export function createMetadata(number: number): Record<string, unknown> {
	return {
		name: `Frost Court #${number}`,
		symbol: 'FROST',
		description: 'A court of frost and fire, painted once and never again. '.repeat(4).trim(),
		image: `ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/${number}.png`,
		external_url: `https://example.org/frost/${number}`,
		edition: number,
		attributes: traitNames.map((trait, index) => ({
			trait_type: trait,
			value: `${trait} ${(number * (index + 3) + index) % (12 + index * 7)}`,
		})),
	};
}

export interface UploadedCollection {
	readonly name: string;
	readonly images: readonly (MergeImageEntry & StoredObject)[];
}

/** Three collections of stored bytes, as if they had been uploaded. */
export async function storeCollections(filesDir: string): Promise<UploadedCollection[]> {
	const storage = await createDiskStorage(filesDir);
	const collections: UploadedCollection[] = [];
	for (const [position, size] of collectionSizes.entries()) {
		const images = [];
		for (let number = 1; number <= size; number += 1) {
			const stored = await storage.put(randomBytes(imageBytes));
			images.push({ filename: `images/${number}.png`, metadata: createMetadata(number), ...stored });
		}
		collections.push({ name: `Collection ${position + 1}`, images });
	}
	return collections;
}

export interface PreparedMerge {
	/** The cookie of a session that may merge. */
	readonly cookie: string;
	/** What `merge.start` takes. */
	readonly request: object;
}

/** A migrated data directory in which somebody uploaded three collections. */
export async function prepareMerge(dataDir: string): Promise<PreparedMerge> {
	const collections = await storeCollections(join(dataDir, 'files'));
	const storage = await createDiskStorage(join(dataDir, 'files'));
	const { db, destroy } = await createDb({ dataDir });
	await migrateToLatest(db);
	const now = new Date();
	const ownerId = randomUUID();
	const inputCollections: object[] = [];
	const token = await transact(db, async (trx) => {
		await insertUser(trx, { id: ownerId });
		const expiresAt = new Date(now.getTime() + 3_600_000);
		const session = { method: 'community', expiresAt, absoluteExpiresAt: expiresAt } as const;
		const added = await addSession(trx, ownerId, session);
		const reserve = async ({ sha256, sizeBytes, crc32 }: StoredObject, mime: string, px: number | null) => {
			await insertBlob(trx, { sha256, sizeBytes, crc32, mime, width: px, height: px, createdAt: now });
			await insertOwnerBlob(trx, { ownerId, sha256, lastUsedAt: now });
		};
		for (const [position, { name, images }] of collections.entries()) {
			for (const image of images) await reserve(image, 'image/png', 1_024);
			const entries = images.map(({ filename, sha256, metadata }) => ({ filename, sha256, metadata }));
			const manifest = await storage.put(Buffer.from(JSON.stringify({ format: 'adx-upload-1', images: entries })));
			await reserve(manifest, 'application/json', null);
			inputCollections.push({
				id: `collection-${position + 1}`,
				name,
				imageCount: images.length,
				uploadedAt: now.toISOString(),
				manifest: manifest.sha256,
			});
		}
		return added;
	});
	await destroy();
	return { cookie: `adx_session=${token}`, request: { projectName: 'Bench', inputCollections } };
}
