import { crc32 } from 'node:zlib';
import { createSemaphore } from '../../limits/semaphore.ts';
import { DamagedObjectError, type ObjectRange, StorageAwayError } from '../types.ts';
import { type PlannedRead, planReads } from './plan-reads.ts';
import type { S3 } from './s3-client.ts';

/** Of all downloads together: more than that reach no higher speed, from near or from far. */
const reading = createSemaphore({ max: 32 });
/** A connection that breaks off in the middle of an answer is none that the SDK tries again. */
const triesMax = 3;

/** As `Storage.readRanges`, with many requests on their way at once. */
export async function readRanges(
	s3: S3,
	pieces: readonly ObjectRange[],
	target: SharedArrayBuffer,
	previousCrc: number,
): Promise<number> {
	const reads = planReads(pieces).map((read) => reading.run(() => fetchAgain(s3, read, target)));
	await Promise.all(reads).catch(async (error: unknown) => {
		// The buffer is the caller's again once nobody writes to it.
		await Promise.allSettled(reads);
		throw error;
	});
	let crc = previousCrc;
	for (const { sha256, length, targetOffset, checked } of pieces) {
		if (checked === undefined) continue;
		crc = crc32(new Uint8Array(target, targetOffset, length), checked.isFirst ? 0 : crc);
		if (checked.crc32 !== null && checked.crc32 !== crc) throw new DamagedObjectError(sha256, 'content');
	}
	return crc;
}

async function fetchAgain(s3: S3, read: PlannedRead, target: SharedArrayBuffer): Promise<void> {
	for (let tries = 1; ; tries += 1) {
		try {
			return await s3.of(fetchRead(s3, read, target), read.sha256);
		} catch (error) {
			if (tries === triesMax || !(error instanceof StorageAwayError)) throw error;
		}
	}
}

async function fetchRead(
	{ sdk, client, settings, keyOf }: S3,
	{ sha256, start, length, parts }: PlannedRead,
	target: SharedArrayBuffer,
): Promise<void> {
	const Range = `bytes=${start}-${start + length - 1}`;
	const command = new sdk.GetObjectCommand({ Bucket: settings.bucket, Key: keyOf(sha256), Range });
	const { Body } = await client.send(command);
	const [first] = parts;
	// Straight to where it goes, unless it goes to several places.
	const isDirect = parts.length === 1 && first?.length === length;
	const view = isDirect ? new Uint8Array(target, first.targetOffset, length) : new Uint8Array(length);
	let filled = 0;
	for await (const chunk of Body as unknown as AsyncIterable<Buffer>) {
		// A store that knows no ranges sends all of it.
		if (filled + chunk.length > length)
			throw new StorageAwayError('S3_ENDPOINT: the store sends other bytes than it was asked for');
		view.set(chunk, filled);
		filled += chunk.length;
	}
	if (filled < length) throw new DamagedObjectError(sha256, 'size');
	if (isDirect) return;
	for (const part of parts) {
		const from = part.start - start;
		new Uint8Array(target, part.targetOffset, part.length).set(view.subarray(from, from + part.length));
	}
}
