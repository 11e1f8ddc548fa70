import { formatNumber } from '@adx/validators/format-number';
import type { Findings } from './findings.ts';
import type { LayerConfig, LayerDrawOptions, LayerEntry } from './layer-config.ts';
import {
	changedLayers,
	describeChangedNames,
	foldName,
	type LayerName,
	parseLayerName,
	tidyName,
	toShownName,
	UniqueNames,
} from './layer-names.ts';
import type { LayerPart } from './layer-project.ts';
import type { FolderNode } from './layer-tree.ts';
import { readWeight } from './read-weight.ts';
import type { PlacedFile } from './select-files.ts';

/** A value while its layer is read. */
export interface ValueDraft {
	readonly name: string;
	weight: number;
	readonly count: number | null;
	readonly parts: readonly LayerPart[];
	/** Of the column that this one depends on: an image with this value has one of these. Null where it depends on none. */
	readonly needs: readonly ValueDraft[] | null;
}

/** A layer while it is read. */
export interface ColumnDraft {
	readonly name: string;
	readonly folder: string;
	readonly isInDna: boolean;
	readonly parent: ColumnDraft | null;
	readonly values: ValueDraft[];
	readonly names: UniqueNames;
}

/** What a config calls a value, and those that it may mean, with their columns. */
export type Aliases = Map<string, Map<ValueDraft, ColumnDraft>>;

/** Where in a layer's folder the reading stands. */
interface Place extends LayerDrawOptions {
	readonly column: ColumnDraft;
	readonly entry: LayerEntry;
	/** What all weights of this folder together come to; null where they count as they are written. */
	readonly total: number | null;
	/** A folder with a weight: its pictures without one belong to each of its values. */
	readonly group: LayerName | null;
	/** Pictures of the folders around it that every value shows. */
	readonly shared: readonly LayerPart[];
	readonly needs: readonly ValueDraft[] | null;
}

const depthMax = 16;
/** Of one configuration. A config may name the same folder again and again, so files alone bound nothing. */
const layersMax = 200;
const valuesMax = 20_000;

/** Values that all configurations of a project may still have together. */
export interface ValueBudget {
	left: number;
}

/** Five times what one configuration may have. */
export const createValueBudget = (): ValueBudget => ({ left: 5 * valuesMax });

/**
 * The layers of one configuration from their folders. A picture is a value of its folder. A folder with a weight holds values
 * of the layer it lies in: it shares its weight out among them, and its pictures without a weight are shown with each (with
 * the folder itself as the value where none has one). A folder without a weight is a layer of its own, which goes with the
 * values beside it.
 */
export class ColumnReader {
	readonly columns: ColumnDraft[] = [];
	/** By the names of values (as files and as in the metadata) and of groups, alone and behind 'layer/'. */
	readonly aliases: Aliases = new Map();
	readonly #config: LayerConfig;
	readonly #findings: Findings;
	readonly #traits = new UniqueNames();
	readonly #budget: ValueBudget;
	#values = 0;

	constructor(config: LayerConfig, findings: Findings, budget: ValueBudget) {
		this.#budget = budget;
		this.#config = config;
		this.#findings = findings;
	}

	/** Reads one layer and those inside it; `name` is what the trait is called. */
	readLayer(folder: FolderNode, entry: LayerEntry, name: string): void {
		const excess = this.#excess;
		if (excess !== null) {
			this.#findings.addTo(excess, { name }, (names) => `${excess} Not read: ${names}.`, 'error');
			return;
		}
		const column = this.#addColumn(name, { folder: folder.path, isInDna: !entry.bypassDna, parent: null });
		const { blend, opacity, z } = entry;
		const place: Place = { blend, opacity, z, column, entry, total: null, group: null, shared: [], needs: null };
		this.#readFolder(folder, place, 0);
		if (column.values.length > 0) return;
		// A folder that holds nothing but layers is none itself.
		this.columns.splice(this.columns.indexOf(column), 1);
		const isEmpty = !this.columns.some((other) => other.folder.startsWith(`${folder.path}/`));
		if (isEmpty) this.#findings.add('error', `The layer '${folder.name}' holds no picture that can be read.`);
	}

	/** Weights of layers inside others: those of each branch come to what the values that lead to it weigh. */
	finish(): void {
		for (const column of this.columns) {
			if (column.parent !== null) weighBranches(column, column.parent);
			const isDrawn = column.values.some(({ weight, count }) => weight > 0 || (count ?? 0) > 0);
			if (!isDrawn) this.#findings.add('error', `No value of '${column.name}' has a weight above 0.`);
		}
	}

	/** Which limit is reached, as a sentence; null for none. */
	get #excess(): string | null {
		if (this.columns.length >= layersMax) return `There are more than ${layersMax} layers.`;
		if (this.#values >= valuesMax) return `There are more than ${formatNumber(valuesMax)} values.`;
		return this.#budget.left > 0 ? null : 'All configurations together have too many values.';
	}

	#addColumn(name: string, facts: Pick<ColumnDraft, 'folder' | 'isInDna' | 'parent'>): ColumnDraft {
		const shown = toShownName(name) || 'Unnamed';
		if (shown !== tidyName(name)) this.#findings.addTo(changedLayers, { name: shown }, describeChangedNames);
		const free = this.#traits.take(shown);
		if (free !== shown) {
			const describe = (names: string) =>
				`More than one layer is called '${shown}'. Names were given to the others: ${names}.`;
			this.#findings.addTo(`repeated layers ${shown}`, { name: free }, describe);
		}
		const column: ColumnDraft = { name: free, ...facts, values: [], names: new UniqueNames() };
		this.columns.push(column);
		return column;
	}

	#readFolder(folder: FolderNode, place: Place, depth: number): void {
		if (depth > depthMax) {
			this.#findings.add('error', `'${folder.path}' lies too deep inside other folders to be read.`);
			return;
		}
		const { delimiter, files, groups, layers, extras } = this.#sort(folder);
		const isShared = (name: LayerName) => place.group !== null && name.weightText === null;
		const shared = [
			...place.shared,
			...files.flatMap(({ name, file }) => (isShared(name) ? [toPart(file, name, place)] : [])),
		];
		const choices = [
			...files.filter(({ name }) => !isShared(name)).map((each) => ({ ...each, node: null, isWorded: false })),
			...groups.map((each) => ({ ...each, file: null })),
		].map((choice) => ({
			...choice,
			weight: this.#readWeight(choice.name, place, choice.file?.path ?? choice.node!.path),
		}));
		const sum = choices.reduce((total, { weight }) => total + weight, 0);
		const first = place.column.values.length;
		if (choices.length === 0 && place.group !== null) {
			this.#addValue(place.group, { weight: place.total ?? 0, parts: shared, path: folder.path }, place);
		}
		for (const { name, weight, file, node, isWorded } of choices) {
			const share = place.total === null ? weight : sum === 0 ? 0 : (place.total * weight) / sum;
			if (file !== null) {
				const own = (extras.get(name.name)?.files ?? []).map((extra) =>
					toPart(extra, parseLayerName(extra.base, delimiter), { ...place, ...place.entry.subTraits }),
				);
				const parts = [...shared, ...own, toPart(file, name, place)];
				this.#addValue(name, { weight: share, parts, path: file.path }, place);
			} else {
				// A folder that is but a word for a weight is not a value by itself: all of its pictures are.
				const group = isWorded ? null : name;
				const inner = { ...place, ...this.#drawInside(place, name), total: share, group, shared };
				const before = place.column.values.length;
				this.#readFolder(node!, inner, depth + 1);
				this.#alias(name.name, place.column, place.column.values.slice(before));
			}
		}
		const values = place.column.values.slice(first);
		for (const { node, name } of layers) this.#readInnerLayer(node, name, { place, values, depth });
	}

	#sort(folder: FolderNode) {
		const delimiter = this.#config.rarityDelimiter;
		const files = folder.files.map((file) => ({ file, name: parseLayerName(file.base, delimiter) }));
		const folders = [...folder.folders.values()].map((node) => ({ node, name: parseLayerName(node.name, delimiter) }));
		const plain = folders.filter(({ name }) => name.weightText === null);
		const words = this.#config.rarityWeights;
		// 'Common' beside 'Rare': the folders' names are the weights.
		const areWords = plain.length > 0 && plain.every(({ name }) => words.has(foldName(name.name)));
		const worded = areWords
			? plain.map(({ node, name }) => ({ node, name: { ...name, weightText: name.name }, isWorded: true }))
			: [];
		const fileNames = new Set(files.map(({ name }) => name.name));
		const extras = new Map(
			plain.filter(({ name }) => !areWords && fileNames.has(name.name)).map(({ node, name }) => [name.name, node]),
		);
		const layers = areWords ? [] : plain.filter(({ name }) => !extras.has(name.name));
		const weighted = folders
			.filter(({ name }) => name.weightText !== null)
			.map((each) => ({ ...each, isWorded: false }));
		const groups = [...weighted, ...worded];
		return { delimiter, files, groups, layers, extras };
	}

	#readInnerLayer(
		node: FolderNode,
		name: LayerName,
		{ place, values, depth }: { readonly place: Place; readonly values: readonly ValueDraft[]; readonly depth: number },
	): void {
		const trait = place.entry.sublayers.get(name.name)?.displayName ?? name.name;
		// Inside a group the layer goes with the group's values alone; beside all values of a layer it goes with any of them.
		const isConditional = place.group !== null || place.needs !== null;
		const parent = !isConditional ? null : values.length > 0 ? place.column : place.column.parent;
		const needs = !isConditional ? null : values.length > 0 ? values : place.needs;
		const facts = { folder: node.path, isInDna: place.column.isInDna, parent };
		const branch = this.columns.find(
			(column) => isConditional && column.parent === parent && foldName(column.name) === foldName(toShownName(trait)),
		);
		const column = branch ?? this.#addColumn(trait, facts);
		const inner = { ...place, ...this.#drawInside(place, name), column, total: null, group: null, shared: [] };
		this.#readFolder(node, { ...inner, needs }, depth + 1);
		if (column.values.length === 0) this.columns.splice(this.columns.indexOf(column), 1);
	}

	#drawInside({ blend, opacity, z, entry }: Place, name: LayerName): LayerDrawOptions {
		return {
			blend,
			opacity,
			z: name.z ?? z,
			...entry.sublayers.get(name.name),
			...(name.z === null ? {} : { z: name.z }),
		};
	}

	#readWeight(name: LayerName, { column }: Place, path: string): number {
		const item = { layer: column.name, name: name.name, path };
		return readWeight(name.weightText, item, { words: this.#config.rarityWeights, findings: this.#findings });
	}

	#addValue(
		name: LayerName,
		{ weight, parts, path }: { readonly weight: number; readonly parts: readonly LayerPart[]; readonly path: string },
		{ column, needs, group }: Place,
	): void {
		const { emptyName, valueNames, isExact } = this.#config;
		const original = name.name || 'Unnamed';
		if (name.isChanged || name.name === '') {
			this.#findings.addTo(`changed names ${column.name}`, { name: original, path }, describeChangedNames);
		}
		const isNone = [foldName(emptyName), 'none'].includes(foldName(original));
		const wanted = isNone ? 'None' : toShownName(valueNames.get(original) ?? original) || original;
		// Each branch may have a None of its own, which become one value in the end.
		const isAnotherNone =
			isNone && needs !== null && column.values.some((value) => value.name === 'None' && value.needs !== needs);
		const isTaken = !isAnotherNone && !column.names.isFree(wanted);
		const inGroup = isTaken && group !== null ? `${wanted} (${group.name})` : wanted;
		const free = isAnotherNone ? wanted : column.names.take(inGroup);
		if (isTaken) {
			const describe = (names: string, count: number) =>
				count === 1
					? `More than one value of '${column.name}' has the name of '${wanted}'. One is called ${names}.`
					: `Several values of '${column.name}' share names. They are called ${names}.`;
			this.#findings.addTo(`repeated values ${column.name}`, { name: free, path }, describe);
		}
		const count = isExact && Number.isInteger(weight) ? weight : null;
		const value: ValueDraft = { name: free, weight, count, parts, needs };
		column.values.push(value);
		this.#values++;
		this.#budget.left--;
		this.#alias(original, column, [value]);
		if (wanted !== original) this.#alias(wanted, column, [value]);
	}

	#alias(name: string, column: ColumnDraft, values: readonly ValueDraft[]): void {
		const folder = column.folder.split('/')[0]!;
		for (const key of [name, `${folder}/${name}`, `${column.name}/${name}`]) {
			const known = this.aliases.get(key) ?? new Map<ValueDraft, ColumnDraft>();
			for (const value of values) known.set(value, column);
			this.aliases.set(key, known);
		}
	}
}

function toPart(file: PlacedFile, name: LayerName, { blend, opacity, z }: LayerDrawOptions): LayerPart {
	return { path: file.path, blend, opacity, z: name.z ?? z };
}

const conditionalScale = 100;

/** Parents come before what is inside them, so their weights are final. */
function weighBranches(column: ColumnDraft, parent: ColumnDraft): void {
	const weigh = (values: readonly ValueDraft[]) => values.reduce((sum, { weight }) => sum + weight, 0);
	const total = weigh(parent.values) || 1;
	const toShare = (values: readonly ValueDraft[]) => (weigh(values) / total) * conditionalScale;
	for (const [needs, values] of Map.groupBy(column.values, (value) => value.needs!)) {
		const sum = weigh(values) || 1;
		for (const value of values) value.weight = (value.weight / sum) * toShare(needs);
	}
	const covered = new Set(column.values.flatMap(({ needs }) => needs!));
	const open = parent.values.filter((value) => !covered.has(value));
	if (open.length > 0) {
		column.values.push({ name: 'None', weight: toShare(open), count: null, parts: [], needs: open });
	}
	const [none, ...more] = column.values.filter(({ name }) => name === 'None');
	if (none === undefined || more.length === 0) return;
	const all = [none, ...more];
	const merged = { ...none, weight: weigh(all), needs: all.flatMap(({ needs }) => needs!) };
	const rest = column.values.filter(({ name }) => name !== 'None');
	column.values.splice(0, column.values.length, ...rest, merged);
}
