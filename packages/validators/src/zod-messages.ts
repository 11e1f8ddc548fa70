import { z } from 'zod';

type RawIssue = z.core.$ZodRawIssue;

const quotedMaxCharacters = 40;
const pathSegmentMaxCharacters = 100;
const fieldErrorsMax = 50;
const listedOptionsMax = 8;
const listedKeysMax = 3;

/**
 * Sets the sentences of every schema that brings none of its own: 'Required', 'Expected X, received Y' (zod 3's wording)
 * and short sentences for the rest. Process-wide and repeatable: call it once at the start of the server and of the page.
 * Global, because tRPC and form resolvers parse on their own and leave no place for a map per parse.
 */
export function installZodMessages(): void {
	z.config({ customError: toSentence });
}

/**
 * Error map for a catalogue's enum: an unknown text answers `Unknown race "xyz"`, anything else falls through to the
 * general sentences.
 */
export function unknownValueError(noun: string): (issue: RawIssue) => string | undefined {
	return (issue) =>
		issue.code === 'invalid_value' && typeof issue.input === 'string' ? unknownValue(noun, issue.input) : undefined;
}

/** The sentence for a value that a catalogue does not hold; the value is cut and cleaned for showing. */
export function unknownValue(noun: string, value: string): string {
	return `Unknown ${noun} ${quoted(value)}`;
}

/**
 * First sentence per field, keyed by dotted path ('races.0'; '' for the input as a whole). An unknown field stands under
 * its own path. At most 50 fields, in the order zod found them; path segments are cut to 100 characters.
 */
export function toFieldErrors(error: { readonly issues: readonly z.core.$ZodIssue[] }): Record<string, string> {
	const sentences = new Map<string, string>();
	for (const issue of error.issues) {
		for (const path of toPaths(issue)) {
			if (sentences.size >= fieldErrorsMax) return Object.fromEntries(sentences);
			const key = path.map((segment) => String(segment).slice(0, pathSegmentMaxCharacters)).join('.');
			if (!sentences.has(key)) sentences.set(key, issue.message);
		}
	}
	return Object.fromEntries(sentences);
}

function toPaths(issue: z.core.$ZodIssue): PropertyKey[][] {
	if (issue.code !== 'unrecognized_keys') return [issue.path];
	return issue.keys.slice(0, fieldErrorsMax).map((key) => [...issue.path, key]);
}

function toSentence(issue: RawIssue): string {
	if (issue.input === undefined) return 'Required';
	switch (issue.code) {
		case 'invalid_type':
			return wrongType(issue.expected, issue.input);
		case 'invalid_value':
			return wrongValue(issue.values, issue.input);
		case 'too_small':
			return sizeSentence(issue.origin, issue.minimum, issue.exact ? 'exactly' : 'at least', issue.inclusive !== false);
		case 'too_big':
			return sizeSentence(issue.origin, issue.maximum, issue.exact ? 'exactly' : 'at most', issue.inclusive !== false);
		case 'invalid_format':
			return wrongFormat(issue);
		case 'not_multiple_of':
			return `Must be a multiple of ${issue.divisor}`;
		case 'unrecognized_keys':
			return unknownFields(issue.keys);
		case 'invalid_key':
		case 'invalid_element':
			return issue.issues[0]?.message ?? 'Not a valid entry';
		case 'invalid_union':
			return 'Does not have any of the accepted forms';
		default:
			return 'Not a valid value';
	}
}

const typeNames: Readonly<Record<string, string>> = { int: 'integer', record: 'object', tuple: 'array' };

function wrongType(expected: string, input: unknown): string {
	if (expected === 'date' && input instanceof Date) return 'Invalid date';
	if (expected === 'int' && typeof input === 'number') {
		return `Expected integer, received ${Number.isFinite(input) ? 'float' : toTypeName(input)}`;
	}
	return `Expected ${typeNames[expected] ?? expected}, received ${toTypeName(input)}`;
}

function toTypeName(input: unknown): string {
	if (input === null) return 'null';
	if (Array.isArray(input)) return 'array';
	if (input instanceof Date) return 'date';
	if (input instanceof Map) return 'map';
	if (input instanceof Set) return 'set';
	if (typeof input !== 'number' || Number.isFinite(input)) return typeof input;
	return Number.isNaN(input) ? 'nan' : 'infinity';
}

function wrongValue(values: readonly unknown[], input: unknown): string {
	const kinds = new Set(values.map(toTypeName));
	if (!kinds.has(toTypeName(input))) return `Expected ${[...kinds].join(' | ')}, received ${toTypeName(input)}`;
	const options = values.map((value) => (typeof value === 'string' ? quoted(value) : String(value)));
	if (options.length === 1) return `Must be ${options[0]}`;
	const unknown = `Unknown option ${quoted(String(input))}`;
	return options.length <= listedOptionsMax ? `${unknown}, choose ${listed(options, 'or')}` : unknown;
}

const units: Readonly<Record<string, readonly [one: string, many: string]>> = {
	string: ['character', 'characters'],
	array: ['entry', 'entries'],
	set: ['entry', 'entries'],
	map: ['entry', 'entries'],
	object: ['field', 'fields'],
	file: ['byte', 'bytes'],
};

function sizeSentence(
	origin: string,
	limit: number | bigint,
	word: 'at least' | 'at most' | 'exactly',
	inclusive: boolean,
): string {
	if (origin === 'string' && word === 'at least' && Number(limit) === 1) return 'Must not be empty';
	const unit = units[origin];
	if (unit) return `Must have ${word} ${limit.toLocaleString('en-US')} ${Number(limit) === 1 ? unit[0] : unit[1]}`;
	const shown = origin === 'date' ? new Date(Number(limit)).toISOString().slice(0, 10) : limit.toLocaleString('en-US');
	if (inclusive) return `Must be ${word} ${shown}`;
	return `Must be ${word === 'at least' ? 'more' : 'less'} than ${shown}`;
}

const formatNames: Readonly<Record<string, string>> = {
	email: 'e-mail address',
	url: 'web address',
	uuid: 'UUID',
	datetime: 'date and time',
	date: 'date',
	time: 'time',
	base64: 'base64 text',
	ipv4: 'IPv4 address',
	ipv6: 'IPv6 address',
};

function wrongFormat(issue: RawIssue & { readonly format?: string }): string {
	if (typeof issue.prefix === 'string') return `Must start with ${quoted(issue.prefix)}`;
	if (typeof issue.suffix === 'string') return `Must end with ${quoted(issue.suffix)}`;
	if (typeof issue.includes === 'string') return `Must contain ${quoted(issue.includes)}`;
	const name = formatNames[issue.format ?? ''];
	return name ? `Not a valid ${name}` : 'Not in the right format';
}

function unknownFields(keys: readonly string[]): string {
	const shown = keys.slice(0, listedKeysMax).map(quoted);
	const hidden = keys.length - shown.length;
	return `Unknown ${keys.length === 1 ? 'field' : 'fields'} ${listed(hidden > 0 ? [...shown, `${hidden} more`] : shown, 'and')}`;
}

function listed(parts: readonly string[], word: 'and' | 'or'): string {
	return parts.length < 2 ? parts.join('') : `${parts.slice(0, -1).join(', ')} ${word} ${parts.at(-1)}`;
}

/** What a caller sent, fit for a sentence: no control or bidirectional marks, at most 40 characters. */
function quoted(text: string): string {
	const characters = [...text.slice(0, quotedMaxCharacters * 2 + 2)];
	const shown = characters
		.slice(0, quotedMaxCharacters)
		.join('')
		.replace(/[\p{C}\p{Zl}\p{Zp}]/gu, '\ufffd');
	return `"${shown}${characters.length > quotedMaxCharacters ? '…' : ''}"`;
}
