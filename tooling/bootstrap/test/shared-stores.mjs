import { hasCephGateway, startTemporaryGateway } from '../../ceph/temporary.mjs';
import { findPostgres, startTemporaryPostgres } from '../../postgres/temporary.mjs';
import { BootstrapError } from '../workspace.mjs';

/**
 * The PostgreSQL and the S3 store that tests and browser stories run on where TEST_STORAGE is `s3`: those that
 * TEST_DATABASE_URL and TEST_S3_URL name, else temporary ones. Without it they run on the embedded database and on folders.
 * @returns {Promise<{ env: Record<string, string>, stop: () => Promise<unknown> }>}
 */
export async function startSharedStores() {
	if (process.env.TEST_STORAGE !== 's3') return { env: {}, stop: async () => undefined };
	const { TEST_DATABASE_URL: givenDatabase, TEST_S3_URL: givenStore } = process.env;
	const postgres = findPostgres();
	if (!givenDatabase && postgres === undefined) throw new BootstrapError('TEST_STORAGE=s3 needs PostgreSQL.');
	if (!givenStore && !hasCephGateway()) throw new BootstrapError("TEST_STORAGE=s3 needs Ceph's gateway.");
	const started = await Promise.all([
		givenDatabase || postgres === undefined
			? { url: givenDatabase ?? '', stop: async () => {} }
			: startTemporaryPostgres(postgres),
		givenStore ? { url: givenStore, stop: async () => {} } : startTemporaryGateway(),
	]);
	const [{ url: TEST_DATABASE_URL }, { url: TEST_S3_URL }] = started;
	return { env: { TEST_DATABASE_URL, TEST_S3_URL }, stop: () => Promise.all(started.map(({ stop }) => stop())) };
}
