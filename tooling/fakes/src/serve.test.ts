import { fork } from 'node:child_process';
import { once } from 'node:events';
import { fileURLToPath } from 'node:url';
import { hasAnvil, testAccounts } from '@adx/contracts/evm/anvil-testing';
import { hasLitesvm } from '@adx/contracts/solana/solana-testing';
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
	const { POLYGON_RPC_URL, POLYGON_CONTRACT_ADDRESS, IPFS_API_URL } = message.environment;
	expect((await fetch(`${IPFS_API_URL}/api/v0/dag/import`, { method: 'GET' })).status).toBe(404);
	expect(POLYGON_RPC_URL !== undefined).toBe(hasAnvil);
	if (POLYGON_RPC_URL !== undefined) {
		const body = { jsonrpc: '2.0', id: 1, method: 'eth_getCode', params: [POLYGON_CONTRACT_ADDRESS, 'latest'] };
		const answered = await fetch(POLYGON_RPC_URL, {
			method: 'POST',
			headers: { 'content-type': 'application/json' },
			body: JSON.stringify(body),
		});
		expect(await answered.json()).toMatchObject({ result: expect.stringMatching(/^0x[0-9a-f]{1000,}$/) });
		expect(message.lines.join('\n')).toContain(`fake Polygon ${POLYGON_RPC_URL} (chain 137)`);
		expect(message.environment.POLYGON_PUBLIC_RPC_URL).toBe(POLYGON_RPC_URL);
		const { PREMIUM_TREASURY, PREMIUM_PRICE } = message.environment;
		expect(message.lines.join('\n')).toContain(`${PREMIUM_TREASURY}: PREMIUM_PRICE=${PREMIUM_PRICE}`);
		expect(PREMIUM_TREASURY).not.toBe(testAccounts.buyer.address);
	}
	const { SOLANA_RPC_URL, SOLANA_CLUSTER } = message.environment;
	expect([SOLANA_RPC_URL !== undefined, SOLANA_CLUSTER]).toEqual(hasLitesvm ? [true, 'localnet'] : [false, undefined]);
	if (SOLANA_RPC_URL !== undefined) {
		const hint = message.lines.find((line) => line.includes('requestAirdrop'));
		const wallet = 'Stake11111111111111111111111111111111111112';
		const body = hint?.match(/-d '(.*)'$/)?.[1]?.replace('<its address>', wallet) ?? '';
		const request = (text: string) =>
			fetch(SOLANA_RPC_URL, { method: 'POST', headers: { 'content-type': 'application/json' }, body: text });
		expect((await request(body)).status).toBe(200);
		const balance = JSON.stringify({ jsonrpc: '2.0', id: 1, method: 'getBalance', params: [wallet] });
		const read = async () => ((await (await request(balance)).json()) as { result: { value: number } }).result.value;
		await expect.poll(read, { timeout: 10_000 }).toBe(5_000_000_000);
	}
	const ended = once(child, 'exit');
	child.disconnect();
	expect(await ended).toEqual([0, null]);
});
