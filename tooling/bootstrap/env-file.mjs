import { existsSync, readFileSync } from 'node:fs';
import { join } from 'node:path';
import util from 'node:util';
import { isErrno } from './install/file-lock.mjs';
import { BootstrapError, homeDir } from './workspace.mjs';

/**
 * The environment as the product will see it: `.env`, overruled by what is set already. Setting
 * ADX_SKIP_ENV_FILE leaves the file out, so that tests never touch a developer's own database.
 * @returns {NodeJS.ProcessEnv}
 * @throws {BootstrapError} naming the line of `.env` that is not NAME=value
 */
export function readProductEnvironment() {
	const text = process.env.ADX_SKIP_ENV_FILE ? undefined : readEnvFile();
	// Node before 20.12 cannot parse it; the bundled Node reads it again, and the API validates every value.
	if (text === undefined || typeof util.parseEnv !== 'function') return { ...process.env };
	const entries = util.parseEnv(text);
	const wrong = Object.keys(entries).find((name) => !/^[A-Za-z_][A-Za-z0-9_]*$/.test(name));
	if (wrong !== undefined)
		throw new BootstrapError(`.env: "${wrong.split('\n')[0]}" is not a line of the form NAME=value`);
	return { ...entries, ...process.env };
}

/** Arguments with which Node reads `.env` itself, under the same rules as {@link readProductEnvironment}. */
export function envFileArgs() {
	const path = join(homeDir, '.env');
	return process.env.ADX_SKIP_ENV_FILE || !existsSync(path) ? [] : [`--env-file=${path}`];
}

function readEnvFile() {
	try {
		return readFileSync(join(homeDir, '.env'), 'utf8');
	} catch (error) {
		if (isErrno(error, 'ENOENT')) return undefined;
		throw new BootstrapError(`.env cannot be read (${error instanceof Error ? error.message : error})`);
	}
}
