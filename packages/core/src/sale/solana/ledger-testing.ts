import { computeItemCost } from '@adx/contracts/solana/cost';
import { readLamportsPerByte } from '@adx/contracts/solana/read-chain';
import { holdsItem, readEffect, readGroup, readItems } from '@adx/contracts/solana/read-chain-testing';
import type { SaleItemRow, SaleRow } from '@adx/db/schema/sale-tables';
import type { Solana } from './open-solana.ts';
import { toItemMetadata } from './token-metadata.ts';

// For tests alone: what the chain itself says about a sale, whatever our rows do.

export { readGroupAuthority } from '@adx/contracts/solana/group-authority';

/** How many members the collection's group has on the chain. */
export async function readGroupSize(solana: Solana, mintAddress: string): Promise<number> {
	return (await readGroup(solana, mintAddress))?.size ?? 0;
}

/** An item as the chain has it. */
export interface AuditedItem {
	/** Its place among the members of the collection, from 1; null for one that is none. */
	readonly memberNumber: number | null;
	readonly group: string | null;
	readonly supply: number;
	readonly isSupplyFixed: boolean;
	/** Whether the owner of our row holds it. */
	readonly isHeld: boolean;
	/** What its transaction brought the creator's wallet. */
	readonly creatorLamports: bigint;
	/** Rent and fees, which the buyer paid besides. */
	readonly costLamports: bigint;
}

/** Looks at the chain for each of these items, which all are minted. */
export async function auditItems(
	solana: Solana,
	sale: SaleRow,
	items: readonly (SaleItemRow & { readonly name: string })[],
): Promise<AuditedItem[]> {
	const prices = { ...solana, lamportsPerByte: await readLamportsPerByte(solana) };
	const mints = items.map(({ mintAddress }) => mintAddress);
	const onChain = await readItems(solana, mints);
	const audited: AuditedItem[] = [];
	for (const [index, item] of items.entries()) {
		const found = onChain[index];
		const effect = await readEffect(solana, item.signature ?? '', sale.walletAddress);
		audited.push({
			memberNumber: found?.memberNumber ?? null,
			group: found?.group ?? null,
			supply: Number(found?.supply ?? 0n),
			isSupplyFixed: found?.isSupplyFixed ?? false,
			isHeld: await holdsItem(solana, item.mintAddress, item.ownerAddress ?? ''),
			creatorLamports: effect?.receivedLamports ?? 0n,
			costLamports: computeItemCost(prices, toItemMetadata(sale, item)).totalLamports,
		});
	}
	return audited;
}
