import { pino } from 'pino';
import { beforeAll, describe, expect, it } from 'vitest';
import { AppError } from '../platform/errors.ts';
import { createMintContract } from './mint-contract.ts';
import { createMintRequest, generateImages, hasAnvil, type MintChainTest, nodeFaults } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';
import { startMintWatcher } from './watch-mints.ts';

const canary = 'c4n4ry0123456789abcdef';

const { chain, developer } = useMintChain();
let proxy: Awaited<ReturnType<MintChainTest['startProxy']>>;
beforeAll(async () => {
	proxy = await chain.startProxy();
});

describe.skipIf(!hasAnvil)('a key in the node’s address', () => {
	it.each(Object.entries(nodeFaults))('is told to nobody when the node answers with %s', async (_, fault) => {
		const lines: string[] = [];
		// Nothing scrubs these lines.
		const log = pino({ level: 'trace' }, { write: (line: string) => void lines.push(line) });
		const url = `${proxy.origin}/v2/${canary}?key=${canary}`;
		const node = createMintContract({ ...chain.chain.settings, rpcUrl: url });
		const ctx = { ...(await developer({ chains: new Map([['polygon', node]]) })), log };
		const [imageId = '', other = ''] = await generateImages(ctx, 2);
		proxy.respondWith(null);
		await prepareMint(ctx, createMintRequest(imageId));
		await chain.mine(4);
		proxy.respondWith((calls) => fault(calls, url));
		const refusal: unknown = await prepareMint(ctx, createMintRequest(other)).catch((error: unknown) => error);
		expect(refusal).toBeInstanceOf(AppError);
		expect(JSON.stringify({ ...(refusal as AppError), message: (refusal as AppError).message })).not.toContain(canary);
		const watcher = startMintWatcher(ctx, { intervalMs: 10 });
		try {
			await expect.poll(() => lines.join(''), { timeout: 8_000 }).toContain('the chain could not be followed');
		} finally {
			await watcher.stop();
		}
		expect(lines.join('')).not.toContain(canary);
		expect(lines.join('')).not.toContain(proxy.origin);
	});
});
