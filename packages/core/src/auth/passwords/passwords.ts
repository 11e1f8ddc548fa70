import { randomInt, randomUUID } from 'node:crypto';
import type { Database } from '@adx/db/client/database';
import { transact } from '@adx/db/client/transact';
import {
	deletePasswordHashes,
	insertPasswordHash,
	listPasswordHashes,
	lockFirstPasswords,
} from '@adx/db/repositories/auth/password-hashes';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import { type PasswordKind, passwordKindSchema } from '@adx/validators/auth/auth';
import { passwordMinLength } from '@adx/validators/limits';
import { hash as argon2Hash, parseOptions, verify } from '@node-rs/argon2';
import { type CreateRateLimiter, toNetwork } from '../../platform/limits/rate-limiter.ts';
import { createSemaphore } from '../../platform/limits/semaphore.ts';
import { type Ended, endSessionsOfKind } from '../sessions/end-sessions.ts';

export interface PasswordAttempt {
	readonly kind: PasswordKind;
	readonly password: string;
	/** The caller's network address; wrong tries are counted per address and kind. */
	readonly address: string;
}

/** Checks passwords. Holds only hashes. */
export interface PasswordCheck {
	/** False for a wrong password and for a kind that is off. Throws `LIMIT` on the sixth wrong try in 15 minutes. */
	verify(attempt: PasswordAttempt): Promise<boolean>;
}

/** What the operator configured per kind: entries as given, an empty list for off, undefined for not given. */
export type PasswordSettings = Readonly<Partial<Record<PasswordKind, readonly string[]>>>;

/** A password that this start made; it is readable only now. */
export interface GeneratedPassword {
	readonly kind: PasswordKind;
	readonly password: string;
}

const hashPrefix = 'argon2id:';
// OWASP's minimum for argon2id: 19 MiB, two passes, one lane; about 29 ms on one core. The default variant is argon2id.
const cost = { memoryCost: 19_456, timeCost: 2, parallelism: 1 } as const;
const wrongTriesMax = 5;
/**
 * Each hash takes 19 MiB and a core, so few run at once, an address after the other, and a crowd is turned away rather
 * than queued forever; the caller who sends the most is rejected first.
 */
const hashing = createSemaphore({
	max: 2,
	waitingMax: 50,
	busyMessage: 'Too many people are signing in right now. Try again in a few seconds.',
});
// Without look-alikes, since these are typed from a terminal into a browser.
const alphabet = 'abcdefghjkmnpqrstuvwxyz23456789';

/**
 * Reads the configured lists and, for each kind that was not given and has none stored, makes a random
 * password and stores its hash. Plain entries are hashed here, so starting costs about 29 ms per entry.
 * Stored hashes are read at each try, so that passwords reset by the operator count at once.
 */
export async function createPasswordCheck(options: {
	readonly db: Database;
	readonly settings: PasswordSettings;
	readonly limit: CreateRateLimiter;
	/** Called once per window for a caller with no attempts left. */
	readonly onRefused?: (kind: string, address: string) => void;
}): Promise<{ passwords: PasswordCheck; generated: readonly GeneratedPassword[] }> {
	const { db, settings, limit } = options;
	const configured = new Map<PasswordKind, readonly string[]>();
	for (const kind of passwordKindSchema.options) {
		const entries = settings[kind];
		if (entries !== undefined) configured.set(kind, await hashEntries(kind, entries));
	}
	const generated = await generateMissing(
		db,
		passwordKindSchema.options.filter((kind) => !configured.has(kind)),
	);
	const limiter = limit({
		name: 'passwords',
		triesMax: wrongTriesMax,
		what: 'wrong passwords',
		...(options.onRefused ? { onRefused: options.onRefused } : {}),
	});
	const verifyAttempt = async ({ kind, password, address }: PasswordAttempt) => {
		// A caller with no attempts left is rejected at once, without waiting in the queue.
		await limiter.check(kind, address);
		const hashes = configured.get(kind) ?? (await listPasswordHashes(db, kind));
		const check = async () => {
			// Counted only in its turn, so that many right passwords at once do not use up each other's tries.
			const takeBack = await limiter.begin(kind, address);
			const isRight = await matchesAny(hashes, comparableOf(kind, password));
			if (isRight) await takeBack();
			return isRight;
		};
		return hashing.run(check, { account: toNetwork(address) });
	};
	return { passwords: { verify: verifyAttempt }, generated };
}

/**
 * Replaces everything stored for the kind by one new random password, and ends what the old ones opened. The new one
 * counts at the next try, unless the configuration gives the kind, which then hides what is stored. Audited.
 */
export async function resetPassword(
	db: Database,
	kind: PasswordKind,
): Promise<GeneratedPassword & { readonly ended: Ended }> {
	const password = randomPassword();
	const hash = await hashToPhc(kind, password);
	const ended = await transact(db, async (trx) => {
		await deletePasswordHashes(trx, kind);
		await insertPasswordHash(trx, { kind, hash, generated: true });
		const ended = await endSessionsOfKind(trx, kind);
		const subject = { kind, ...ended };
		await insertAuditEntry(trx, { id: randomUUID(), actorId: null, action: 'password.reset', subject });
		return ended;
	});
	return { kind, password, ended };
}

async function hashEntries(kind: PasswordKind, entries: readonly string[]): Promise<readonly string[]> {
	const hashes: string[] = [];
	for (const entry of entries) hashes.push(await phcOf(kind, entry));
	return hashes;
}

/** Goes through the whole list, so that the time taken does not reveal which entry matched. */
async function matchesAny(hashes: readonly string[], comparable: string): Promise<boolean> {
	let isMatch = false;
	for (const phc of hashes) if (await verify(phc, comparable)) isMatch = true;
	return isMatch;
}

/** The `argon2id:<base64url>` entry that stands for a password in the configuration. */
export async function hashPassword(kind: PasswordKind, password: string): Promise<string> {
	return hashPrefix + Buffer.from(await hashToPhc(kind, password)).toString('base64url');
}

/**
 * Splits a configured list. Blanks around entries do not count; a set but empty text gives no entries.
 * Throws an Error that says what is wrong with an `argon2id:` entry, without repeating it.
 */
export function parsePasswordEntries(text: string): readonly string[] {
	const entries = text
		.split(',')
		.map((entry) => entry.trim())
		.filter((entry) => entry !== '');
	for (const entry of entries) if (entry.startsWith(hashPrefix)) decodeHash(entry);
	return entries;
}

/** Whether an entry of a configured list is a password that is guessed too easily; of a hash nobody knows. */
export const isShortPassword = (entry: string): boolean =>
	!entry.startsWith(hashPrefix) && entry.length < passwordMinLength;

function decodeHash(entry: string): string {
	const phc = Buffer.from(entry.slice(hashPrefix.length), 'base64url').toString('utf8');
	try {
		parseOptions(phc);
	} catch {
		throw new Error('holds an argon2id: entry that is not what hash-password prints');
	}
	return phc;
}

const phcOf = (kind: PasswordKind, entry: string) =>
	entry.startsWith(hashPrefix) ? decodeHash(entry) : hashToPhc(kind, entry);

const hashToPhc = (kind: PasswordKind, password: string) =>
	hashing.run(() => argon2Hash(comparableOf(kind, password), cost));

const comparableOf = (kind: PasswordKind, password: string) =>
	kind === 'developer' ? password.toLowerCase() : password;

/** One for each kind that has none stored. Of processes that start together one makes all of them. */
async function generateMissing(db: Database, kinds: readonly PasswordKind[]): Promise<readonly GeneratedPassword[]> {
	const made: (GeneratedPassword & { readonly hash: string })[] = [];
	for (const kind of kinds) {
		if ((await listPasswordHashes(db, kind)).length > 0) continue;
		const password = randomPassword();
		made.push({ kind, password, hash: await hashToPhc(kind, password) });
	}
	if (made.length === 0) return [];
	return transact(db, async (trx) => {
		await lockFirstPasswords(trx);
		const generated: GeneratedPassword[] = [];
		for (const { kind, password, hash } of made) {
			if ((await listPasswordHashes(trx, kind)).length > 0) continue;
			await insertPasswordHash(trx, { kind, hash, generated: true });
			generated.push({ kind, password });
		}
		return generated;
	});
}

const randomPassword = () => Array.from({ length: 4 }, randomGroup).join('-');

const randomGroup = () => Array.from({ length: 5 }, () => alphabet[randomInt(alphabet.length)]).join('');
