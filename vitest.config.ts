import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { forgeTiles } from './apps/web/forge-tiles.ts';

// What takes minutes runs by `npm run test:heavy` (vitest.heavy.config.ts).
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.heavy.test.ts'];

export default defineConfig({
	test: {
		// Tests wait for processes and databases a good deal; leaving one of two cores idle would double the time.
		maxWorkers: Math.max(2, availableParallelism() - 1),
		projects: [
			{
				test: {
					name: 'server',
					environment: 'node',
					include: [
						'packages/{validators,db,core,api-router,forge,collection}/src/**/*.test.ts',
						'apps/{api,cli}/src/**/*.test.ts',
						'tooling/**/*.test.ts',
						'bench/**/*.test.ts',
						'examples/**/*.test.ts',
					],
					exclude,
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				plugins: [forgeTiles()],
				test: {
					name: 'browser',
					environment: 'jsdom',
					include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}'],
					exclude,
					setupFiles: ['./tooling/test-setup/dom.ts'],
					testTimeout: 15_000,
				},
			},
		],
	},
});
