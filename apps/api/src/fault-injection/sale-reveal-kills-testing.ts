import { createHash } from 'node:crypto';
import { toDrawnOrder } from '@adx/core/sale/reveal/reveal-audit-testing';
import { type ChainReveal, checkReveal } from '@adx/core/sale/reveal/verify/check-reveal';
import type { Database } from '@adx/db/client/database';
import type { RevealPhase, RevealProof, SaleReveal } from '@adx/validators/sale/reveal';
import type { CreatorSale, Sale } from '@adx/validators/sale/sales';
import { expect } from 'vitest';
import type { KillableServer } from './sale-kills-testing.ts';

// For tests alone: sales of covered items whose server is killed on the way to their reveal.

const pollMs = { timeout: 60_000, interval: 100 } as const;
const visitor = '198.51.100.7';

/** The reveal of a sale, as its creator and everybody else meets it. */
export function followReveal(server: KillableServer, saleId: string) {
	const path = `/api/mint-collection/${server.jobId}`;
	const read = <T>(rest = '') => server.anonymous<T>(visitor, 'GET', `/api/sales/${saleId}${rest}`);
	const reveal = async (): Promise<SaleReveal> => (await read<Sale>()).reveal!;
	/** What was committed to, and nobody may change. */
	let committed: Pick<SaleReveal, 'provenance' | 'seedCommitment'> | null = null;
	return {
		reveal,
		proof: () => read<RevealProof>('/reveal'),
		/** Waits until the reveal is that far; its commitment is what it was, and nobody is told the seed before the end. */
		reaches: async (...phases: readonly RevealPhase[]) => {
			const look = async () => {
				const { provenance, seedCommitment, phase, seed } = await reveal();
				committed ??= { provenance, seedCommitment };
				expect({ provenance, seedCommitment }).toEqual(committed);
				if (phase !== 'revealed') expect(seed).toBeNull();
				return phase;
			};
			await expect.poll(look, pollMs).toMatch(new RegExp(`^(?:${phases.join('|')})$`));
		},
		/** The call that anybody may send now, once it is that step's. */
		next: async (step: string) => {
			await expect.poll(async () => (await reveal()).next?.step, pollMs).toBe(step);
			return (await reveal()).next!.call;
		},
		begin: () => server.owner<CreatorSale>('POST', `${path}/reveal`, {}),
		publish: () => server.owner<CreatorSale>('POST', `${path}/published`, {}),
	};
}
export type FollowedReveal = ReturnType<typeof followReveal>;

/** Kills a server at each of some moments, and leaves it running after. */
export async function killAtEach(
	server: KillableServer,
	moments: readonly string[],
	/** Keeps that from being done from now on; resolves `held` once it would have been. */
	hold: (moment: string) => { readonly held: Promise<unknown>; release(): void },
): Promise<void> {
	let isRunning = true;
	for (const moment of moments) {
		const { held, release } = hold(moment);
		if (!isRunning) await server.start();
		await held;
		await server.kill();
		isRunning = false;
		release();
	}
	if (!isRunning) await server.start();
}

/** That a reveal is whole: everything that is told and stored of it is what was committed to, in the drawn order. */
export async function expectWhole(
	{ proof: readProof, reaches }: FollowedReveal,
	readChain: (proof: RevealProof) => Promise<ChainReveal>,
): Promise<RevealProof> {
	await reaches('revealed');
	const proof = await readProof();
	expect(createHash('sha256').update(proof.itemHashes.join('')).digest('hex')).toBe(proof.provenance);
	const checks = checkReveal(proof, await readChain(proof));
	expect(checks.filter(({ result }) => result !== 'ok')).toEqual([]);
	return proof;
}

/** That the rows of a sale say the same as its proof, every item and nothing twice. */
export async function expectStored(db: Database, proof: RevealProof): Promise<void> {
	const items = await db.selectFrom('salePieces').selectAll().orderBy('tokenNumber').execute();
	expect(items.map(({ imageNumber }) => imageNumber)).toEqual(toDrawnOrder(proof));
	const [sale, ...others] = await db.selectFrom('sales').selectAll().execute();
	expect(others).toEqual([]);
	expect(`ipfs://${sale?.metadataRoot}/`).toBe(proof.metadataUri);
	const reveals = await db.selectFrom('saleReveals').selectAll().execute();
	expect(reveals).toMatchObject([{ phase: 'revealed', errorMessage: null, metadataRoot: sale?.metadataRoot }]);
	const audited = await db.selectFrom('auditLog').select('action').where('action', '=', 'sale.reveal').execute();
	expect(audited).toHaveLength(1);
}
