/** A Chromium to run tests in, and how to start it; both fit Playwright's `launchOptions`. */
export interface Browser {
	executablePath: string;
	args: string[];
	/** Where it was found, for a line in a report. */
	source: 'CHROMIUM_PATH' | 'installed' | '@sparticuz/chromium';
}

/** Arguments for every browser test: runs as root, draws in software, speaks to nobody but the page. */
export const chromiumArgs: string[];

/**
 * Finds a Chromium: CHROMIUM_PATH, else the one inside @sparticuz/chromium, which is unpacked on first use (about 2 s,
 * 190 MB under `.cache/`), else an installed Chromium or Chrome. The package's version is pinned, and having no windows
 * it takes half the processor time of an installed one. Undefined when there is none for this platform.
 * @throws when CHROMIUM_PATH names a file that does not exist, or the package cannot be unpacked
 */
export function findChromium(): Browser | undefined;
