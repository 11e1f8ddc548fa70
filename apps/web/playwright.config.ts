import { chromiumArgs, findChromium } from '@adx/browser/chromium';
import { defineConfig } from '@playwright/test';

const browser = findChromium();

export default defineConfig({
	testDir: 'e2e',
	testMatch: '*.spec.ts',
	outputDir: 'test-results',
	// Each story starts the product itself, on a directory and a port of its own.
	workers: 1,
	fullyParallel: false,
	timeout: 90_000,
	expect: { timeout: 15_000 },
	reporter: 'list',
	use: {
		launchOptions: { executablePath: browser?.executablePath, args: browser?.args ?? chromiumArgs },
		viewport: { width: 1_440, height: 900 },
		acceptDownloads: true,
		trace: 'retain-on-failure',
	},
});
