import type { TestProject } from 'vitest/node';
import { startSharedStores } from '../bootstrap/test/shared-stores.mjs';

/** Gives all tests the PostgreSQL and the object store that TEST_STORAGE=s3 asks for; without either nothing runs. */
export default async function setup(project: TestProject): Promise<() => Promise<void>> {
	const { env, stop } = await startSharedStores();
	project.provide('databaseUrl', env.TEST_DATABASE_URL);
	project.provide('s3Url', env.TEST_S3_URL);
	return async () => void (await stop());
}
