import { AppError } from '@adx/core/platform/errors';
import superjson, { type SuperJSONResult } from 'superjson';

/** More than the largest form has fields that may be left out. */
const annotationsMax = 1_000;
/** The deepest nesting of a body. */
const depthMax = 64;
const pathMaxLength = 2_000;

/** What a client may say of a JSON value beside its text. */
type Revive = (value: unknown) => unknown;

/**
 * The types of superjson that the inputs of procedures need. JSON has neither `undefined` nor the numbers that superjson
 * calls `number`; an input that took a date, a bigint, a map or a set would add its type here.
 */
const revivers: ReadonlyMap<unknown, Revive> = new Map<string, Revive>([
	['undefined', (value) => (value === null ? undefined : refuse())],
	['number', (value) => specialNumbers.get(value) ?? refuse()],
]);
const specialNumbers: ReadonlyMap<unknown, number> = new Map([
	['NaN', Number.NaN],
	['Infinity', Number.POSITIVE_INFINITY],
	['-Infinity', Number.NEGATIVE_INFINITY],
	['-0', -0],
]);

/**
 * What clients send with superjson, read without it: its annotations name constructors and lengths, which would be
 * allocated before any schema sees them. Two types are taken, on values that are there; any other annotation is
 * refused. Which objects were the same one on the client is not followed: it says nothing that the JSON does not.
 */
export const inputTransformer = {
	serialize: (value: unknown): SuperJSONResult => superjson.serialize(value),
	/**
	 * @param sent `{json, meta?}` as parsed; it is changed and handed out
	 * @throws AppError INVALID for anything else
	 */
	deserialize: (sent: unknown): unknown => {
		if (!isRecord(sent)) return refuse();
		const { json, meta } = sent;
		if (meta === undefined || meta === null) return json;
		if (!isRecord(meta) || !isKnownVersion(meta.v)) return refuse();
		return revive(json, meta.values);
	},
};

function revive(json: unknown, values: unknown): unknown {
	if (values === undefined || values === null) return json;
	// A list is about the value itself, names are paths into it.
	if (Array.isArray(values)) return getReviver(values)(json);
	if (!isRecord(values)) return refuse();
	const annotations = Object.entries(values);
	if (annotations.length > annotationsMax) return refuse();
	for (const [path, annotation] of annotations) reviveAt(json, keysOf(path), getReviver(annotation));
	return json;
}

function reviveAt(json: unknown, keys: readonly string[], reviver: Revive): void {
	let parent: unknown;
	let value = json;
	for (const key of keys) {
		parent = value;
		value = has(parent, key) ? (parent as Readonly<Record<string, unknown>>)[key] : refuse();
	}
	(parent as Record<string, unknown>)[keys.at(-1) as string] = reviver(value);
}

/** Only what the JSON holds itself: no inherited name, no length of a list, no index behind its end. */
const has = (parent: unknown, key: string) =>
	Array.isArray(parent) ? /^\d{1,9}$/.test(key) && Object.hasOwn(parent, key) : isRecord(parent) && isOwn(parent, key);

const isOwn = (parent: object, key: string) => Object.hasOwn(parent, key) && !dangerousKeys.has(key);
const dangerousKeys: ReadonlySet<string> = new Set(['__proto__', 'constructor', 'prototype']);

/** Types that hold others would name those in a second entry; none of them is taken. */
function getReviver(annotation: unknown): Revive {
	if (!Array.isArray(annotation) || annotation.length !== 1) return refuse();
	return revivers.get(annotation[0]) ?? refuse();
}

/** Keys are parted by dots; a dot or backslash within one has a backslash before it. */
function keysOf(path: string): readonly string[] {
	if (path.length > pathMaxLength || !/^(?:[^\\\0]|\\[\\.])*$/.test(path)) return refuse();
	const keys = path.replaceAll(/\\(.)|\./g, (_, escaped?: string) => escaped ?? '\0').split('\0');
	return keys.length > depthMax ? refuse() : keys;
}

/** Version 0, of clients older than 2.2, escapes less; where nothing needs escaping both say the same. */
const isKnownVersion = (version: unknown) => version === undefined || version === 0 || version === 1;

const isRecord = (value: unknown): value is Readonly<Record<string, unknown>> =>
	typeof value === 'object' && value !== null && !Array.isArray(value);

function refuse(): never {
	throw new AppError('INVALID', { reason: 'bad_input', message: 'The request could not be read.' });
}
