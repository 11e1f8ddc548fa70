import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { chainClient, hasAnvil, testAccounts } from '@adx/contracts/evm/anvil-testing';
import { afterAll, expect, it } from 'vitest';
import { startFakeChain } from './chain.ts';

const folder = mkdtempSync(join(tmpdir(), 'adx-fake-chain-'));
afterAll(() => rmSync(folder, { recursive: true }));

it.skipIf(!hasAnvil)('is the same chain with the same contract when it starts again', async () => {
	const first = (await startFakeChain(folder))!;
	const client = chainClient({ rpcUrl: first.rpcUrl, chainId: 137 });
	const receiver = '0x00000000000000000000000000000000000adb01';
	await client.sendTransaction({ account: testAccounts.buyer, to: receiver, value: 5n });
	// Blocks are made without anybody asking for one.
	await expect.poll(() => client.getBalance({ address: receiver }), { timeout: 10_000 }).toBe(5n);
	await first.close();
	const second = (await startFakeChain(folder))!;
	expect(second.environment.POLYGON_CONTRACT_ADDRESS).toBe(first.environment.POLYGON_CONTRACT_ADDRESS);
	const again = chainClient({ rpcUrl: second.rpcUrl, chainId: 137 });
	expect(await again.getBalance({ address: receiver })).toBe(5n);
	await second.close();
});

it.skipIf(!hasAnvil)('stands beside another one', async () => {
	const [first, second] = [(await startFakeChain())!, (await startFakeChain())!];
	expect(second.rpcUrl).not.toBe(first.rpcUrl);
	await Promise.all([first.close(), second.close()]);
});
