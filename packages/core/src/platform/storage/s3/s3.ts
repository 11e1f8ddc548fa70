import { createHash } from 'node:crypto';
import { Readable } from 'node:stream';
import { crc32 } from 'node:zlib';
import type { Database } from '@adx/db/client/database';
import type { GetObjectCommandOutput } from '@aws-sdk/client-s3';
import type { S3Settings } from '../storage-settings.ts';
import { type ByteRange, DamagedObjectError, type ObjectFault, type RecordedObject, type Storage } from '../types.ts';
import { announceWrite, deleteUnlessWritten, deleteUnrecorded } from './object-rows.ts';
import { createObjectSizes } from './object-sizes.ts';
import { readRanges } from './read-ranges.ts';
import { openS3, type S3 } from './s3-client.ts';
import { storageErrorFromS3 } from './s3-errors.ts';
import { createS3Marker, type S3Marker } from './s3-marker.ts';
import { spoolStream, sweepSpool } from './spool.ts';
import { sendFile, sendObject } from './write-object.ts';

/** What a call of `readRanges` is best asked for: enough for 27 pictures of 300 kB at once. */
const readAheadBytes = 8 << 20;

export interface S3StorageOptions {
	readonly settings: S3Settings;
	/** Holds the rows in which writers and sweepers meet; null where nothing is ever deleted. */
	readonly db: Database | null;
	/** On the local disk, for files whose bytes are looked into before they are sent; need not exist yet. */
	readonly spoolFolder: string;
	/** How long an object that was looked at is believed to be there: a download is looked up, started and resumed meanwhile. */
	readonly believesForMs?: number;
}

/**
 * Content-addressed objects `${prefix}ab/cd/<sha256>` of a bucket.
 *
 * A store has no rename, so rows decide: whoever stores an object writes down so before its first byte is sent, and a sweeper
 * deletes only what nobody has started to store, while whoever begins waits.
 */
export async function createS3Storage({
	settings,
	db,
	spoolFolder,
	believesForMs = 20_000,
}: S3StorageOptions): Promise<{
	readonly storage: Storage;
	readonly marker: S3Marker;
}> {
	const s3 = await openS3(settings);
	const { sdk, client, of, keyOf } = s3;
	const { bucket: Bucket } = settings;
	const marker = createS3Marker(s3);
	const sizes = createObjectSizes(s3, believesForMs);
	const announce = async (sha256: string) => {
		if (db !== null) await announceWrite(db, sha256);
	};
	const get = (sha256: string, range?: ByteRange) => {
		const Range = range === undefined ? undefined : `bytes=${range.start}-${range.end}`;
		return of(client.send(new sdk.GetObjectCommand({ Bucket, Key: keyOf(sha256), Range })), sha256);
	};
	const remove = (sha256: string) => {
		sizes.forget(sha256);
		return of(client.send(new sdk.DeleteObjectCommand({ Bucket, Key: keyOf(sha256) })));
	};
	const storage: Storage = {
		place: 'object store',
		readAheadBytes,
		leavesOrphans: false,
		put: async (bytes) => {
			const sha256 = createHash('sha256').update(bytes).digest('hex');
			await announce(sha256);
			sizes.forget(sha256);
			await of(sendObject(s3, sha256, bytes));
			return { sha256, sizeBytes: bytes.byteLength, crc32: crc32(bytes) };
		},
		putStream: (stream, expected) => {
			keyOf(expected.expectedSha256);
			return spoolStream(spoolFolder, stream, expected, async (path, stored) => {
				await announce(stored.sha256);
				sizes.forget(stored.sha256);
				await of(sendFile(s3, stored.sha256, { path, sizeBytes: stored.sizeBytes }));
				return stored;
			});
		},
		read: (sha256, range) => {
			keyOf(sha256);
			return Readable.from(
				readObject(s3, sha256, () => get(sha256, range)),
				{ objectMode: false },
			);
		},
		open: async (object, range) => {
			const answer = await get(object.sha256, range);
			if (totalBytes(answer) === object.sizeBytes) return toReadable(s3, answer, object.sha256);
			(answer.Body as unknown as Readable).destroy();
			throw new DamagedObjectError(object.sha256, 'size');
		},
		readRanges: (pieces, target, crc = 0) =>
			readRanges(s3, pieces, target, crc).catch((error: unknown) => {
				if (error instanceof DamagedObjectError) sizes.forget(error.sha256);
				throw error;
			}),
		findFaults: sizes.findFaults,
		verify: async (object) => {
			sizes.forget(object.sha256);
			return verifyObject(s3, object, () => get(object.sha256));
		},
		isInPlace: () => marker.isInPlace(),
		deleteUnlessFresh: async (sha256, before) => db !== null && deleteUnlessWritten(db, { sha256, before }, remove),
		listObjects: () => listObjects(s3),
		sweepTemporary: async (before) => {
			const unsent = await sweepSpool(spoolFolder, before);
			const unrecorded = db === null ? 0 : await deleteUnrecorded(db, before, remove);
			// Last: not every store lists them.
			return unsent + unrecorded + (await abortUploads(s3, before));
		},
		freeBytes: async () => 'unknown',
	};
	return { storage, marker };
}

async function* readObject(s3: S3, sha256: string, get: () => Promise<GetObjectCommandOutput>): AsyncGenerator<Buffer> {
	const { Body } = await get();
	try {
		yield* Body as unknown as AsyncIterable<Buffer>;
	} catch (error) {
		throw storageErrorFromS3(error, s3.settings, sha256);
	}
}

/** The answer's bytes; a connection that breaks off ends them with a StorageAwayError. */
function toReadable({ settings }: S3, { Body }: GetObjectCommandOutput, sha256: string): Readable {
	const body = Body as unknown as Readable;
	const stream = new Readable({
		read: () => body.resume(),
		destroy: (error, done) => {
			body.destroy();
			done(error);
		},
	});
	body.on('data', (chunk) => {
		if (!stream.push(chunk)) body.pause();
	});
	body.on('end', () => stream.push(null));
	body.on('error', (error) => stream.destroy(storageErrorFromS3(error, settings, sha256) as Error));
	body.pause();
	return stream;
}

/** Of the whole object, of which the answer may be a part. */
const totalBytes = ({ ContentRange, ContentLength }: GetObjectCommandOutput): number =>
	Number(ContentRange?.split('/')[1] ?? ContentLength);

async function verifyObject(
	s3: S3,
	object: RecordedObject,
	get: () => Promise<GetObjectCommandOutput>,
): Promise<ObjectFault | null> {
	const hash = createHash('sha256');
	let sizeBytes = 0;
	try {
		for await (const chunk of readObject(s3, object.sha256, get)) {
			hash.update(chunk);
			sizeBytes += chunk.length;
		}
	} catch (error) {
		if (error instanceof DamagedObjectError) return error.fault;
		throw error;
	}
	if (sizeBytes !== object.sizeBytes) return 'size';
	return hash.digest('hex') === object.sha256 ? null : 'content';
}

async function* listObjects({ sdk, client, settings, of }: S3): AsyncGenerator<readonly string[]> {
	const { bucket: Bucket, prefix: Prefix } = settings;
	const name = /^[0-9a-f]{2}\/[0-9a-f]{2}\/([0-9a-f]{64})$/;
	for (let ContinuationToken: string | undefined; ; ) {
		const page = await of(client.send(new sdk.ListObjectsV2Command({ Bucket, Prefix, ContinuationToken })));
		yield (page.Contents ?? []).flatMap(({ Key = '' }) => name.exec(Key.slice(Prefix.length))?.[1] ?? []);
		ContinuationToken = page.NextContinuationToken;
		if (ContinuationToken === undefined) return;
	}
}

/** Ends large uploads that a killed process began before then, whose parts the store would keep forever. */
async function abortUploads({ sdk, client, settings, of }: S3, before: Date): Promise<number> {
	const { bucket: Bucket, prefix: Prefix } = settings;
	let count = 0;
	for (let KeyMarker: string | undefined, UploadIdMarker: string | undefined; ; ) {
		const command = new sdk.ListMultipartUploadsCommand({ Bucket, Prefix, KeyMarker, UploadIdMarker });
		const page = await of(client.send(command));
		for (const { Key, UploadId, Initiated } of page.Uploads ?? []) {
			if (Initiated === undefined || Initiated >= before) continue;
			await of(client.send(new sdk.AbortMultipartUploadCommand({ Bucket, Key, UploadId })));
			count += 1;
		}
		if (page.IsTruncated !== true) return count;
		[KeyMarker, UploadIdMarker] = [page.NextKeyMarker, page.NextUploadIdMarker];
	}
}
