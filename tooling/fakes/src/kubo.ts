import { createHash } from 'node:crypto';
import { CarReader } from '@ipld/car';
import type { CID } from 'multiformats/cid';
import { type FakeCall, type FakeReply, listenAsFake } from './http-server.ts';

/** What the node does with the next imports: keeps them, says so of none, or fails. */
export type KuboMood = 'keeps' | 'cannot-pin' | 'full';

export interface FakeKubo {
	/** For `IPFS_API_URL`. */
	readonly origin: string;
	/** Blocks by CID, as far as their bytes have that hash. */
	readonly blocks: ReadonlyMap<string, Uint8Array>;
	/** Roots that were pinned, in the order they came. */
	readonly pins: readonly string[];
	/** The Authorization header of every import, undefined where there was none. */
	readonly authorizations: readonly (string | undefined)[];
	setMood(mood: KuboMood): void;
	close(): Promise<void>;
}

/**
 * An IPFS node as far as an import needs one: POST /api/v0/dag/import with a CAR as a form's file
 * (https://docs.ipfs.tech/reference/kubo/rpc/#api-v0-dag-import), answered line by line; and POST /api/v0/pin/ls with a
 * root, which says whether it is pinned.
 */
export async function startFakeKubo({ port = 0 }: { readonly port?: number } = {}): Promise<FakeKubo> {
	const blocks = new Map<string, Uint8Array>();
	const pins: string[] = [];
	const authorizations: (string | undefined)[] = [];
	let mood: KuboMood = 'keeps';
	const server = await listenAsFake(port, async (call): Promise<FakeReply> => {
		if (call.method !== 'POST') return { status: 404 };
		if (call.url.pathname === '/api/v0/pin/ls') return listPin(pins, call.url.searchParams.get('arg') ?? '');
		if (call.url.pathname !== '/api/v0/dag/import') return { status: 404 };
		authorizations.push(call.headers.authorization);
		if (mood === 'full') return { status: 500, body: '{"Message":"no space left on device","Code":0,"Type":"error"}' };
		const car = await CarReader.fromBytes(await extractFile(call));
		for await (const { cid, bytes } of car.blocks()) {
			if (!hasHash(cid, bytes)) return { status: 500, body: '{"Message":"mismatch in content integrity","Code":0}' };
			blocks.set(String(cid), bytes);
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

async function extractFile({ headers, body }: FakeCall): Promise<Uint8Array> {
	const form = await new Response(new Uint8Array(body), {
		headers: { 'content-type': headers['content-type'] ?? '' },
	}).formData();
	const file = form.get('file');
	if (!(file instanceof Blob)) throw new Error('the form has no file');
	return new Uint8Array(await file.arrayBuffer());
}

const hasHash = (cid: CID, bytes: Uint8Array) =>
	Buffer.from(cid.multihash.digest).equals(createHash('sha256').update(bytes).digest());
