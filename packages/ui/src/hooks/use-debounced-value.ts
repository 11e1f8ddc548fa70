import { useEffect, useState } from 'react';

const restMs = 300;

/** The value once it has rested for 300 ms. */
export function useRested<Value>(value: Value): Value {
	const [rested, setRested] = useState(value);
	useEffect(() => {
		const timer = setTimeout(() => setRested(value), restMs);
		return () => clearTimeout(timer);
	}, [value]);
	return rested;
}
