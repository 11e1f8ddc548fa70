import { formatEther } from 'viem';
import type { RpcClient } from '../deploy/send-signed.ts';
import type { ContractOptions } from './contract-options.ts';
import { type ContractFacts, hasRole, kindNames, signerRole } from './read-contract.ts';

/** What `status` prints, a line each. @throws what viem throws where the node does not answer */
export async function describeStatus(
	client: RpcClient,
	options: ContractOptions,
	facts: ContractFacts,
): Promise<readonly string[]> {
	const { chain, address, rpcUrl } = options;
	const { kind, name, symbol, admin, pendingAdmin, sale, royaltyBps, royaltyReceiver, balance } = facts;
	return [
		`Contract  ${name} (${symbol}) at ${address}`,
		`Kind      ${kindNames[kind]}`,
		`Chain     ${chain.name} (${chain.id}) through ${new URL(rpcUrl).host}`,
		`Admin     ${admin ?? (kind === 'collection1' ? 'not told: the first one is none any more' : 'nobody')}`,
		...(pendingAdmin === null ? [] : [`Next      ${pendingAdmin}, once it accepts`]),
		...(await describeSigners(client, options, facts)),
		`Sale      ${sale === null ? 'single images alone; nothing to pause' : toState(sale)}`,
		`Minted    ${sale === null ? 'not counted by the contract, and without a cap' : `${sale.minted} of ${sale.cap}`}`,
		`Royalty   ${royaltyBps / 100} % to ${royaltyReceiver ?? "each token's first owner, for good"}`,
		`Balance   ${formatEther(balance)} ${chain.coin}`,
	];
}

function toState({ hasEnded, isPaused }: { readonly hasEnded: boolean; readonly isPaused: boolean }): string {
	if (hasEnded) return 'ended';
	return isPaused ? 'paused' : 'open';
}

/** A collection does not list its signers: it is asked about those that are known here. */
async function describeSigners(
	client: RpcClient,
	{ address, signer, serverSigner }: ContractOptions,
	{ sale }: ContractFacts,
): Promise<readonly string[]> {
	const owner = (account: string) => (account === serverSigner ? ', the account of VOUCHER_SIGNER_KEY' : '');
	if (sale !== null) return [`Signer    ${sale.signer === null ? 'nobody' : `${sale.signer}${owner(sale.signer)}`}`];
	const asked = [...new Set([signer, serverSigner].filter((account) => account !== undefined))];
	if (asked.length === 0) return ['Signer    not asked: name one with --signer, or set VOUCHER_SIGNER_KEY'];
	return Promise.all(
		asked.map(async (account) => {
			const isSigner = await hasRole(client, address, signerRole, account);
			return `Signer    ${account}${owner(account)}: ${isSigner ? 'may sign' : 'may not sign'}`;
		}),
	);
}
