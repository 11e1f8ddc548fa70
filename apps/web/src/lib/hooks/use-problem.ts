import { useEffect, useState } from 'react';
import { useStableValue } from './use-stable-value.ts';

/**
 * A sentence about what was tried last, and its setter. It is cleared once what it is about changes.
 * @param subject plain data
 */
export function useProblem(subject: unknown) {
	const [problem, setProblem] = useState<string | null>(null);
	const stable = useStableValue(subject);
	useEffect(() => setProblem(null), [stable]);
	return [problem, setProblem] as const;
}
