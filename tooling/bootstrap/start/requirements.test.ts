import { spawnSync } from 'node:child_process';
import { existsSync } from 'node:fs';
import { pathToFileURL } from 'node:url';
import { describe, expect, test } from 'vitest';
import { inRoot } from '../workspace.mjs';
import { availableMb, heapArgs, needs, shortages } from './requirements.mjs';

describe('heapArgs', () => {
	test.each([
		[600, 256],
		[1_024, 256],
		[1_536, 512],
		[2_048, 768],
		[4_096, 1_792],
		[64_000, 4_096],
	])('of %d MB of memory leaves room beside a heap of %d MB', (memoryMb, heapMb) => {
		expect(heapArgs('', memoryMb)).toEqual([`--max-old-space-size=${heapMb}`]);
	});

	test.each(['--max-old-space-size=300', '--inspect --max_old_space_size=300', '--max-old-space-size-percentage=50'])(
		'leaves the heap to an operator who set %s',
		(options) => {
			expect(heapArgs(options, 2_048)).toEqual([]);
		},
	);

	test('is what Node then keeps to', () => {
		const script = 'console.log(require("node:v8").getHeapStatistics().heap_size_limit / 2 ** 20)';
		const { stdout } = spawnSync(process.execPath, [...heapArgs('', 1_536), '-e', script], { encoding: 'utf8' });
		// The young generation comes on top.
		expect(Number(stdout)).toBeGreaterThanOrEqual(512);
		expect(Number(stdout)).toBeLessThan(700);
	});
});

describe('shortages', () => {
	test('names what there is too little of, with what to do', () => {
		expect(shortages({ memoryMb: needs.memoryMb, openFiles: needs.openFiles })).toEqual([]);
		const [memory, files, ...others] = shortages({ memoryMb: 600, openFiles: 256 });
		expect(memory).toMatch(/^Memory: 600 MB are there.*DATABASE_URL/);
		expect(files).toMatch(/^Open files: at most 256.*ulimit -n/);
		expect(others).toEqual([]);
	});

	test.runIf(existsSync('/proc/self/limits'))('sees the limit of this process, and tells it once', () => {
		const module = pathToFileURL(inRoot('tooling/bootstrap/start/requirements.mjs')).href;
		const script = `import(${JSON.stringify(module)}).then(({ shortages }) => console.log(shortages({ memoryMb: 9e9 }).join()))`;
		const limited = spawnSync('sh', ['-c', `ulimit -n 256; exec "${process.execPath}" -e '${script}'`], {
			encoding: 'utf8',
		});
		expect(limited.stdout.trim()).toMatch(/^Open files: at most 256,[^\n]*$/);
	});

	test('reads a memory that a machine can have', () => {
		expect(availableMb()).toBeGreaterThan(100);
		expect(availableMb()).toBeLessThan(100_000_000);
	});
});
