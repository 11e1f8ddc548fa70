import { randomUUID } from 'node:crypto';
import { transact } from '@adx/db/client/transact';
import {
	claimIdleGrants,
	claimRoleChecks,
	type DiscordAccountChange,
	updateDiscordAccount,
} from '@adx/db/repositories/auth/discord-accounts';
import { deleteDiscordSessions } from '@adx/db/repositories/auth/sessions';
import { insertAuditEntry } from '@adx/db/repositories/platform/audit-log';
import type { UserRow } from '@adx/db/schema/auth-tables';
import type { Services } from '../../platform/context.ts';
import type { DiscordMember } from './discord-client.ts';
import { type RefetchResult, refetchMember } from './refetch-member.ts';
import { decryptGrant } from './stored-grant.ts';

/** How often a user who can call is asked for. */
export const roleCheckEveryMs = 15 * 60_000;
/** How long the last answer counts while there is no new one. */
const lastResponseMaxMs = 24 * 3_600_000;
const claimedAtOnceMax = 20;
/** So many of them in a row are Discord's, not a user's: nobody else is asked in this round. */
const outagesInRowMax = 3;

type RoleCheckServices = Pick<Services, 'db' | 'clock' | 'log' | 'secretKey' | 'discord'>;

/**
 * Asks Discord again for every user who is due and can still call, and takes access away where a qualifying role, the
 * membership or the grant is gone: sessions that rest on Discord end. While Discord does not answer, or is not
 * configured any more, the last answer counts for 24 hours. A user who can no longer call has the grant revoked
 * to Discord. Any number of processes may run it; `signal` ends it
 * after the user it is at.
 */
export async function checkRoles(services: RoleCheckServices, signal: AbortSignal): Promise<void> {
	const { db, log } = services;
	for (const user of await claimIdleGrants(db)) await revokeGrant(services, user);
	let outagesInRow = 0;
	let claimed: UserRow[];
	do {
		claimed = await claimRoleChecks(db, { againAfterMs: roleCheckEveryMs, limit: claimedAtOnceMax });
		for (const user of claimed) {
			if (signal.aborted) return;
			const isAsked = outagesInRow < outagesInRowMax;
			const reply = isAsked ? await refetchMember(services, user) : toSkipped(user);
			outagesInRow = reply.kind === 'outage' ? outagesInRow + 1 : 0;
			await applyResult(services, user, reply).catch((error: unknown) => {
				log.error({ err: error, userId: user.id }, 'the answer of a role check was not stored');
			});
		}
	} while (claimed.length === claimedAtOnceMax);
}

/** Best effort: it is forgotten here whether or not Discord hears of it. */
async function revokeGrant({ discord, secretKey, log }: RoleCheckServices, user: UserRow): Promise<void> {
	const grant = decryptGrant(secretKey, user);
	if (discord === null || grant === null) return;
	await discord.revoke(grant.refreshToken).catch((error: unknown) => {
		log.info({ err: error, userId: user.id }, 'a grant was not revoked at Discord');
	});
}

const toSkipped = (user: UserRow): RefetchResult => ({ kind: 'outage', sealed: user.refreshToken ?? '' });

async function applyResult(services: RoleCheckServices, user: UserRow, reply: RefetchResult): Promise<void> {
	const now = services.clock();
	if (reply.kind === 'superseded') return;
	if (reply.kind === 'member') return applyMember(services, user, reply);
	if (reply.kind === 'refused') {
		// Only a new sign-in brings another grant.
		const noGrant = { accessToken: null, refreshToken: null, tokenExpiry: null, nextRoleCheckAt: null };
		const learnt = { ...noGrant, hasMageAccess: false, roles: [], lastRoleCheck: now };
		return change(services, user, { learnt, sealed: reply.sealed, cause: 'grant' });
	}
	const silentMs = now.getTime() - (user.lastRoleCheck?.getTime() ?? 0);
	if (silentMs < lastResponseMaxMs) return;
	// The grant stays, so that a later answer gives access back.
	return change(services, user, { learnt: { hasMageAccess: false }, sealed: reply.sealed, cause: 'unanswered' });
}

async function applyMember(
	services: RoleCheckServices,
	user: UserRow,
	{ member, sealed }: { readonly member: DiscordMember; readonly sealed: string },
): Promise<void> {
	const { discord, clock } = services;
	const { roleIds, username, discriminator, avatar, email } = member;
	const hasMageAccess = discord?.isQualified(member) ?? false;
	const roles = discord?.rolesOf(member) ?? [];
	const learnt = { username, discriminator, avatar, email, hasMageAccess, roles, lastRoleCheck: clock() };
	return change(services, user, { learnt, sealed, cause: roleIds === null ? 'left' : 'role' });
}

interface MemberChange {
	readonly learnt: Omit<DiscordAccountChange, 'updatedAt'>;
	/** The refresh token as the row held it when this was learnt. */
	readonly sealed: string;
	/** Why access ends, if it does. */
	readonly cause: 'role' | 'left' | 'grant' | 'unanswered';
}

/** Stores what was learnt, unless a sign-in learnt newer things meanwhile, and draws the consequences for access. */
async function change({ db, clock, log }: RoleCheckServices, user: UserRow, lesson: MemberChange): Promise<void> {
	const { learnt, sealed, cause } = lesson;
	const { hasMageAccess } = learnt;
	const now = clock();
	const isChanged = await transact(db, async (trx) => {
		const change = { ...learnt, updatedAt: now };
		const isStored = await updateDiscordAccount(trx, user.id, change, { whileRefreshToken: sealed });
		if (!isStored || user.hasMageAccess === hasMageAccess) return false;
		const subject = hasMageAccess ? {} : { cause, sessionsEnded: await deleteDiscordSessions(trx, user.id) };
		const action = hasMageAccess ? 'access.gain' : 'access.lost';
		await insertAuditEntry(trx, { id: randomUUID(), actorId: user.id, action, subject, createdAt: now });
		return true;
	});
	if (isChanged) log.info({ userId: user.id, hasMageAccess, cause }, 'access through Discord changed');
}
