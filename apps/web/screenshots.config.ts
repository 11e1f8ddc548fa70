import { defineConfig } from '@playwright/test';
import stories from './playwright.config.ts';

/** What `npm run screenshots` runs: the pictures of docs/images that show the product. */
export default defineConfig(stories, {
	testDir: 'e2e/screenshots',
	testMatch: '*.pictures.ts',
	outputDir: 'node_modules/.cache/screenshots',
	retries: 0,
	timeout: 8 * 60_000,
	use: { colorScheme: 'dark', locale: 'en', timezoneId: 'UTC', trace: 'off' },
});
