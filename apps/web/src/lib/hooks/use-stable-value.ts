import { useState } from 'react';

/** The same object from render to render, as long as it stays equal as JSON. */
export function useStableValue<Value>(value: Value): Value {
	const [stable, setStable] = useState(value);
	if (JSON.stringify(value) === JSON.stringify(stable)) return stable;
	setStable(value);
	return value;
}
