import { startTestServer } from '@adx/api/testing/server-testing';
import { expect, it } from 'vitest';
import { readApiSurface } from './api-surface.ts';
import { testVariables } from './attacked-server.ts';
import { everyCallOnce } from './attacks/fields.ts';
import { signInAll } from './callers.ts';
import { findLogProblems, findProblems } from './response-checks.ts';
import { Sender } from './sender.ts';

const seed = Number(process.env.HOSTILE_SEED ?? Math.floor(Math.random() * 2 ** 31));

it(`answers every call with garbage without failing (HOSTILE_SEED=${seed})`, async () => {
	const { origin, server, log, close } = await startTestServer(testVariables);
	const findings: string[] = [];
	let answers = 0;
	const sender = new Sender(
		() => origin,
		(...seen) => {
			answers += 1;
			findings.push(...findProblems(...seen));
		},
	);
	try {
		const callers = await signInAll(origin);
		const surface = readApiSurface(seed, server.routes);
		const { run } = everyCallOnce(surface, ['premium']);
		const send = (...call: Parameters<Sender['send']>) => sender.send(...call);
		await run({ origin, callers, seed, send, report: (finding) => void findings.push(finding) });
		expect([...findings, ...findLogProblems(log())]).toEqual([]);
		expect(answers).toBeGreaterThan(5 * surface.procedures.length);
	} finally {
		sender.close();
		await close();
	}
});
