import { createHash, randomUUID } from 'node:crypto';
import type { ImageTraits } from '@adx/validators/catalogue/image-traits';
import { mergeOptionsSchema } from '@adx/validators/merge';
import type { MintChain } from '@adx/validators/minted-token';
import type { Database } from '../client/database.ts';
import { transact } from '../client/transact.ts';
import { insertAttributeJob, type NewAttributeJob } from '../repositories/attributes/attribute-jobs.ts';
import { insertUser } from '../repositories/auth/users.ts';
import { findImage, insertPlannedImages, type PlannedImage } from '../repositories/generation/generated-images.ts';
import { insertGenerationJob, type NewGenerationJob } from '../repositories/generation/generation-jobs.ts';
import { claimImages } from '../repositories/generation/image-claims.ts';
import { completeImage } from '../repositories/generation/image-results.ts';
import { addRegeneratedVersion } from '../repositories/generation/image-versions.ts';
import { insertMergeInputs } from '../repositories/merge/merge-inputs.ts';
import { completeMerge, insertMergeJob, type NewMergeJob } from '../repositories/merge/merge-jobs.ts';
import { upsertMergedImages } from '../repositories/merge/merged-images.ts';
import { savePreparedMint } from '../repositories/mint/mint-preparations.ts';
import { insertPreset, type NewPreset } from '../repositories/presets/presets.ts';
import { findSale, insertSale, type NewSale } from '../repositories/sale/sales.ts';
import { insertBlob } from '../repositories/uploads/blobs.ts';
import type { GenerationJobRow } from '../schema/generation-tables.ts';
import type { MintedTokenRow } from '../schema/mint-tables.ts';
import type { PresetRow } from '../schema/preset-tables.ts';
import type { SaleRow } from '../schema/sale-tables.ts';

// Rows for this package's tests; everything that a test does not name has a value of no meaning.

export const secondsAfterStart = (seconds: number) => new Date(Date.UTC(2026, 0, 1) + seconds * 1_000);

export async function addUser(db: Database): Promise<string> {
	const { id } = await insertUser(db, {
		id: randomUUID(),
		createdAt: secondsAfterStart(0),
		updatedAt: secondsAfterStart(0),
	});
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
		createdAt: secondsAfterStart(0),
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
		createdAt: secondsAfterStart(0),
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
export async function addPreset(
	db: Database,
	ownerId: string,
	name: string,
	setting: Partial<NewPreset> = {},
): Promise<PresetRow> {
	return insertPreset(db, {
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
		engine: 'forge',
		model: '',
		createdAt: secondsAfterStart(0),
		...setting,
	});
}

export const sha256 = (text: string) => createHash('sha256').update(text).digest('hex');

/** Records a blob of that content and returns its hash. */
export async function addBlob(db: Database, content: string): Promise<string> {
	const blob = { sha256: sha256(content), sizeBytes: content.length, crc32: 4_294_967_295, mime: 'image/png' };
	await insertBlob(db, { ...blob, width: 1024, height: 1024, createdAt: secondsAfterStart(0) });
	return blob.sha256;
}

/** Claims the next `count` images of the job and stores them. */
export async function storeImages(db: Database, jobId: string, count: number): Promise<void> {
	const token = randomUUID();
	const claimed = await claimImages(db, jobId, { limit: count, token, forMs: 60_000 });
	for (const { id, tokenNumber } of claimed) {
		const blobSha256 = await addBlob(db, `${jobId} ${tokenNumber}`);
		const previews = { preview512Sha256: await addBlob(db, '512'), preview200Sha256: await addBlob(db, '200') };
		await completeImage(db, { id, token, blobSha256, ...previews, forgeVersion: 2, storedAt: secondsAfterStart(1) });
	}
}

/** Stores another version of a stored image, which becomes the chosen one. */
export async function addVersion(db: Database, imageId: string): Promise<void> {
	const { jobId, tokenNumber, filename, imageSeed, ...image } = (await findImage(db, 'all', imageId))!;
	const blobSha256 = await addBlob(db, `${jobId} ${tokenNumber} ${image.versionCount + 1}`);
	const files = { blobSha256, preview512Sha256: await addBlob(db, '512'), preview200Sha256: await addBlob(db, '200') };
	const facts = { filename, imageSeed, forgeVersion: null, createdAt: secondsAfterStart(2) };
	const version = { imageId, lostVersion: image.chosenVersion!, ...facts };
	await transact(db, (trx) => addRegeneratedVersion(trx, { ...version, ...files }));
}

/** An attribute job, waiting for a worker. */
export function addAttributeJob(
	db: Database,
	ownerId: string,
	job: Partial<NewAttributeJob> = {},
): Promise<{ readonly id: string }> {
	return insertAttributeJob(db, {
		id: randomUUID(),
		ownerId,
		options: { folderSize: 3, existingTraits: 'keep', seed: 'seed' },
		totalImages: 3,
		createdAt: secondsAfterStart(0),
		...job,
	});
}

/** A merge of one collection, waiting for a worker. */
export async function addMerge(
	db: Database,
	ownerId: string,
	merge: Partial<NewMergeJob> = {},
): Promise<{ readonly id: string }> {
	const job = await insertMergeJob(db, {
		id: randomUUID(),
		ownerId,
		projectName: 'Winter Court',
		options: { ...mergeOptionsSchema.parse({}), seed: 'seed' },
		totalImages: 2,
		createdAt: secondsAfterStart(0),
		...merge,
	});
	const manifestSha256 = await addBlob(db, `manifest ${job.id}`);
	await insertMergeInputs(db, [
		{
			mergeJobId: job.id,
			position: 0,
			clientId: 'c',
			name: 'North',
			imageCount: 2,
			uploadedAt: secondsAfterStart(0),
			manifestSha256,
		},
	]);
	return job;
}

export interface TestToken {
	readonly sha256: string;
	readonly name?: string;
	readonly race?: string;
	readonly rank?: number;
}

/** Stores the tokens and completes the merge. */
export async function finishMerge(db: Database, id: string, tokens: readonly TestToken[]): Promise<void> {
	const rows = tokens.map(({ sha256: blob, name, race = 'Elf', rank = 1 }, index) => ({
		tokenNumber: index + 1,
		name: name ?? `Winter Court #${index + 1}`,
		sha256: blob,
		attributes: [{ trait_type: 'Race', value: race }],
		rank,
		score: 1,
		tier: 'Common',
		sourcePosition: 0,
		sourceFilename: `${index + 1}.png`,
	}));
	await upsertMergedImages(db, id, JSON.stringify(rows));
	const completed = await completeMerge(db, id, {
		totalImages: tokens.length,
		leftOut: {},
		indexSha256: await addBlob(db, `index ${id}`),
		packSha256: await addBlob(db, `pack ${id}`),
		archiveBytes: 5_000_000_000,
		archiveEtag: 'tag',
		provenance: sha256('provenance'),
		facets: JSON.stringify([{ trait: 'Race', values: [{ value: 'Elf', count: tokens.length }] }]),
		coverSha256: tokens[0]?.sha256 ?? null,
		coverTokenNumber: 1,
		completedAt: secondsAfterStart(9),
	});
	if (!completed) throw new Error('The merge was finished already.');
}

/** A mint on Polygon of an image that is in no table. */
export async function addPreparedMint(
	db: Database,
	ownerId: string,
	{
		chain = 'polygon',
		imageId = randomUUID(),
		tokenId = '18446744073709551615',
		contractAddress = '0xContract',
		signedAtBlock = 10,
		publishedAt = null,
	}: {
		readonly chain?: MintChain;
		readonly imageId?: string;
		readonly tokenId?: string;
		readonly contractAddress?: string;
		readonly signedAtBlock?: number;
		readonly publishedAt?: Date | null;
	} = {},
): Promise<MintedTokenRow> {
	const image = await addBlob(db, `image ${imageId}`);
	const saved = await transact(db, (trx) =>
		savePreparedMint(trx, {
			token: {
				id: randomUUID(),
				ownerId,
				imageId,
				chain,
				contractAddress,
				tokenId,
				ownerAddress: '0xOwner',
				nftName: 'Elf Wizard',
				nftDescription: '',
				metadataSha256: createHash('sha256').update(imageId).digest('hex'),
				metadataCid: 'bafmetadata',
				imageCid: 'bafimage',
				tokenUri: 'ipfs://bafmetadata',
				createdAt: secondsAfterStart(0),
			},
			metadata: { json: '{}', imageSha256: image, publishedAt },
			voucher: { id: randomUUID(), signature: '0x', deadline: secondsAfterStart(900), signedAtBlock },
		}),
	);
	if (saved === null) throw new Error('The mint was not stored.');
	return saved;
}

/** A sale of a finished merge of two tokens, which is being prepared. */
export async function addSale(db: Database, ownerId: string, sale: Partial<NewSale> = {}): Promise<SaleRow> {
	const merge = await addMerge(db, ownerId);
	const tokens = [await addBlob(db, `1 ${merge.id}`), await addBlob(db, `2 ${merge.id}`)];
	await finishMerge(
		db,
		merge.id,
		tokens.map((hash) => ({ sha256: hash })),
	);
	const id = randomUUID();
	await insertSale(db, {
		id,
		mergeJobId: merge.id,
		ownerId,
		cluster: 'devnet',
		walletAddress: 'wallet',
		name: 'Winter Court',
		symbol: 'WIN',
		description: '',
		priceLamports: '100000000',
		royaltyBasisPoints: 500,
		isDelayed: false,
		supply: 2,
		sealedSecret: 'sealed',
		mintAddress: `mint ${id}`,
		createdAt: secondsAfterStart(0),
		...sale,
	});
	const stored = await findSale(db, sale.id ?? id);
	if (stored === undefined) throw new Error('The sale was not stored.');
	return stored;
}
