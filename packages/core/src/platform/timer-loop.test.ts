import { pino } from 'pino';
import { expect, it } from 'vitest';
import { runChores, startTimerLoop } from './timer-loop.ts';

function collectLog() {
	const lines: Record<string, unknown>[] = [];
	const log = pino({ base: null, timestamp: false }, { write: (line: string) => void lines.push(JSON.parse(line)) });
	return { log, lines };
}

const texts = { failed: 'away', recovered: 'back' };

it('starts no round before the last has ended, however long that takes', async () => {
	const { log } = collectLog();
	const [third, mayEnd] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
	let [running, most, rounds] = [0, 0, 0];
	const loop = startTimerLoop(log, {
		...texts,
		everyMs: 1,
		run: async () => {
			most = Math.max(most, ++running);
			if (++rounds === 1) await mayEnd.promise;
			if (rounds === 3) third.resolve();
			running--;
		},
	});
	// Many intervals long.
	await new Promise((resolve) => setTimeout(resolve, 30));
	expect(rounds).toBe(1);
	mayEnd.resolve();
	await loop.firstRound;
	await third.promise;
	await loop.stop();
	expect(most).toBe(1);
});

it('goes on after a failure, and tells of its begin and its end alone', async () => {
	const { log, lines } = collectLog();
	const sixth = Promise.withResolvers<void>();
	let rounds = 0;
	const loop = startTimerLoop(log, {
		...texts,
		everyMs: 1,
		about: { chain: 'test' },
		explain: (error) => ({ why: (error as Error).message }),
		run: async () => {
			rounds++;
			if (rounds === 6) sixth.resolve();
			if (rounds >= 2 && rounds <= 4) throw new Error(`round ${rounds}`);
		},
	});
	await sixth.promise;
	await loop.stop();
	expect(lines).toEqual([
		{ level: 40, chain: 'test', why: 'round 2', msg: 'away' },
		{ level: 30, chain: 'test', msg: 'back' },
	]);
});

it('stops at once between two rounds, and waits for one under way, which hears of it', async () => {
	const { log, lines } = collectLog();
	const idle = startTimerLoop(log, { ...texts, everyMs: 3_600_000, run: async () => {} });
	await idle.firstRound;
	await idle.stop();
	let hasEnded = false;
	const busy = startTimerLoop(log, {
		...texts,
		everyMs: 1,
		run: async (signal) => {
			await new Promise((resolve) => signal.addEventListener('abort', resolve, { once: true }));
			hasEnded = true;
			signal.throwIfAborted();
		},
	});
	await busy.stop();
	expect([hasEnded, lines]).toEqual([true, []]);
});

it('runs every chore though one fails, which is logged by its name', async () => {
	const { log, lines } = collectLog();
	const ran: string[] = [];
	const chore = (name: string) => ({
		name,
		run: async () => {
			ran.push(name);
			if (name === 'second') throw new Error('not today');
		},
	});
	await runChores(log, ['first', 'second', 'third'].map(chore), new AbortController().signal);
	expect(ran).toEqual(['first', 'second', 'third']);
	expect(lines).toMatchObject([{ level: 40, chore: 'second', err: { message: 'not today' } }]);
});
