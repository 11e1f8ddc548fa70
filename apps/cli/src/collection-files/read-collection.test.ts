import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { plainPng } from '@adx/core/uploads/inspection/image-testing';
import { afterEach, beforeEach, expect, it } from 'vitest';
import { openFolder } from './folder-files.ts';
import { readCollection } from './read-collection.ts';

let folder = '';
beforeEach(() => {
	folder = mkdtempSync(join(tmpdir(), 'adx-read-'));
});
afterEach(() => rmSync(folder, { recursive: true, force: true }));

it('rejects a collection of which a picture cannot be read, and reads no other one after it', async () => {
	for (let number = 1; number <= 100; number += 1) writeFileSync(join(folder, `${number}.png`), plainPng(8, 8));
	const files = await openFolder(folder);
	rmSync(join(folder, '1.png'));
	let [begun, ended] = [0, 0];
	const inspect: typeof files.inspect = async (...call) => {
		begun += 1;
		try {
			return await files.inspect(...call);
		} finally {
			ended += 1;
		}
	};
	const reading = readCollection({ ...files, inspect }, { wantsPictures: true });
	await expect(reading).rejects.toMatchObject({ code: 'ENOENT' });
	expect([begun, ended]).toEqual([4, 4]);
});
