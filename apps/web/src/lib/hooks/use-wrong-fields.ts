import { useState } from 'react';

interface WrongFields {
	/** Part of the fields' key: what is typed in them goes with each reset. */
	readonly resets: number;
	/** Names of the fields. */
	readonly names: ReadonlySet<string>;
}

const none: WrongFields = { resets: 0, names: new Set() };

export type WrongFieldsState = ReturnType<typeof useWrongFields>;

/** Number fields in which something stands that is not allowed: nothing but the field itself knows what. */
export function useWrongFields() {
	const [{ resets, names }, setWrongFields] = useState(none);
	return {
		hasWrong: names.size > 0,
		names: [...names],
		resets,
		note(name: string, isWrong: boolean) {
			setWrongFields((before) => {
				if (before.names.has(name) === isWrong) return before;
				const others = [...before.names].filter((other) => other !== name);
				return { ...before, names: new Set(isWrong ? [...others, name] : others) };
			});
		},
		/** Empties the fields. */
		reset: () => setWrongFields((before) => ({ resets: before.resets + 1, names: none.names })),
		/** Other fields have come in their place. */
		forget: () => setWrongFields((before) => ({ ...before, names: none.names })),
	};
}
