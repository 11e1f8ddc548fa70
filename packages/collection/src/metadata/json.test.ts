import { expect, it } from 'vitest';
import { canonicalJson } from './json.ts';

it('canonical JSON sorts by code unit at every level and escapes as JSON does', () => {
	expect(canonicalJson({ b: 'x"y', B: '\u20ac', a: '\n' })).toBe('{"B":"\u20ac","a":"\\n","b":"x\\"y"}');
	const nested = { z: [{ 10: 1, 9: null, b: 1.5, a: true }, []], a: {} };
	expect(canonicalJson(nested)).toBe('{"a":{},"z":[{"10":1,"9":null,"a":true,"b":1.5},[]]}');
	expect(JSON.parse(canonicalJson(nested))).toEqual(nested);
});
