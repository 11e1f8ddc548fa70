import type { PlanColumn } from './plan-columns.ts';
import type { Meetings } from './plan-rules.ts';

/** A whole column of value indexes, with what its repair needs to know. */
export interface ColumnDraft {
	/** Value index per row; they meet the quotas. */
	readonly cells: Uint16Array;
	readonly quotas: readonly number[];
	/** The quotas as weights alone would have them. */
	readonly wanted: readonly number[];
	/** Rows that must keep each value when shares give way. */
	readonly minimums: readonly number[];
	/** Rows whose value came from outside and stays, with anything but `freeRow`; they count in no quota. */
	readonly pins?: Pins | undefined;
}

/** A value index per row, or `freeRow`. */
export type Pins = Int32Array;
export const freeRow = -1;

/** How much searching a plan may do, in looked-at possibilities: a measure that is the same on every machine. */
export interface Effort {
	spent: number;
	readonly limit: number;
}

/**
 * The rows of a plan while they are put together: value indexes by column, how often each value and each combination of
 * DNA traits is used. Columns join one after the other; only joined ones count.
 */
export class Arrangement {
	readonly size: number;
	readonly columns: readonly PlanColumn[];
	/** Rows that use each combination of DNA traits. */
	readonly used = new Map<number, number>();
	/** Set once combinations may not repeat. */
	isUnique = false;
	/** Grows with every change, so that findings can be told from outdated ones. */
	changes = 0;
	readonly effort: Effort;
	readonly #meets: Meetings;
	/** Columns that a rule speaks of. */
	readonly #ruled: readonly number[];
	readonly #drafts: (ColumnDraft | undefined)[];
	/** Per column and value the rows that have it, and per column each row's place in its list. */
	readonly #holders: number[][][] = [];
	readonly #places: Int32Array[] = [];
	readonly #keys: Float64Array;
	/** What one step of a column's value adds to a combination's key; 0 for what is not in the DNA. */
	readonly #strides: readonly number[];

	constructor(
		columns: readonly PlanColumn[],
		meets: Meetings,
		options: { readonly size: number; readonly effort: Effort },
	) {
		const { size, effort } = options;
		this.size = size;
		this.effort = effort;
		this.columns = columns;
		this.#meets = meets;
		const isRuled = (column: number) => meets[column]!.some((value) => value.some((flags) => flags !== null));
		this.#ruled = columns.flatMap((_, column) => (isRuled(column) ? [column] : []));
		this.#drafts = columns.map(() => undefined);
		this.#keys = new Float64Array(size);
		let combinations = 1;
		this.#strides = columns.map(({ inDna, values }) => {
			const stride = inDna ? combinations : 0;
			combinations *= inDna ? values.length : 1;
			return stride;
		});
	}

	join(column: number, draft: ColumnDraft): void {
		const holders: number[][] = this.columns[column]!.values.map(() => []);
		const places = new Int32Array(this.size);
		for (let row = 0; row < this.size; row++) {
			const value = draft.cells[row]!;
			if (!isPinned(draft, row)) places[row] = holders[value]!.push(row) - 1;
			this.#keys[row]! += value * this.#strides[column]!;
		}
		this.#drafts[column] = draft;
		this.#holders[column] = holders;
		this.#places[column] = places;
		this.changes++;
	}

	/** From now on rows may not repeat a combination; rows that already do are `isRepeat`. */
	demandUnique(): void {
		this.isUnique = true;
		for (const key of this.#keys) this.used.set(key, (this.used.get(key) ?? 0) + 1);
	}

	/** Columns that have joined. */
	joined(): number[] {
		return this.columns.flatMap((_, column) => (this.#drafts[column] ? [column] : []));
	}

	value(row: number, column: number): number {
		return this.#drafts[column]!.cells[row]!;
	}

	/** True when some value is used more or less often than its weight wished. */
	isEased(): boolean {
		return this.#drafts.some((draft, column) =>
			draft?.wanted.some((quota, value) => this.holders(column, value).length !== quota),
		);
	}

	/** The rows that have this value and may lose it, in no particular order. */
	holders(column: number, value: number): readonly number[] {
		return this.#holders[column]![value]!;
	}

	/** Rows of which this is equal are alike in all that rules speak of. */
	signature(row: number): string {
		return this.#ruled.map((column) => this.#drafts[column]?.cells[row] ?? '').join();
	}

	/** The row's combination of DNA traits as one number. */
	computeKey(row: number): number {
		return this.#keys[row]!;
	}

	isRepeat(row: number): boolean {
		return this.isUnique && this.used.get(this.#keys[row]!)! > 1;
	}

	/** True when the row may change in the column and would break no rule with that value, given its other joined values. */
	allows(row: number, column: number, value: number): boolean {
		if (isPinned(this.#drafts[column], row)) return false;
		if (this.#ruled.length === 0) return true;
		const restrictions = this.#meets[column]![value]!;
		for (let other = 0; other < restrictions.length; other++) {
			const flags = restrictions[other];
			if (other === column || flags == null) continue;
			const draft = this.#drafts[other];
			if (draft && flags[draft.cells[row]!] === 0) return false;
		}
		return true;
	}

	/** The joined columns whose values may not stand beside the row's value in this column. */
	conflicts(row: number, column: number): number[] {
		const restrictions = this.#meets[column]![this.value(row, column)]!;
		return restrictions.flatMap((flags, other) => {
			const draft = this.#drafts[other];
			return flags !== null && draft && flags[draft.cells[row]!] === 0 ? [other] : [];
		});
	}

	/** True when the row breaks no rule and repeats no other row with that value in the column. */
	fits(row: number, column: number, value: number): boolean {
		this.effort.spent++;
		const stride = this.#strides[column]!;
		if (this.isUnique && stride !== 0) {
			const key = this.#keys[row]! + (value - this.value(row, column)) * stride;
			if (this.used.has(key)) return false;
		}
		return this.allows(row, column, value);
	}

	/** True when a row with exactly these values in these columns, which are all that joined, breaks no rule and repeats no other. */
	fitsWhole(columns: readonly number[], values: readonly number[]): boolean {
		this.effort.spent++;
		if (this.isUnique) {
			const key = columns.reduce((sum, column, place) => sum + values[place]! * this.#strides[column]!, 0);
			if (this.used.has(key)) return false;
		}
		if (this.#ruled.length === 0) return true;
		return columns.every((column, place) => {
			const restrictions = this.#meets[column]![values[place]!]!;
			return columns.every((other, otherPlace) => {
				const flags = restrictions[other];
				return flags == null || flags[values[otherPlace]!] === 1;
			});
		});
	}

	set(row: number, column: number, value: number): void {
		const { cells } = this.#drafts[column]!;
		const before = cells[row]!;
		this.#move(row, column, before, value);
		this.changes++;
		const key = this.#keys[row]!;
		const nextKey = key + (value - before) * this.#strides[column]!;
		cells[row] = value;
		this.#keys[row] = nextKey;
		if (!this.isUnique) return;
		const left = this.used.get(key)! - 1;
		if (left === 0) this.used.delete(key);
		else this.used.set(key, left);
		this.used.set(nextKey, (this.used.get(nextKey) ?? 0) + 1);
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
			this.holders(column, value).length > this.#drafts[column]!.minimums[value]!
		);
	}

	/** True when one row more may have this value. */
	mayGain(column: number, value: number): boolean {
		return this.columns[column]!.counts[value] === null;
	}

	/** How far one more use would carry the value beyond its quota; 1 is exactly the quota. */
	strain(column: number, value: number): number {
		return (this.holders(column, value).length + 1) / (this.#drafts[column]!.quotas[value]! + 1);
	}
}

function isPinned(draft: ColumnDraft | undefined, row: number): boolean {
	return draft?.pins !== undefined && draft.pins[row] !== freeRow;
}
