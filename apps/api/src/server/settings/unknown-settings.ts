import { suggestName } from '@adx/core/platform/suggest-name';

/** Shorter names are near to many that are somebody else's. */
const shortestMisspelled = 8;

/**
 * A line for each name that was probably meant as a setting: whatever stands in the `.env` file and is none, and names of
 * the environment that are nearly one. Values are not repeated.
 *
 * @param names the settings there are
 * @param fromFile the variables of the `.env` file
 * @param fromProcess those of the process, most of which are others'
 */
export function describeUnknownSettings(
	names: readonly string[],
	fromFile: Readonly<Record<string, string | undefined>>,
	fromProcess: Readonly<Record<string, string | undefined>>,
): readonly string[] {
	const isUnknown = (name: string) => !names.includes(name);
	const inFile = Object.keys(fromFile)
		.filter((name) => isUnknown(name) && !isForTools(name))
		.map((name) => `.env: ${name} is not a setting.${suggestName(name, names)}`);
	const misspelled = Object.keys(fromProcess)
		.filter((name) => name.length >= shortestMisspelled && isUnknown(name) && !Object.hasOwn(fromFile, name))
		.flatMap((name) => {
			const suggestion = suggestName(name, names, 2);
			return suggestion === '' ? [] : [`${name} is not a setting.${suggestion}`];
		});
	return [...inFile, ...misspelled];
}

/** What scripts and tests of the project read. */
const isForTools = (name: string) => /^(?:ADX_|TEST_|NODE_|CHROMIUM_PATH$|ANVIL_PATH$)/.test(name);
