import { defineConfig } from 'vitest/config';

/** They measure time, which others beside them would take. */
const measured = [
	'apps/api/src/routes/auth/password-load.heavy.test.ts',
	'apps/api/src/security/limits/unread-responses.heavy.test.ts',
	'apps/api/src/fault-injection/worker-failover.heavy.test.ts',
	'tooling/hostile/**/*.heavy.test.ts',
];

const heavy = {
	environment: 'node',
	retry: process.env.CI ? 1 : 0,
	testTimeout: 15 * 60_000,
	hookTimeout: 5 * 60_000,
	setupFiles: './tooling/test-setup/postgres-url.ts',
};

// Kill loops, fault matrices and archives of gigabytes, each with minutes to finish. They wait for restarts, chains, disks
// and limits a good deal, so one file more at a time than two cores keeps those busy; what is measured runs by itself after
// them.
export default defineConfig({
	test: {
		passWithNoTests: true,
		globalSetup: './tooling/test-setup/postgres-server.ts',
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
					maxWorkers: 3,
					sequence: { groupOrder: 1 },
				},
			},
		],
	},
});
