import { createTestBucket, hasTestStore, type TestBucket } from '@adx/core/platform/storage/s3/s3-testing';
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest';
import { generate, generationRequest, signedIn, startTestServer, type TestServer } from '../testing/server-testing.ts';

const secretKey = Buffer.alloc(32, 7).toString('base64');

describe.skipIf(!hasTestStore())('a server with its files in an object store', () => {
	let bucket: TestBucket;
	const running: TestServer[] = [];
	beforeEach(async () => {
		bucket = await createTestBucket();
	});
	afterEach(async () => {
		vi.useRealTimers();
		for (const server of running.splice(0)) await server.close();
		bucket.close();
	});

	async function start(change: Readonly<Record<string, string>> = {}): Promise<TestServer> {
		const server = await startTestServer({ ...bucket.variables, SECRET_KEY: secretKey, LOCKED_PAGES: '', ...change });
		running.push(server);
		return server;
	}
	async function hashesOf({ server }: TestServer, jobId: string): Promise<readonly string[]> {
		const rows = await server.services.db
			.selectFrom('generatedImages')
			.select('blobSha256')
			.where('jobId', '=', jobId)
			.orderBy('tokenNumber')
			.execute();
		return rows.map(({ blobSha256 }) => blobSha256 ?? '');
	}

	it('draws, shows and sends what it stored there, and names in a download what is gone', async () => {
		const test = await start();
		const browser = await signedIn(test.origin);
		const jobId = await generate(browser, { ...generationRequest, batchSize: 5, seed: 'in a store' });
		const zip = () => browser.call(`/api/generate/${jobId}/zip`);
		const whole = await zip();
		expect([whole.status, whole.bytes.subarray(0, 2).toString()]).toEqual([200, 'PK']);
		const ready = await browser.call('/readyz');
		expect([ready.status, ready.json]).toMatchObject([200, { status: 'ready' }]);
		const images = (await browser.call(`/api/images/${jobId}`)).json as readonly { readonly imageUrl: string }[];
		const [first = ''] = await hashesOf(test, jobId);
		// A painted picture is not drawn again.
		await test.server.services.db.updateTable('generationJobs').set({ engine: 'gemini' }).execute();
		await bucket.remove(first);
		const refused = [502, expect.stringMatching(/missing or damaged/)];
		for (const answer of [await browser.call(images[0]?.imageUrl ?? ''), await zip()]) {
			expect([answer.status, (answer.json as { error: string }).error]).toEqual(refused);
		}
	});

	it('is refused in one line where another database has its files', async () => {
		await start();
		const place = `s3://${bucket.settings.bucket}/test/`;
		await expect(start()).rejects.toThrow(
			`S3_BUCKET: ${place} holds the files of another database. Set S3_BUCKET and S3_PREFIX to the place of this one's.`,
		);
		await start({ S3_PREFIX: 'another' });
	});

	it.each([
		['no such bucket', { S3_BUCKET: 'nobodys' }, /^S3_BUCKET: there is no bucket nobodys at http/],
		['an unknown key', { S3_ACCESS_KEY_ID: 'nobody' }, /^S3_ACCESS_KEY_ID: the store does not know this key$/],
		['a wrong secret', { S3_SECRET_ACCESS_KEY: 'wrong' }, /^S3_SECRET_ACCESS_KEY: is not the secret of/],
		[
			'nobody at the endpoint',
			{ S3_ENDPOINT: 'http://127.0.0.1:1' },
			/^S3_ENDPOINT: .* cannot be reached \(ECONNREFUSED\)$/,
		],
	])('is refused in one line with %s', async (_, change, line) => {
		await expect(start(change)).rejects.toMatchObject({ name: 'StartError', message: expect.stringMatching(line) });
	});

	it('works with a clock that is 20 minutes off, and says so', async () => {
		vi.useFakeTimers({ toFake: ['Date'], now: Date.now() + 20 * 60_000 });
		const test = await start();
		expect(test.log()).toContain('the clock of this machine is 20 minutes ahead of the object store');
		const stored = await test.server.services.storage.put(Buffer.from('on time'));
		expect(stored.sizeBytes).toBe(7);
	});
});
