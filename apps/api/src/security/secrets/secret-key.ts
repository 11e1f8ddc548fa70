import { findSecretKeyProblem, recordSecretKey } from '@adx/core/platform/secrets/secret-key';
import type { Database } from '@adx/db/client/database';
import type { Logger } from 'pino';
import { makeSecretKey, readSecretKey, secretKeyPath } from '../../server/data-directory.ts';
import type { Environment } from '../../server/env.ts';
import { StartError } from '../../server/start-error.ts';

/**
 * The key that this installation seals and signs with, 32 bytes: SECRET_KEY, or `secret.key` of the data directory, which
 * is made where there is none yet. Throws a StartError rather than taking another key than the database knows while that
 * one is needed.
 */
export async function resolveSecretKey(
	db: Database,
	environment: Pick<Environment, 'DATA_DIR' | 'DATABASE_URL' | 'SECRET_KEY' | 'ROLE'>,
	log: Logger,
): Promise<Uint8Array> {
	const { DATA_DIR: dataDir, SECRET_KEY, ROLE } = environment;
	const configuredKey = SECRET_KEY ?? readSecretKey(dataDir, log);
	// On a server others may work with the key that it knows.
	const mayReplace = environment.DATABASE_URL === undefined || (ROLE === 'all' && configuredKey === null);
	const problem = await findSecretKeyProblem(db, configuredKey, { isAlone: mayReplace });
	// Of processes that start together another one may have made it meanwhile.
	if (problem !== null && configuredKey === null && readSecretKey(dataDir, log) !== null) {
		return resolveSecretKey(db, environment, log);
	}
	if (problem !== null) throw new StartError(`${SECRET_KEY ? 'SECRET_KEY' : secretKeyPath(dataDir)} ${problem}`);
	const key = configuredKey ?? makeSecretKey(dataDir);
	const recorded = await recordSecretKey(db, key, { mayReplace });
	if (recorded === 'refused') return resolveSecretKey(db, environment, log);
	if (recorded === 'replaced') {
		const what =
			configuredKey === null ? `a new secret key was made in ${dataDir}` : 'the secret key is another one than before';
		log.warn(`${what}: browsers that are not signed in are not recognised`);
	}
	return key;
}
