import { describe, expect, it } from 'vitest';
import { passwordMaxLength } from '../limits.ts';
import { signInWithPasswordInput } from './auth.ts';

describe('signInWithPasswordInput', () => {
	it('takes each kind of password', () => {
		for (const kind of ['developer', 'community', 'premium', 'admin']) {
			expect(signInWithPasswordInput.parse({ kind, password: ' p ' })).toEqual({ kind, password: ' p ' });
		}
	});

	it.each([
		['an empty password', { kind: 'admin', password: '' }],
		['a number', { kind: 'admin', password: 1 }],
		['an array', { kind: 'admin', password: ['a'] }],
		['a password too long to hash', { kind: 'admin', password: 'a'.repeat(passwordMaxLength + 1) }],
		['an unknown kind', { kind: 'root', password: 'a' }],
		['an extra field', { kind: 'admin', password: 'a', isDeveloper: true }],
		['a __proto__ key', JSON.parse('{"kind":"admin","password":"a","__proto__":{"role":"developer"}}')],
	])('rejects %s', (_what, input) => {
		expect(signInWithPasswordInput.safeParse(input).success).toBe(false);
	});
});
