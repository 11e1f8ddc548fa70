import { readLifetime } from '@adx/contracts/solana/read-chain';
import { buildReturnTransaction, readTokenFacts } from '@adx/contracts/solana/reveal-transaction';
import { deriveAddress } from '@adx/contracts/solana/sale-keys';
import { sendTransaction } from '@adx/contracts/solana/send-transaction';
import { beforeEach, describe, expect, it } from 'vitest';
import { endSale } from '../creator/update-sale.ts';
import { finalBlocks, hasSaleChain, sol, useSaleChain, withResponses } from '../sale-testing.ts';
import { watchSolanaSales } from '../solana/watch/watch-solana-sales.ts';
import { useSolanaReveals } from './solana-reveal-testing.ts';

describe.skipIf(!hasSaleChain)('a delayed reveal on Solana', () => {
	const test = useSaleChain();
	const { openSale, buy, reveal, prepareFiles, finish, draw } = useSolanaReveals(test);
	beforeEach(() => test.clear());

	/** Looks at a node that answers some calls otherwise. */
	const lookAt = (answers: Readonly<Record<string, unknown>>) =>
		watchSolanaSales(
			test.services,
			withResponses(
				test.solana,
				Object.fromEntries(
					Object.entries(answers).map(([name, value]) => [
						name,
						() => ({ send: async () => ({ context: { slot: 2n ** 40n }, value }) }),
					]),
				),
			),
			new AbortController().signal,
		);

	/** A transaction of somebody else that names an address, by sending it lamports. */
	async function name(address: string) {
		const secret = new Uint8Array(32).fill(7);
		const payer = await deriveAddress(secret, 'authority');
		test.chain.airdrop(payer, sol);
		const lifetime = await readLifetime(test.solana);
		const transfer = await buildReturnTransaction({ secret, creator: address, balanceLamports: sol }, lifetime);
		await sendTransaction(test.solana, transfer!);
	}

	it('finds the end of its sale on the chain where the journal is lost, whatever names the collection since', async () => {
		const opened = await openSale(2);
		await buy(opened);
		await endSale(opened.ctx, opened);
		const isFixed = async () => (await opened.row()).capFixedAt !== null;
		for (let round = 0; round < 6 && !(await isFixed()); round++) await test.lookAfter(finalBlocks);
		const [giveUp] = (await test.rows()).transactions.filter(
			(row) => row.tokenNumber === null && row.status === 'expired',
		);
		expect(await reveal(opened)).toMatchObject({ phase: 'covered', endSignature: null });
		await test.services.db.deleteFrom('saleTransactions').execute();
		await name((await opened.row()).mintAddress);
		await draw(opened);
		expect(await reveal(opened)).toMatchObject({ endSignature: giveUp?.signature });
	});

	it('is not done while the node does not know an item', async () => {
		const opened = await openSale(1);
		await buy(opened);
		await draw(opened);
		await prepareFiles(opened);
		await expect(lookAt({ getMultipleAccounts: [null] })).rejects.toThrow(/does not have item 1 of sale/);
		expect((await reveal(opened)).phase).toBe('ready');
		await finish(opened);
		expect((await reveal(opened)).phase).toBe('revealed');
	});

	it('shows an item too that a database from before its sale does not know to be minted', async () => {
		const opened = await openSale(3);
		await buy(opened);
		const purchase = await buy(opened);
		await endSale(opened.ctx, opened);
		await draw(opened);
		const nobodys = { reservationId: null, ownerAddress: null, paidLamports: null, signature: null, mintedAt: null };
		const unknown = { ...nobodys, status: 'free', isFinal: false } as const;
		const tokenNumber = purchase.items[0]?.tokenNumber ?? 0;
		await test.services.db.updateTable('salePieces').set(unknown).where('tokenNumber', '=', tokenNumber).execute();
		await prepareFiles(opened);
		await finish(opened);
		const mints = (await test.rows()).items.map(({ mintAddress }) => mintAddress);
		const facts = await readTokenFacts(test.solana, mints);
		expect([...facts.values()].map(({ updateAuthority }) => updateAuthority)).toEqual([null, null]);
	});

	it('tells its creator what the key lacks where the deposit does not last, and goes on once it is there', async () => {
		const opened = await openSale(1);
		await buy(opened);
		await draw(opened);
		await prepareFiles(opened);
		await lookAt({ getBalance: 1_000n });
		const account = /Send 0\.\d+ SOL to (\w+): then it goes on/.exec((await reveal(opened)).errorMessage ?? '')?.[1];
		expect(test.chain.balance(account ?? '')).toBeGreaterThan(0n);
		await finish(opened);
		expect(await reveal(opened)).toMatchObject({ phase: 'revealed', errorMessage: null });
	});
});
