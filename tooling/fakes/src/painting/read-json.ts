/** The value at that path, undefined where there is none. */
export function at(value: unknown, ...path: readonly (string | number)[]): unknown {
	return path.reduce<unknown>(
		(inner, name) =>
			typeof inner === 'object' && inner !== null ? (inner as Record<string | number, unknown>)[name] : undefined,
		value,
	);
}

export function parseJson(body: Buffer): unknown {
	try {
		return JSON.parse(body.toString('utf8'));
	} catch {
		return undefined;
	}
}
