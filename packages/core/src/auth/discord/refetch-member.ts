import { updateDiscordAccount } from '@adx/db/repositories/auth/discord-accounts';
import type { UserRow } from '@adx/db/schema/auth-tables';
import type { Services } from '../../platform/context.ts';
import { type DiscordClient, DiscordError, type DiscordGrant, type DiscordMember } from './discord-client.ts';
import { decryptGrant, encryptGrant } from './stored-grant.ts';

/**
 * What came of asking, with the (sealed) refresh token that the row holds now: `refused`, the grant is gone; `outage`,
 * Discord did not answer; `unknown`, there was nothing to ask with; `superseded`, a sign-in stored another grant.
 */
export type RefetchResult = { readonly sealed: string } & (
	| { readonly kind: 'member'; readonly member: DiscordMember }
	| { readonly kind: 'refused' | 'outage' | 'unknown' | 'superseded' }
);

/** An access token that ends before the next check is renewed by this one. */
const renewBeforeMs = 20 * 60_000;

type RefetchServices = Pick<Services, 'db' | 'clock' | 'log' | 'secretKey' | 'discord'>;

/**
 * Asks Discord for a user through the stored grant, renewed when its access token ends soon or is refused. The row
 * forgets when the access token ends before its refresh token is used, and holds the new pair before that is used:
 * so a process that dies or gets no answer in between leaves a row that says so. A refusal then counts as no answer, since
 * the pair that was lost, not the person, may be the cause.
 */
export async function refetchMember(services: RefetchServices, user: UserRow): Promise<RefetchResult> {
	const { discord, secretKey, clock, log } = services;
	const grant = decryptGrant(secretKey, user);
	if (discord === null || grant === null) return { kind: 'unknown', sealed: user.refreshToken ?? '' };
	let isRenewed = false;
	let held = { ...grant, sealed: user.refreshToken ?? '' };
	const renew = async () => {
		isRenewed = true;
		held = await renewGrant(services, discord, { userId: user.id, ...held });
	};
	try {
		const endsAt = user.tokenExpiry?.getTime() ?? 0;
		if (endsAt - clock().getTime() < renewBeforeMs) await renew();
		const member = await discord.readMember(held.accessToken).catch(async (error: unknown) => {
			if (isRenewed || !isRefusal(error)) throw error;
			await renew();
			return discord.readMember(held.accessToken);
		});
		return { kind: 'member', member, sealed: held.sealed };
	} catch (error) {
		if (error instanceof Superseded) return { kind: 'superseded', sealed: held.sealed };
		log.warn({ err: error, userId: user.id }, 'Discord did not tell whether a user still holds a role');
		if (!isRefusal(error)) return { kind: 'outage', sealed: held.sealed };
		const mayBeLost = user.tokenExpiry === null;
		return { kind: mayBeLost ? 'unknown' : 'refused', sealed: held.sealed };
	}
}

const isRefusal = (error: unknown) => error instanceof DiscordError && error.kind === 'refused';

class Superseded extends Error {}

interface HeldGrant extends Pick<DiscordGrant, 'accessToken' | 'refreshToken'> {
	/** The refresh token as the row holds it. */
	readonly sealed: string;
}

async function renewGrant(
	{ db, clock, secretKey }: RefetchServices,
	discord: DiscordClient,
	{ userId, refreshToken, sealed }: HeldGrant & { readonly userId: string },
): Promise<HeldGrant> {
	const isStill = { whileRefreshToken: sealed };
	const isStarted = await updateDiscordAccount(db, userId, { tokenExpiry: null, updatedAt: clock() }, isStill);
	if (!isStarted) throw new Superseded();
	const grant = await discord.refresh(refreshToken);
	const columns = encryptGrant(secretKey, userId, grant);
	const isStored = await updateDiscordAccount(db, userId, { ...columns, updatedAt: clock() }, isStill);
	if (!isStored) throw new Superseded();
	return { ...grant, sealed: columns.refreshToken };
}
