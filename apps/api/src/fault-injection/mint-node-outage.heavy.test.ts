import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { hasAnvil, type MintChainTest, startMintChain, withWrongSignature } from '@adx/core/mint/mint-testing';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { createMintVariables } from '../testing/server-testing.ts';
import { createKillableMintServer, type KillableMintServer } from './mint-kills-testing.ts';

const awayMs = 61_000;

describe.skipIf(!hasAnvil)('a node that is away for more than a minute', () => {
	const processes = new ProcessPool();
	let chain: MintChainTest;
	let server: KillableMintServer;
	beforeAll(async () => {
		chain = await startMintChain({ confirmations: 2, isRestartable: true });
		server = createKillableMintServer(processes, {
			DATA_DIR: join(processes.folder, 'data'),
			...createMintVariables(chain, 2),
		});
		await server.start();
	});
	afterAll(async () => {
		processes.killAll();
		await chain.stop();
		processes.removeFolder();
	});

	it('leaves every mint as it was, and each ends as the chain is when it is back', async () => {
		const [mined = '', reverted = '', lost = '', unsent = '', late = ''] = await server.draw(5);
		const prepare = async (imageId: string) => (await server.prepare(imageId)).json;
		const statuses = async () => {
			const known = await server.statuses();
			return [mined, reverted, lost, unsent, late].map((imageId) => known.get(imageId));
		};
		const expectStatuses = (...expected: readonly (string | undefined)[]) =>
			expect.poll(statuses, { timeout: 30_000, interval: 200 }).toEqual(expected);

		const waiting = await prepare(unsent);
		await server.report(mined, await chain.redeem(await prepare(mined)));
		const mint = await prepare(reverted);
		const cut = withWrongSignature(mint);
		await server.report(reverted, await chain.redeem(cut));
		// One block, of the two that count.
		await chain.mine(1);
		// This one waits for a block, and goes with the node.
		await server.report(lost, await chain.redeem(await prepare(lost)));
		const before = ['minting', 'minting', 'minting', 'prepared', undefined];
		await expectStatuses(...before);

		await chain.goAway();
		const wentAway = performance.now();
		while (performance.now() - wentAway < awayMs) {
			expect(await statuses()).toEqual(before);
			expect(await server.prepare(late)).toMatchObject({ status: 409, json: { reason: 'chain_unavailable' } });
			await sleep(5_000);
		}
		// Told once, not at every look.
		expect(server.process.err().split('the chain could not be followed')).toHaveLength(2);

		await chain.comeBack();
		await chain.mine(2);
		await expectStatuses('confirmed', 'failed', 'minting', 'prepared', undefined);
		await chain.redeem(waiting);
		await chain.mine(2);
		await expectStatuses('confirmed', 'failed', 'minting', 'confirmed', undefined);
		await chain.client.increaseTime({ seconds: 16 * 60 });
		await chain.mine(3);
		await expectStatuses('confirmed', 'failed', 'failed', 'confirmed', undefined);
		expect((await server.prepare(late)).status).toBe(200);
		const events = await chain.chain.mintedEvents(0, (await chain.chain.head()).number);
		expect(new Set(events.map(({ nonce }) => nonce))).toEqual(
			new Set([mined, unsent].map((imageId) => String(chain.minting().signer!.nonceOf(imageId)))),
		);
		expect(events).toHaveLength(2);
		expect(await server.stop()).toBe(0);
	});
});
