import type { ApiSurface, Procedure, Route } from '../api-surface.ts';
import type { Attack } from '../attack-runner.ts';
import { type Caller, type Callers, type Role, roles } from '../callers.ts';
import { hostileJson, hostileTexts } from '../hostile-values.ts';
import { type HostileCall, inParallel } from '../sender.ts';

/** They end or replace the caller's session, or delete what the others need: only a visitor calls them. */
const endsSessions = /^auth\.(logout|signInWithPassword|startEmergency|deleteAccount)$|^database\.cleanup$/;

const toCallers = (callers: Callers, { name }: Pick<Procedure, 'name'>, among: readonly Role[] = roles) =>
	endsSessions.test(name) ? [callers.visitor] : among.map((role) => callers[role]);

/** Every procedure and route as everybody, or as some, with input that is right, none, and garbage. */
export const everyCallOnce = (surface: ApiSurface, among: readonly Role[] = roles): Attack => ({
	name: 'every call as everybody',
	run: ({ callers, send }) => {
		const procedureCalls = surface.procedures.flatMap((procedure) =>
			toCallers(callers, procedure, among).flatMap((caller) =>
				[JSON.stringify(procedure.inputFor(caller)), '{}', '[[["garbage"]]]', '"\\u0000"', '{"a":'].flatMap((json) =>
					toCalls(procedure, json).map((call) => ({ caller, call })),
				),
			),
		);
		const routeCalls = surface.routes.flatMap((route) =>
			among.flatMap((role) =>
				toRouteCalls(route, 'garbage', callers[role]).map((call) => ({ caller: callers[role], call })),
			),
		);
		return inParallel([...procedureCalls, ...routeCalls], 8, ({ caller, call }) => send(caller, call));
	},
});

/** Every hostile value in the place of every field, over tRPC and REST and as everybody in turn; another seed, other turns. */
export const everyField = (surface: ApiSurface): Attack => ({
	name: 'every value in every field',
	run: ({ callers, send, seed }) =>
		inParallel(fieldCalls(surface, callers, seed), 8, ({ caller, call }) => send(caller, call)),
});

/** Hostile texts in the place of every part of every address, and of every field of a query. */
export const everySearchParam = (surface: ApiSurface): Attack => ({
	name: 'every text in every address',
	run: ({ callers, send }) => {
		const routes = [
			...surface.routes,
			...surface.procedures.flatMap(({ rest }) => (rest === null ? [] : [{ method: rest.method, url: rest.path }])),
		];
		const calls = routes.flatMap((route) =>
			hostileTexts.flatMap((text) => toRouteCalls(route, text, callers.developer)),
		);
		const rotation = [callers.developer, callers.premium];
		return inParallel(calls.entries(), 8, ([index, call]) => send(rotation[index % rotation.length]!, call));
	},
});

/** Long values stand in the place of every so many fields. */
const longLength = 10_000;
const longEvery = 5;

function* fieldCalls(
	surface: ApiSurface,
	callers: Callers,
	seed: number,
): Generator<{ caller: Caller; call: HostileCall }> {
	let callIndex = seed;
	for (const procedure of surface.procedures) {
		const allowed = toCallers(callers, procedure);
		// The role with the most permissions, every other time.
		const rotation = allowed.flatMap((caller) => [
			caller,
			allowed.includes(callers.premium) ? callers.premium : caller,
		]);
		for (const field of Object.keys(procedure.inputFor(callers.visitor))) {
			for (const [title, json] of Object.entries(hostileJson)) {
				callIndex = (callIndex + 1) % 2 ** 31;
				if (json.length > longLength && callIndex % longEvery !== 0) continue;
				const caller = rotation[callIndex % rotation.length]!;
				const calls = toCalls(procedure, withField(procedure.inputFor(caller), field, json));
				const call = calls[Math.floor(callIndex / 2) % calls.length];
				if (call !== undefined) yield { caller, call: { ...call, title: `${call.title}, ${field}: ${title}` } };
			}
		}
	}
}

/** JSON text of the fields, one of them replaced by what JSON.stringify could not write. */
function withField(fields: Readonly<Record<string, unknown>>, field: string, json: string): string {
	const parts = Object.entries(fields).map(
		([name, value]) => `${JSON.stringify(name)}:${name === field ? json : (JSON.stringify(value) ?? 'null')}`,
	);
	return `{${parts.join(',')}}`;
}

const jsonHeaders = { 'content-type': 'application/json' };
const addressMaxLength = 8_000;

/** The same input over tRPC and REST. */
function toCalls({ name, type, rest }: Procedure, json: string): readonly HostileCall[] {
	const overTrpc: HostileCall =
		type === 'query'
			? { path: `/trpc/${name}?input=${encodeURIComponent(`{"json":${json}}`)}`, title: `tRPC ${name}` }
			: {
					method: 'POST',
					path: `/trpc/${name}`,
					headers: jsonHeaders,
					body: `{"json":${json}}`,
					title: `tRPC ${name}`,
				};
	const calls = rest === null ? [overTrpc] : [overTrpc, overRest(rest, name, json)];
	return calls.filter(({ path }) => path.length < addressMaxLength);
}

function overRest({ method, path }: NonNullable<Procedure['rest']>, name: string, json: string): HostileCall {
	const title = `${path} (${name})`;
	const fields = parsed(json);
	const inPath = new Set([...path.matchAll(/\{(\w+)\}/g)].map(([, field]) => field));
	const address = path.replaceAll(/\{(\w+)\}/g, (_, field: string) => toText(fields[field]));
	if (method !== 'GET' && method !== 'DELETE') {
		// What stands in the address may not stand in the body; what could not be parsed goes as it is.
		const body = Object.keys(fields).some((field) => inPath.has(field))
			? JSON.stringify(Object.fromEntries(Object.entries(fields).filter(([field]) => !inPath.has(field))))
			: json;
		return { method, path: address, headers: jsonHeaders, body, title };
	}
	const query = Object.entries(fields)
		.filter(([field]) => !inPath.has(field))
		.map(([field, value]) => `${encodeURIComponent(field)}=${toText(value)}`);
	return { method, path: query.length > 0 ? `${address}?${query.join('&')}` : address, title };
}

function parsed(json: string): Readonly<Record<string, unknown>> {
	try {
		const value: unknown = JSON.parse(json);
		return typeof value === 'object' && value !== null && !Array.isArray(value)
			? (value as Record<string, unknown>)
			: {};
	} catch {
		return {};
	}
}

/** Percent-encoded; a lone surrogate in the bytes that it would have. */
function toText(value: unknown): string {
	const text = typeof value === 'string' ? value : (JSON.stringify(value) ?? 'x');
	return encodeURIComponent(text.replaceAll(/[\ud800-\udfff]/gu, '\u0001')).replaceAll('%01', '%ED%A0%80') || 'x';
}

/** Every parameter of the route's path in turn is the text, and so is a query; ids are the caller's own else. */
function toRouteCalls({ method, url }: Route, text: string, { owned }: Caller): readonly HostileCall[] {
	const parameter = /:(\w+)|\{(\w+)\}/g;
	const names = [...url.matchAll(parameter)].map(([, colon, braces]) => colon ?? braces ?? '');
	const address = (replaced: string | null) =>
		url.replaceAll(parameter, (_, colon: string | undefined, braces: string | undefined) => {
			const name = colon ?? braces ?? '';
			return name === replaced ? text : (owned[name] ?? '1');
		});
	const body = method === 'POST' || method === 'PATCH' || method === 'PUT' ? { headers: jsonHeaders, body: '{}' } : {};
	const query = ['scope', 'size', 'version', 'search', 'traits', 'target', 'as', 'limit', 'offset']
		.map((name) => `${name}=${text}`)
		.join('&');
	const addresses = [...names.map(address), `${address(null)}?${query}`.slice(0, addressMaxLength)];
	return addresses.map((path) => ({
		method,
		path: path.replace('*', text),
		...body,
		title: `${url} with ${path.slice(0, 80)}`,
	}));
}
