import { layerTextMaxLength } from '@adx/validators/limits';
import { compareNaturally } from '../files/file-paths.ts';
import { isRecord, parseJson } from '../metadata/json.ts';
import { Findings, quoteNames } from './findings.ts';
import {
	type ConfiguredImages,
	emptyConfig,
	type LayerConfig,
	type LayerEntry,
	readLayerConfig,
} from './layer-config.ts';
import { changedLayers, describeChangedNames, foldName, parseLayerName } from './layer-names.ts';
import type { Layer, LayerConfiguration, LayerProject } from './layer-project.ts';
import { buildTree, type FolderNode } from './layer-tree.ts';
import { type ColumnDraft, ColumnReader, createValueBudget } from './read-columns.ts';
import { RuleReader, reportUnknownNames } from './read-rules.ts';
import { type SelectedFiles, selectFiles } from './select-files.ts';

/** The files whose text `readLayers` wants: a config, an order of layers, Datlips' rules. At most three. */
export function listLayerTexts(paths: readonly string[]): readonly string[] {
	const { configPath, orderPath, compatibilityPath } = selectFiles(paths, new Findings());
	return [configPath, orderPath, compatibilityPath].filter((path) => path !== null);
}

/**
 * Reads the layers of a picked folder or an unpacked zip from its paths alone; no picture is opened. What it knows:
 *
 * - HashLips' art engine: `layers/<Layer>/<Value>#<weight>.png`, with the order, options and sizes of `src/config.js`, or of
 *   a `config.json` with the same keys;
 * - its forks: folders with weights, pictures that belong together, layers that go with one value (NFTChef); `z-1,` in front
 *   of names; words for weights and exact counts (Datlips); what goes with what (all of them);
 * - any folder of folders of PNG files, as NFT-Inator and others take them: in the order of a list in `_order`, of numbers in
 *   front of all folders' names, or else of the names.
 *
 * Names and values are Unicode's composed form, can be shown, and are told apart whatever their case. Same paths and texts
 * in any order, same project. Never throws: what is wrong stands in `findings`.
 *
 * @param paths of files with '/' or '\' between names; those of folders end with it
 * @param texts of the files that `listLayerTexts` names, by path; one that is missing counts as absent
 */
export function readLayers(paths: readonly string[], texts: ReadonlyMap<string, string>): LayerProject {
	const findings = new Findings();
	const selected = selectFiles(paths, findings);
	const readText = (path: string | null) => (path === null ? null : takeText(path, texts, findings));
	const configText = readText(selected.configPath);
	const config = configText === null ? emptyConfig : readLayerConfig(selected.configPath!, configText, findings);
	const tree = buildTree(selected.pictures);
	const { images, names } = orderLayers(selected, { tree, config, order: readText(selected.orderPath), findings });
	const compatibility = readText(selected.compatibilityPath);
	const ruleReaders: RuleReader[] = [];
	const budget = createValueBudget();
	const configurations = images.flatMap((each, index) => {
		const columns = new ColumnReader(config, findings, budget);
		for (const entry of each.layers) {
			const node = findFolder(tree, entry.name);
			if (node) columns.readLayer(node, entry, entry.displayName ?? names.get(node.name) ?? node.name);
			else reportMissing(entry.name, { selected, findings });
		}
		columns.finish();
		const rules = new RuleReader(columns, findings);
		ruleReaders.push(rules);
		for (const pairs of [config.incompatible, each.incompatible]) rules.forbid(pairs);
		for (const pairs of [config.forced, each.dependent]) rules.force(pairs);
		if (compatibility !== null) rules.readCompatibility(selected.compatibilityPath!, compatibility, index);
		rules.followFolders();
		const layers = columns.columns.map(toLayer);
		return layers.length === 0 ? [] : [{ size: each.size, layers, rules: rules.toList() }];
	});
	reportUnknownNames(ruleReaders, selected.configPath ?? selected.compatibilityPath ?? '', findings);
	reportNothing(selected, configurations, findings);
	reportDerivedTraits(configurations, findings);
	const { isShuffled, format, background } = config;
	return {
		configurations,
		isShuffled,
		format,
		background,
		picturePaths: listPictures(configurations),
		findings: findings.toList(),
	};
}

/**
 * The pictures that a list of a project names, as a server reads it: those that are shown, if the project reads the same with
 * them alone; else all PNG files of `paths`.
 */
export function listSentPictures(
	{ picturePaths, configurations }: LayerProject,
	paths: Iterable<string>,
	texts: ReadonlyMap<string, string>,
): readonly string[] {
	const shown = readLayers([...picturePaths, ...texts.keys()], texts);
	const isSame = JSON.stringify(shown.configurations) === JSON.stringify(configurations);
	return isSame ? picturePaths : [...paths].filter((path) => /\.png$/i.test(path));
}

function takeText(path: string, texts: ReadonlyMap<string, string>, findings: Findings): string | null {
	const text = texts.get(path);
	if (text === undefined || text.length <= layerTextMaxLength) return text ?? null;
	findings.add('error', `'${path}' is too long to be read.`, [path]);
	return null;
}

interface Ordering {
	readonly tree: FolderNode;
	readonly config: LayerConfig;
	readonly order: string | null;
	readonly findings: Findings;
}

/** Which folders are drawn, from the back to the front; `names` are what folders without a config are called. */
function orderLayers(selected: SelectedFiles, ordering: Ordering) {
	const { tree, config, order, findings } = ordering;
	const names = new Map<string, string>();
	if (config.configurations.length > 0) {
		if (order !== null) {
			findings.add(
				'note',
				`The order of layers is taken from '${selected.configPath}', not from '${selected.orderPath}'.`,
			);
		}
		reportUnused(tree, config.configurations, findings);
		return { images: config.configurations, names };
	}
	const listed = order === null ? null : readOrder(order);
	const folders = sortFolders(selected.folders, { listed, names, findings });
	const missing = (listed ?? []).filter((name) => !selected.folders.some((folder) => isCalled(folder, name)));
	if (missing.length > 0) {
		const sentence = `'${selected.orderPath}' names layers that have no folder: ${quoteNames(missing)}.`;
		findings.add('error', sentence, [selected.orderPath!]);
	}
	const layers = folders.map((name) => toEntry(name));
	const empty = { incompatible: new Map<string, string[]>(), dependent: new Map<string, string[]>() };
	const images: readonly ConfiguredImages[] = layers.length === 0 ? [] : [{ size: null, layers, ...empty }];
	return { images, names };
}

function toEntry(name: string): LayerEntry {
	const drawing = { blend: 'source-over', opacity: 1, z: 0 } as const;
	return { name, displayName: null, bypassDna: false, ...drawing, sublayers: new Map(), subTraits: {} };
}

const numberPrefix = /^(\d{1,6})\s*[\s._)-]\s*(?=\S)/;

/** By the list, then by numbers in front of the names, then by `__z…` behind them, then by name. */
function sortFolders(
	folders: readonly string[],
	{
		listed,
		names,
		findings,
	}: { readonly listed: readonly string[] | null; readonly names: Map<string, string>; readonly findings: Findings },
): string[] {
	const parsed = folders.map((folder) => ({
		folder,
		...parseLayerName(folder, '#'),
		number: numberPrefix.exec(folder.normalize('NFC')),
	}));
	const areNumbered = parsed.length > 0 && parsed.every(({ number }) => number !== null);
	for (const { folder, name, isChanged } of parsed) {
		if (isChanged) findings.addTo(changedLayers, { name, path: folder }, describeChangedNames);
		names.set(folder, areNumbered ? name.replace(numberPrefix, '') : name);
	}
	const haveDepth = parsed.some(({ z }) => z !== null);
	if (listed === null && !areNumbered && !haveDepth && parsed.length > 1) {
		findings.add('note', 'Nothing gives the order of the layers, so they are stacked by name, the first at the back.');
	}
	const toPlace = (folder: string) => {
		const place = listed?.findIndex((name) => isCalled(folder, name)) ?? -1;
		return place === -1 ? Number.POSITIVE_INFINITY : place;
	};
	const keyed = parsed.map((each) => ({
		...each,
		place: toPlace(each.folder),
		rank: areNumbered ? Number(each.number![1]) : (each.z ?? 0),
	}));
	keyed.sort(
		(left, right) =>
			compareNumbers(left.place, right.place) || left.rank - right.rank || compareNaturally(left.folder, right.folder),
	);
	return keyed.map(({ folder }) => folder);
}

const compareNumbers = (left: number, right: number) => (left === right ? 0 : left - right);

/** A folder may be listed with or without its number and its marks. */
function isCalled(folder: string, name: string): boolean {
	const { name: shown } = parseLayerName(folder, '#');
	const spellings = [folder.normalize('NFC'), shown, shown.replace(numberPrefix, '')];
	return spellings.some((spelling) => foldName(spelling) === foldName(name));
}

/** Names of layers from the back to the front: one in a line, or a JSON list. */
function readOrder(text: string): string[] {
	const json = parseJson(text.replace(/^\uFEFF/, ''));
	const list = isRecord(json) ? json.layersOrder : json;
	const names = Array.isArray(list)
		? list.map((entry) => (isRecord(entry) ? entry.name : entry))
		: text.replace(/^\uFEFF/, '').split(/\r?\n/);
	return names.flatMap((name) =>
		typeof name === 'string' && name.trim() !== '' ? [name.normalize('NFC').trim()] : [],
	);
}

/** The folder of that name, else the only one that differs in case alone. */
function findFolder({ folders }: FolderNode, name: string): FolderNode | undefined {
	const exact = folders.get(name);
	if (exact) return exact;
	const similar = [...folders.values()].filter((node) => foldName(node.name) === foldName(name));
	return similar.length === 1 ? similar[0] : undefined;
}

function reportMissing(
	name: string,
	{ selected, findings }: { readonly selected: SelectedFiles; readonly findings: Findings },
): void {
	const isEmpty = selected.folders.some((folder) => foldName(folder) === foldName(name));
	if (isEmpty) {
		findings.addTo(
			'empty layers',
			{ name },
			(names) => `The folder of the layer ${names} holds no picture that can be read.`,
			'error',
		);
		return;
	}
	const describe = (names: string) => `'layersOrder' names a layer that has no folder: ${names}.`;
	findings.addTo('missing layers', { name }, describe, 'error');
}

function reportUnused({ folders }: FolderNode, images: readonly ConfiguredImages[], findings: Findings): void {
	const used = new Set(images.flatMap(({ layers }) => layers.map(({ name }) => foldName(name))));
	const unused = [...folders.keys()].filter((name) => !used.has(foldName(name)));
	if (unused.length > 0) {
		findings.add('note', `Not drawn, because no 'layersOrder' names them: ${quoteNames(unused)}.`);
	}
}

function reportNothing(
	{ pictures }: SelectedFiles,
	configurations: readonly LayerConfiguration[],
	findings: Findings,
): void {
	if (configurations.length > 0 || findings.hasErrors) return;
	const reason = pictures.length === 0 ? 'There is no PNG file in a folder' : 'No layer can be drawn';
	findings.add('error', `${reason}. Pick a folder that holds one folder for each layer, with PNG files in it.`);
}

/** What rarity derives by itself is left out of it, whoever gives it. */
function reportDerivedTraits(configurations: readonly LayerConfiguration[], findings: Findings): void {
	const names = new Set(configurations.flatMap(({ layers }) => layers.map(({ name }) => name)));
	for (const name of names) {
		if (!['rarity', 'trait_count'].includes(foldName(name))) continue;
		findings.add(
			'warning',
			`The layer '${name}' does not count for rarity: its name is that of a trait that follows from the rank.`,
		);
	}
}

function toLayer({ name, folder, isInDna, values }: ColumnDraft): Layer {
	return {
		name,
		folder,
		isInDna,
		values: values.map(({ name: value, weight, count, parts }) => ({ name: value, weight, count, parts })),
	};
}

function listPictures(configurations: readonly LayerConfiguration[]): string[] {
	const paths = new Set<string>();
	for (const { layers } of configurations) {
		for (const { values } of layers) for (const { parts } of values) for (const { path } of parts) paths.add(path);
	}
	return [...paths].sort(compareNaturally);
}
