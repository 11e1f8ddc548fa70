import { z } from 'zod';
import { idMaxLength, passwordMaxLength, tokenLifetimesDays, tokenNameMaxLength } from '../limits.ts';
import { storableText } from '../text.ts';

export const passwordKindSchema = z.enum(['developer', 'community', 'premium', 'admin']);
export type PasswordKind = z.infer<typeof passwordKindSchema>;

/** Body of `POST /api/auth/password`. */
export const signInWithPasswordInput = z.strictObject({
	kind: passwordKindSchema,
	password: z.string().min(1).max(passwordMaxLength),
});

export const roleSchema = z.enum(['creator', 'developer']);
export type Role = z.infer<typeof roleSchema>;

export const sessionUserOutput = z.object({
	id: z.string(),
	name: z.string().nullable(),
	avatar: z.string().nullable(),
	role: roleSchema,
	premium: z.boolean(),
	adminUnlocked: z.boolean(),
	/** When the session ends if nothing renews it. */
	expiresAt: z.date(),
	/** Images that may still be ordered on this UTC day; null where the server has no such limit. */
	imagesLeftToday: z.int().nullable(),
	/** Whether that number is smaller because others ordered who signed in with the same password from the same network. */
	imagesLeftAreShared: z.boolean(),
});
export type SessionUser = z.infer<typeof sessionUserOutput>;

/** Answer of `GET /api/auth/check` and of a successful sign-in. */
export const accessCheckOutput = z.object({
	authenticated: z.boolean(),
	hasMageAccess: z.boolean(),
	user: sessionUserOutput.nullable(),
});
export type AccessCheck = z.infer<typeof accessCheckOutput>;

/** `read` covers every query and download, `write` everything else that a member may do. */
const callScopeSchema = z.enum(['read', 'write']);
export type CallScope = z.infer<typeof callScopeSchema>;

/** Rights that a token may carry besides, where the session that makes it has them. */
export const elevationScopeSchema = z.enum(['developer', 'premium']);

export const tokenScopeSchema = z.enum([...callScopeSchema.options, ...elevationScopeSchema.options]);
export type TokenScope = z.infer<typeof tokenScopeSchema>;

/** Body of `POST /api/auth/tokens`. */
export const createTokenInput = z.strictObject({
	name: storableText(tokenNameMaxLength, z.string().trim().min(1)),
	scopes: z
		.array(tokenScopeSchema)
		.min(1)
		.max(tokenScopeSchema.options.length)
		.refine((scopes) => scopes.includes('read') || scopes.includes('write'), {
			message: "Without 'read' or 'write' a token opens nothing.",
		}),
	expiresInDays: z.literal(tokenLifetimesDays),
});
export type CreateTokenInput = z.infer<typeof createTokenInput>;

/** A personal access token without its secret, which nobody can read again. */
export const accessTokenOutput = z.object({
	id: z.string(),
	name: z.string(),
	scopes: z.array(tokenScopeSchema),
	createdAt: z.date(),
	expiresAt: z.date(),
	lastUsedAt: z.date().nullable(),
});
export type AccessToken = z.infer<typeof accessTokenOutput>;

/** Answer of `POST /api/auth/tokens`: the only time that the token is shown. */
export const createTokenOutput = accessTokenOutput.extend({ token: z.string() });

/** Path of `DELETE /api/auth/tokens/{tokenId}`. */
export const tokenInput = z.strictObject({ tokenId: storableText(idMaxLength).min(1) });

/** Answer of `GET /api/auth/discord`: where the browser signs in. */
export const startDiscordOutput = z.object({ authUrl: z.string() });

/** The names that `DISCORD_ROLE_IDS` maps to ids; holding any of them opens the platform. */
export const qualifyingRoles = ['Acolyte', 'Master', 'Intent Master', 'Grand Master', 'Wizard', 'Community'] as const;
export type QualifyingRole = (typeof qualifyingRoles)[number];

export const logoutOutput = z.object({ ok: z.literal(true) });
