import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { forgeTiles } from './apps/web/forge-tiles.ts';
import { databaseTests } from './tooling/test-setup/database-tests.mjs';

// What takes minutes runs by `npm run test:heavy` (vitest.heavy.config.ts).
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.heavy.test.ts'];

/** They put another module in place of one, which works only before anything imported it. */
const alone = ['apps/api/src/server/start-server.test.ts'];

// The files of a project run one after the other in a few processes, in place of one process for each: starting it,
// loading the modules anew and compiling them again until they are fast takes longer than most tests.
const shared = { isolate: false, setupFiles: ['./tooling/test-setup/leave-nothing.ts'] };

// A page of jsdom and React is many objects that die young: with room for them, tests of components take a twentieth less
// of the processor.
const roomForYoungObjects = ['--max-semi-space-size=64'];

// A shared machine stands still for seconds now and then. What passes only the second time is listed as flaky.
const retry = process.env.CI ? 1 : 0;

const server = {
	retry,
	environment: 'node',
	// Optimising the embedded database's code saves no more than it takes in the minute that a process lives, and far
	// less where one test file runs alone.
	execArgv: ['--liftoff-only'],
	testTimeout: 30_000,
	hookTimeout: 60_000,
	// A second, as it is by default, passes now and then while the processes beside this one load their modules.
	expect: { poll: { timeout: 10_000 } },
	// A server that whoever runs the tests names is for the project `postgres` alone.
	env: { TEST_DATABASE_URL: '' },
};

export default defineConfig({
	test: {
		// Tests wait for timers, processes and databases a good deal, so two more than there are cores keep them busy.
		maxWorkers: availableParallelism() + 2,
		projects: [
			{
				test: {
					...server,
					...shared,
					name: 'server',
					include: [
						'packages/{validators,db,core,api-router,forge,collection,contracts}/src/**/*.test.ts',
						'apps/{api,cli}/src/**/*.test.ts',
						'tooling/**/*.test.ts',
						'bench/**/*.test.ts',
						'examples/**/*.test.ts',
					],
					exclude: [...exclude, ...alone],
				},
			},
			{ test: { ...server, name: 'alone', include: alone, exclude } },
			{
				test: {
					...server,
					...shared,
					name: 'postgres',
					include: databaseTests(),
					globalSetup: './tooling/test-setup/postgres-server.ts',
					setupFiles: [...shared.setupFiles, './tooling/test-setup/postgres-url.ts'],
				},
			},
			{
				plugins: [forgeTiles()],
				test: {
					...shared,
					retry,
					name: 'browser',
					execArgv: roomForYoungObjects,
					environment: 'jsdom',
					include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}'],
					exclude,
					setupFiles: [...shared.setupFiles, './tooling/test-setup/dom.ts'],
					testTimeout: 30_000,
				},
			},
		],
	},
});
