import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function linesOf(work: (log: ReturnType<typeof createLog>) => void): string {
	const lines: string[] = [];
	work(createLog({ level: 'trace', secrets: ['Correct "Horse" Battery', 'short'], write: (line) => lines.push(line) }));
	return lines.join('');
}

describe('createLog', () => {
	const key = 'AIzaSyA-canary_canary_canary_canary0123';
	it.each<[string, (log: ReturnType<typeof createLog>) => void]>([
		['a field of its name', (log) => log.info({ geminiApiKey: key })],
		['a field two levels down', (log) => log.info({ body: { input: { geminiApiKey: key } } })],
		['a field of another name', (log) => log.info({ deep: { deeper: { deepest: { note: key } } } })],
		['the message', (log) => log.info(`calling with ${key}`)],
		['an error’s message and stack', (log) => log.error({ err: new Error(`refused ${key}`) })],
		['an error’s cause', (log) => log.error({ err: new Error('refused', { cause: new Error(key) }) })],
		['an address', (log) => log.warn({ url: `https://example.org/v1?key=${key}&x=1` })],
		['a list', (log) => log.info({ list: [key, [key]] })],
	])('hides a provider key in %s', (_, work) => {
		const text = linesOf(work);
		expect(text).not.toContain('canary');
		expect(text).toContain('[hidden]');
		for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
	});

	it('hides cookies, tokens, hashes, database passwords and configured passwords', () => {
		const text = linesOf((log) => {
			log.info({ headers: { cookie: 'adx_session=canary1', authorization: 'Bearer canary2' } });
			log.info('Set-Cookie: __Host-adx_session=canary3; Path=/; adx_visitor=canary4');
			log.info('Authorization: Bearer adx_canary5');
			log.info('stored $argon2id$v=19$m=19456,t=2,p=1$canary6$canary7 from argon2id:canary8');
			log.info('postgres://adx:canary9@db.example.org/adx');
			log.info('typed Correct "Horse" Battery');
		});
		expect(text).not.toMatch(/canary|Horse/);
		expect(text).toContain('@db.example.org/adx');
	});

	it('leaves ordinary lines alone', () => {
		expect(JSON.parse(linesOf((log) => log.info({ jobId: 'a-b', tookMs: 5 }, 'short work')))).toMatchObject({
			jobId: 'a-b',
			tookMs: 5,
			msg: 'short work',
		});
	});
});
