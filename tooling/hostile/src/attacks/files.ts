import { createHash } from 'node:crypto';
import type { ApiSurface } from '../api-surface.ts';
import type { Attack, Target } from '../attack-runner.ts';
import { type HostileFile, hostileFiles } from '../hostile-files.ts';
import { inParallel } from '../sender.ts';
import { toCollection } from './floods.ts';

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** What is ordered of a list of that hash, by the paths of the calls. */
function toOrders(as: HostileFile[1], hash: string, title: string): readonly (readonly [string, object])[] {
	switch (as) {
		case 'folder':
			return [['/api/attribute-generator', { manifest: hash }]];
		case 'manifest': {
			const inputCollections = [{ ...toCollection([{}]), images: undefined, manifest: hash }];
			return [['/api/merge-jobs', { projectName: title, inputCollections }]];
		}
		case 'layers': {
			const order = { engine: 'layers', layers: hash, batchSize: 10_000 };
			return ['/api/generate/plan', '/api/generate'].map((path) => [path, order] as const);
		}
		default:
			return [];
	}
}

const fileAttacks: readonly Attack[] = hostileFiles.map(([title, as, make]) => ({
	name: `upload: ${title}`,
	run: async ({ callers, send }) => {
		const body = make();
		const caller = as === 'folder' ? callers.developer : callers.premium;
		const path = `/api/uploads/${sha256(body)}?as=${as}`;
		await send(caller, { method: 'PUT', path, body, title });
		const headers = { 'content-type': 'application/json' };
		for (const [route, inputs] of toOrders(as, sha256(body), title))
			await send(caller, { method: 'POST', path: route, headers, body: JSON.stringify(inputs), title });
	},
}));

/** Eight at a time, as many as a user may. */
const several: Attack = {
	name: 'upload: eight pictures of many chunks at once, twice over',
	run: async ({ callers, send }) => {
		const [, , make] = hostileFiles.find(([title]) => title.includes('4,000,000'))!;
		const whole = make();
		const bodies = Array.from({ length: 8 }, (_, index) => whole.subarray(0, whole.byteLength - index * 12));
		const senders = [callers.premium, callers.admin];
		await inParallel(
			bodies.flatMap((body) => senders.map((caller) => ({ body, caller }))),
			16,
			({ body, caller }) => send(caller, { method: 'PUT', path: `/api/uploads/${sha256(body)}?as=image`, body }),
		);
	},
};

const contentTypes: readonly (readonly [type: string, body: string])[] = [
	['text/plain', '{}'],
	['application/xml', '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]><a>&b;</a>'],
	['application/x-www-form-urlencoded', 'a=1&a[b]=2&__proto__[x]=1'],
	['multipart/form-data', '--x\r\n\r\n--x--'],
	['multipart/form-data; boundary=x', '--x\r\nContent-Disposition: form-data; name="f"; filename="../../x"\r\n\r\n'],
	['multipart/form-data; boundary=x', `${'--x\r\n\r\n'.repeat(20_000)}--x--`],
	[`multipart/form-data; boundary=${'x'.repeat(5_000)}`, 'x'],
	['application/json; charset=utf-16', '\0{\0}'],
	['application/json; charset=nothing; charset=utf-8', '{}'],
	['application/json;;;;', '{}'],
	['application/json', '\ufeff{}'],
	['application/json', '{"a":1}{"b":2}'],
	['application/octet-stream', '\0'.repeat(1_000)],
	['application/trpc+json', '{}'],
	['', '{}'],
	['*/*', '{}'],
	['application/json\t', '{'],
];

/** Every path that takes a body, with bodies of every kind. */
export const everyContentType = (surface: ApiSurface): Attack => ({
	name: 'every content type on every path that takes a body',
	run: async ({ callers: { premium, developer }, send }) => {
		const paths = [
			...surface.routes.filter(({ method }) => /^P/.test(method)).map(({ method, url }) => ({ method, path: url })),
			...surface.procedures.flatMap(({ rest }) => (rest === null || rest.method === 'GET' ? [] : [rest])),
			...surface.procedures
				.filter(({ type }) => type === 'mutation')
				.map(({ name }) => ({ method: 'POST', path: `/trpc/${name}` })),
		].filter(({ path }) => !/logout|cleanup|account/i.test(path));
		const calls = paths.flatMap(({ method, path }, index) =>
			contentTypes.map(([type, body]) => ({
				caller: index % 2 === 0 ? premium : developer,
				call: {
					method,
					path: path.replaceAll(/:\w+|\{\w+\}/g, premium.owned.jobId ?? '1'),
					headers: { 'content-type': type },
					body,
					title: `${path} with ${type.slice(0, 40)}`,
				},
			})),
		);
		await inParallel(calls, 8, ({ caller, call }) => send(caller, call));
		await encodings({ premium, send });
	},
});

async function encodings({
	premium,
	send,
}: {
	premium: Target['callers']['premium'];
	send: Target['send'];
}): Promise<void> {
	for (const encoding of ['gzip', 'br', 'deflate', 'zstd', 'identity, gzip', 'nothing']) {
		const headers = { 'content-type': 'application/json', 'content-encoding': encoding };
		await send(premium, { method: 'POST', path: '/api/presets', headers, body: '\x1f\x8b\x08', title: encoding });
	}
}

export const uploadAttacks: readonly Attack[] = [...fileAttacks, several];
