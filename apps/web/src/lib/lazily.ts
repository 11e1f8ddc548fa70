/**
 * A value that is made when it is first asked for: the browser's formatters each take milliseconds to set up, which a page
 * that shows no date or price need not wait for.
 */
export function lazily<Value>(make: () => Value): () => Value {
	let made: { readonly value: Value } | undefined;
	return () => {
		made ??= { value: make() };
		return made.value;
	};
}
