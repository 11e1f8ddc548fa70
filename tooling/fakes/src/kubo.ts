import { createHash } from 'node:crypto';
import { CarBlockIterator } from '@ipld/car';
import type { CID } from 'multiformats/cid';
import { type FakeCall, type FakeReply, listenAsStreamingFake } from './http-server.ts';

/** What the node does with the next imports: keeps them, says so of none, or fails. */
export type KuboMood = 'keeps' | 'cannot-pin' | 'full';

export interface FakeKubo {
	/** For `IPFS_API_URL`. */
	readonly origin: string;
	/** Blocks by CID, as far as their bytes have that hash and are kept. */
	readonly blocks: ReadonlyMap<string, Uint8Array>;
	/** Roots that were pinned, in the order they came. */
	readonly pins: readonly string[];
	/** The Authorization header of every import, undefined where there was none. */
	readonly authorizations: readonly (string | undefined)[];
	setMood(mood: KuboMood): void;
	close(): Promise<void>;
}

export interface FakeKuboOptions {
	readonly port?: number;
	/** The CARs of a large collection are gigabytes, which a node that nobody reads from only has to check. */
	readonly keepsBlocks?: boolean;
}

/**
 * An IPFS node as far as an import needs one: POST /api/v0/dag/import with a CAR as a form's file
 * (https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import), answered line by line; and POST /api/v0/pin/ls with a
 * root, which says whether it is pinned.
 */
export async function startFakeKubo({ port = 0, keepsBlocks = true }: FakeKuboOptions = {}): Promise<FakeKubo> {
	const blocks = new Map<string, Uint8Array>();
	const pins: string[] = [];
	const authorizations: (string | undefined)[] = [];
	let mood: KuboMood = 'keeps';
	const server = await listenAsStreamingFake(port, async (call): Promise<FakeReply> => {
		if (call.method !== 'POST') return { status: 404 };
		if (call.url.pathname === '/api/v0/pin/ls') return listPin(pins, call.url.searchParams.get('arg') ?? '');
		if (call.url.pathname !== '/api/v0/dag/import') return { status: 404 };
		authorizations.push(call.headers.authorization);
		if (mood === 'full') return { status: 500, body: '{"Message":"no space left on device","Code":0,"Type":"error"}' };
		const car = await CarBlockIterator.fromIterable(readFile(call));
		for await (const { cid, bytes } of car) {
			if (!hasHash(cid, bytes)) return { status: 500, body: '{"Message":"mismatch in content integrity","Code":0}' };
			if (keepsBlocks) blocks.set(String(cid), bytes);
		}
		const lines = (await car.getRoots()).map((root) => {
			if (mood === 'keeps') pins.push(String(root));
			const PinErrorMsg = mood === 'keeps' ? '' : 'pin: context deadline exceeded';
			return JSON.stringify({ Root: { Cid: { '/': String(root) }, PinErrorMsg } });
		});
		return { status: 200, headers: { 'content-type': 'application/json' }, body: `${lines.join('\n')}\n` };
	});
	const setMood = (next: KuboMood) => {
		mood = next;
	};
	return { origin: server.origin, blocks, pins, authorizations, setMood, close: server.close };
}

function listPin(pins: readonly string[], root: string): FakeReply {
	const headers = { 'content-type': 'application/json' };
	if (pins.includes(root))
		return { status: 200, headers, body: JSON.stringify({ Keys: { [root]: { Type: 'recursive' } } }) };
	return {
		status: 500,
		headers,
		body: JSON.stringify({ Message: `path '${root}' is not pinned`, Code: 0, Type: 'error' }),
	};
}

/** The bytes of the only file of a form, as they come. */
async function* readFile({ headers, body }: FakeCall<AsyncIterable<Buffer>>): AsyncGenerator<Uint8Array> {
	const boundary = /boundary="?([^";]+)/.exec(headers['content-type'] ?? '')?.[1];
	if (boundary === undefined) throw new Error('the form has no boundary');
	const tailBytes = `\r\n--${boundary}--\r\n`.length;
	let isInFile = false;
	let unread: Buffer = Buffer.alloc(0);
	for await (const chunk of body) {
		unread = Buffer.concat([unread, chunk]);
		if (!isInFile) {
			const headEnd = unread.indexOf('\r\n\r\n');
			if (headEnd < 0) continue;
			isInFile = true;
			unread = unread.subarray(headEnd + 4);
		}
		if (unread.length <= tailBytes) continue;
		yield unread.subarray(0, -tailBytes);
		unread = unread.subarray(-tailBytes);
	}
}

const hasHash = (cid: CID, bytes: Uint8Array) =>
	Buffer.from(cid.multihash.digest).equals(createHash('sha256').update(bytes).digest());
