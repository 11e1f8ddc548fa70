import { once } from 'node:events';
import { mkdtempSync, rmSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { StorageAwayError } from '../storage/types.ts';
import { openBackupFolder, openBackupStore } from './backup-place.ts';

// What a store says where there is nothing; that a backup comes back from one is tested on a real one.

let folder = '';
const server = createServer();
beforeEach(async () => {
	folder = mkdtempSync(join(tmpdir(), 'adx-place-'));
	server.listen(0, '127.0.0.1');
	await once(server, 'listening');
});
afterEach(() => {
	server.removeAllListeners('request');
	server.closeAllConnections();
	server.close();
	rmSync(folder, { recursive: true, force: true });
});

/** A place in a store that answers every call like that. */
function openOn(status: number, code: string) {
	server.on('request', (request, response) => {
		const answer = `<Error><Code>${code}</Code></Error>`;
		request.resume().on('end', () => response.writeHead(status, { 'content-type': 'application/xml' }).end(answer));
	});
	const settings = {
		endpoint: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
		bucket: 'realm',
		region: 'us-east-1',
		credentials: { accessKeyId: 'AKIAEXAMPLE', secretAccessKey: 'a-secret-key' },
		prefix: '',
		encryption: undefined,
		encryptionKeyId: undefined,
	};
	return openBackupStore(settings, folder);
}

test('a snapshot that is not there has no manifest, in a folder and in a store', async () => {
	expect(await (await openBackupFolder(folder)).readManifest('none')).toBeNull();
	expect(await (await openOn(404, 'NoSuchKey')).readManifest('none')).toBeNull();
});

test('rejects where there is no bucket, or one that may not be read', async () => {
	for (const [status, code] of [
		[404, 'NoSuchBucket'],
		[403, 'AccessDenied'],
	] as const) {
		await expect((await openOn(status, code)).readManifest('one')).rejects.toThrow(StorageAwayError);
		server.removeAllListeners('request');
	}
});
