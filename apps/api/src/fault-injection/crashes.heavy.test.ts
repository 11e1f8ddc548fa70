import { createHash } from 'node:crypto';
import { readdirSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPng, largePicture } from '@adx/core/merge/merge-testing';
import type { StartedAttributes } from '@adx/validators/attributes';
import type { ReceivedMerge } from '@adx/validators/merge';
import { afterAll, expect, it } from 'vitest';
import { ProcessPool, type SpawnedServer } from '../testing/process-testing.ts';
import { Browser, type TestResponse } from '../testing/server-testing.ts';

const processes = new ProcessPool();
afterAll(() => {
	processes.removeFolder();
});

const dataDir = join(processes.folder, 'crashed');
const underWay = join(dataDir, 'under-way');
const cookies = new Map<string, string>();

async function start(): Promise<{ readonly server: SpawnedServer; readonly browser: Browser }> {
	const server = processes.start({ DATA_DIR: dataDir, DEVELOPER_PASSWORDS: 'test', LOCKED_PAGES: '' });
	const browser = new Browser(await server.origin());
	for (const [name, value] of cookies) browser.cookies.set(name, value);
	if (cookies.size === 0) {
		await browser.signIn('developer', 'test');
		for (const [name, value] of browser.cookies) cookies.set(name, value);
	}
	return { server, browser };
}

const hashOf = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

async function put(browser: Browser, bytes: Buffer, as: string): Promise<string> {
	const answer = await browser.call(`/api/uploads/${hashOf(bytes)}?as=${as}`, { method: 'PUT', body: bytes });
	expect([answer.status, answer.json]).toEqual([200, expect.anything()]);
	return hashOf(bytes);
}

async function order(browser: Browser, sha256: string, images: number): Promise<string> {
	const entries = Array.from({ length: images }, (_, index) => ({
		filename: `${index}.png`,
		sha256,
		metadata: { name: `Old #${index}`, attributes: [{ trait_type: 'Group', value: String(index % 97) }] },
	}));
	const list = Buffer.from(JSON.stringify({ format: 'adx-upload-1', images: entries }));
	const collection = { id: 'a', name: 'A', imageCount: images, uploadedAt: '2026-11-21T10:00:00.000Z' };
	const inputCollections = [{ ...collection, manifest: await put(browser, list, 'manifest') }];
	const answer = await browser.post('/api/merge-jobs', { projectName: 'Crashed', inputCollections });
	return (answer.json as ReceivedMerge).jobId;
}

async function ended(browser: Browser, path: string): Promise<{ status: string; errorMessage: string | null }> {
	for (const deadline = Date.now() + 60_000; Date.now() < deadline; await sleep(50)) {
		const job = (await browser.call(path)).json as { status: string; errorMessage: string | null };
		if (job.status === 'completed' || job.status === 'failed') return job;
	}
	throw new Error(`${path} did not end`);
}

/** Kills the process as soon as it is in the middle of such a task: nothing of the product helps. */
async function killAmid(server: SpawnedServer, kind: string): Promise<void> {
	for (const deadline = Date.now() + 30_000; Date.now() < deadline; await sleep(1)) {
		const isAmid = readdirSync(underWay).some((folder) =>
			readdirSync(join(underWay, folder)).some((name) => folder !== 'crashes' && name.startsWith(`${kind}-`)),
		);
		if (!isAmid) continue;
		server.child.kill('SIGKILL');
		await server.ended;
		return;
	}
	throw new Error(`No ${kind} was under way`);
}

/** Starts the task in two processes that are killed amid it; answers the third process. */
async function crashTwice(kind: string, begin: (browser: Browser) => Promise<unknown>) {
	for (let times = 0; times < 2; times += 1) {
		const { server, browser } = await start();
		const starting = begin(browser).catch(() => {});
		await killAmid(server, kind);
		await starting;
	}
	return start();
}

async function expectRefused(
	{ browser }: { readonly browser: Browser },
	call: (browser: Browser) => Promise<TestResponse>,
) {
	const answer = await call(browser);
	expect([answer.status, answer.json]).toEqual([
		422,
		expect.objectContaining({ reason: 'quarantined', error: expect.stringMatching(/has ended the server twice/) }),
	]);
	expect((await browser.call('/healthz')).status).toBe(200);
}

async function stop({ child, ended: hasEnded }: SpawnedServer): Promise<void> {
	child.kill('SIGTERM');
	expect(await hasEnded).toBe(0);
}

it('work that ended two processes is refused by the third, kind by kind', async () => {
	let { server, browser } = await start();
	const small = await put(browser, await createPng(1), 'image');
	const shown = await order(browser, await put(browser, await largePicture(90), 'image'), 1);
	const exported = await order(browser, small, 15_000);
	for (const jobId of [shown, exported]) {
		expect(await ended(browser, `/api/merge-jobs/${jobId}`)).toMatchObject({ status: 'completed' });
	}
	await stop(server);

	const picture = await largePicture(120);
	const uploading = (caller: Browser) =>
		caller.call(`/api/uploads/${hashOf(picture)}?as=image`, { method: 'PUT', body: picture });
	({ server, browser } = await crashTwice('upload', uploading));
	await expectRefused({ browser }, uploading);
	await put(browser, await createPng(2), 'image');
	await stop(server);

	const looking = (caller: Browser) => caller.call(`/api/collections/${shown}/images/1?size=512`);
	({ server, browser } = await crashTwice('preview', looking));
	await expectRefused({ browser }, looking);
	await stop(server);

	for (const [kind, path] of [
		['export', 'export?target=opensea'],
		['rarity', 'rarity'],
		['preflight', 'preflight'],
	] as const) {
		const asking = (caller: Browser) => caller.call(`/api/collections/${exported}/${path}`);
		({ server, browser } = await crashTwice(kind, asking));
		await expectRefused({ browser }, asking);
		await stop(server);
	}

	// Jobs go on by themselves after a restart.
	let path = '';
	({ server, browser } = await crashTwice('merge', async (caller) => {
		path ||= `/api/merge-jobs/${await order(caller, small, 19_000)}`;
	}));
	const sentence = expect.stringMatching(/has ended the server twice/);
	expect(await ended(browser, path)).toMatchObject({ status: 'failed', errorMessage: sentence });
	await stop(server);
	path = '';
	({ server, browser } = await crashTwice('attributes', async (caller) => {
		const fileNames = Array.from({ length: 10_000 }, (_, index) => `art/winter-court-${index}.png`);
		if (path !== '') return;
		const answer = await caller.post('/api/attribute-generator', { folderSize: 10_000, fileNames });
		path = `/api/attribute-generator/${(answer.json as StartedAttributes).job?.id}`;
	}));
	expect(await ended(browser, path)).toMatchObject({ status: 'failed', errorMessage: sentence });
	await stop(server);
});

it('a kill and ordinary restarts amid a merge let it end whole', async () => {
	let { server, browser } = await start();
	const path = `/api/merge-jobs/${await order(browser, await put(browser, await createPng(3), 'image'), 19_000)}`;
	await killAmid(server, 'merge');
	for (let restarts = 0; restarts < 3; restarts += 1) {
		({ server, browser } = await start());
		await stop(server);
	}
	({ server, browser } = await start());
	expect(await ended(browser, path)).toMatchObject({ status: 'completed' });
	expect(readdirSync(join(underWay, 'crashes'))).not.toContainEqual(expect.stringContaining(path.split('/').at(-1)!));
	await stop(server);
});
