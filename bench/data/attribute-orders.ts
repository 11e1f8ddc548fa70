import { randomUUID } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createDb } from '@adx/db/client/database';
import { migrateToLatest } from '@adx/db/migrations/migrate';
import { insertUser } from '@adx/db/repositories/auth/users';
import { addSession } from './sessions.ts';

const pollMs = 100;

/** A migrated data directory with somebody who may generate attributes; returns the session's cookie. */
export async function prepareDeveloper(dataDir: string): Promise<string> {
	const { db, destroy } = await createDb({ dataDir });
	await migrateToLatest(db);
	const userId = randomUUID();
	await insertUser(db, { id: userId });
	const expiresAt = new Date(Date.now() + 3_600_000);
	const ends = { expiresAt, absoluteExpiresAt: expiresAt, developerUntil: expiresAt };
	const token = await addSession(db, userId, { method: 'developer', ...ends });
	await destroy();
	return `adx_session=${token}`;
}

interface PolledJob {
	readonly status: string;
	readonly errorMessage: string | null;
	readonly downloadUrl: string | null;
}

/** Orders trait sets and waits until they can be downloaded. */
export async function runAttributes(origin: string, cookie: string, request: object) {
	const body = JSON.stringify(request);
	const headers = { cookie, 'content-type': 'application/json' };
	const started = await fetch(`${origin}/api/attribute-generator`, { method: 'POST', headers, body });
	if (!started.ok) throw new Error(`The job did not start: ${await started.text()}`);
	const { job } = (await started.json()) as { job: { id: string } };
	for (;;) {
		const polled = await fetch(`${origin}/api/attribute-generator/${job.id}`, { headers });
		const { status, errorMessage, downloadUrl } = (await polled.json()) as PolledJob;
		if (status === 'failed') throw new Error(`The job failed: ${errorMessage}`);
		if (downloadUrl !== null) return { id: job.id, downloadUrl, sentBytes: Buffer.byteLength(body) };
		await sleep(pollMs);
	}
}
