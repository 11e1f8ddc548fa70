/** What Discord hands out for a consent, and again for a refresh token. */
export interface DiscordGrant {
	readonly accessToken: string;
	readonly refreshToken: string;
	readonly expiresAt: Date;
}

/** An account as Discord tells it, and what it is in the configured guild. */
export interface DiscordMember {
	readonly discordId: string;
	readonly username: string;
	readonly discriminator: string | null;
	readonly avatar: string | null;
	readonly email: string | null;
	/** Null for an account that is no member of the guild. */
	readonly roleIds: readonly string[] | null;
}

/** Discord's OAuth and the two reads that follow it. Every call may throw a DiscordError and takes 10 s at most per try. */
export interface DiscordClient {
	/** Where the browser asks for consent. */
	authUrl(options: { readonly state: string; readonly redirectUri: string }): string;
	exchangeCode(options: { readonly code: string; readonly redirectUri: string }): Promise<DiscordGrant>;
	/** The old refresh token is used up. */
	refresh(refreshToken: string): Promise<DiscordGrant>;
	readMember(accessToken: string): Promise<DiscordMember>;
	/** Ends the grant, both tokens. */
	revoke(token: string): Promise<void>;
	/** Whether a member holds one of the configured roles. */
	isQualified(member: DiscordMember): boolean;
}

/** `refused`: Discord answered and said no; asking again changes nothing. `outage`: timed out, unreachable, 429 or 5xx. */
export class DiscordError extends Error {
	override readonly name = 'DiscordError';
	readonly kind: 'refused' | 'outage';

	constructor(kind: DiscordError['kind'], message: string, options?: ErrorOptions) {
		super(message, options);
		this.kind = kind;
	}
}
