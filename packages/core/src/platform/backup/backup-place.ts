import { mkdir, readdir, readFile, rename, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { text } from 'node:stream/consumers';
import { z } from 'zod';
import { createDiskStorage } from '../storage/disk.ts';
import { ignoreMissing } from '../storage/missing-file.ts';
import { createS3Storage } from '../storage/s3/s3.ts';
import { openS3 } from '../storage/s3/s3-client.ts';
import { isMissingObject } from '../storage/s3/s3-errors.ts';
import type { S3Settings } from '../storage/storage-settings.ts';
import type { Storage } from '../storage/types.ts';

/** What a snapshot holds; written last, so that one that is there is whole. */
export const snapshotManifest = z.object({
	format: z.literal('adx-realm-backup-1'),
	createdAt: z.iso.datetime(),
	installationId: z.string().nullable(),
	migration: z.string(),
	withSecrets: z.boolean(),
	/** The dump of the database, which lies among the files. */
	database: z.object({ sha256: z.string(), sizeBytes: z.int() }),
	files: z.object({ count: z.int(), bytes: z.int() }),
	/** Hashes of files that the database recorded and that were missing or damaged in the installation. */
	damaged: z.array(z.string()),
});
export type SnapshotManifest = Readonly<z.infer<typeof snapshotManifest>>;

/** Where backups lie: files by their hash, which snapshots share, and a manifest for each snapshot. */
export interface BackupPlace {
	readonly files: Storage;
	/** Names, oldest first. */
	listSnapshots(): Promise<string[]>;
	/** The manifest as it was written; null where there is none of that name. */
	readManifest(name: string): Promise<string | null>;
	writeManifest(name: string, manifest: string): Promise<void>;
}

const suffix = '.json';
const isManifest = (name: string) => /^[\w-]+\.json$/.test(name);
const toName = (file: string) => file.slice(0, -suffix.length);

/** A folder, which is made where it is missing: `files/ab/cd/<sha256>` and `snapshots/<name>.json`. */
export async function openBackupFolder(folder: string): Promise<BackupPlace> {
	const snapshots = join(folder, 'snapshots');
	await mkdir(snapshots, { recursive: true, mode: 0o700 });
	return {
		files: await createDiskStorage(join(folder, 'files')),
		listSnapshots: async () => (await readdir(snapshots)).filter(isManifest).sort().map(toName),
		readManifest: (name) =>
			readFile(join(snapshots, `${name}${suffix}`), 'utf8')
				.catch(ignoreMissing)
				.then((found) => found ?? null),
		writeManifest: async (name, manifest) => {
			const path = join(snapshots, `${name}${suffix}`);
			await writeFile(`${path}.tmp`, manifest, { mode: 0o600, flush: true });
			await rename(`${path}.tmp`, path);
		},
	};
}

/** An object store, by the same names behind its prefix. */
export async function openBackupStore(settings: S3Settings, spoolFolder: string): Promise<BackupPlace> {
	const { prefix, bucket: Bucket } = settings;
	const { storage } = await createS3Storage({
		settings: { ...settings, prefix: `${prefix}files/` },
		// Nothing in a backup is ever deleted while something is written there.
		db: null,
		spoolFolder,
	});
	const s3 = await openS3(settings);
	const { sdk, client, of } = s3;
	const keyOf = (name: string) => `${prefix}snapshots/${name}${suffix}`;
	return {
		files: storage,
		listSnapshots: async () => {
			const names: string[] = [];
			const query = { Bucket, Prefix: `${prefix}snapshots/` };
			for (let ContinuationToken: string | undefined; ; ) {
				const page = await of(client.send(new sdk.ListObjectsV2Command({ ...query, ContinuationToken })));
				for (const { Key = '' } of page.Contents ?? []) names.push(Key.slice(query.Prefix.length));
				ContinuationToken = page.NextContinuationToken;
				if (ContinuationToken === undefined) return names.filter(isManifest).sort().map(toName);
			}
		},
		readManifest: async (name) => {
			const sent = client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(name) }));
			const found = await of(
				sent.catch((error: unknown) => {
					if (isMissingObject(error)) return null;
					throw error;
				}),
			);
			return found === null ? null : text(found.Body as unknown as NodeJS.ReadableStream);
		},
		writeManifest: async (name, manifest) => {
			const object = { Bucket, Key: keyOf(name), Body: manifest, ContentType: 'application/json' };
			await of(client.send(new sdk.PutObjectCommand({ ...object, ...s3.encryption })));
		},
	};
}
