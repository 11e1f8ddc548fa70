import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { expect, it } from 'vitest';

it('tells what to set once the fakes listen, and ends with whoever started it', async () => {
	const child = fork(fileURLToPath(new URL('serve.ts', import.meta.url)), { stdio: 'ignore' });
	const [message] = (await once(child, 'message')) as [{ environment: Record<string, string>; lines: string[] }];
	const answer = await fetch(`${message.environment.DISCORD_BASE_URL}/api/v10/users/@me`);
	expect(answer.status).toBe(401);
	expect(message.lines.join('\n')).toContain('wanda_wizard (member: another role, Wizard)');
	expect(message.lines.join('\n')).toContain('AIza-fake-refused (is refused)');
	const models = await fetch(`${message.environment.GEMINI_BASE_URL}/v1beta/models`, {
		headers: { 'x-goog-api-key': 'AIza-fake-works' },
	});
	expect(models.status).toBe(200);
	const ended = once(child, 'exit');
	child.disconnect();
	expect(await ended).toEqual([0, null]);
});
