import { randomUUID } from 'node:crypto';
import { request as requestHttp } from 'node:http';
import { request as requestHttps } from 'node:https';
import { Readable } from 'node:stream';
import { text } from 'node:stream/consumers';
import { pipeline } from 'node:stream/promises';
import { DamagedObjectError, type Storage, StorageAwayError } from '../storage/types.ts';
import { type ComputedCar, readComputedFile } from './computed-car.ts';
import { isRootPinned, toKuboRequest } from './kubo-node.ts';

/** An IPFS node that is away, or does not keep what it was sent. */
export class PublishError extends Error {
	override readonly name = 'PublishError';
}

/** A node that takes no byte for `stallMs` is given up; once it has all, it looks through everything that it is to keep. */
const usualLimits = { stallMs: 60_000, answerMs: 10 * 60_000 };
const pollMs = 10_000;

interface Publishing {
	/** The URL of a Kubo node's RPC API, without a trailing slash. */
	readonly ipfsApiUrl: string;
	readonly storage: Pick<Storage, 'read'>;
	/** Hears of every bytes that were handed over. */
	sent(bytes: number): void;
	readonly signal: AbortSignal;
	readonly limits?: typeof usualLimits;
}

/**
 * Sends a CAR of any size to the operator's IPFS node, which pins it, without holding it in memory; one that is pinned
 * there already is not sent. Sending it again changes nothing. Rejects with a PublishError unless the node says that it
 * keeps the root, and with the signal's reason when it aborts.
 */
export async function publishCar(publishing: Publishing, car: ComputedCar): Promise<void> {
	const { signal } = publishing;
	try {
		if (await isPinned(publishing, car.root)) return publishing.sent(car.sizeBytes);
		const answer = await send(publishing, car);
		if (!isRootPinned(answer, car.root)) throw new Error(`The IPFS node did not pin ${car.root}.`);
	} catch (cause) {
		signal.throwIfAborted();
		if (cause instanceof DamagedObjectError || cause instanceof StorageAwayError) throw cause;
		throw new PublishError(`The CAR ${car.root} was not published.`, { cause });
	}
}

/** https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-pin-ls; it answers 500 for what is not pinned. */
async function isPinned({ ipfsApiUrl, signal }: Publishing, root: string): Promise<boolean> {
	const { url, headers } = toKuboRequest(`${ipfsApiUrl}/api/v0/pin/ls?type=recursive&arg=${root}`);
	const limit = AbortSignal.any([signal, AbortSignal.timeout(pollMs)]);
	const { ok, body } = await fetch(url, { method: 'POST', headers, signal: limit });
	await body?.cancel();
	return ok;
}

/** The answer's text to https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import, with the length announced before. */
async function send(publishing: Publishing, car: ComputedCar): Promise<string> {
	const { ipfsApiUrl, storage, sent, signal, limits = usualLimits } = publishing;
	const { url, headers } = toKuboRequest(`${ipfsApiUrl}/api/v0/dag/import?pin-roots=true`);
	const form = toForm(car);
	const watch = new Watch(signal);
	const request = (url.protocol === 'https:' ? requestHttps : requestHttp)(url, {
		method: 'POST',
		headers: { ...form.headers, ...headers },
		signal: watch.signal,
	});
	const answered = new Promise<string>((resolve, reject) => {
		request.on('error', reject);
		request.on('response', (response) => {
			if (response.statusCode === 200) return void text(response).then(resolve, reject);
			response.resume();
			// Whatever is still being sent is for nothing.
			reject(new Error(`The IPFS node answered ${response.statusCode}.`));
			request.destroy();
		});
	});
	async function* body() {
		yield form.head;
		for await (const bytes of readComputedFile(storage, car)) {
			yield bytes;
			watch.wait(limits.stallMs);
			sent(bytes.length);
		}
		yield form.tail;
		watch.wait(limits.answerMs);
	}
	watch.wait(limits.stallMs);
	try {
		const [answer] = await Promise.all([answered, pipeline(Readable.from(body(), { objectMode: true }), request)]);
		return answer;
	} finally {
		watch.end();
		// The other one reports the one that lost.
		answered.catch(() => {});
	}
}

function toForm({ root, sizeBytes }: ComputedCar) {
	const boundary = `adx-${randomUUID()}`;
	const head = Buffer.from(
		`--${boundary}\r\nContent-Disposition: form-data; name="file"; filename="${root}.car"\r\n` +
			'Content-Type: application/vnd.ipld.car\r\n\r\n',
	);
	const tail = Buffer.from(`\r\n--${boundary}--\r\n`);
	const headers = {
		'content-type': `multipart/form-data; boundary=${boundary}`,
		'content-length': head.length + sizeBytes + tail.length,
	};
	return { head, tail, headers };
}

/** Aborts when nothing happened for as long as was said last. */
class Watch {
	readonly #stalled = new AbortController();
	readonly signal: AbortSignal;
	#timer: NodeJS.Timeout | undefined;

	constructor(outer: AbortSignal) {
		this.signal = AbortSignal.any([outer, this.#stalled.signal]);
	}

	wait(limitMs: number): void {
		clearTimeout(this.#timer);
		this.#timer = setTimeout(() => this.#stalled.abort(new Error(`Nothing happened for ${limitMs} ms.`)), limitMs);
	}

	end(): void {
		clearTimeout(this.#timer);
	}
}
