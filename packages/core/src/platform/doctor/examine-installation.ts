import { randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { findOrInsertInstallation } from '@adx/db/repositories/platform/installation';
import { readDatabaseTime } from '@adx/db/repositories/platform/read-database-time';
import { listBlobsAfter } from '@adx/db/repositories/platform/storage-scrubs';
import { listRecordedHashes } from '@adx/db/repositories/uploads/blobs';
import { findSecretKeyProblem } from '../secrets/secret-key.ts';
import { freeBytesWatermark, type Storage } from '../storage/types.ts';

/** What was looked at and what was found, in sentences for the operator. */
export interface Diagnosis {
	readonly state: 'ok' | 'warning' | 'problem';
	readonly text: string;
	/** What to do about it; null where nothing is to be done. */
	readonly cure: string | null;
	/** Names of some that are meant, e.g. hashes. */
	readonly examples: readonly string[];
}

export interface Installation {
	readonly db: Database;
	readonly storage: Storage;
	/** The id that lies beside the files; null for none. */
	readonly filesId: string | null;
	/** 32 bytes; null where there is none. */
	readonly secretKey: Uint8Array | null;
	readonly now: () => Date;
}

export interface ExaminationOptions {
	/** Of so many files one is read through; 1 reads all of them. */
	readonly readOneIn: number;
	/** Told of files that were looked at, now and then. */
	readonly onProgress?: (files: number) => void;
}

const sliceRows = 500;
const examplesMax = 5;
const clockToleranceMs = 5_000;

/** Looks an installation over and changes nothing. Rejects when database or folder cannot be read at all. */
export async function* examineInstallation(
	installation: Installation,
	options: ExaminationOptions,
): AsyncGenerator<Diagnosis> {
	yield await examineIdentity(installation);
	yield await examineKey(installation);
	yield await examineClock(installation);
	yield await examineDisk(installation);
	yield* examineRecordedFiles(installation, options);
	yield await examineUnknownFiles(installation);
}

const ok = (text: string): Diagnosis => ({ state: 'ok', text, cure: null, examples: [] });

async function examineIdentity({ db, storage, filesId }: Installation): Promise<Diagnosis> {
	const { place } = storage;
	const { id, hasMarkedFiles } = await findOrInsertInstallation(db, randomUUID());
	if (filesId === id) return ok(`Database and ${place} belong together.`);
	if (filesId === null && !hasMarkedFiles) return ok(`The ${place} is marked at the first start.`);
	const cure =
		place === 'object store'
			? 'Set S3_BUCKET and S3_PREFIX to the place that belongs to it.'
			: 'Set DATA_DIR to the folder that belongs to it.';
	return { state: 'problem', text: `The ${place} is not that of this database.`, cure, examples: [] };
}

async function examineKey({ db, secretKey }: Installation): Promise<Diagnosis> {
	const problem = await findSecretKeyProblem(db, secretKey, { isAlone: true });
	if (problem === null) return ok('The secret key is the one that the database knows.');
	return { state: 'problem', text: `The secret key ${problem}`, cure: null, examples: [] };
}

async function examineClock({ db, now }: Installation): Promise<Diagnosis> {
	const before = now().getTime();
	const databaseMs = (await readDatabaseTime(db)).getTime();
	const after = now().getTime();
	const offMs = databaseMs < before ? before - databaseMs : Math.max(0, databaseMs - after);
	if (offMs <= clockToleranceMs) return ok('This machine and the database have the same time.');
	const text = `This machine's clock and the database's are ${Math.round(offMs / 1_000)} seconds apart.`;
	return { state: 'problem', text, cure: 'Have both keep the time by NTP.', examples: [] };
}

async function examineDisk({ storage }: Installation): Promise<Diagnosis> {
	const free = await storage.freeBytes();
	if (free === 'unknown') return ok(`How much room the ${storage.place} has, it does not say.`);
	const text = `The disk has ${(free / 1e9).toFixed(1)} GB free.`;
	if (free >= freeBytesWatermark) return ok(text);
	return { state: 'problem', text, cure: 'Free some space: nothing new is started before.', examples: [] };
}

/** Rows without bytes, and bytes that are others than their name says. */
async function* examineRecordedFiles(
	{ db, storage }: Installation,
	{ readOneIn, onProgress }: ExaminationOptions,
): AsyncGenerator<Diagnosis> {
	const missing: string[] = [];
	const damaged: string[] = [];
	let [count, read] = [0, 0];
	for (let after = ''; ; ) {
		const slice = await listBlobsAfter(db, after, sliceRows);
		if (slice.length === 0) break;
		after = slice.at(-1)!.sha256;
		const faults = await storage.findFaults(slice);
		for (const blob of slice) {
			const fault = faults.get(blob.sha256);
			if (fault === 'missing') missing.push(blob.sha256);
			else if (fault !== undefined) damaged.push(blob.sha256);
			else if (count % readOneIn === 0) {
				read += 1;
				if ((await storage.verify(blob)) !== null) damaged.push(blob.sha256);
			}
			count += 1;
		}
		onProgress?.(count);
	}
	if (missing.length === 0) yield ok(`Every recorded file is there: ${count}.`);
	else {
		const text = `Files that the database records are missing: ${missing.length} of ${count}.`;
		const cure =
			'Bring them back from a backup of the files; images of the forge are made again when they are asked for, painted ones when their owner orders them again on the page of the job.';
		yield { state: 'problem', text, cure, examples: missing.slice(0, examplesMax) };
	}
	const extent = readOneIn === 1 ? 'all of them' : `one in ${readOneIn}`;
	if (damaged.length === 0) yield ok(`Files hold what they did when they were stored: ${read} read, ${extent}.`);
	else {
		const text = `Files hold other bytes than when they were stored: ${damaged.length}, with ${read} read, ${extent}.`;
		const cure = 'Look at the disk, and bring them back from a backup of the files.';
		yield { state: 'problem', text, cure, examples: damaged.slice(0, examplesMax) };
	}
}

/** Bytes without a row: a warning alone, since the product deletes them by itself. */
async function examineUnknownFiles({ db, storage }: Installation): Promise<Diagnosis> {
	const unknown: string[] = [];
	let count = 0;
	for await (const hashes of storage.listObjects()) {
		for (let start = 0; start < hashes.length; start += sliceRows) {
			const slice = hashes.slice(start, start + sliceRows);
			const known = await listRecordedHashes(db, slice);
			unknown.push(...slice.filter((sha256) => !known.has(sha256)));
			count += slice.length;
		}
	}
	if (unknown.length === 0) return ok(`Every stored file is recorded: ${count}.`);
	return {
		state: 'warning',
		text: `Files that the database does not record: ${unknown.length} of ${count}.`,
		cure: storage.leavesOrphans
			? 'The product deletes them after a day, unless they are most of all: then the database is hardly theirs.'
			: 'The product deletes after a day what it stored itself; what is there for longer came from elsewhere.',
		examples: unknown.slice(0, examplesMax),
	};
}
