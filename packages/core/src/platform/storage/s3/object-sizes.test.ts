import { createHash } from 'node:crypto';
import { once } from 'node:events';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { createObjectSizes, type ObjectSizes } from './object-sizes.ts';
import { openS3 } from './s3-client.ts';

// How many calls a look at many objects takes, on a server that holds 3,000 of one byte each.

const hashes = Array.from({ length: 3_000 }, (_, index) => createHash('sha256').update(String(index)).digest('hex'));
const keys = hashes.map((hash) => `${hash.slice(0, 2)}/${hash.slice(2, 4)}/${hash}`).toSorted();
const pageKeys = 1_000;

let server: Server;
let lists: number;
let looks: number;
let sizes: ObjectSizes;
beforeEach(async () => {
	[lists, looks] = [0, 0];
	server = createServer((request, response) => {
		const url = new URL(request.url ?? '', 'http://localhost');
		if (request.method === 'HEAD') {
			looks += 1;
			const isThere = keys.includes(url.pathname.slice('/realm/'.length));
			return void response.writeHead(isThere ? 200 : 404, { 'content-length': 1 }).end();
		}
		lists += 1;
		const after = url.searchParams.get('start-after') ?? '';
		const rest = keys.filter((key) => key > after);
		const contents = rest.slice(0, pageKeys).map((key) => `<Contents><Key>${key}</Key><Size>1</Size></Contents>`);
		const isTruncated = `<IsTruncated>${rest.length > pageKeys}</IsTruncated>`;
		response.end(`<ListBucketResult>${isTruncated}${contents.join('')}</ListBucketResult>`);
	});
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
	const s3 = await openS3({
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bucket: 'realm',
		region: 'us-east-1',
		credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a-secret-key' },
		prefix: '',
		encryption: undefined,
		encryptionKeyId: undefined,
	});
	sizes = createObjectSizes(s3, 60_000);
});
afterEach(() => {
	server.closeAllConnections();
	server.close();
});

const missing = 'f'.repeat(64);
const look = (wanted: readonly string[]) => sizes.findFaults(wanted.map((sha256) => ({ sha256, sizeBytes: 1 })));

it('all objects of a bucket are seen in its lists, and one that they lack is looked at by itself', async () => {
	expect(await look([...hashes, missing])).toEqual(new Map([[missing, 'missing']]));
	expect([lists, looks]).toEqual([3, 1]);
});

it('few of many are looked at one by one, after one list that shows hardly any of them', async () => {
	expect(await look(hashes.slice(0, 30))).toEqual(new Map());
	expect(lists).toBe(1);
	expect(looks).toBeGreaterThan(10);
	expect(looks).toBeLessThan(30);
});

it('what was seen a moment ago is believed, until it is forgotten', async () => {
	await look(hashes.slice(0, 5));
	await look(hashes.slice(0, 5));
	expect([lists, looks]).toEqual([0, 5]);
	sizes.forget(hashes[0]!);
	await look(hashes.slice(0, 5));
	expect([lists, looks]).toEqual([0, 6]);
});
