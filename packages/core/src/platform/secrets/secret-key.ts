import { hkdfSync, randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	countSealedRows,
	findOrInsertInstallation,
	findSealedSamples,
	lockInstallation,
	type SealedCounts,
	updateInstallation,
} from '@adx/db/repositories/platform/installation';
import { decryptGrant } from '../../auth/discord/stored-grant.ts';
import { decryptJobKey } from '../../generation/remote/job-key.ts';
import { decryptSaleSecret } from '../../sale/sale-secret.ts';

/** Names a key without telling it, 32 digits in hex. */
const toFingerprint = (secretKey: Uint8Array): string =>
	Buffer.from(hkdfSync('sha256', secretKey, '', 'adx key fingerprint', 16)).toString('hex');

/**
 * Why this secret key (32 bytes), or none with null, cannot serve the database, as the end of a sentence for the operator;
 * null where it can. The first key of a database is its own; afterwards another one, or a new one, would leave what is
 * sealed shut forever. A database from before fingerprints were kept takes the key that opens what it holds.
 *
 * @param isAlone whether no other process may work with the database: of several each would make a key of its own
 */
export async function findSecretKeyProblem(
	db: Database,
	secretKey: Uint8Array | null,
	{ isAlone }: { readonly isAlone: boolean },
): Promise<string | null> {
	const { secretKeyFingerprint: known, takesAnyKey } = await findOrInsertInstallation(db, randomUUID());
	if (takesAnyKey || (secretKey !== null && known === toFingerprint(secretKey))) return null;
	const what = secretKey === null ? 'is missing' : 'is another one than before';
	const sealed = await countSealedRows(db);
	const isShut = Object.values(sealed).some((count) => count > 0);
	if (isShut && !(secretKey !== null && known === null && (await canDecryptAny(db, secretKey)))) {
		return `${what}, and nothing else opens what the database holds sealed (${describeSealed(sealed)}). ${wayOut}`;
	}
	if (!isShut && known !== null && !isAlone) return `${what}: all processes need the same. ${wayOut}`;
	return null;
}

const wayOut =
	'Put the secret.key of this database back into DATA_DIR, or set SECRET_KEY to it; `npm run reset-secret-key` gives up what it sealed.';

/**
 * Remembers the key that is used from now on. `replaced`: another one was used before. `refused`, and nothing is
 * remembered, where that is not for this process to decide: of those that start together with different keys the first
 * one's counts.
 */
export async function recordSecretKey(
	db: Database,
	secretKey: Uint8Array,
	{ mayReplace }: { readonly mayReplace: boolean },
): Promise<'recorded' | 'replaced' | 'refused'> {
	const fingerprint = toFingerprint(secretKey);
	return transact(db, async (trx) => {
		const { secretKeyFingerprint: known, takesAnyKey } = await lockInstallation(trx, randomUUID());
		if (known === fingerprint && !takesAnyKey) return 'recorded';
		const isOther = known !== null && known !== fingerprint;
		if (isOther && !takesAnyKey && !mayReplace) return 'refused';
		await updateInstallation(trx, { secretKeyFingerprint: fingerprint, takesAnyKey: false });
		return isOther ? 'replaced' : 'recorded';
	});
}

/** Lets the next start take whichever key it finds, or make one. Returns what is given up if that is another one. */
export async function discardEncrypted(db: Database): Promise<SealedCounts> {
	await findOrInsertInstallation(db, randomUUID());
	await updateInstallation(db, { takesAnyKey: true });
	return countSealedRows(db);
}

/** E.g. `API keys of 2 jobs, secrets of 1 sale`. */
export function describeSealed({ jobs, sales, grants }: SealedCounts): string {
	const parts = [
		jobs > 0 ? `the API keys of ${many(jobs, 'job')}` : null,
		sales > 0 ? `the secrets of ${many(sales, 'sale')} with items left to mint` : null,
		grants > 0 ? `the Discord grants of ${many(grants, 'member')}` : null,
	];
	return parts.filter((part) => part !== null).join(', ') || 'nothing';
}

const many = (count: number, noun: string) => `${count} ${noun}${count === 1 ? '' : 's'}`;

async function canDecryptAny(db: Database, secretKey: Uint8Array): Promise<boolean> {
	const { job, sale, user } = await findSealedSamples(db);
	if (job !== undefined && decryptJobKey({ secretKey }, job) !== null) return true;
	if (user !== undefined && decryptGrant(secretKey, user) !== null) return true;
	if (sale === undefined) return false;
	try {
		decryptSaleSecret(secretKey, sale);
		return true;
	} catch {
		return false;
	}
}
