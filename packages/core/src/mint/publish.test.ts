import { createHash } from 'node:crypto';
import { type FakeKubo, startFakeKubo } from '@adx/fakes/kubo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { RequestContext } from '../context.ts';
import { createPixelEngine, createTestServices, type TestServices } from '../testing.ts';
import { listMintStatus } from './list-status.ts';
import { prepareMint } from './prepare.ts';
import { drawImages, hasAnvil, type MintChainTest, mintOrderOf, startMintChain } from './testing.ts';

let test: TestServices;
let chain: MintChainTest;
let kubo: FakeKubo;
beforeAll(async () => {
	test = await createTestServices({ forge: createPixelEngine() });
	[chain, kubo] = await Promise.all([startMintChain({ isMining: true }), startFakeKubo()]);
});
beforeEach(async () => {
	kubo.setMood('keeps');
	await test.clear();
});
afterAll(async () => {
	await Promise.all([chain.stop(), kubo.close()]);
	await test.close();
});

async function developer(ipfsApiUrl: string): Promise<RequestContext> {
	const ctx = await test.contextOf({ role: 'developer' });
	return { ...ctx, minting: chain.minting({ ipfsApiUrl }) };
}

describe.skipIf(!hasAnvil)('publishing what a token names', () => {
	it('gives the node metadata and picture under their own CIDs before anything is signed', async () => {
		const ctx = await developer(kubo.origin);
		const [imageId] = await drawImages(ctx, 1);
		const prepared = await prepareMint(ctx, mintOrderOf(imageId!));
		expect(prepared.published).toBe(true);
		const metadata = kubo.blocks.get(prepared.metadataCid)!;
		expect(createHash('sha256').update(metadata).digest('hex')).toBe(prepared.voucher.digest.slice(2));
		expect(kubo.blocks.has(prepared.imageCid)).toBe(true);
		expect(kubo.pins).toHaveLength(1);
		const row = await ctx.db.selectFrom('mintMetadata').select('publishedAt').executeTakeFirst();
		expect(row?.publishedAt).toBeInstanceOf(Date);
		expect(await listMintStatus(ctx, { chain: 'polygon' })).toMatchObject([{ imageId, published: true }]);
	});

	it('names itself to a node that wants a name and a password', async () => {
		const ctx = await developer(kubo.origin.replace('http://', 'http://realm:s%40fe@'));
		const [imageId] = await drawImages(ctx, 1);
		await prepareMint(ctx, mintOrderOf(imageId!));
		expect(kubo.authorizations.at(-1)).toBe(`Basic ${Buffer.from('realm:s@fe').toString('base64')}`);
	});

	it.each(['full', 'cannot-pin', 'gone'] as const)(
		'rejects a mint while the node is %s, and signs nothing',
		async (mood) => {
			if (mood !== 'gone') kubo.setMood(mood);
			const ctx = await developer(mood === 'gone' ? 'http://127.0.0.1:1' : kubo.origin);
			const [imageId] = await drawImages(ctx, 1);
			await expect(prepareMint(ctx, mintOrderOf(imageId!))).rejects.toMatchObject({
				code: 'PRECONDITION',
				reason: 'ipfs_unavailable',
			});
			expect(await ctx.db.selectFrom('mintVouchers').selectAll().execute()).toEqual([]);
		},
	);
});
