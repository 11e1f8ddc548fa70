import type { PlanColumn } from './plan-columns.ts';
import type { Meetings } from './plan-rules.ts';

/** A whole column of value indexes, with what its repair needs to know. */
export interface ColumnDraft {
	/** Value index per row; they meet the quotas. */
	readonly cells: Uint16Array;
	readonly quotas: readonly number[];
	/** Rows that must keep each value when shares give way. */
	readonly minimums: readonly number[];
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
	/** A value was used more or less often than its quota so that a row could be made at all. */
	isEased = false;
	/** Questions asked of `fits`, the measure of effort. */
	effort = 0;
	readonly #meets: Meetings;
	readonly #hasRules: boolean;
	readonly #drafts: (ColumnDraft | undefined)[];
	readonly #tallies: Int32Array[] = [];
	readonly #keys: Float64Array;
	/** What one step of a column's value adds to a combination's key; 0 for what is not in the DNA. */
	readonly #strides: readonly number[];

	constructor(columns: readonly PlanColumn[], meets: Meetings, size: number) {
		this.size = size;
		this.columns = columns;
		this.#meets = meets;
		this.#hasRules = meets.some((column) => column.some((value) => value.some((flags) => flags !== null)));
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
		const tally = new Int32Array(this.columns[column]!.values.length);
		this.#drafts[column] = draft;
		this.#tallies[column] = tally;
		for (let row = 0; row < this.size; row++) {
			const value = draft.cells[row]!;
			tally[value]!++;
			this.#keys[row]! += value * this.#strides[column]!;
		}
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

	/** The row's combination of DNA traits as one number. */
	keyOf(row: number): number {
		return this.#keys[row]!;
	}

	isRepeat(row: number): boolean {
		return this.isUnique && this.used.get(this.#keys[row]!)! > 1;
	}

	/** True when the row would break no rule with that value in the column, given its other joined values. */
	allows(row: number, column: number, value: number): boolean {
		if (!this.#hasRules) return true;
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
		this.effort++;
		const stride = this.#strides[column]!;
		if (this.isUnique && stride !== 0) {
			const key = this.#keys[row]! + (value - this.value(row, column)) * stride;
			if (this.used.has(key)) return false;
		}
		return this.allows(row, column, value);
	}

	/** True when a row with exactly these values in these columns, which are all that joined, breaks no rule and repeats no other. */
	fitsWhole(columns: readonly number[], values: readonly number[]): boolean {
		this.effort++;
		if (this.isUnique) {
			const key = columns.reduce((sum, column, place) => sum + values[place]! * this.#strides[column]!, 0);
			if (this.used.has(key)) return false;
		}
		if (!this.#hasRules) return true;
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
		const key = this.#keys[row]!;
		const nextKey = key + (value - before) * this.#strides[column]!;
		cells[row] = value;
		this.#keys[row] = nextKey;
		this.#tallies[column]![before]!--;
		this.#tallies[column]![value]!++;
		if (!this.isUnique) return;
		const left = this.used.get(key)! - 1;
		if (left === 0) this.used.delete(key);
		else this.used.set(key, left);
		this.used.set(nextKey, (this.used.get(nextKey) ?? 0) + 1);
	}

	/** True when one row fewer may have this value: no count fixes it and its minimum is kept. */
	mayLose(column: number, value: number): boolean {
		return (
			this.columns[column]!.counts[value] === null &&
			this.#tallies[column]![value]! > this.#drafts[column]!.minimums[value]!
		);
	}

	/** True when one row more may have this value. */
	mayGain(column: number, value: number): boolean {
		return this.columns[column]!.counts[value] === null;
	}

	/** How far one more use would carry the value beyond its quota; 1 is exactly the quota. */
	strain(column: number, value: number): number {
		return (this.#tallies[column]![value]! + 1) / (this.#drafts[column]!.quotas[value]! + 1);
	}
}
