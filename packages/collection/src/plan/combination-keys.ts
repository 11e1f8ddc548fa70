import type { PlanColumn } from './plan-column.ts';

/** Equal for two rows exactly when all their values in the DNA are. */
export type CombinationKey = number | bigint;

/**
 * A row's values in the DNA read as the digits of one number, the columns being its places. It is exact for any number of
 * columns: a float while the largest key is at most 2^53, a big integer beyond.
 */
export interface CombinationKeys {
	at(row: number): CombinationKey;
	/** The row's key if its value in the column were `after` instead of `before`. */
	moved(row: number, column: number, change: { readonly before: number; readonly after: number }): CombinationKey;
	/** The key of values given by column. */
	of(columns: readonly number[], values: readonly number[]): CombinationKey;
	set(row: number, key: CombinationKey): void;
	/** The keys of all rows. */
	values(): Iterable<CombinationKey>;
	/** False for a column that keys do not depend on. */
	dependOn(column: number): boolean;
}

/** Keys for that many rows, all of which begin with the first value in every column. */
export function createCombinationKeys(columns: readonly PlanColumn[], size: number): CombinationKeys {
	const count = columns.reduce((product, { inDna, values }) => product * (inDna ? values.length : 1), 1);
	return count <= Number.MAX_SAFE_INTEGER ? createFloatKeys(columns, size) : createBigKeys(columns, size);
}

function createFloatKeys(columns: readonly PlanColumn[], size: number): CombinationKeys {
	const keys = new Float64Array(size);
	let place = 1;
	const strides = columns.map(({ inDna, values }) => {
		const stride = inDna ? place : 0;
		place *= inDna ? values.length : 1;
		return stride;
	});
	return {
		at: (row) => keys[row]!,
		moved: (row, column, { before, after }) => keys[row]! + (after - before) * strides[column]!,
		of: (given, values) => given.reduce((sum, column, index) => sum + values[index]! * strides[column]!, 0),
		set: (row, key) => {
			keys[row] = key as number;
		},
		values: () => keys,
		dependOn: (column) => strides[column] !== 0,
	};
}

function createBigKeys(columns: readonly PlanColumn[], size: number): CombinationKeys {
	const keys = new Array<bigint>(size).fill(0n);
	let place = 1n;
	const strides = columns.map(({ inDna, values }) => {
		const stride = inDna ? place : 0n;
		place *= inDna ? BigInt(values.length) : 1n;
		return stride;
	});
	return {
		at: (row) => keys[row]!,
		moved: (row, column, { before, after }) => keys[row]! + BigInt(after - before) * strides[column]!,
		of: (given, values) => given.reduce((sum, column, index) => sum + BigInt(values[index]!) * strides[column]!, 0n),
		set: (row, key) => {
			keys[row] = key as bigint;
		},
		values: () => keys,
		dependOn: (column) => strides[column] !== 0n,
	};
}
