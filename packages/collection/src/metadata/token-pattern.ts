import { tokenName } from './metadata.ts';

const placeholder = /\{(number|name)\}/g;

/** What a pattern comes to for one token. What is filled in is taken as it is: a name that holds '{number}' keeps it. */
export function fillPattern(pattern: string, values: { readonly number: number; readonly name: string }): string {
	return pattern.replace(placeholder, (_, field: keyof typeof values) => String(values[field]));
}

/** A token's name by the pattern, e.g. 'Court 12'; without one as `tokenName` has it. */
export function patternedName(pattern: string | undefined, collectionName: string, tokenNumber: number): string {
	if (pattern === undefined) return tokenName(collectionName, tokenNumber);
	return fillPattern(pattern, { number: tokenNumber, name: collectionName });
}
