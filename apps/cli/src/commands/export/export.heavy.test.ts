import { closeSync, ftruncateSync, mkdirSync, openSync, statSync, writeFileSync, writeSync } from 'node:fs';
import { plainPng } from '@adx/core/uploads/inspection/image-testing';
import { afterAll, describe, expect, it } from 'vitest';
import { CommandLine } from '../../testing/command-testing.ts';

const commandLine = new CommandLine();
afterAll(() => commandLine.removeFolder());

const pictures = 3;
/** The number of zeros in each picture; three times that is beyond 4 GiB, once is below what one chunk of a PNG may hold. */
const paddingBytes = 1_500_000_000;

/** A whole PNG with a chunk of zeros that readers pass over; the zeros take no room on the disk. */
function writeSparsePng(path: string, number: number): void {
	const small = plainPng(64 + number, 64);
	// Behind the signature and the header chunk.
	const at = 33;
	const head = Buffer.alloc(8);
	head.writeUInt32BE(paddingBytes);
	head.write('tEXt', 4, 'latin1');
	const file = openSync(path, 'w');
	ftruncateSync(file, small.length + paddingBytes + 12);
	writeSync(file, Buffer.concat([small.subarray(0, at), head]), 0, at + 8, 0);
	writeSync(file, small.subarray(at), 0, small.length - at, at + 8 + paddingBytes + 4);
	closeSync(file);
}

describe('export of more than 4 GiB', () => {
	it('writes a zip that its preflight and another export read', async () => {
		mkdirSync(commandLine.path('big/images'), { recursive: true });
		mkdirSync(commandLine.path('big/metadata'));
		writeFileSync(commandLine.path('big/collection.json'), '{"name": "Big"}');
		for (let number = 1; number <= pictures; number += 1) {
			writeSparsePng(commandLine.path(`big/images/${number}.png`), number);
			const metadata = {
				name: `Big #${number}`,
				symbol: 'BIG',
				description: 'Large',
				image: 'x.png',
				attributes: [{ trait_type: 'N', value: `v${number}` }],
			};
			writeFileSync(commandLine.path(`big/metadata/${number}.json`), JSON.stringify(metadata));
		}
		const exported = await commandLine.run(['export', '--from', 'big', '--to', 'plain', '--out', 'big.zip']);
		expect(exported.status).toBe(0);
		expect(statSync(commandLine.path('big.zip')).size).toBeGreaterThan(pictures * paddingBytes);
		const { status, out } = await commandLine.run(['preflight', 'big.zip']);
		expect({ status, last: out.trimEnd().split('\n').at(-1) }).toEqual({
			status: 0,
			// The pictures have three sizes.
			last: 'big.zip: 3 tokens, 0 errors, 1 warning',
		});
		const again = await commandLine.run(['export', '--from', 'big.zip', '--to', 'contract', '--out', 'contract']);
		expect(again.status).toBe(0);
	});
});
