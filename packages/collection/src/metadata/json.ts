/** The JSON value in a foreign text, undefined when it is not JSON. */
export function parseJson(text: string): unknown {
	try {
		return JSON.parse(text);
	} catch {
		return undefined;
	}
}

/** Whether a value of JSON is an object, neither an array nor null. */
export function isRecord(value: unknown): value is Record<string, unknown> {
	return typeof value === 'object' && value !== null && !Array.isArray(value);
}

/** JSON of RFC 8785: names in the order of their code units, no white space. */
export function canonicalJson(value: unknown): string {
	if (Array.isArray(value)) return `[${value.map(canonicalJson).join(',')}]`;
	if (!isRecord(value)) return JSON.stringify(value);
	const fields = Object.keys(value)
		.sort()
		.map((name) => `${JSON.stringify(name)}:${canonicalJson(value[name])}`);
	return `{${fields.join(',')}}`;
}

/** The result of `work`; undefined where a value is nested too deeply to be read or written. */
export function orUndefinedIfTooDeep<Result>(work: () => Result): Result | undefined {
	try {
		return work();
	} catch (error) {
		if (error instanceof RangeError) return undefined;
		throw error;
	}
}

/** Deeper values are left out: writing JSON is recursive, and no real metadata nests so deeply. */
const depthMax = 20;

/** A foreign JSON object as harmless data: without keys named `__proto__` and without what is nested deeper than 20 levels. */
export function plainRecord(record: Readonly<Record<string, unknown>>): Record<string, unknown> {
	return copyRecord(record, 1);
}

function copyRecord(record: Readonly<Record<string, unknown>>, depth: number): Record<string, unknown> {
	const copy: Record<string, unknown> = {};
	for (const key of Object.keys(record)) {
		if (key === '__proto__') continue;
		const value = copyValue(record[key], depth + 1);
		if (value !== undefined) copy[key] = value;
	}
	return copy;
}

function copyValue(value: unknown, depth: number): unknown {
	if (typeof value !== 'object' || value === null) return value;
	if (depth > depthMax) return undefined;
	if (!Array.isArray(value)) return copyRecord(value as Record<string, unknown>, depth);
	return value.map((item) => copyValue(item, depth + 1)).filter((item) => item !== undefined);
}
