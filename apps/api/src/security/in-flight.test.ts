import { EventEmitter } from 'node:events';
import { describe, expect, it } from 'vitest';
import { Lines } from './in-flight.ts';

/** Two at a time, two waiting; tells what was started, and ends requests by name. */
function openLines() {
	const lines = new Lines(2, 2);
	const started: string[] = [];
	const refused: string[] = [];
	const endings = new Map<string, EventEmitter>();
	const enter = (name: string, key = 'one') => {
		const ending = new EventEmitter();
		endings.set(name, ending);
		lines.enter(key, ending, (error) => void (error === undefined ? started : refused).push(name));
	};
	const end = (name: string) => void endings.get(name)?.emit('close');
	return { lines, started, refused, enter, end };
}

describe('requests of one address', () => {
	it('run two at a time, in the order in which they came', () => {
		const { started, enter, end } = openLines();
		for (const name of ['a', 'b', 'c', 'd']) enter(name);
		expect(started).toEqual(['a', 'b']);
		end('b');
		expect(started).toEqual(['a', 'b', 'c']);
		end('a');
		end('c');
		expect(started).toEqual(['a', 'b', 'c', 'd']);
	});

	it('wait for none of another address', () => {
		const { started, enter } = openLines();
		for (const name of ['a', 'b', 'c']) enter(name);
		enter('other', 'two');
		expect(started).toEqual(['a', 'b', 'other']);
	});

	it('are forgotten when their client is gone before they start', () => {
		const { started, enter, end } = openLines();
		for (const name of ['a', 'b', 'c', 'd']) enter(name);
		end('c');
		end('a');
		expect(started).toEqual(['a', 'b', 'd']);
	});

	it('leave nothing behind', () => {
		const { lines, started, enter, end } = openLines();
		for (let round = 0; round < 3; round += 1) {
			for (const name of ['a', 'b', 'c', 'd']) enter(name);
			for (const name of ['d', 'a', 'b', 'c']) end(name);
			expect(lines.size).toBe(0);
		}
		expect(started).toHaveLength(9);
	});

	it('rejects one more than may wait with 429', () => {
		const { refused, started, enter, end } = openLines();
		for (const name of ['a', 'b', 'c', 'd', 'e']) enter(name);
		expect(refused).toEqual(['e']);
		end('e');
		expect(started).toEqual(['a', 'b']);
	});
});
