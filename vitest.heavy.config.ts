import { defineConfig } from 'vitest/config';

// Kill loops, fault matrices and archives of gigabytes: one file at a time, each with minutes to finish.
export default defineConfig({
	test: {
		name: 'heavy',
		environment: 'node',
		include: ['{packages,apps}/*/src/**/*.heavy.test.ts', '{bench,examples,tooling}/**/*.heavy.test.ts'],
		exclude: ['**/node_modules/**', '**/dist/**'],
		fileParallelism: false,
		retry: process.env.CI ? 1 : 0,
		testTimeout: 15 * 60_000,
		hookTimeout: 5 * 60_000,
		passWithNoTests: true,
	},
});
