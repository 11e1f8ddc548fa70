import { z } from 'zod';
import { passwordMaxLength } from './limits.ts';

export const passwordKindSchema = z.enum(['developer', 'community', 'premium', 'admin']);
export type PasswordKind = z.infer<typeof passwordKindSchema>;

/** Body of `POST /api/auth/password`. */
export const signInWithPasswordInput = z.strictObject({
	kind: passwordKindSchema,
	password: z.string().min(1).max(passwordMaxLength),
});
export type SignInWithPasswordInput = z.infer<typeof signInWithPasswordInput>;

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
});

/** Answer of `GET /api/auth/check` and of a successful sign-in. */
export const accessCheckOutput = z.object({
	authenticated: z.boolean(),
	hasMageAccess: z.boolean(),
	user: sessionUserOutput.nullable(),
});
export type AccessCheck = z.infer<typeof accessCheckOutput>;

export const logoutOutput = z.object({ ok: z.literal(true) });
