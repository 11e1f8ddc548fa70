import { resetPassword } from '@adx/core/auth/passwords/passwords';
import { type PasswordKind, passwordKindSchema } from '@adx/validators/auth/auth';
import { type CommandEnvironment, readCommandEnvironment } from '../../command-line/environment.ts';
import { UsageError } from '../../command-line/errors.ts';
import { isHelpRequest } from '../../command-line/parse-arguments.ts';
import { formatEnded } from '../../command-line/report.ts';
import { withDatabase } from './open-database.ts';

const variableByKind: Readonly<Record<PasswordKind, string>> = {
	developer: 'DEVELOPER_PASSWORDS',
	community: 'COMMUNITY_PASSWORDS',
	premium: 'PREMIUM_PASSPHRASES',
	admin: 'ADMIN_PASSWORDS',
};

const help = `Usage: npm run reset-passwords [-- ${passwordKindSchema.options.join('|')} ...]

Makes a new generated password for each kind and prints it once; what was stored of that kind ends, and so
do the sessions that it opened and what it had added to others. A new password to come in also ends the access tokens of
accounts without Discord, a developer's also those with the scope 'developer'. Without a kind, for every kind that no variable sets. With the embedded database the product must be stopped.`;

/**
 * `npm run reset-passwords [-- kind …]`: replaces the stored passwords of the given kinds by one new password each and
 * prints it once. Without a kind, of all that the environment does not set; a kind that it sets is refused, since
 * the server would not look at what is stored.
 */
export async function run(args: string[]): Promise<number> {
	if (isHelpRequest(args)) {
		console.log(help);
		return 0;
	}
	const environment = await readCommandEnvironment();
	const kinds = kindsToReset(args, environment);
	await withDatabase(environment, async ({ db }) => {
		let [sessions, tokens] = [0, 0];
		for (const kind of kinds) {
			const { password, ended } = await resetPassword(db, kind);
			console.log(`password ${kind} ${password}`);
			sessions += ended.sessions;
			tokens += ended.tokens;
		}
		if (sessions + tokens > 0) console.log(formatEnded({ sessions, tokens }));
	});
	return 0;
}

function kindsToReset(args: readonly string[], environment: CommandEnvironment): ReadonlySet<PasswordKind> {
	const isSet = (kind: PasswordKind) => environment[variableByKind[kind]] !== undefined;
	const asked = args.length > 0 ? args.map(readKind) : passwordKindSchema.options.filter((kind) => !isSet(kind));
	const refused = asked.length > 0 ? asked.filter(isSet) : passwordKindSchema.options;
	if (refused.length > 0) {
		const reasons = [...new Set(refused)].map((kind) => `${kind} is set by ${variableByKind[kind]}`);
		throw new UsageError(`Nothing was reset: ${reasons.join(', ')}. Change it there.`);
	}
	return new Set(asked);
}

function readKind(arg: string): PasswordKind {
	const kind = passwordKindSchema.safeParse(arg);
	if (!kind.success) throw new UsageError(`Unknown kind '${arg}'. Kinds: ${passwordKindSchema.options.join(', ')}`);
	return kind.data;
}
