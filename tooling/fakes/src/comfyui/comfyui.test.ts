import { once } from 'node:events';
import sharp from 'sharp';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import WebSocket from 'ws';
import { type FakeComfyUi, type FakeComfyUiAnswer, startFakeComfyUi } from './comfyui.ts';

let fake: FakeComfyUi;
beforeAll(async () => {
	fake = await startFakeComfyUi();
});
afterAll(() => fake.close());
afterEach(() => fake.reset());

const workflow = { '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a figure', clip: ['4', 1] } } };

function queue(prompt: object = workflow, { origin = fake.origin, client_id = 'me' } = {}) {
	return fetch(`${origin}/prompt`, { method: 'POST', redirect: 'manual', body: JSON.stringify({ prompt, client_id }) });
}

interface Entry {
	readonly outputs: Readonly<Record<string, { readonly images: readonly Record<string, string>[] }>>;
	readonly status: { readonly status_str: string; readonly messages: readonly [string, object][] };
}

async function readHistory(id: string): Promise<Entry> {
	for (;;) {
		const answer = (await (await fetch(`${fake.origin}/history/${id}`)).json()) as Readonly<Record<string, Entry>>;
		const entry = answer[id];
		if (entry !== undefined) return entry;
	}
}

async function paint(prompt: object = workflow): Promise<Entry> {
	const { prompt_id: id } = (await (await queue(prompt)).json()) as { readonly prompt_id: string };
	return readHistory(id);
}

async function pictureOf({ outputs }: Entry): Promise<Buffer> {
	const file = outputs['9']?.images[0] ?? {};
	return Buffer.from(await (await fetch(`${fake.origin}/view?${new URLSearchParams(file)}`)).arrayBuffer());
}

describe('the fake ComfyUI', () => {
	it('paints the same picture for the same workflow, beside a preview, and another for another', async () => {
		const other = { '6': { class_type: 'CLIPTextEncode', inputs: { text: 'a dragon' } } };
		const entries = [await paint(), await paint(), await paint(other)];
		expect(entries[0]).toMatchObject({
			status: { status_str: 'success' },
			outputs: { '7': { images: [{ type: 'temp' }] } },
		});
		const [first, again, third] = await Promise.all(entries.map(pictureOf));
		expect(await sharp(first).metadata()).toMatchObject({ format: 'png', width: 64 });
		expect(again?.equals(first ?? Buffer.alloc(0))).toBe(true);
		expect(third?.equals(first ?? Buffer.alloc(0))).toBe(false);
		expect(fake.requests.map(({ prompt }) => prompt)).toEqual(['a figure', 'a figure', 'a dragon']);
	});

	it('loads what was uploaded, by the name that it answered with, and nothing else', async () => {
		const form = new FormData();
		form.append('image', new Blob(['a picture'], { type: 'image/png' }), 'a.png');
		form.append('type', 'temp');
		form.append('subfolder', 'ours');
		const answer = await fetch(`${fake.origin}/upload/image`, { method: 'POST', body: form });
		expect(await answer.json()).toEqual({ name: 'a.png', subfolder: 'ours', type: 'temp' });
		const load = (image: string) => ({ ...workflow, '20': { class_type: 'LoadImage', inputs: { image } } });
		expect((await queue(load('ours/a.png [temp]'))).status).toBe(200);
		expect((await queue(load('ours/a.png'))).status).toBe(400);
		expect(fake.requests.map(({ pictures }) => pictures.map(String))).toEqual([['a picture']]);
		expect(fake.uploads()).toBe(1);
	});

	it('tells the client by its websocket when a workflow has ended', async () => {
		// Pictures of the tests before may still be on their way to their client.
		const socket = new WebSocket(`${fake.origin.replace('http', 'ws')}/ws?clientId=listener`);
		const heard: unknown[] = [];
		socket.on('message', (data, isBinary) => heard.push(isBinary ? 'preview' : (JSON.parse(String(data)) as object)));
		await once(socket, 'open');
		const { prompt_id: id } = (await (await queue(workflow, { client_id: 'listener' })).json()) as {
			readonly prompt_id: string;
		};
		while (!heard.some((message) => JSON.stringify(message).includes('"node":null'))) await once(socket, 'message');
		expect(heard[0]).toMatchObject({ type: 'status', data: { sid: 'listener' } });
		expect(heard).toContain('preview');
		expect(heard).toContainEqual({ type: 'execution_success', data: { timestamp: 2, prompt_id: id } });
		expect(heard.at(-1)).toEqual({ type: 'executing', data: { node: null, prompt_id: id } });
		socket.terminate();
	});

	it('lets nobody listen when told, nor without a client', async () => {
		const deaf = await startFakeComfyUi({ hasSocket: false });
		for (const address of [`${deaf.origin}/ws?clientId=me`, `${fake.origin}/ws`, `${fake.origin}/other?clientId=me`]) {
			const socket = new WebSocket(address.replace('http', 'ws'));
			const [error] = (await once(socket, 'error')) as [Error];
			expect(error.message).toContain('403');
		}
		await deaf.close();
	});

	it.each<[FakeComfyUiAnswer, number, string]>([
		[{ kind: 'unknown_node' }, 400, 'does not exist'],
		[{ kind: 'unknown_model' }, 400, 'value_not_in_list'],
		[{ kind: 'wrong_json' }, 200, '../../queue'],
		[{ kind: 'html' }, 200, '<!DOCTYPE html>'],
		[{ kind: 'server_error' }, 500, 'Internal'],
		[{ kind: 'redirect' }, 302, ''],
	])('refuses a workflow by %o', async (answer, status, piece) => {
		fake.answerNext(answer);
		const answered = await queue();
		expect(answered.status).toBe(status);
		expect(await answered.text()).toContain(piece);
	});

	it.each<[FakeComfyUiAnswer, string]>([
		[{ kind: 'node_error' }, 'RuntimeError'],
		[{ kind: 'out_of_memory' }, 'torch.OutOfMemoryError'],
		[{ kind: 'interrupted' }, 'execution_interrupted'],
	])('ends a workflow by %o', async (answer, piece) => {
		fake.answerNext(answer);
		const { status } = await paint();
		expect(status.status_str).toBe('error');
		expect(JSON.stringify(status.messages)).toContain(piece);
	});

	it('gives empty, broken, missing and endless pictures, and none', async () => {
		fake.answerNext(
			{ kind: 'empty_picture' },
			{ kind: 'corrupt_image' },
			{ kind: 'missing_picture' },
			{ kind: 'no_outputs' },
		);
		expect(await pictureOf(await paint())).toHaveLength(0);
		await expect(
			sharp(await pictureOf(await paint()), { failOn: 'truncated' })
				.raw()
				.toBuffer(),
		).rejects.toThrow();
		expect(await pictureOf(await paint())).toHaveLength(0);
		expect((await paint()).outputs['9']).toBeUndefined();
		fake.answerNext({ kind: 'huge_picture' });
		expect(await pictureOf(await paint())).toHaveLength(200 * 1_048_576);
	});

	it('has a queue from which prompts are lost or deleted', async () => {
		fake.answerNext({ kind: 'waits' });
		const { prompt_id: id } = (await (await queue()).json()) as { readonly prompt_id: string };
		expect(await (await fetch(`${fake.origin}/queue`)).text()).toContain(id);
		await fetch(`${fake.origin}/queue`, { method: 'POST', body: JSON.stringify({ delete: [id] }) });
		expect(fake.deleted).toEqual([id]);
	});

	it('fails to tell its history as often as told', async () => {
		fake.answerNext({ kind: 'history_fails', times: 1 });
		const { prompt_id: id } = (await (await queue()).json()) as { readonly prompt_id: string };
		let status = 200;
		while (status === 200) ({ status } = await fetch(`${fake.origin}/history/${id}`));
		expect(status).toBe(503);
		expect((await readHistory(id)).status.status_str).toBe('success');
		expect(fake.historyCalls()).toBeGreaterThan(1);
	});

	it('asks for its login, remembers mistakes and does not close without telling', async () => {
		const careless = await startFakeComfyUi({ login: 'me:secret' });
		const { origin } = careless;
		expect((await queue(workflow, { origin })).status).toBe(401);
		await careless.close();
		const open = await startFakeComfyUi();
		await queue({}, { origin: open.origin });
		await queue({ '6': { class_type: 'X', inputs: { text: '{{prompt}}' } } }, { origin: open.origin });
		await queue(workflow, { origin: open.origin, client_id: '' });
		await fetch(`${open.origin}/interrupt`, { method: 'POST' });
		expect(open.mistakes).toEqual([
			'the prompt is not a workflow for the API',
			'a place of the workflow was left',
			'the call names no client',
			'nobody calls POST /interrupt',
		]);
		await expect(open.close()).rejects.toThrow('a place of the workflow was left');
	});
});
