import { useEffect, useState } from 'react';

const debounceMs = 300;

/** The value once it has rested for 300 ms. */
export function useDebouncedValue<Value>(value: Value): Value {
	const [rested, setRested] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setRested(value), debounceMs);
		return () => clearTimeout(timer);
	}, [value]);
	return rested;
}
