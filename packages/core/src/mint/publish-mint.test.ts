import { createHash } from 'node:crypto';
import { type FakeKubo, startFakeKubo } from '@adx/fakes/kubo';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { listMintChains } from './mint-chains.ts';
import { listMintStatus } from './mint-status.ts';
import { createMintRequest, generateImages, hasAnvil } from './mint-testing.ts';
import { prepareMint } from './prepare-mint.ts';
import { useMintChain } from './use-mint-chain-testing.ts';

const { developer } = useMintChain({ isMining: true });
let kubo: FakeKubo;
beforeAll(async () => {
	kubo = await startFakeKubo();
});
beforeEach(() => kubo.setMood('keeps'));
afterAll(() => kubo?.close());

describe.skipIf(!hasAnvil)('publishing what a token names', () => {
	it('gives the node metadata and picture under their own CIDs before anything is signed', async () => {
		const ctx = await developer({ ipfsApiUrl: kubo.origin });
		const [imageId] = await generateImages(ctx, 1);
		const prepared = await prepareMint(ctx, createMintRequest(imageId!));
		expect(prepared.published).toBe(true);
		expect(listMintChains(ctx)).toMatchObject([{ chain: 'polygon', publishesFiles: true }]);
		const metadata = kubo.blocks.get(prepared.metadataCid)!;
		expect(createHash('sha256').update(metadata).digest('hex')).toBe(prepared.voucher.digest.slice(2));
		expect(kubo.blocks.has(prepared.imageCid)).toBe(true);
		expect(kubo.pins).toHaveLength(1);
		const row = await ctx.db.selectFrom('mintMetadata').select('publishedAt').executeTakeFirst();
		expect(row?.publishedAt).toBeInstanceOf(Date);
		expect(await listMintStatus(ctx, { chain: 'polygon' })).toMatchObject([{ imageId, published: true }]);
	});

	it('names itself to a node that wants a name and a password', async () => {
		const ctx = await developer({ ipfsApiUrl: kubo.origin.replace('http://', 'http://realm:s%40fe@') });
		const [imageId] = await generateImages(ctx, 1);
		await prepareMint(ctx, createMintRequest(imageId!));
		expect(kubo.authorizations.at(-1)).toBe(`Basic ${Buffer.from('realm:s@fe').toString('base64')}`);
	});

	it.each(['full', 'cannot-pin', 'gone'] as const)(
		'rejects a mint while the node is %s, and signs nothing',
		async (mood) => {
			if (mood !== 'gone') kubo.setMood(mood);
			const ctx = await developer({ ipfsApiUrl: mood === 'gone' ? 'http://127.0.0.1:1' : kubo.origin });
			const [imageId] = await generateImages(ctx, 1);
			await expect(prepareMint(ctx, createMintRequest(imageId!))).rejects.toMatchObject({
				code: 'PRECONDITION',
				reason: 'ipfs_unavailable',
			});
			expect(await ctx.db.selectFrom('mintVouchers').selectAll().execute()).toEqual([]);
		},
	);
});
