import { chromiumArgs, findChromium } from '@adx/browser/chromium';
import { defineConfig } from '@playwright/test';

const browser = findChromium();

export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.spec.ts',
	outputDir: 'test-results',
	// Each worker starts products of its own, on directories and ports of their own.
	workers: 1,
	// A shared machine stands still for seconds now and then. What passes only the second time is listed as flaky.
	retries: process.env.CI ? 1 : 0,
	fullyParallel: false,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: 'list',
	use: {
		launchOptions: { executablePath: browser?.executablePath, args: browser?.args ?? chromiumArgs },
		viewport: { width: 1_440, height: 900 },
		acceptDownloads: true,
		// Snow, drawn in software, costs more than everything else a story does; who tests it asks for it.
		contextOptions: { reducedMotion: 'reduce' },
		// The pages are in the trace as they were; filming them as well would draw every frame twice. CI, which repeats what
		// fails, records the repetition alone: recording takes a fourteenth of the time.
		trace: { mode: process.env.CI ? 'on-first-retry' : 'retain-on-failure', screenshots: false },
	},
});
