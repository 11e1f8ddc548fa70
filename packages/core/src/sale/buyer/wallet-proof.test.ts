import type { TestWallet } from '@adx/contracts/solana/wallet-testing';
import { type Reservation, salePhasesInput } from '@adx/validators/sale/sales';
import type { WalletProof } from '@adx/validators/sale/wallet-proof';
import { beforeEach, describe, expect, it } from 'vitest';
import { contextOfUser } from '../../merge/merge-testing.ts';
import type { CoreConfig, RequestContext } from '../../platform/context.ts';
import { setSalePhases } from '../creator/set-phases.ts';
import { hasSaleChain, type SellingSale, sol, useSaleChain } from '../sale-testing.ts';
import { reserveItem } from './reserve-item.ts';
import { createSaleChallenge } from './wallet-proof.ts';

const test = useSaleChain();
let selling: SellingSale;
let buyer: TestWallet;
beforeEach(async () => {
	if (!hasSaleChain) return;
	await test.clear();
	buyer = await test.wallet('buyer');
});

/** A visitor of a server with that setting. */
async function visitor(address = '203.0.113.1', saleWalletProof: CoreConfig['saleWalletProof'] = 'auto') {
	const ctx = await test.visitor(address);
	return { ...ctx, config: { ...ctx.config, saleWalletProof } };
}

const inMs = (ctx: RequestContext, ms: number): RequestContext => ({
	...ctx,
	clock: () => new Date(Date.now() + ms),
});

async function prove(ctx: RequestContext, wallet = buyer, saleId = selling.sale.id): Promise<WalletProof> {
	const { message } = await createSaleChallenge(ctx, { saleId, walletAddress: wallet.address });
	return { message, signature: await wallet.signMessage(message) };
}

const reserve = (ctx: RequestContext, wallet: Pick<TestWallet, 'address'> = buyer, proof?: WalletProof) =>
	reserveItem(ctx, { saleId: selling.sale.id, walletAddress: wallet.address, proof });

const proofNeeded = { code: 'CONFLICT', reason: 'proof_needed' };
const badProof = { code: 'INVALID', reason: 'bad_input', meta: { fields: { proof: expect.any(String) } } };

describe.skipIf(!hasSaleChain)('holding an item where few are left', () => {
	beforeEach(async () => {
		selling = await test.addSale(3);
	});

	it('takes a message that the wallet signed, which names page, wallet and sale and says that nothing is paid', async () => {
		const ctx = await visitor();
		await expect(reserve(ctx)).rejects.toMatchObject(proofNeeded);
		expect(await test.saleOf(selling)).toMatchObject({ reservedCount: 0 });
		const proof = await prove(ctx);
		expect(proof.message.split('\n')).toEqual([
			'localhost:3000 wants you to sign in with your Solana account:',
			buyer.address,
			'',
			expect.stringContaining('This is not a transaction, and nothing is paid.'),
			'',
			`URI: http://localhost:3000/sale/${selling.sale.id}`,
			'Version: 1',
			'Chain ID: localnet',
			expect.stringMatching(/^Nonce: [0-9a-f]{48}$/),
			expect.stringMatching(/^Issued At: 20/),
			expect.stringMatching(/^Expiration Time: 20/),
		]);
		const reservation = await reserve(ctx, buyer, proof);
		expect(await test.submit(reservation, buyer)).toMatchObject({ status: 'sent' });
	});

	it('keeps nothing from a buyer while somebody names foreign wallets over and over', async () => {
		const honest = await visitor('198.51.100.1');
		// Without proofs that is all it takes.
		const victims = await Promise.all(Array.from({ length: 6 }, (_, place) => test.wallet(`rich ${place}`)));
		const attack = async (setting: CoreConfig['saleWalletProof']) => {
			for (const [place, victim] of victims.entries()) {
				await reserve(await visitor(`203.0.${place}.1`, setting), victim).catch(() => {});
			}
		};
		await attack('off');
		await expect(reserve(honest, buyer, await prove(honest))).rejects.toMatchObject({ reason: 'no_piece_free' });
		await test.lookAfter(200);
		for (let round = 1; round <= 3; round++) {
			await attack('auto');
			const [wallet, ctx] = [await test.wallet(`honest ${round}`), await visitor(`198.51.100.${round}`)];
			const reservation = await reserve(ctx, wallet, await prove(ctx, wallet));
			await test.submit(reservation, wallet);
			await attack('auto');
			await test.lookAfter(40);
			expect(await test.purchaseOf(reservation)).toMatchObject({ status: 'confirmed' });
		}
		expect(await test.saleOf(selling)).toMatchObject({ mintedCount: 3 });
	});

	it('rejects messages of others, altered ones, and what another account signed', async () => {
		const ctx = await visitor();
		const proof = await prove(ctx);
		const other = await test.wallet('other');
		const foreign = await test.addSale(1);
		const bad: WalletProof[] = [
			{ ...proof, signature: await other.signMessage(proof.message) },
			{ ...proof, signature: await buyer.signMessage(`${proof.message} `) },
			{ ...proof, signature: `0x${'1b'.repeat(65)}` },
			{ ...proof, message: '' },
			await prove(ctx, other),
			await prove(ctx, buyer, foreign.sale.id),
			await prove({ ...ctx, origin: 'https://elsewhere.example' }),
			await prove({ ...ctx, secretKey: new Uint8Array(32) }),
		];
		const lastDigit = /\dZ$/;
		const otherDigit = lastDigit.exec(proof.message)?.[0] === '9Z' ? '8Z' : '9Z';
		for (const [from, to] of [
			[lastDigit, otherDigit],
			[/^Issued At: .*$/m, 'Issued At: 2099-01-01T00:00:00.000Z'],
			[/^Issued At: .*$/m, 'Issued At: never'],
			[/^Nonce: .{16}/m, `Nonce: ${'0'.repeat(16)}`],
		] as const) {
			const message = proof.message.replace(from, to);
			bad.push({ message, signature: await buyer.signMessage(message) });
		}
		for (const each of bad) await expect(reserve(ctx, buyer, each)).rejects.toMatchObject(badProof);
		expect(await test.saleOf(selling)).toMatchObject({ reservedCount: 0 });
		await expect(createSaleChallenge(ctx, { saleId: 'nothing', walletAddress: buyer.address })).rejects.toMatchObject({
			code: 'NOT_FOUND',
		});
		const walletAddress = selling.sale.mintAddress.replace(/./, '!');
		await expect(createSaleChallenge(ctx, { saleId: selling.sale.id, walletAddress })).rejects.toMatchObject({
			code: 'INVALID',
		});
	});

	it('rejects a message that is more than five minutes old, and one for a second reservation', async () => {
		const ctx = await visitor();
		const proof = await prove(ctx);
		await expect(reserve(inMs(ctx, 5 * 60_000), buyer, proof)).rejects.toMatchObject(proofNeeded);
		const first = await reserve(ctx, buyer, proof);
		// The same reservation again takes no other, nor any.
		expect(await reserve(ctx, buyer, proof)).toMatchObject({ reservationId: first.reservationId });
		expect(await reserve(ctx)).toMatchObject({ reservationId: first.reservationId });
		await test.lookAfter(200);
		expect(await test.purchaseOf(first)).toMatchObject({ status: 'expired' });
		await expect(reserve(ctx, buyer, proof)).rejects.toMatchObject(proofNeeded);
		expect(await reserve(ctx, buyer, await prove(ctx))).not.toMatchObject({ reservationId: first.reservationId });
	});

	it('gives one reservation to those who bring the same message at the same time', async () => {
		const proof = await prove(await visitor());
		const visitors = await Promise.all([1, 1, 1, 2, 3, 4].map((place) => visitor(`203.0.${place}.1`)));
		const reservations = await Promise.all(visitors.map((ctx) => reserve(ctx, buyer, proof)));
		expect(new Set(reservations.map(({ reservationId }) => reservationId)).size).toBe(1);
		expect(await test.saleOf(selling)).toMatchObject({ reservedCount: 1 });
	});

	it('counts what a wallet that proved whose it is lets go, from whatever network', async () => {
		for (let round = 1; round <= 3; round++) {
			const ctx = await visitor(`203.0.${round}.1`);
			await reserve(ctx, buyer, await prove(ctx));
			await test.lookAfter(200);
		}
		const ctx = await visitor('203.0.4.1');
		await expect(reserve(ctx, buyer, await prove(ctx))).rejects.toMatchObject({ reason: 'too_many_reservations' });
		const other = await test.wallet('other');
		expect(await reserve(ctx, other, await prove(ctx, other))).toMatchObject({ saleId: selling.sale.id });
	});

	it('gives a wallet what somebody had reserved for it, and asks who extends that for a proof', async () => {
		const named = await reserve(await visitor('203.0.1.1', 'off'));
		const attacker = await visitor('203.0.1.1');
		await expect(reserve(attacker)).rejects.toMatchObject(proofNeeded);
		const ctx = await visitor();
		// However long the other one had kept it.
		const late = inMs(ctx, 6 * 60_000);
		const own: Reservation = await reserve(late, buyer, await prove(late));
		expect(own.reservationId).toBe(named.reservationId);
		expect(await test.submit(own, buyer)).toMatchObject({ status: 'sent' });
	});
});

describe.skipIf(!hasSaleChain)('a refusal that no proof would change', () => {
	it('comes before the proof is asked for: a phase’s limits', async () => {
		selling = await test.addSale(3);
		const ctx = await visitor('203.0.1.1', 'always');
		const phases = [{ name: 'Early', price: 0.1, walletLimit: 1, totalLimit: 2 }];
		const input = salePhasesInput.parse({ jobId: selling.sale.mergeJobId, phases });
		await setSalePhases(contextOfUser(test.services, selling.ownerId), input);
		for (const wallet of [buyer, await test.wallet('second')]) {
			await test.submit(await reserve(ctx, wallet, await prove(ctx, wallet)), wallet);
			await test.lookAfter(2);
		}
		await expect(reserve(ctx)).rejects.toMatchObject({ reason: 'wallet_limit' });
		await expect(reserve(ctx, await test.wallet('third'))).rejects.toMatchObject({ reason: 'phase_sold_out' });
	});
});

describe.skipIf(!hasSaleChain)('holding an item where many are left', () => {
	it('takes no proof, unless the operator asks for it', async () => {
		selling = await test.addSale(14);
		await expect(reserve(await visitor('203.0.1.1', 'always'))).rejects.toMatchObject(proofNeeded);
		expect(await reserve(await visitor())).toMatchObject({ priceLamports: String(sol / 10n) });
	});

	it('leaves ten items to those who prove themselves, after 20 who name wallets at once', async () => {
		selling = await test.addSale(14);
		const wallets = await Promise.all(Array.from({ length: 20 }, (_, place) => test.wallet(`named ${place}`)));
		const visitors = await Promise.all(wallets.map((_, place) => visitor(`203.0.${place}.1`)));
		const outcomes = await Promise.allSettled(wallets.map((wallet, place) => reserve(visitors[place]!, wallet)));
		const reasons = outcomes.flatMap((each) => (each.status === 'rejected' ? [each.reason.reason] : []));
		expect(reasons).toEqual(Array.from({ length: 16 }, () => 'proof_needed'));
		expect(await test.saleOf(selling)).toMatchObject({ reservedCount: 4, availableCount: 10 });
		const ctx = await visitor();
		expect(await reserve(ctx, buyer, await prove(ctx))).toMatchObject({ saleId: selling.sale.id });
	});

	it('leaves half of the items to them', async () => {
		selling = await test.addSale(24);
		const held = async () => (await test.saleOf(selling)).reservedCount;
		for (let place = 0; ; place++) {
			const outcome = await reserve(await visitor(`203.0.${place}.1`), await test.wallet(`named ${place}`)).catch(
				(error: { reason: string }) => error.reason,
			);
			if (outcome === 'proof_needed') break;
		}
		expect(await held()).toBe(12);
	});
});
