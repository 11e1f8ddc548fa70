/** An option as the pickers show it; `search` holds further words that find it. */
export interface PickerOption<Value extends string = string> {
	readonly value: Value;
	readonly label: string;
	readonly search?: readonly string[];
	readonly family?: string;
}

/** Lower case without accents, hyphens and spaces: 'Yuan-Ti' and 'yuanti' are the same word. */
export function normalizeForSearch(text: string): string {
	return text
		.normalize('NFD')
		.toLowerCase()
		.replace(/[^\p{Letter}\p{Number}]/gu, '');
}

/** The options that a typed text finds by label, value, family or search word, in their own order. */
export function filterOptions<Option extends PickerOption>(
	options: readonly Option[],
	typed: string,
): readonly Option[] {
	const wanted = normalizeForSearch(typed);
	if (wanted === '') return options;
	return options.filter(({ label, value, search = [], family = '' }) =>
		[label, value, family, ...search].some((word) => normalizeForSearch(word).includes(wanted)),
	);
}

/** One page of a list; `page` counts from 0 and is held inside the list. */
export function paginate<Entry>(entries: readonly Entry[], page: number, perPage: number) {
	const pageCount = Math.max(1, Math.ceil(entries.length / perPage));
	const current = Math.min(Math.max(0, page), pageCount - 1);
	return { entries: entries.slice(current * perPage, (current + 1) * perPage), page: current, pageCount };
}

/** The selection with the given values added or, when `isOn` is false, taken out; keeps the order of `all`. */
export function toggleValues<Value>(
	all: readonly Value[],
	selected: readonly Value[],
	values: readonly Value[],
	isOn: boolean,
) {
	const touched = new Set(values);
	const before = new Set(selected);
	return all.filter((value) => (touched.has(value) ? isOn : before.has(value)));
}
