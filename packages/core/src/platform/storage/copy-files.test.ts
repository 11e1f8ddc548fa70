import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { copyFiles } from './copy-files.ts';
import { createDiskStorage } from './disk.ts';
import { type Storage, StorageFullError, type StoredObject } from './types.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-copy-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

test('sends no further file to a storage that is full', async () => {
	const from = await createDiskStorage(join(folder, 'from'));
	const objects: StoredObject[] = [];
	for (let index = 0; index < 20; index += 1) objects.push(await from.put(Buffer.from(`file ${index}`)));
	let [begun, ended] = [0, 0];
	const to: Storage = {
		...(await createDiskStorage(join(folder, 'to'))),
		putStream: async () => {
			begun += 1;
			if (begun === 1) throw new StorageFullError('full');
			await sleep(5);
			ended += 1;
			return objects[0] as StoredObject;
		},
	};
	const slices = (async function* () {
		yield objects;
	})();
	const copying = copyFiles({ objects: slices, from, to }, { verify: false, onProgress: () => {} });
	await expect(copying).rejects.toThrow(StorageFullError);
	expect([begun, ended]).toEqual([8, 7]);
});
