import type { Database } from '../../client/database.ts';
import { toJsonb } from '../../schema/column-types.ts';

export interface NewAuditEntry {
	readonly id: string;
	/** The user who acted; null when nobody was signed in. */
	readonly actorId: string | null;
	/** What was done, e.g. `session.start`, `session.elevate`, `images.delete`. */
	readonly action: string;
	/** What it was done to; never a secret. */
	readonly subject: Record<string, unknown>;
	readonly createdAt?: Date;
}

export async function insertAuditEntry(db: Database, { subject, ...entry }: NewAuditEntry): Promise<void> {
	await db
		.insertInto('auditLog')
		.values({ ...entry, subject: toJsonb(subject) })
		.execute();
}
