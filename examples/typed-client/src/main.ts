/**
 * Generates three characters through the API with full types, from outside the app. Outside the repository it works with
 * the tarball that `npm run pack:client` makes (packages/client/README.md).
 *
 *   node tooling/bootstrap/run.mjs examples/typed-client/src/main.ts http://127.0.0.1:3000 <developer password>
 *
 * run.mjs brings the Node.js of the workspace along; one of 22.18 or later runs this file by itself.
 */
import { setTimeout as sleep } from 'node:timers/promises';
import { createAdxClient } from '@adx/client';

const [origin = 'http://127.0.0.1:3000', password = ''] = process.argv.slice(2);

/** The session is a cookie; outside a browser somebody has to carry it. */
function fetchWithCookies(): typeof fetch {
	const jar = new Map<string, string>();
	return async (url, init) => {
		const headers = new Headers(init?.headers);
		headers.set('cookie', [...jar].map(([name, value]) => `${name}=${value}`).join('; '));
		const response = await fetch(url, { ...init, headers });
		for (const cookie of response.headers.getSetCookie()) {
			const [, name, value] = /^([^=]+)=([^;]*)/.exec(cookie) ?? [];
			if (name !== undefined && value !== undefined) jar.set(name, value);
		}
		return response;
	};
}

const api = createAdxClient({ origin, fetch: fetchWithCookies() });

const { user } = await api.auth.signInWithPassword.mutate({ kind: 'developer', password });
console.log(`signed in as ${user?.role}`);

const { jobId } = await api.generation.start.mutate({
	races: ['elf', 'dwarf', 'orc'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	batchSize: 3,
	engine: 'forge',
});

let job = await api.generation.get.query({ jobId });
while (job.status === 'pending' || job.status === 'generating') {
	await sleep(300);
	job = await api.generation.get.query({ jobId });
}
console.log(`${job.status}: ${job.progress} of ${job.batchSize} images, started ${job.createdAt.toISOString()}`);

for (const image of await api.generation.listImages.query({ jobId })) {
	const { traits } = image;
	const who = 'layers' in traits ? traits.layers.map(({ value }) => value) : [traits.race, traits.class];
	console.log(
		`#${image.tokenNumber} ${who.join(' ')}, ${traits.rarity}, rank ${image.rarityRank}: ${origin}${image.imageUrl}`,
	);
}
