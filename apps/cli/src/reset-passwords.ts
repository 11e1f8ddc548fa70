import { createPasswordCheck } from '@adx/core/auth/passwords';
import { deletePasswordHashes } from '@adx/db/repositories/passwords';
import { passwordKindSchema } from '@adx/validators/auth';
import { withDatabase } from './open-database.ts';
import { UsageError } from './usage-error.ts';

/**
 * `npm run reset-passwords [-- kind …]`: forgets the generated passwords of the given kinds (all, when none
 * is given), makes new ones and prints them once. Passwords from the environment are not touched.
 */
export async function run(args: string[]): Promise<number> {
	const kinds = args.map((arg) => {
		const kind = passwordKindSchema.safeParse(arg);
		if (!kind.success) throw new UsageError(`Unknown kind '${arg}'. Kinds: ${passwordKindSchema.options.join(', ')}`);
		return kind.data;
	});
	await withDatabase(async ({ db }) => {
		for (const kind of kinds.length > 0 ? kinds : passwordKindSchema.options) await deletePasswordHashes(db, kind);
		const { generated } = await createPasswordCheck({ db, settings: {}, clock: () => new Date() });
		for (const { kind, password } of generated) console.log(`password ${kind} ${password}`);
	});
	return 0;
}
