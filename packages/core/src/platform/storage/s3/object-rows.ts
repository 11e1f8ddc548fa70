import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import type { Database } from '@adx/db/client/database';
import {
	beginObjectDeletion,
	beginObjectWrite,
	deleteRecordedObjectWrites,
	endObjectDeletion,
	listUnrecordedObjects,
} from '@adx/db/repositories/platform/object-writes';
import { StorageAwayError } from '../types.ts';

/** Longer than a deletion's request can be on its way. */
const deletionSeconds = 120;
/** A deletion takes a few hundredths of a second; one of a killed process as long as it may. */
const askAgainMs = 100;
const waitMaxMs = (deletionSeconds + 10) * 1_000;
const sliceRows = 100;

/** Notes that an object is being stored, before its first byte is sent; waits while somebody deletes it. */
export async function announceWrite(db: Database, sha256: string): Promise<void> {
	for (const until = Date.now() + waitMaxMs; !(await beginObjectWrite(db, sha256)); await sleep(askAgainMs)) {
		if (Date.now() > until) throw new StorageAwayError('an object is being deleted, and that does not end');
	}
}

/**
 * Deletes an object unless somebody has started to store it since `before`; whoever begins now waits until it is gone. Where
 * `remove` rejects, what became of it is unknown: it is found again as an object without a row.
 */
export async function deleteUnlessWritten(
	db: Database,
	{ sha256, before }: { readonly sha256: string; readonly before: Date },
	remove: (sha256: string) => Promise<unknown>,
): Promise<boolean> {
	const token = randomUUID();
	// An age, since this machine's clock and the database's may differ.
	const unwrittenForMs = Date.now() - before.getTime();
	if (!(await beginObjectDeletion(db, { sha256, token, unwrittenForMs, seconds: deletionSeconds }))) return false;
	await remove(sha256);
	await endObjectDeletion(db, { sha256, token });
	return true;
}

/**
 * Deletes what was stored before then and never recorded, as by a process that was killed, or whose deletion failed. Returns
 * how many objects that were.
 */
export async function deleteUnrecorded(
	db: Database,
	before: Date,
	remove: (sha256: string) => Promise<unknown>,
): Promise<number> {
	const unwrittenForMs = Date.now() - before.getTime();
	await deleteRecordedObjectWrites(db, { unwrittenForMs });
	for (let count = 0; ; ) {
		const hashes = await listUnrecordedObjects(db, { unwrittenForMs, limit: sliceRows });
		for (const sha256 of hashes) if (await deleteUnlessWritten(db, { sha256, before }, remove)) count += 1;
		if (hashes.length < sliceRows) return count;
	}
}
