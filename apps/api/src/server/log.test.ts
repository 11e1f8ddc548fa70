import { describe, expect, it } from 'vitest';
import { createLog } from './log.ts';

function linesOf(work: (log: ReturnType<typeof createLog>) => void): string {
	const lines: string[] = [];
	work(createLog({ level: 'trace', secrets: ['Correct "Horse" Battery', 'short'], write: (line) => lines.push(line) }));
	return lines.join('');
}

describe('createLog', () => {
	const key = 'AIzaSyA-canary_canary_canary_canary0123';
	const newKey = 'AQ.Ab8RN6canary-canary_canary.canary0123';
	it.each<[string, (log: ReturnType<typeof createLog>) => void]>([
		['a field, a key of the new form', (log) => log.info({ note: newKey, deep: { list: [newKey] } })],
		['a sentence, a key of the new form', (log) => log.info(`refused ${newKey}, said "${newKey}".`)],
		['a header', (log) => log.info({ headers: { 'x-goog-api-key': key } })],
		['a header’s line', (log) => log.info(`POST /v1beta/models/m:generateContent x-goog-api-key: ${newKey}`)],
		['an answer quoted in a message', (log) => log.warn(`got {"error":{"message":"Call with key ${key} failed"}}`)],
		['a short one', (log) => log.info('AIza-canary and AQ.canary0')],
		['a line of its own', (log) => log.error({ err: new Error(`refused\n${key}\t${newKey}`) })],
		['a query inside a query', (log) => log.info(`/x?then=${encodeURIComponent(`/y?key=${key}`)}`)],
		['an address, encoded', (log) => log.info(`/x?key=${encodeURIComponent(newKey)}`)],
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

	it('hides keys of configured prefixes too, and leaves words alone that begin like a very short one', () => {
		const lines: string[] = [];
		const options = {
			level: 'info',
			secrets: [],
			keyPrefixes: ['sk+', 'j'],
			write: (line: string) => void lines.push(line),
		};
		createLog(options).info({ jobId: 'job-7', note: 'calling with sk+canary0123 or AIza-canary' });
		expect(JSON.parse(lines.join(''))).toMatchObject({ jobId: 'job-7', note: 'calling with [hidden] or [hidden]' });
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

	const accessToken = `adx_${'canary_-0'.repeat(5).slice(0, 43)}`;
	const oauthCode = 'canaryNhhvTDYsFcdgNLnnLijcl7K';
	const discordState = 'canary-Xk2_b7Qw0LmNf9Jt5RzYc8Vd1Sg4Hp6Ae3Uo';
	it.each<[string, (log: ReturnType<typeof createLog>) => void]>([
		['a personal access token in a message', (log) => log.info(`made ${accessToken}.`)],
		['a personal access token in a field', (log) => log.info({ deep: { answer: { token: accessToken } } })],
		['a personal access token in a body', (log) => log.info({ body: JSON.stringify({ id: 1, token: accessToken }) })],
		['a callback’s address', (log) => log.info({ url: `/api/auth/discord/callback?code=${oauthCode}&state=canary` })],
		['a callback’s state', (log) => log.info(`GET /callback?state=${discordState}#x`)],
		['a code as a field', (log) => log.info({ query: { code: oauthCode, state: discordState } })],
		['the state’s cookie', (log) => log.info(`set-cookie: __Host-adx_discord_state=${discordState}; Path=/`)],
		['the address of the consent', (log) => log.info({ authUrl: `https://discord.com/x?state=${discordState}` })],
		['tokens by their names', (log) => log.info({ grant: { accessToken: 'canary1', refreshToken: 'canary2' } })],
		['tokens as Discord names them', (log) => log.info({ a: { b: { c: { access_token: 'canary' } } } })],
		['an answer quoted in a message', (log) => log.warn(`got {"access_token": "canary1","refresh_token":"canary2"}`)],
		['an answer quoted twice', (log) => log.warn({ note: JSON.stringify({ b: '{"refresh_token":"canary"}' }) })],
		['a form', (log) => log.info({ body: `grant_type=refresh_token&refresh_token=canary&client_secret=canary` })],
		['client credentials', (log) => log.info(`Authorization: Basic ${btoa('100000000000000001:canary')}`)],
		['an error with a token', (log) => log.error({ err: new Error(`bad header "Bearer canary"`) })],
	])('hides %s', (_, work) => {
		const text = linesOf(work);
		expect(text).not.toMatch(/canary|MTAwMDAw/);
		expect(text).toContain('[hidden]');
		for (const line of text.trim().split('\n')) expect(() => JSON.parse(line)).not.toThrow();
	});

	it('leaves the codes of errors, the states of jobs and words alone', () => {
		const fields = {
			code: 'ERR_HTTP_HEADERS_SENT',
			state: 'running',
			note: 'Basic authentication, adx_sessions, code=7',
		};
		expect(JSON.parse(linesOf((log) => log.info(fields)))).toMatchObject(fields);
	});

	it('leaves ordinary lines alone', () => {
		expect(JSON.parse(linesOf((log) => log.info({ jobId: 'a-b', tookMs: 5 }, 'short work')))).toMatchObject({
			jobId: 'a-b',
			tookMs: 5,
			msg: 'short work',
		});
	});
});
