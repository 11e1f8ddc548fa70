import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
	type Browser,
	generationRequest,
	signedIn,
	startTestServer,
	type TestServer,
} from '../../testing/server-testing.ts';

interface Listed {
	readonly id: string;
}

let test: TestServer;
let developer: Browser;
let stranger: Browser;
const jobIds: string[] = [];
beforeAll(async () => {
	// Nothing is drawn: what is listed is planned.
	const standing = { concurrency: 1, draw: () => new Promise<never>(() => {}), close: async () => {} };
	test = await startTestServer({ LOCKED_PAGES: '' }, standing);
	developer = await signedIn(test.origin, 'developer');
	stranger = await signedIn(test.origin, 'developer');
	for (let number = 0; number < 5; number++) jobIds.unshift(await start(developer));
});
afterAll(() => test.close());

async function start(browser: Browser): Promise<string> {
	const { json } = await browser.post('/api/generate', { ...generationRequest, batchSize: 5 });
	return (json as { readonly jobId: string }).jobId;
}

async function walk(path: string, limit: number): Promise<string[]> {
	const ids: string[] = [];
	for (;;) {
		const cursor = ids.length === 0 ? '' : `&cursor=${ids.at(-1)}`;
		const { status, json } = await developer.call(`${path}?limit=${limit}${cursor}`);
		expect(status).toBe(200);
		const page = json as readonly Listed[];
		expect(page.length).toBeLessThanOrEqual(limit);
		ids.push(...page.map(({ id }) => id));
		if (page.length < limit) return ids;
	}
}

const idsOf = async (path: string) => ((await developer.call(path)).json as readonly Listed[]).map(({ id }) => id);

describe('lists in pages', () => {
	it('all jobs come where nothing is said', async () => {
		expect(await idsOf('/api/jobs')).toEqual(jobIds);
	});

	it.each([1, 2, 3, 5, 9])('jobs and images by %i, each page after the last id of the one before', async (limit) => {
		expect(await walk('/api/jobs', limit)).toEqual(jobIds);
		const images = `/api/images/${jobIds[0]}`;
		expect(await walk(images, limit)).toEqual(await idsOf(images));
	});

	it('a cursor alone brings all that follows', async () => {
		expect(await idsOf(`/api/jobs?cursor=${jobIds[1]}`)).toEqual(jobIds.slice(2));
	});

	it('images in one state alone', async () => {
		const images = await idsOf(`/api/images/${jobIds[0]}`);
		const path = `/api/images/${jobIds[0]}?limit=2&cursor=${images[1]}`;
		expect(await idsOf(`${path}&state=planned`)).toEqual(images.slice(2, 4));
		expect(await idsOf(`${path}&state=stored`)).toEqual([]);
	});

	it.each(['/api/jobs', '/api/merge-jobs', '/api/gallery', '/api/attribute-generator', '/api/mint/status'])(
		'%s refuses a cursor of somebody else, one of nothing, and limits that are none',
		async (path) => {
			const foreign = await start(stranger);
			for (const query of [`cursor=${foreign}`, 'cursor=gone', 'cursor=%20', 'limit=0', 'limit=1001', 'limit=x']) {
				expect([query, (await developer.call(`${path}?${query}`)).status]).toEqual([query, 400]);
			}
		},
	);

	it('images refuse the cursor of another job', async () => {
		const [other] = await idsOf(`/api/images/${jobIds[1]}`);
		const { status, json } = await developer.call(`/api/images/${jobIds[0]}?cursor=${other}`);
		expect(status).toBe(400);
		expect(json).toMatchObject({
			error: 'The item that the cursor names is not in this list. Begin again with the first page.',
		});
	});
});
