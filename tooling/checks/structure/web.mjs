import { findImports } from './imports.mjs';
import { folderOf, isTest, resolveFrom } from './workspace.mjs';

const root = 'apps/web/src/';

/** Layers of the web app from the top: a file may import its own layer and those below. */
const layers = ['routes', 'features', 'shell', 'lib'];

/** Features that others may build on; in return they import no feature themselves. */
const sharedFeatures = new Set(['access', 'wallets']);

/**
 * Which further features a feature may build on. Each name in a list stands above the list, so that there is no way round.
 * @type {ReadonlyMap<string, readonly string[]>}
 */
export const featureArrows = new Map([
	['jobs', []],
	['create', ['jobs']],
	['market', ['jobs']],
	['merger', ['market']],
]);

const where = 'tooling/checks/structure/web.mjs and docs/ARCHITECTURE.md';

/** Direction of imports and contents of features inside the web app. @returns {string[]} */
export function checkWeb(/** @type {import('./workspace.mjs').Workspace} */ { files }) {
	return files
		.filter(({ path, isSource }) => isSource && path.startsWith(root))
		.flatMap(({ path, text }) => [
			...checkPlace(path),
			...findImports(text).flatMap((found) => checkImport(path, found)),
		]);
}

/** @returns {string[]} */
function checkPlace(/** @type {string} */ path) {
	const [layer, feature, ...rest] = path.slice(root.length).split('/');
	if (layer !== 'features') return [];
	// The ending says what draws; a folder called components would say nothing of its subject.
	const isInPlace = /^([a-z0-9-]+\/){0,2}[^/]+\.tsx?$/.test(rest.join('/')) && !rest.includes('components');
	if (isInPlace) return [];
	return [
		`${path} has no place in a feature; features/${feature} holds folders by subject, two levels at most, with what draws (*.tsx) beside what does not (*.ts)`,
	];
}

/** @returns {string[]} */
function checkImport(/** @type {string} */ path, /** @type {import('./imports.mjs').Import} */ { specifier, line }) {
	const target = targetOf(path, specifier);
	if (target === undefined) return [];
	const [fromLayer = '', fromFeature = ''] = path.slice(root.length).split('/');
	const [toLayer = '', toFeature = ''] = target.slice(root.length).split('/');
	// Files beside the layers (main, router, generated routes) put everything together.
	const from = layers.indexOf(fromLayer);
	if (from === -1) return [];
	const at = `${path}:${line}`;
	const to = layers.indexOf(toLayer);
	if (to === -1) {
		return /\.css(\?.*)?$/.test(specifier) || isTest(path)
			? []
			: [`${at} imports ${specifier}, which puts the app together; move what is shared to lib/`];
	}
	if (to < from)
		return [
			`${at} imports ${toLayer}/ from ${fromLayer}/; imports go ${layers.join(' -> ')}: move the shared part down, or pass it in`,
		];
	if (fromLayer !== 'features' || toLayer !== 'features' || fromFeature === toFeature) return [];
	if (sharedFeatures.has(fromFeature))
		return [
			`${at} imports features/${toFeature}; ${fromFeature} is shared and imports no feature: let the route pass it in`,
		];
	if (sharedFeatures.has(toFeature) || featureArrows.get(fromFeature)?.includes(toFeature)) return [];
	return [
		`${at} imports features/${toFeature}, which ${fromFeature} does not build on; let the route combine them, move the shared part to packages/ui, shell/ or lib/, or change ${where}`,
	];
}

/** Path of a file of the web app that an import names, or undefined for packages and files elsewhere. */
function targetOf(/** @type {string} */ path, /** @type {string} */ specifier) {
	const alias = /^[@~]\/(.*)$/.exec(specifier)?.[1];
	if (alias !== undefined) return root + alias;
	if (!specifier.startsWith('.')) return undefined;
	const target = resolveFrom(folderOf(path), specifier);
	return target.startsWith(root) ? target : undefined;
}
