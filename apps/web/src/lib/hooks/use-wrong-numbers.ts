import { useState } from 'react';

/** What was typed for a value in one of several tables of numbers, and is not a number that is allowed. */
export interface WrongNumber {
	readonly table: string;
	readonly value: string;
	readonly text: string;
}

export type WrongNumbers = ReturnType<typeof useWrongNumbers>;

/** Keeps what is wrong while its table is not on show, so that nothing is sent without it. */
export function useWrongNumbers() {
	const [numbers, setNumbers] = useState<readonly WrongNumber[]>([]);
	return {
		numbers,
		/** What was typed there; null for nothing wrong. */
		find: (table: string, value: string) =>
			numbers.find((number) => number.table === table && number.value === value)?.text ?? null,
		/** @param text null once nothing wrong stands there */
		note(table: string, value: string, text: string | null) {
			setNumbers((before) => [
				...before.filter((number) => number.table !== table || number.value !== value),
				...(text === null ? [] : [{ table, value, text }]),
			]);
		},
		/** Empties the fields of these tables; of all without them. */
		forget(tables?: readonly string[]) {
			setNumbers((before) => before.filter(({ table }) => tables !== undefined && !tables.includes(table)));
		},
	};
}
