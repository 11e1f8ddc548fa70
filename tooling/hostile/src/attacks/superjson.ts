import type { Attack, Target } from '../attack-runner.ts';

const typedArrays = [
	'Int8Array',
	'Uint8Array',
	'Uint16Array',
	'Uint32Array',
	'Float32Array',
	'Float64Array',
	'BigInt64Array',
];
const manyPaths = Object.fromEntries(Array.from({ length: 20_000 }, (_, index) => [`k${index}`, ['Date']]));
const deepPath = Array(2_000).fill('a').join('.');
const slowPattern = `/${'(a+)+'.repeat(10)}$/`;

/** What superjson makes of an annotation, and what it is given for it; `values` stands in `meta`. */
const annotated: readonly (readonly [
	title: string,
	json: unknown,
	values: unknown,
	referentialEqualities?: unknown,
])[] = [
	...typedArrays.flatMap((name): [string, unknown, unknown][] => [
		[`${name} of 9e9`, 9e9, [['typed-array', name]]],
		[`${name} of a length`, { length: 2e9 }, [['typed-array', name]]],
		[`${name} in a field`, { password: { length: 2e9 } }, { password: [['typed-array', name]] }],
	]),
	['an unknown typed array', [1], [['typed-array', 'Buffer']]],
	['Date', { password: 8.64e15 }, { password: ['Date'] }],
	['Date of what is none', { password: { a: 1 } }, { password: ['Date'] }],
	['a pattern that cannot end', { password: slowPattern }, { password: ['regexp'] }],
	['a pattern that is none', { password: '/(/' }, { password: ['regexp'] }],
	['a pattern of a number', { password: 5 }, { password: ['regexp'] }],
	['a Map of a text', { password: 'abc' }, { password: ['map'] }],
	['a Map of many', { password: Array.from({ length: 20_000 }, (_, index) => [index, index]) }, { password: ['map'] }],
	['a Set of a text', { password: 'x'.repeat(200_000) }, { password: ['set'] }],
	['a Set of nothing', { password: null }, { password: ['set'] }],
	['a bigint of a million digits', { password: '9'.repeat(900_000) }, { password: ['bigint'] }],
	['a bigint that is none', { password: 'x' }, { password: ['bigint'] }],
	['an Error', { password: { name: 'E', message: 'm', stack: 's', cause: {} } }, { password: ['Error'] }],
	['an Error of nothing', { password: null }, { password: ['Error'] }],
	['a URL', { password: 'http://x' }, { password: ['URL'] }],
	['a URL that is none', { password: 'http://[' }, { password: ['URL'] }],
	['NaN', { password: 'NaN' }, { password: ['number'] }],
	['undefined', { password: 1 }, { password: ['undefined'] }],
	['a class', { password: {} }, { password: [['class', 'Object']] }],
	['a symbol', { password: 'iterator' }, { password: [['symbol', 'iterator']] }],
	['a custom value', { password: {} }, { password: [['custom', 'constructor']] }],
	['an unknown word', { password: {} }, { password: ['__proto__'] }],
	['a word that is not text', { password: {} }, { password: [[{}, {}]] }],
	['a path into a prototype', {}, { '__proto__.polluted': ['Date'], 'constructor.prototype.polluted': ['Date'] }],
	['paths to nothing', {}, manyPaths],
	['a deep path', {}, { [deepPath]: ['Date'] }],
	['annotations within one another', { a: [] }, { a: Array(60).fill('set') }],
	['equal references', { a: {}, b: 1 }, undefined, { a: ['b', 'b.c', '__proto__.x'] }],
	['equal references in a circle', { a: {} }, undefined, [['a'], { a: ['a.b', 'a.b.a'] }]],
	['equal references of many', { a: {} }, undefined, { a: Array.from({ length: 20_000 }, (_, index) => `k${index}`) }],
	['no annotations', {}, 5],
	['a list for annotations', {}, [[[[]]]]],
];

const groups = [
	{ name: 'superjson: typed arrays of a length that is named', first: 0, end: 3 * typedArrays.length },
	{ name: 'superjson: every other annotation', first: 3 * typedArrays.length, end: annotated.length },
];

/** Every annotation of superjson, right and wrong, on what a visitor may call by POST, by GET and in a batch. */
export const superjsonAttacks: readonly Attack[] = groups.map(({ name, first, end }) => ({
	name,
	run: async (target) => {
		for (const [title, json, values, referentialEqualities] of annotated.slice(first, end)) {
			await sendAnnotated(target, title, { json, meta: { values, referentialEqualities, v: 1 } });
		}
	},
}));

async function sendAnnotated(
	{ callers: { visitor, community }, send }: Target,
	what: string,
	input: object,
): Promise<void> {
	const text = JSON.stringify(input);
	const query = encodeURIComponent(text);
	const headers = { 'content-type': 'application/json' };
	const title = `tRPC with ${what}`;
	await send(visitor, { method: 'POST', path: '/trpc/auth.signInWithPassword', headers, body: text, title });
	await send(community, { method: 'POST', path: '/trpc/database.saveSetting', headers, body: text, title });
	const batch = JSON.stringify({ 0: input, 1: input });
	const path = '/trpc/auth.signInWithPassword,auth.logout?batch=1';
	await send(visitor, { method: 'POST', path, headers, body: batch, title: `${title}, batched` });
	// Longer addresses are refused by Node itself.
	if (query.length > 15_000) return;
	await send(visitor, { path: `/trpc/mint.sales.get?input=${query}`, title: `${title}, in the address` });
}
