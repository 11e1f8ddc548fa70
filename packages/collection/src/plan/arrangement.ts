import { type CombinationKey, type CombinationKeys, createCombinationKeys } from './combination-keys.ts';
import type { Compatibility } from './compatibility.ts';
import { type PlanColumn, unpinned } from './plan-column.ts';
import type { ColumnQuotas } from './quotas.ts';
import type { CompiledRules } from './rules.ts';

/** How much a plan may be searched for, counted in possibilities looked at: a measure that is the same on every machine. */
export interface SearchBudget {
	spent: number;
	readonly limit: number;
}

/** As much as takes below a second. */
export const createSearchBudget = (): SearchBudget => ({ spent: 0, limit: 5_000_000 });

/** What the rows of a plan are put together from. */
export interface ArrangementRequest {
	/** Every value is possible by itself. */
	readonly columns: readonly PlanColumn[];
	readonly rules: CompiledRules;
	readonly quotas: readonly ColumnQuotas[];
	readonly size: number;
	/** When it is used up, searching ends; a plan without counts then still succeeds, one with counts may not. */
	readonly budget: SearchBudget;
	/** Combinations that others have already: a row with one is a repeat. The capacity of `rules` is what they leave over. */
	readonly taken?: ReadonlySet<CombinationKey>;
	/** There may be far more combinations than anybody can walk through. */
	readonly isWide?: boolean;
}

/**
 * The rows of a plan while they are put together: a table of value indexes, one row per image and one column per trait,
 * which knows how often each value and each combination of DNA traits is used. Columns join one after the other, and what
 * is said about a row is said of its joined columns.
 */
export class Arrangement {
	readonly size: number;
	readonly columns: readonly PlanColumn[];
	/** Rows that use each combination of DNA traits. */
	readonly used = new Map<CombinationKey, number>();
	/** Set once combinations may not repeat. */
	isUnique = false;
	/** Grows with every change, so that outdated findings can be recognised. */
	changes = 0;
	readonly budget: SearchBudget;
	readonly isWide: boolean;
	readonly #compatibility: Compatibility;
	readonly #quotas: readonly ColumnQuotas[];
	/** Columns that a rule speaks of. */
	readonly #ruled: readonly number[];
	/** Per joined column each row's value. */
	readonly #cells: (Uint16Array | undefined)[];
	/** Per column and value the rows that have it unpinned, and per column each row's place in its list. */
	readonly #holders: number[][][] = [];
	readonly #places: Int32Array[] = [];
	readonly #keys: CombinationKeys;
	readonly #taken: ReadonlySet<CombinationKey>;
	/** Of the used combinations those that others have. */
	#takenUsed = 0;

	constructor({ columns, rules, quotas, size, budget, taken = new Set(), isWide = false }: ArrangementRequest) {
		this.size = size;
		this.budget = budget;
		this.columns = columns;
		this.#compatibility = rules.compatibility;
		this.#quotas = quotas;
		const isRuled = (column: number) =>
			rules.compatibility[column]!.some((value) => value.some((flags) => flags !== null));
		this.#ruled = columns.flatMap((_, column) => (isRuled(column) ? [column] : []));
		this.#cells = columns.map(() => undefined);
		this.#keys = createCombinationKeys(columns, size);
		this.#taken = taken;
		this.isWide = isWide;
	}

	/** Adds a column by its value index per row. */
	join(column: number, cells: Uint16Array): void {
		const holders: number[][] = this.columns[column]!.values.map(() => []);
		const places = new Int32Array(this.size);
		for (let row = 0; row < this.size; row++) {
			const value = cells[row]!;
			if (!this.#isPinned(row, column)) places[row] = holders[value]!.push(row) - 1;
			this.#keys.set(row, this.#keys.moved(row, column, { before: 0, after: value }));
		}
		this.#cells[column] = cells;
		this.#holders[column] = holders;
		this.#places[column] = places;
		this.changes++;
	}

	/** From now on rows may not repeat a combination; rows that already do are `isRepeat`. */
	demandUnique(): void {
		this.isUnique = true;
		for (const key of this.#keys.values()) this.#use(key);
	}

	/** How many combinations are used that nobody else has. */
	get distinct(): number {
		return this.used.size - this.#takenUsed;
	}

	/** Columns that have joined. */
	joined(): number[] {
		return this.columns.flatMap((_, column) => (this.#cells[column] ? [column] : []));
	}

	value(row: number, column: number): number {
		return this.#cells[column]![row]!;
	}

	/** True when some value is used more or less often than counts and weights alone ask for. */
	isRelaxed(): boolean {
		return this.#quotas.some(({ ideals }, column) =>
			ideals.some((ideal, value) => this.holders(column, value).length !== ideal),
		);
	}

	/** The rows that have this value and may lose it, in no particular order. */
	holders(column: number, value: number): readonly number[] {
		return this.#holders[column]![value]!;
	}

	/** Rows of which this is equal are alike in all that rules speak of. */
	signature(row: number): string {
		return this.#ruled.map((column) => this.#cells[column]?.[row] ?? '').join();
	}

	computeKey(row: number): CombinationKey {
		return this.#keys.at(row);
	}

	isRepeat(row: number): boolean {
		const key = this.#keys.at(row);
		return this.isUnique && (this.used.get(key)! > 1 || this.#taken.has(key));
	}

	/** True when the row may change in the column and would break no rule with that value, given its other joined values. */
	allows(row: number, column: number, value: number): boolean {
		if (this.#isPinned(row, column)) return false;
		if (this.#ruled.length === 0) return true;
		const partners = this.#compatibility[column]![value]!;
		for (let other = 0; other < partners.length; other++) {
			const flags = partners[other];
			if (other === column || flags == null) continue;
			const cells = this.#cells[other];
			if (cells && flags[cells[row]!] === 0) return false;
		}
		return true;
	}

	/** The joined columns whose values may not stand beside the row's value in this column. */
	conflicts(row: number, column: number): number[] {
		return this.#compatibility[column]![this.value(row, column)]!.flatMap((flags, other) => {
			const cells = this.#cells[other];
			return flags !== null && cells && flags[cells[row]!] === 0 ? [other] : [];
		});
	}

	/** True when the row breaks no rule and repeats no other row with that value in the column. */
	fits(row: number, column: number, value: number): boolean {
		this.budget.spent++;
		if (this.isUnique && this.#keys.dependOn(column)) {
			const key = this.#keys.moved(row, column, { before: this.value(row, column), after: value });
			if (this.used.has(key) || this.#taken.has(key)) return false;
		}
		return this.allows(row, column, value);
	}

	/** True when a row with exactly these values in these columns, which are all that joined, breaks no rule and repeats no other. */
	fitsWhole(columns: readonly number[], values: readonly number[]): boolean {
		this.budget.spent++;
		if (this.isUnique) {
			const key = this.#keys.of(columns, values);
			if (this.used.has(key) || this.#taken.has(key)) return false;
		}
		if (this.#ruled.length === 0) return true;
		return columns.every((column, place) => {
			const partners = this.#compatibility[column]![values[place]!]!;
			return columns.every((other, otherPlace) => {
				const flags = partners[other];
				return flags == null || flags[values[otherPlace]!] === 1;
			});
		});
	}

	/** True when the value at that place of a row, whose values are given by column, may stand beside all before it. */
	allowsBeside(columns: readonly number[], values: readonly number[], place: number): boolean {
		this.budget.spent++;
		const partners = this.#compatibility[columns[place]!]![values[place]!]!;
		// It takes part itself: a value that does not go with itself is in no row.
		for (let before = 0; before <= place; before++) {
			if (partners[columns[before]!]?.[values[before]!] === 0) return false;
		}
		return true;
	}

	set(row: number, column: number, value: number): void {
		const cells = this.#cells[column]!;
		const before = cells[row]!;
		this.#move(row, column, before, value);
		this.changes++;
		const key = this.#keys.at(row);
		const nextKey = this.#keys.moved(row, column, { before, after: value });
		cells[row] = value;
		this.#keys.set(row, nextKey);
		if (!this.isUnique) return;
		const left = this.used.get(key)! - 1;
		if (left > 0) this.used.set(key, left);
		else {
			this.used.delete(key);
			if (this.#taken.has(key)) this.#takenUsed--;
		}
		this.#use(nextKey);
	}

	#use(key: CombinationKey): void {
		const uses = this.used.get(key) ?? 0;
		if (uses === 0 && this.#taken.has(key)) this.#takenUsed++;
		this.used.set(key, uses + 1);
	}

	#move(row: number, column: number, before: number, value: number): void {
		const places = this.#places[column]!;
		const left = this.#holders[column]![before]!;
		const last = left.pop()!;
		if (last !== row) {
			left[places[row]!] = last;
			places[last] = places[row]!;
		}
		places[row] = this.#holders[column]![value]!.push(row) - 1;
	}

	/** True when one row fewer may have this value: no count fixes it and its minimum is kept. */
	mayLose(column: number, value: number): boolean {
		return (
			this.columns[column]!.counts[value] === null &&
			this.holders(column, value).length > this.#quotas[column]!.minimums[value]!
		);
	}

	/** True when one row more may have this value. */
	mayGain(column: number, value: number): boolean {
		return this.columns[column]!.counts[value] === null;
	}

	/** How far one more use would carry the value beyond its target; 1 is exactly the target. */
	quotaPressure(column: number, value: number): number {
		return (this.holders(column, value).length + 1) / (this.#quotas[column]!.targets[value]! + 1);
	}

	#isPinned(row: number, column: number): boolean {
		const { pins } = this.columns[column]!;
		return pins !== undefined && pins[row] !== unpinned;
	}
}
