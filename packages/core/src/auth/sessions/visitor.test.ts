import { describe, expect, it } from 'vitest';
import { readVisitor, writeVisitor } from './visitor.ts';

const userId = '6f0d3c1e-8a44-4a3b-9d0e-0f1c2b3a4d5e';
const dayMs = 24 * 3_600_000;

function browser(secretByte = 1, { secureCookies = false } = {}) {
	const jar = new Map<string, string>();
	let now = new Date('2026-01-01T00:00:00Z');
	const expiries: (Date | undefined)[] = [];
	return {
		jar,
		expiries,
		pass: (days: number) => {
			now = new Date(now.getTime() + days * dayMs);
		},
		context: {
			cookies: {
				get: (name: string) => jar.get(name),
				set: (name: string, value: string, { expires }: { readonly expires?: Date }) => {
					jar.set(name, value);
					expiries.push(expires);
				},
				delete: (name: string) => void jar.delete(name),
			},
			secretKey: new Uint8Array(32).fill(secretByte),
			clock: () => now,
			config: { secureCookies },
		},
	};
}

/** A browser of an installation without https, with the cookies of another one. */
function browserWith(jar: Map<string, string>) {
	const { context, ...rest } = browser();
	const cookies = { ...context.cookies, set: (name: string, value: string) => void jar.set(name, value) };
	return { ...rest, context: { ...context, cookies } };
}

describe('the visitor cookie', () => {
	it('lets a browser be recognised for a year', () => {
		const { context, expiries, pass } = browser();
		writeVisitor(context, userId);
		expect(readVisitor(context)).toBe(userId);
		expect(expiries[0]?.toISOString()).toBe('2027-01-01T00:00:00.000Z');
		pass(364);
		expect(readVisitor(context)).toBe(userId);
		pass(1);
		expect(readVisitor(context)).toBeNull();
	});

	it('rejects a cookie with any character changed', () => {
		const { context, jar } = browser();
		writeVisitor(context, userId);
		const value = jar.get('adx_visitor') ?? '';
		for (let index = 0; index < value.length; index += 1) {
			// The last base64url character carries four unused bits, so A and B there are the same signature.
			const changed = value[index] === 'x' ? 'q' : 'x';
			if (index === value.length - 1) continue;
			jar.set('adx_visitor', value.slice(0, index) + changed + value.slice(index + 1));
			expect(readVisitor(context), `character ${index}`).toBeNull();
		}
	});

	it('rejects another installation’s cookie, garbage and nothing', () => {
		const { context, jar } = browser();
		writeVisitor(browser(2).context, userId);
		expect(readVisitor(context)).toBeNull();
		const foreign = browser(2);
		writeVisitor(foreign.context, userId);
		for (const value of [foreign.jar.get('adx_visitor') ?? '', '', '..', 'a.b.c', `${userId}.1.`, 'x'.repeat(5_000)]) {
			jar.set('adx_visitor', value);
			expect(readVisitor(context)).toBeNull();
		}
	});

	it('is one of this host alone under https, and takes the place of a plain one, which counts once', () => {
		const { context, jar } = browser(1, { secureCookies: true });
		writeVisitor(browserWith(jar).context, userId);
		expect([...jar.keys()]).toEqual(['adx_visitor']);
		expect(readVisitor(context)).toBe(userId);
		expect([...jar.keys()]).toEqual(['__Host-adx_visitor']);
		expect(readVisitor(context)).toBe(userId);
		// Whatever another host of the domain plants beside it, also what this server had given somebody else.
		const other = browser(1, { secureCookies: true });
		writeVisitor(other.context, 'another-user');
		jar.set('adx_visitor', other.jar.get('__Host-adx_visitor') ?? '');
		expect(readVisitor(context)).toBe(userId);
		jar.delete('__Host-adx_visitor');
		expect(readVisitor(context)).toBeNull();
	});
});
