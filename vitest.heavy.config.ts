import { defineConfig } from 'vitest/config';
import { BaseSequencer, type TestSpecification } from 'vitest/node';
import { databaseTests } from './tooling/test-setup/database-tests.mjs';
import { onPostgres, retry, timeouts } from './tooling/test-setup/server-tests.ts';

/** They measure time, which others beside them would take. */
const measured = [
	'apps/api/src/routes/auth/password-load.heavy.test.ts',
	'apps/api/src/security/limits/{slow-requests,unread-responses}.heavy.test.ts',
	'apps/api/src/fault-injection/{worker-failover,rolling-upgrade}.heavy.test.ts',
	'tooling/hostile/**/*.heavy.test.ts',
];

/** The longest, by the ends of their paths: started last, each would run for minutes beside an idle core. */
const longest = [
	'generation/run/fault-matrix.heavy.test.ts',
	'package/package.heavy.test.ts',
	'evm/mutants.heavy.test.ts',
	'drop/drop-mutants.heavy.test.ts',
	'start/fresh-start.heavy.test.ts',
	'fault-injection/mint-kills.heavy.test.ts',
	'fault-injection/merge-kills.heavy.test.ts',
];

class LongestFirst extends BaseSequencer {
	override async sort(files: TestSpecification[]): Promise<TestSpecification[]> {
		const sorted = await super.sort(files);
		const isLong = ({ moduleId }: TestSpecification) => longest.some((path) => moduleId.endsWith(path));
		return [...sorted.filter(isLong), ...sorted.filter((file) => !isLong(file))];
	}
}

const runner = './tooling/test-setup/deadline-runner.ts';

const heavy = {
	environment: 'node',
	runner,
	retry,
	...timeouts,
	testTimeout: 15 * 60_000,
	hookTimeout: 5 * 60_000,
	setupFiles: ['./tooling/test-setup/postgres-url.ts', './tooling/test-setup/s3-url.ts'],
};

// Killed processes and chains have deadlines of their own, which more files at once would miss.
const beforeMeasuring = { maxWorkers: 2, sequence: { groupOrder: 1 } };

// Kill loops, fault matrices and archives of gigabytes, each with minutes to finish, and the verbs once more on PostgreSQL;
// what is measured runs by itself after them.
export default defineConfig({
	test: {
		passWithNoTests: true,
		sequence: { sequencer: LongestFirst },
		globalSetup: ['./tooling/test-setup/postgres-server.ts', './tooling/test-setup/s3-store.ts'],
		projects: [
			{
				test: {
					...heavy,
					name: 'measured',
					include: measured,
					exclude: ['**/node_modules/**', '**/dist/**'],
					maxWorkers: 1,
					sequence: { groupOrder: 2 },
				},
			},
			{
				test: {
					...heavy,
					name: 'heavy',
					include: ['{packages,apps}/*/src/**/*.heavy.test.ts', '{bench,examples,tooling}/**/*.heavy.test.ts'],
					exclude: ['**/node_modules/**', '**/dist/**', ...measured],
					...beforeMeasuring,
				},
			},
			{ test: { ...onPostgres(databaseTests({ heavy: true })), runner, ...beforeMeasuring } },
		],
	},
});
