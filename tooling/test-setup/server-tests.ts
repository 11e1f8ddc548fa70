/**
 * The files of a project run one after the other in a few processes, in place of one process for each: starting it,
 * loading the modules again and compiling them until they are fast takes longer than most tests.
 */
export const shared = { isolate: false, setupFiles: ['./tooling/test-setup/reset-globals.ts'] };

const s3Store = './tooling/test-setup/s3-store.ts';
const s3Url = './tooling/test-setup/s3-url.ts';
const postgresUrl = './tooling/test-setup/postgres-url.ts';

/** Whether what runs on the embedded database and a folder of files is to run on PostgreSQL and an object store. */
export const isAllOnServers = process.env.TEST_STORAGE === 's3';
if (isAllOnServers) shared.setupFiles.push(s3Url, postgresUrl);

/** What test files find that have a process each. */
export const everyFile = isAllOnServers ? { setupFiles: [s3Url, postgresUrl] } : {};

/** What is started once for all projects. */
export const everywhere = isAllOnServers ? { globalSetup: './tooling/test-setup/shared-stores.ts' } : {};

/** A shared machine stands still for seconds now and then. What passes only the second time is listed as flaky. */
export const retry = process.env.CI ? 1 : 0;

/** In ms. They end what hangs; a test that takes a second alone takes 30 beside others on a small or busy machine. */
export const timeouts = { testTimeout: 120_000, hookTimeout: 120_000, expect: { poll: { timeout: 30_000 } } };

export const server = {
	retry,
	environment: 'node',
	// Optimising the embedded database's code saves no more than it takes in the minute that a process lives, and far
	// less where one test file runs alone.
	execArgv: ['--liftoff-only'],
	...timeouts,
	// A server that whoever runs the tests names is for the project `postgres`, or with TEST_STORAGE=s3 for all.
	env: { TEST_DATABASE_URL: '' },
};

/** Tests of the object store of `s3-store.ts`. */
export const onS3 = {
	...server,
	...shared,
	name: 's3',
	include: ['packages/core/src/**/*.s3.test.ts', 'apps/{api,cli}/src/**/*.s3.test.ts'],
	setupFiles: [...shared.setupFiles, s3Url],
	...(isAllOnServers ? {} : { globalSetup: s3Store }),
};

/** These files on the PostgreSQL of `postgres-server.ts`. */
export const onPostgres = (include: string[]) => ({
	...server,
	...shared,
	name: 'postgres',
	include,
	setupFiles: [...shared.setupFiles, postgresUrl],
});
