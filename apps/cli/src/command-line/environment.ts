import { existsSync, readFileSync } from 'node:fs';
import { resolve } from 'node:path';
import { parseEnv } from 'node:util';
import { withSystemErrors } from './errors.ts';

/** Variables as the command sees them; one that is set but empty is an empty text. */
export type CommandEnvironment = Readonly<Record<string, string | undefined>>;

/**
 * The process environment over the working folder's `.env`, by the server's rules: the file never overrides, and with
 * ADX_SKIP_ENV_FILE set it is not looked at.
 */
export async function readCommandEnvironment(): Promise<CommandEnvironment> {
	const path = resolve('.env');
	if (process.env.ADX_SKIP_ENV_FILE || !existsSync(path)) return process.env;
	const text = await withSystemErrors(path, () => readFileSync(path, 'utf8'));
	return { ...parseEnv(text), ...process.env };
}
