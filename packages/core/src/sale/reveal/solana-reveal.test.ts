import { shuffleItems, toShuffle } from '@adx/collection/reveal/shuffle';
import { readTokenFacts } from '@adx/contracts/solana/reveal-transaction';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { beforeEach, describe, expect, it } from 'vitest';
import { getSale } from '../buyer/get-sale.ts';
import { readSaleImage } from '../buyer/read-sale-image.ts';
import { confirmPublished } from '../creator/get-creator-sale.ts';
import { reserveOwnItems } from '../creator/reserve-own-items.ts';
import { endSale } from '../creator/update-sale.ts';
import { decryptSaleSecret } from '../sale-secret.ts';
import { hasSaleChain, useSaleChain } from '../sale-testing.ts';
import { drawDelaySlots } from './draw-delay.ts';
import { getRevealProof } from './get-reveal-proof.ts';
import { useSolanaReveals } from './solana-reveal-testing.ts';
import { startReveal } from './start-reveal.ts';
import { checkReveal } from './verify/check-reveal.ts';
import { readSolanaReveal } from './verify/read-solana-reveal.ts';

describe.skipIf(!hasSaleChain)('a delayed reveal on Solana', () => {
	const test = useSaleChain();
	beforeEach(() => test.clear());

	const { openSale, buy, reveal, prepareReveal, finish, draw } = useSolanaReveals(test);

	it('covers what is sold, commits to it on the chain, and names the files for good in the drawn order', async () => {
		const supply = 7;
		const opened = await openSale(supply);
		const { ctx, jobId, saleId, creator } = opened;
		for (let item = 0; item < supply; item++) {
			const purchase = await buy(opened);
			expect(purchase.items).toMatchObject([{ attributes: [], rarityRank: null }]);
			expect(purchase.items[0]?.name).toBe(`Winter Court #${purchase.items[0]?.tokenNumber}`);
		}
		const committed = await reveal(opened);
		const collection = (await opened.row()).mintAddress;
		const [facts] = [...(await readTokenFacts(test.solana, [collection])).values()];
		expect(Object.fromEntries(facts!.additional)).toMatchObject({
			provenance: committed.provenance,
			seed_commitment: committed.seedCommitment,
		});
		await draw(opened);
		const drawn = await reveal(opened);
		expect(drawn).toMatchObject({ seed: null, next: null, endSignature: expect.any(String) });
		await startReveal(ctx, { jobId });
		await prepareReveal(opened);
		await confirmPublished(ctx, { jobId });
		// Looked at by two at once.
		await Promise.all([test.look(), test.look()]);
		const sent = (await test.rows()).transactions.filter((row) => row.status === 'sent');
		expect(sent).toHaveLength(2);
		const before = test.balance(creator);
		await finish(opened);
		const proof = await getRevealProof(await test.visitor(), { saleId });
		expect(proof).toMatchObject({ drawHash: drawn.drawHash, drawBlock: drawn.drawBlock });
		const items = await test.services.db.selectFrom('salePieces').selectAll().orderBy('tokenNumber').execute();
		const order = shuffleItems(toShuffle(proof.seed!, proof.drawHash!), supply);
		expect(items.map(({ imageNumber }) => imageNumber)).toEqual(order);
		const named = await readTokenFacts(
			test.solana,
			items.map(({ mintAddress }) => mintAddress),
		);
		for (const { mintAddress, tokenNumber } of items) {
			expect(named.get(mintAddress)).toMatchObject({
				uri: `${proof.metadataUri}${tokenNumber}.json`,
				updateAuthority: null,
			});
		}
		// What is left of the deposit came back.
		expect(test.balance(creator) - before).toBeGreaterThan(900_000n);
		const authority = await deriveAddress(decryptSaleSecret(test.services.secretKey, await opened.row()), 'authority');
		expect(test.chain.balance(authority)).toBe(0n);
		const chain = await readSolanaReveal(proof, test.chain.rpcUrl);
		expect(checkReveal(proof, chain)).toEqual(
			Array.from({ length: 5 }, () => ({ result: 'ok', text: expect.any(String) })),
		);
		const others = { ...proof, startSignature: proof.endSignature };
		expect((await readSolanaReveal(others, test.chain.rpcUrl)).seedCommitment).toBeNull();
		const otherEnd = { ...proof, endSignature: proof.startSignature };
		expect((await readSolanaReveal(otherEnd, test.chain.rpcUrl)).drawBlock).toBeNull();
		const image = await readSaleImage(await test.visitor(), { saleId, tokenNumber: 1, size: 'full' });
		expect(image.image.mime).toBe('image/png');
		expect((await getSale(await test.visitor(), { saleId })).reveal).toMatchObject({ phase: 'revealed' });
	});

	it('draws the block some slots after the end, also of a sale that ended with items left, which nobody mints then', async () => {
		const opened = await openSale(3);
		await buy(opened);
		await endSale(opened.ctx, opened);
		await expect(reserveOwnItems(opened.ctx, { jobId: opened.jobId, count: 1 })).rejects.toMatchObject({
			reason: 'sale_ended',
		});
		await draw(opened);
		const { endSignature, drawBlock, drawHash } = await reveal(opened);
		const ended = await test.solana.rpc
			.getTransaction(endSignature as never, { encoding: 'base64', maxSupportedTransactionVersion: 0 })
			.send();
		expect(drawBlock).toBe(Number(ended?.slot) + drawDelaySlots);
		await startReveal(opened.ctx, opened);
		await prepareReveal(opened);
		await confirmPublished(opened.ctx, opened);
		await finish(opened);
		expect(await reveal(opened)).toMatchObject({ phase: 'revealed', drawHash });
	});

	it('goes on where what was sent never landed', async () => {
		const opened = await openSale(1);
		await buy(opened);
		await draw(opened);
		await startReveal(opened.ctx, opened);
		await prepareReveal(opened);
		await confirmPublished(opened.ctx, opened);
		test.chain.dropSends(2);
		await test.look();
		await test.lookAfter(200);
		await finish(opened);
		expect(await reveal(opened)).toMatchObject({ phase: 'revealed' });
	});
});
