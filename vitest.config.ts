import { defineConfig } from 'vitest/config';

export default defineConfig({
	test: {
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
					],
					testTimeout: 30_000,
					hookTimeout: 60_000,
				},
			},
			{
				test: {
					name: 'browser',
					environment: 'jsdom',
					include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}'],
					setupFiles: ['./tooling/test-setup/dom.ts'],
					testTimeout: 15_000,
				},
			},
		],
	},
});
