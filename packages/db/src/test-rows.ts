import { createHash, randomUUID } from 'node:crypto';
import type { ImageTraits } from '@adx/validators/generation';
import type { Database } from './client.ts';
import { insertBlob } from './repositories/blobs.ts';
import { claimImages } from './repositories/generated-image-claims.ts';
import { completeImage } from './repositories/generated-image-results.ts';
import { insertPlannedImages, type PlannedImage } from './repositories/generated-images.ts';
import { insertGenerationJob, type NewGenerationJob } from './repositories/generation-jobs.ts';
import { insertSavedSetting, type NewSavedSetting } from './repositories/saved-settings.ts';
import { insertUser } from './repositories/users.ts';
import type { GenerationJobRow, SavedSettingRow } from './schema.ts';

// Rows for this package's tests; everything that a test does not name has a value of no meaning.

export const at = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

export async function addUser(db: Database): Promise<string> {
	const { id } = await insertUser(db, { id: randomUUID(), createdAt: at(0), updatedAt: at(0) });
	return id;
}

export async function addJob(
	db: Database,
	ownerId: string,
	job: Partial<NewGenerationJob> = {},
): Promise<GenerationJobRow> {
	return insertGenerationJob(db, ownerId, {
		id: randomUUID(),
		races: ['elf'],
		classes: ['wizard'],
		artStyle: 'bold-classic',
		batchSize: 3,
		engine: 'forge',
		seed: 'seed',
		createdAt: at(0),
		...job,
	});
}

const traits: ImageTraits = {
	race: 'elf',
	class: 'wizard',
	artStyle: 'bold-classic',
	background: 'forest-glade',
	affliction: 'none',
	divinity: 'None',
	items: 'Staff',
	magicalStone: 'None',
	rarity: 'Common',
};

export function plannedImages(count: number): PlannedImage[] {
	return Array.from({ length: count }, (_, index) => ({
		id: randomUUID(),
		tokenNumber: index + 1,
		filename: `${index + 1}.png`,
		traits,
		dna: `dna-${index}`,
		imageSeed: `seed-${index}`,
		rarityScore: 1 / (index + 3),
		rarityRank: index + 1,
		rarityUniqueTraits: 0,
		createdAt: at(0),
	}));
}

/** A job with all its images planned. */
export async function addPlannedJob(
	db: Database,
	ownerId: string,
	batchSize: number,
	job: Partial<NewGenerationJob> = {},
): Promise<{ job: GenerationJobRow; images: PlannedImage[] }> {
	const row = await addJob(db, ownerId, { ...job, batchSize });
	const images = plannedImages(batchSize);
	await insertPlannedImages(db, ownerId, row.id, images);
	return { job: row, images };
}

/** A preset of that name. */
export async function addSetting(
	db: Database,
	ownerId: string,
	name: string,
	setting: Partial<NewSavedSetting> = {},
): Promise<SavedSettingRow> {
	return insertSavedSetting(db, {
		id: randomUUID(),
		ownerId,
		name,
		description: '',
		races: ['elf'],
		classes: [],
		artStyle: '',
		backgroundType: 'forest-glade',
		afflictions: [],
		batchSize: 3,
		projectName: '',
		includeMetadata: true,
		generateRarity: true,
		uploadToIpfs: false,
		traitWeights: { race: { elf: 2 } },
		createdAt: at(0),
		...setting,
	});
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Records a blob of that content and returns its hash. */
export async function addBlob(db: Database, content: string): Promise<string> {
	const blob = { sha256: sha256(content), sizeBytes: content.length, crc32: 4_294_967_295, mime: 'image/png' };
	await insertBlob(db, { ...blob, width: 1024, height: 1024, createdAt: at(0) });
	return blob.sha256;
}

/** Claims the next `count` images of the job and stores them. */
export async function storeImages(db: Database, jobId: string, count: number): Promise<void> {
	const token = randomUUID();
	const claimed = await claimImages(db, jobId, { limit: count, token, claimedUntil: at(60), now: at(0) });
	for (const { id, tokenNumber } of claimed) {
		const blobSha256 = await addBlob(db, `${jobId} ${tokenNumber}`);
		const previews = { preview512Sha256: await addBlob(db, '512'), preview200Sha256: await addBlob(db, '200') };
		await completeImage(db, { id, token, blobSha256, ...previews, storedAt: at(1) });
	}
}
