import { type ParseArgsConfig, parseArgs } from 'node:util';
import { suggestName } from '@adx/core/platform/suggest-name';
import { UsageError } from './errors.ts';

/** What Node's own reader finds in a command line; what it rejects, strict as it is, ends as a UsageError. */
export function parseArguments<T extends ParseArgsConfig>(config: T): ReturnType<typeof parseArgs<T>> {
	try {
		return parseArgs(config);
	} catch (error) {
		const message = error instanceof Error ? error.message : String(error);
		const unknown = /^Unknown option '(--[^']+)'/.exec(message);
		if (unknown !== null) {
			const names = Object.keys(config.options ?? {}).map((name) => `--${name}`);
			throw new UsageError(`${unknown[0]}.${suggestName(unknown[1]!, names)} See --help.`);
		}
		// It explains an ambiguous value in three lines, and ends some sentences without a full stop.
		throw new UsageError(`${message.replaceAll('\n', ' ').replace(/\.?$/, '.')} See --help.`);
	}
}

/** Whether a command without options of its own is asked what it does. */
export const isHelpRequest = ([first]: readonly string[]): boolean => first === '--help' || first === '-h';

/** The one folder or zip that a command works on. */
export function readCollectionPath(positionals: readonly string[]): string {
	const [path, ...rest] = positionals;
	if (path === undefined || rest.length > 0) throw new UsageError('Name one folder or zip. See --help.');
	return path;
}
