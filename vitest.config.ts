import { availableParallelism } from 'node:os';
import { defineConfig } from 'vitest/config';
import { forgeTiles } from './apps/web/vite-plugins/forge-tiles.ts';
import { appTests, databaseTests } from './tooling/test-setup/database-tests.mjs';
import {
	everyFile,
	everywhere,
	isAllOnServers,
	onPostgres,
	onS3,
	retry,
	server,
	shared,
	timeouts,
} from './tooling/test-setup/server-tests.ts';

// What takes minutes runs by `npm run test:heavy` (vitest.heavy.config.ts).
const exclude = ['**/node_modules/**', '**/dist/**', '**/*.heavy.test.ts'];

/** They put another module in place of one, which works only before anything imported it. */
const alone = ['apps/api/src/server/start-server.test.ts'];

/**
 * The browser's code that needs no page. A process ends where the environment of the next file is another one, so these
 * are a project of their own: among the others they had every second of those load the whole application again.
 */
const withoutPage = '{packages/ui,apps/web}/src/**/*.node.test.ts';

// A page of jsdom and React is many objects that die young: with room for them, tests of components take a twentieth less
// of the processor.
const roomForYoungObjects = ['--max-semi-space-size=64'];

const onPostgresToo = {
	test: {
		...onPostgres(databaseTests({ heavy: false })),
		globalSetup: './tooling/test-setup/postgres-server.ts',
	},
};

export default defineConfig({
	test: {
		...everywhere,
		// Tests wait for timers, processes and databases a good deal, so two more than there are cores keep them busy.
		maxWorkers: availableParallelism() + 2,
		projects: [
			{
				test: {
					...server,
					...shared,
					name: 'server',
					include: [
						'packages/{validators,db,core,api-router,client,forge,collection,contracts}/src/**/*.test.ts',
						'apps/{api,cli}/src/**/*.test.ts',
						'tooling/**/*.test.ts',
						'bench/**/*.test.ts',
						'examples/**/*.test.ts',
					],
					exclude: [...exclude, ...alone, ...onS3.include, ...(isAllOnServers ? [] : [appTests])],
				},
			},
			// Its process loads the whole server by itself, while all others start.
			{ test: { ...server, ...everyFile, name: 'alone', include: alone, exclude } },
			{ test: { ...onS3, exclude } },
			...(isAllOnServers ? [] : [onPostgresToo]),
			{
				plugins: [forgeTiles()],
				test: {
					...shared,
					retry,
					name: 'browser',
					execArgv: roomForYoungObjects,
					environment: 'jsdom',
					include: ['packages/ui/src/**/*.test.{ts,tsx}', 'apps/web/src/**/*.test.{ts,tsx}'],
					exclude: [...exclude, withoutPage],
					setupFiles: [...shared.setupFiles, './tooling/test-setup/dom.ts', './packages/ui/src/test/unmount.ts'],
					...timeouts,
				},
			},
			{
				plugins: [forgeTiles()],
				test: {
					...shared,
					retry,
					name: 'browser-without-page',
					environment: 'node',
					include: [withoutPage],
					exclude,
					...timeouts,
				},
			},
		],
	},
});
