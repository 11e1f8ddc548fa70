import { hkdfSync } from 'node:crypto';
import { provenanceHash } from '@adx/collection/metadata/provenance';
import { coveredFileName } from '@adx/collection/reveal/covered-file';
import type { DropDeployment } from '@adx/contracts/evm/drop/drop-deployment';
import { listMergedHashes } from '@adx/db/repositories/merge/merged-images';
import { findReveal } from '@adx/db/repositories/sale/sale-reveals';
import type { SaleRow } from '@adx/db/schema/sale-tables';
import type { Address } from 'viem';
import type { Services } from '../../platform/context.ts';
import { deriveRevealerKey } from '../reveal/reveal-secrets.ts';
import { decryptSaleSecret } from '../sale-secret.ts';

/** The sale's contract as its creator deploys it, once its files are laid out; the same facts make the same address. */
export async function toSaleDeployment(
	{ db, secretKey }: Pick<Services, 'db' | 'secretKey'>,
	sale: SaleRow,
	{ metadataRoot, signer }: { readonly metadataRoot: string; readonly signer: Address },
): Promise<DropDeployment> {
	const [{ toDropDeployment }, { privateKeyToAccount }] = await Promise.all([
		import('@adx/contracts/evm/drop/drop-deployment'),
		import('viem/accounts'),
	]);
	const salt = Buffer.from(hkdfSync('sha256', decryptSaleSecret(secretKey, sale), '', 'adx drop salt', 32));
	const reveal = sale.isDelayed ? await findReveal(db, sale.id) : undefined;
	if (sale.isDelayed && reveal === undefined) throw new Error(`Sale ${sale.id} has committed to nothing.`);
	const settings = {
		name: sale.name,
		symbol: sale.symbol,
		contractUri: `ipfs://${metadataRoot}/contract.json`,
		baseUri: `ipfs://${metadataRoot}/${reveal === undefined ? '' : coveredFileName}`,
		owner: sale.walletAddress as Address,
		signer,
		cap: sale.supply,
		royaltyBps: sale.royaltyBasisPoints,
		provenance: `0x${reveal?.provenance ?? provenanceHash(await listMergedHashes(db, sale.mergeJobId))}`,
		...(reveal === undefined
			? {}
			: {
					seedCommitment: `0x${reveal.seedCommitment}` as const,
					revealer: privateKeyToAccount(`0x${deriveRevealerKey({ secretKey }, sale)}`).address,
				}),
	} as const;
	return toDropDeployment(settings, `0x${salt.toString('hex')}`);
}

/** What stands for the contract's address until the files are laid out, of which it follows. */
export const pendingAddress = (saleId: string): string => `pending ${saleId}`;
