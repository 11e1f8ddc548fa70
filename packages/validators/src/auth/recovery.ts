import { z } from 'zod';

/** Without I, L, O and U, which are taken for others. */
export const recoveryAlphabet = '0123456789ABCDEFGHJKMNPQRSTVWXYZ';
export const recoveryCodeLength = 32;

const writtenMaxLength = 100;

/** The one form of a code in which it is hashed, of one as people write it; null for what can be none. */
export function canonicalRecoveryCode(written: string): string | null {
	const code = written
		.toUpperCase()
		.replaceAll(/[\s-]+/g, '')
		.replaceAll('O', '0')
		.replaceAll(/[IL]/g, '1');
	const isCode = code.length === recoveryCodeLength && [...code].every((digit) => recoveryAlphabet.includes(digit));
	return isCode ? code : null;
}

/** As people read it: in groups of four. */
export const formatRecoveryCode = (code: string): string => code.match(/.{1,4}/g)?.join('-') ?? '';

/** Body of `POST /api/auth/recovery/sign-in`. */
export const recoveryCodeInput = z.strictObject({
	code: z
		.string()
		.max(writtenMaxLength, 'A recovery code is 32 letters and digits')
		.refine((code) => canonicalRecoveryCode(code) !== null, 'A recovery code is 32 letters and digits'),
});
export type RecoveryCodeInput = z.infer<typeof recoveryCodeInput>;

/** What an account knows of its recovery code. */
export const recoveryCodeOutput = z.object({
	/** Whether it can have one: Discord brings its accounts back without. */
	isAvailable: z.boolean(),
	/** When the one that counts was made; null without one. */
	createdAt: z.date().nullable(),
});
export type RecoveryCode = z.infer<typeof recoveryCodeOutput>;

/** Answer of `POST /api/auth/recovery`: the only time that the code is shown. */
export const createRecoveryCodeOutput = recoveryCodeOutput.extend({ code: z.string() });
