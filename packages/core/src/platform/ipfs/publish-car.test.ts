import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http';
import type { AddressInfo } from 'node:net';
import { Readable } from 'node:stream';
import { setTimeout as sleep } from 'node:timers/promises';
import { createRunsSource } from '@adx/collection/archive/file-source';
import { afterEach, describe, expect, it } from 'vitest';
import { DamagedObjectError } from '../storage/types.ts';
import { PublishError, publishCar } from './publish-car.ts';

const root = 'bafybeiaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaaa';
const blobBytes = 4 << 20;
const head = Buffer.from('the beginning');

/** A CAR of that many files of 4 MiB each, whose bytes are made when they are asked for. */
const carOf = (files: number) => {
	const blob = (index: number) => ({ kind: 'blob' as const, sha256: String(index), offset: 0, length: blobBytes });
	const runs = [{ kind: 'bytes' as const, bytes: head }, ...Array.from({ length: files }, (_, index) => blob(index))];
	return { root, sizeBytes: head.length + files * blobBytes, source: createRunsSource(runs) };
};
const storage = {
	read: (sha256: string) => Readable.from(Array.from({ length: 64 }, () => Buffer.alloc(blobBytes / 64, sha256))),
};

let close: () => Promise<void> = async () => {};
afterEach(() => close());

/** A node that answers imports as given, and to whether a root is pinned that it is not. */
async function nodeOf(take: (request: IncomingMessage, response: ServerResponse) => void): Promise<string> {
	const server = createServer((request, response) => {
		if (request.url?.startsWith('/api/v0/pin/ls')) return void response.writeHead(500).end();
		take(request, response);
	});
	await once(server.listen(0, '127.0.0.1'), 'listening');
	close = async () => {
		server.closeAllConnections();
		await new Promise((resolve) => server.close(resolve));
	};
	return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

const imported = JSON.stringify({ Root: { Cid: { '/': root }, PinErrorMsg: '' } });
const never = new AbortController().signal;
const quiet = { storage, sent: () => {}, signal: never };

describe('publishing a CAR', () => {
	it('streams it with its length told before, and hears of every byte', async () => {
		const received = createHash('sha256');
		let receivedBytes = 0;
		let announcedBytes = 0;
		const ipfsApiUrl = await nodeOf(async (request, response) => {
			announcedBytes = Number(request.headers['content-length']);
			await sleep(300);
			for await (const chunk of request as AsyncIterable<Buffer>) {
				receivedBytes += chunk.length;
				received.update(chunk);
			}
			response.writeHead(200).end(`${imported}\n`);
		});
		const car = carOf(20);
		let sentBytes = 0;
		let mostAhead = 0;
		const sent = (bytes: number) => {
			sentBytes += bytes;
			mostAhead = Math.max(mostAhead, sentBytes - receivedBytes);
		};
		await publishCar({ ...quiet, ipfsApiUrl, sent }, car);
		expect(sentBytes).toBe(car.sizeBytes);
		expect(receivedBytes).toBe(announcedBytes);
		expect(announcedBytes).toBeGreaterThan(car.sizeBytes);
		// As much as the sockets hold for a node that is slow.
		expect(mostAhead).toBeLessThan(car.sizeBytes / 4);
	});

	it('does not send what is pinned already', async () => {
		const paths: string[] = [];
		const server = createServer((request, response) => {
			paths.push(request.url ?? '');
			response.writeHead(200).end('{}');
		});
		await once(server.listen(0, '127.0.0.1'), 'listening');
		close = async () => void server.close();
		const ipfsApiUrl = `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
		let sentBytes = 0;
		await publishCar({ ...quiet, ipfsApiUrl, sent: (bytes) => (sentBytes += bytes) }, carOf(1));
		expect(paths).toEqual([`/api/v0/pin/ls?type=recursive&arg=${root}`]);
		expect(sentBytes).toBe(carOf(1).sizeBytes);
	});

	it.each<[string, (request: IncomingMessage, response: ServerResponse) => void]>([
		['refuses before it has read all', (_, response) => void response.writeHead(500).end('full')],
		[
			'fails after all',
			(request, response) => void request.resume().on('end', () => response.writeHead(500).end(imported)),
		],
		['hangs up', (request) => void request.socket.destroy()],
		[
			'keeps another root',
			(request, response) => void request.resume().on('end', () => response.end(imported.replace('bafy', 'bafz'))),
		],
		[
			'cannot pin',
			(request, response) => void request.resume().on('end', () => response.end(imported.replace('""', '"timeout"'))),
		],
		['answers nonsense', (request, response) => void request.resume().on('end', () => response.end('<html>'))],
		['takes no byte', (request) => void request.pause()],
		['never answers', (request) => void request.resume()],
	])('rejects with a PublishError when the node %s', async (_, take) => {
		const ipfsApiUrl = await nodeOf(take);
		const limits = { stallMs: 300, answerMs: 300 };
		await expect(publishCar({ ...quiet, ipfsApiUrl, limits }, carOf(8))).rejects.toBeInstanceOf(PublishError);
	});

	it('rejects with a PublishError when there is no node', async () => {
		const publishing = publishCar({ ...quiet, ipfsApiUrl: 'http://127.0.0.1:1' }, carOf(1));
		await expect(publishing).rejects.toBeInstanceOf(PublishError);
	});

	it('stops with the signal’s reason, and tells a missing file as what it is', async () => {
		const ipfsApiUrl = await nodeOf((request) => void request.resume());
		const stop = new AbortController();
		const sent = () => stop.abort(new Error('enough'));
		await expect(publishCar({ ...quiet, ipfsApiUrl, sent, signal: stop.signal }, carOf(8))).rejects.toThrow('enough');
		const missing = new DamagedObjectError('ab', 'missing');
		const lost = {
			read: () =>
				new Readable({
					read() {
						this.destroy(missing);
					},
				}),
		};
		await expect(publishCar({ ...quiet, ipfsApiUrl, storage: lost }, carOf(1))).rejects.toBe(missing);
	});
});
