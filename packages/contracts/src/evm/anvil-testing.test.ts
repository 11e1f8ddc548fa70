import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, describe, expect, it } from 'vitest';
import { adxCollectionAbi } from './abi.ts';
import { type Anvil, type AnvilOptions, chainClient, deployForTest, hasAnvil, startAnvil } from './anvil-testing.ts';
import { hasForge } from './foundry-fuzz-testing.ts';

describe('Foundry', () => {
	it.runIf(process.platform === 'linux' && process.arch === 'x64')('comes with the install on Linux', () => {
		expect({ hasAnvil, hasForge }).toEqual({ hasAnvil: true, hasForge: true });
	});
});

describe.skipIf(!hasAnvil)('startAnvil', () => {
	const started: Anvil[] = [];
	const start = async (options: AnvilOptions) => {
		const anvil = await startAnvil(options);
		started.push(anvil);
		return anvil;
	};
	afterEach(async () => {
		for (const anvil of started.splice(0)) await anvil.stop();
	});

	it('runs chains with ids of their own side by side', async () => {
		const both = await Promise.all([start({ chainId: 137 }), start({ chainId: 1 })]);
		expect(await Promise.all(both.map((anvil) => chainClient(anvil).getChainId()))).toEqual([137, 1]);
	});

	it('leaves no process behind once it is stopped', async () => {
		const anvil = await start({});
		await anvil.stop();
		await anvil.stop();
		expect(() => process.kill(anvil.pid, 0)).toThrow('ESRCH');
	});

	it('makes no block by itself when asked not to', async () => {
		const client = chainClient(await start({ isMining: false }));
		const [account] = await client.getAddresses();
		const hash = await client.sendTransaction({ account: account ?? '0x', to: account ?? '0x', value: 1n });
		expect(await client.getBlockNumber()).toBe(0n);
		await client.mine({ blocks: 1 });
		expect((await client.getTransactionReceipt({ hash })).blockNumber).toBe(1n);
	});

	it('goes on where it was stopped, on the same port', async () => {
		const folder = mkdtempSync(join(tmpdir(), 'adx-anvil-'));
		try {
			const statePath = join(folder, 'state.json');
			const first = await start({ statePath });
			const { address } = await deployForTest(first);
			await first.stop();
			const second = await start({ statePath, port: first.port });
			expect(second.rpcUrl).toBe(first.rpcUrl);
			const client = chainClient(second);
			expect(await client.readContract({ abi: adxCollectionAbi, address, functionName: 'symbol' })).toBe('ADX');
		} finally {
			rmSync(folder, { recursive: true });
		}
	});

	it('rejects a port that is taken, with what anvil said', async () => {
		const { port } = await start({});
		await expect(start({ port })).rejects.toThrow(/anvil ended before it listened/);
	});
});
