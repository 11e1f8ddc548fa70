import { expect, it } from 'vitest';
import { createProgress } from './progress.ts';

function tell(isTTY: boolean) {
	let [timeMs, written] = [0, ''];
	const output = Object.assign(Object.create(process.stderr), {
		isTTY,
		write: (text: string) => {
			written += text;
			return true;
		},
	}) as typeof process.stderr;
	const { add, end } = createProgress((done) => `${done} of 9`, { output, now: () => timeMs });
	return {
		after: (passedMs: number) => {
			timeMs += passedMs;
			add(1);
		},
		end: () => {
			end();
			return written;
		},
	};
}

it('writes one line again at a terminal, and wipes it', () => {
	const progress = tell(true);
	for (const passedMs of [0, 50, 200]) progress.after(passedMs);
	expect(progress.end()).toBe('\r1 of 9\x1b[K\r3 of 9\x1b[K\r\x1b[K');
});

it('writes lines elsewhere, and none of what is done at once', () => {
	const progress = tell(false);
	for (const passedMs of [0, 5_000, 5_000, 9_000]) progress.after(passedMs);
	expect(progress.end()).toBe('3 of 9\n');
});
