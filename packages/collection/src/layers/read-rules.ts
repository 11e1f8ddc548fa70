import { formatNumber } from '@adx/validators/format-number';
import { isRecord, parseJson } from '../metadata/json.ts';
import { type Findings, quoteNames } from './findings.ts';
import type { NamePairs } from './layer-config.ts';
import type { LayerPair, LayerRule } from './layer-project.ts';
import type { ColumnDraft, ColumnReader, ValueDraft } from './read-columns.ts';

/** More rules than this are no longer worked out; a rule speaks of one pair of values. */
const rulesMax = 20_000;
/** Pairs that are looked at, also those that need no rule or have it already. */
const pairsMax = 2_000_000;

interface Target {
	readonly column: ColumnDraft;
	readonly value: ValueDraft;
}

const toPair = ({ column, value }: Target): LayerPair => ({ trait: column.name, value: value.name });

/**
 * The rules of one configuration, each pair once: what forks of HashLips' engine write into their config, and what folders
 * inside the folder of a value say. Names that fit several values speak of all of them.
 */
export class RuleReader {
	readonly #reader: ColumnReader;
	readonly #findings: Findings;
	readonly #rules = new Map<string, LayerRule>();
	/** Names that fit no value of this configuration. */
	readonly unknown = new Set<string>();
	/** Names that fit some. */
	readonly known = new Set<string>();
	#pairs = 0;

	constructor(reader: ColumnReader, findings: Findings) {
		this.#reader = reader;
		this.#findings = findings;
	}

	/** `{'Red': ['Long Hair']}`, `{'Hat/Crown': ['Hair/*']}`: the first never with any of the others. */
	forbid(pairs: NamePairs): void {
		for (const [name, others] of pairs) {
			const lefts = this.#find(name);
			for (const other of others) {
				for (const right of this.#isFull ? [] : this.#find(other)) {
					for (const left of this.#isFull ? [] : lefts) this.#add('never', left, right, 'config');
				}
			}
		}
	}

	/** `{'Floral': ['Golden Sakura']}`: the first only together with all of the others. */
	force(pairs: NamePairs): void {
		for (const [name, others] of pairs) {
			for (const left of this.#find(name)) {
				for (const [, rights] of this.#isFull ? [] : this.#findByColumn(others)) this.#demandOneOf(left, rights);
			}
		}
	}

	/** Datlips' compatibility.json: per value its `incompatibleParents`, and `parents` that need it where it is `forced`. */
	readCompatibility(path: string, text: string, configuration: number): void {
		const json = parseJson(text.replace(/^\uFEFF/, ''));
		if (!isRecord(json)) {
			this.#findings.add('error', `'${path}' holds no JSON object, so it was not read.`, [path]);
			return;
		}
		const toNames = (value: unknown) =>
			Array.isArray(value) ? value.filter((name): name is string => typeof name === 'string').slice(0, rulesMax) : [];
		for (const [child, entries] of Object.entries(json)) {
			for (const entry of isRecord(entries) ? Object.values(entries) : []) {
				if (!isRecord(entry) || (entry.layerIndex !== undefined && entry.layerIndex !== configuration)) continue;
				this.forbid(new Map([[child, toNames(entry.incompatibleParents)]]));
				if (entry.forced === true) this.force(new Map(toNames(entry.parents).map((parent) => [parent, [child]])));
			}
		}
	}

	/** A value of a layer inside another one's folder goes with the values of that folder alone. */
	followFolders(): void {
		for (const column of this.#reader.columns) {
			if (column.parent === null) continue;
			for (const value of column.values) {
				const needed = new Set(value.needs);
				for (const other of this.#isFull ? [] : column.parent.values) {
					if (needed.has(other)) continue;
					this.#add('never', { column, value }, { column: column.parent, value: other }, 'folders');
				}
			}
		}
	}

	toList(): LayerRule[] {
		if (this.#isFull) {
			const limit = formatNumber(rulesMax);
			this.#findings.add(
				'error',
				`The layers have more than ${limit} rules about pairs of values, too many to be worked out.`,
			);
		}
		return [...this.#rules.values()].slice(0, rulesMax);
	}

	get #isFull(): boolean {
		return this.#rules.size > rulesMax || this.#pairs > pairsMax;
	}

	#add(kind: LayerRule['kind'], left: Target, right: Target, source: LayerRule['source']): void {
		this.#pairs++;
		// Within one layer an image has one value anyway.
		if (left.column === right.column) return;
		const rule = { kind, left: toPair(left), right: toPair(right), source };
		const key = JSON.stringify([kind, rule.left, rule.right]);
		const mirrored = JSON.stringify([kind, rule.right, rule.left]);
		if (kind === 'never' && this.#rules.has(mirrored)) return;
		if (!this.#rules.has(key)) this.#rules.set(key, rule);
	}

	/** One value allowed is a rule of its own; of several, all others of the layer are forbidden. */
	#demandOneOf(left: Target, rights: readonly Target[]): void {
		if (rights.length === 1) {
			this.#add('together', left, rights[0]!, 'config');
			return;
		}
		const allowed = new Set(rights.map(({ value }) => value));
		const { column } = rights[0]!;
		for (const value of column.values) {
			if (allowed.has(value)) this.#pairs++;
			else this.#add('never', left, { column, value }, 'config');
		}
	}

	#findByColumn(names: readonly string[]): Map<ColumnDraft, Target[]> {
		return Map.groupBy(
			names.flatMap((name) => this.#find(name)),
			({ column }) => column,
		);
	}

	#find(name: string): readonly Target[] {
		const layer = /^(.+)\/\*$/.exec(name)?.[1];
		const found =
			layer === undefined
				? [...(this.#reader.aliases.get(name) ?? [])].map(([value, column]) => ({ column, value }))
				: this.#reader.columns.flatMap((column) =>
						[column.name, column.folder, column.folder.split('/')[0]].includes(layer)
							? column.values.map((value) => ({ column, value }))
							: [],
					);
		(found.length > 0 ? this.known : this.unknown).add(name);
		return found;
	}
}

/** Names in rules that fit no value of any configuration. */
export function reportUnknownNames(readers: readonly RuleReader[], configPath: string, findings: Findings): void {
	const known = new Set(readers.flatMap((reader) => [...reader.known]));
	const unknown = new Set(readers.flatMap((reader) => [...reader.unknown]).filter((name) => !known.has(name)));
	if (unknown.size === 0) return;
	const names = quoteNames([...unknown]);
	findings.add('warning', `Rules name values that no layer has, and do nothing there: ${names}.`, [configPath]);
}
