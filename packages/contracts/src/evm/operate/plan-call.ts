import { type Address, encodeFunctionData, type Hex, zeroAddress } from 'viem';
import { adxCollectionAbi, adxDropAbi } from '../abi.ts';
import { CommandError } from '../deploy/command-error.ts';
import type { RpcClient } from '../deploy/send-signed.ts';
import type { CommandName, ContractOptions } from './contract-options.ts';
import { adminRole, type ContractFacts, hasRole, kindNames, readNonceState, signerRole } from './read-contract.ts';

/** A call of the contract that a command comes to. */
export interface PlannedCall {
	readonly data: Hex;
	/** What it does, as a sentence. */
	readonly effect: string;
	/** Who may send it. */
	readonly sender: 'admin' | 'admin or signer' | 'next admin';
	/** The admin whom the sender takes the role away from, who has to be somebody else. */
	readonly replaced?: Address;
	/** What there is to do once it was carried out. */
	readonly next?: string;
}

interface Planning {
	readonly client: RpcClient;
	readonly options: ContractOptions;
	readonly facts: ContractFacts;
}

type Planner = (planning: Planning) => PlannedCall | Promise<PlannedCall>;

const planners: Readonly<Record<Exclude<CommandName, 'status'>, Planner>> = {
	'revoke-signer': planRevokeSigner,
	'grant-signer': planGrantSigner,
	cancel: planCancel,
	withdraw: planWithdraw,
	royalty: planRoyalty,
	'transfer-admin': planTransferAdmin,
	accept: planAccept,
	pause: (planning) => planPause(planning, true),
	resume: (planning) => planPause(planning, false),
	end: planEnd,
};

/**
 * The call that a command comes to on a contract of that kind and in that state.
 * @throws {CommandError} where there is none
 */
export async function planCall(command: Exclude<CommandName, 'status'>, planning: Planning): Promise<PlannedCall> {
	return planners[command](planning);
}

const refuse = (reason: string) => new CommandError(`Nothing was sent: ${reason}`);

async function planRevokeSigner({ client, options, facts: { sale } }: Planning): Promise<PlannedCall> {
	const [given, sender] = [options.signer, 'admin'] as const;
	if (sale !== null) {
		if (sale.signer === null) throw refuse('nobody signs for this sale.');
		if (given !== undefined && given !== sale.signer) throw refuse(`${sale.signer} signs for this sale, not ${given}.`);
		const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'setSigner', args: [zeroAddress] });
		const effect = `Nobody signs for this sale any more: all that ${sale.signer} signed is void, and nothing is sold.`;
		return { data, sender, effect };
	}
	const signer = given ?? options.serverSigner;
	if (signer === undefined) throw refuse('which signer? Name it with --signer.');
	if (!(await hasRole(client, options.address, signerRole, signer))) {
		throw refuse(`${signer} is not a signer of this contract.`);
	}
	const data = encodeFunctionData({ abi: adxCollectionAbi, functionName: 'revokeRole', args: [signerRole, signer] });
	return { data, sender, effect: `${signer} signs no more: all that it signed and was not redeemed is void.` };
}

async function planGrantSigner({ client, options, facts: { sale, admin } }: Planning): Promise<PlannedCall> {
	const [signer, sender] = [options.signer ?? options.serverSigner, 'admin'] as const;
	if (signer === undefined) throw refuse('which signer? Name it with --signer.');
	if (signer === admin) throw refuse(`${signer} is the admin, whose key the server must not hold.`);
	if (sale !== null) {
		if (sale.signer === signer) throw refuse(`${signer} signs for this sale already.`);
		const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'setSigner', args: [signer] });
		const loser = sale.signer === null ? '' : `, and all that ${sale.signer} signed is void`;
		return { data, sender, effect: `${signer} signs for this sale from now on${loser}.` };
	}
	if (await hasRole(client, options.address, signerRole, signer)) throw refuse(`${signer} is a signer already.`);
	const data = encodeFunctionData({ abi: adxCollectionAbi, functionName: 'grantRole', args: [signerRole, signer] });
	return { data, sender, effect: `${signer} may sign vouchers from now on, beside any signer that there is.` };
}

async function planCancel({ client, options, facts }: Planning): Promise<PlannedCall> {
	const { nonce = 0n, address } = options;
	if (facts.kind === 'drop') {
		throw refuse(
			'AdxDrop cancels no single voucher: it holds for an hour at most; pause the sale, or revoke its signer.',
		);
	}
	const state = await readNonceState(client, address, nonce);
	if (state !== 0) throw refuse(`${nonce} was ${state === 1 ? 'minted' : 'cancelled'} before.`);
	const data = encodeFunctionData({ abi: adxCollectionAbi, functionName: 'cancel', args: [nonce] });
	return { data, sender: 'admin or signer', effect: `Token ${nonce} can never be minted, for good.` };
}

function planWithdraw({ options: { to = zeroAddress, chain }, facts }: Planning): PlannedCall {
	if (facts.kind === 'drop') {
		throw refuse('AdxDrop never holds money: each purchase pays the owner in its own transaction.');
	}
	if (facts.balance === 0n) throw refuse('there is nothing in the contract to withdraw.');
	const data = encodeFunctionData({ abi: adxCollectionAbi, functionName: 'withdraw', args: [to] });
	return { data, sender: 'admin', effect: `Everything that was paid, in ${chain.coin}, goes to ${to}.` };
}

function planRoyalty({ options: { royaltyBps = 0, to }, facts }: Planning): PlannedCall {
	if (facts.royaltyReceiver === null) {
		throw refuse(
			`the royalty of ${kindNames[facts.kind]} is ${facts.royaltyBps / 100} % to each token's first owner, for good; for another one deploy another contract.`,
		);
	}
	const receiver = to ?? facts.royaltyReceiver;
	if (receiver === facts.royaltyReceiver && royaltyBps === facts.royaltyBps) {
		throw refuse(`the royalty is ${royaltyBps / 100} % to ${receiver} already.`);
	}
	// A collection of version 1 has the same function.
	const data = encodeFunctionData({
		abi: adxDropAbi,
		functionName: 'setRoyalty',
		args: [receiver, BigInt(royaltyBps)],
	});
	const effect = `The royalty of every token becomes ${royaltyBps / 100} % to ${receiver}; marketplaces honour it or do not.`;
	return { data, sender: 'admin', effect };
}

async function planTransferAdmin({ client, options, facts }: Planning): Promise<PlannedCall> {
	const { to = zeroAddress, address } = options;
	const [sender, accept] = ['admin', 'npm run contract -- accept'] as const;
	if (to === facts.admin) throw refuse(`${to} is the admin already.`);
	const isSigner = facts.sale === null ? await hasRole(client, address, signerRole, to) : facts.sale.signer === to;
	if (isSigner) throw refuse(`${to} is a signer, whose key the server holds: it must not be the admin.`);
	if (facts.kind === 'collection1') {
		if (await hasRole(client, address, adminRole, to)) {
			throw refuse(`${to} is an admin already; it replaces the one before with ${accept}.`);
		}
		const args = [adminRole, to] as const;
		return {
			data: encodeFunctionData({ abi: adxCollectionAbi, functionName: 'grantRole', args }),
			sender,
			effect: `${to} becomes an admin at once, beside the one before: version 1 has no admin who only waits.`,
			next: `With its key, ${accept} shows that it is at hand, and takes the role away from the one before.`,
		};
	}
	const data =
		facts.kind === 'drop'
			? encodeFunctionData({ abi: adxDropAbi, functionName: 'transferOwnership', args: [to] })
			: encodeFunctionData({ abi: adxCollectionAbi, functionName: 'beginDefaultAdminTransfer', args: [to] });
	const effect = `${to} is named as the next admin; until it accepts, nothing changes, and another can be named.`;
	return { data, sender, effect, next: `With its key, ${accept} takes over.` };
}

async function planAccept({ client, options, facts }: Planning): Promise<PlannedCall> {
	const sender = 'next admin';
	if (facts.kind === 'collection1') {
		const replaced = options.replaced ?? facts.admin;
		if (replaced === null)
			throw refuse('version 1 does not tell its admins here: name the one before with --replaces.');
		if (!(await hasRole(client, options.address, adminRole, replaced))) throw refuse(`${replaced} is not an admin.`);
		return {
			data: encodeFunctionData({ abi: adxCollectionAbi, functionName: 'revokeRole', args: [adminRole, replaced] }),
			sender,
			replaced,
			effect: `${replaced} is not an admin any more; owner() answers nobody from then on, where it answered that one.`,
			next: `The royalty stays with ${facts.royaltyReceiver}; npm run contract -- royalty changes it.`,
		};
	}
	if (options.replaced !== undefined) throw refuse('--replaces is for contracts of version 1.');
	const { pendingAdmin, admin, kind } = facts;
	if (pendingAdmin === null) throw refuse('nobody is named as the next admin.');
	const data =
		kind === 'drop'
			? encodeFunctionData({ abi: adxDropAbi, functionName: 'acceptOwnership' })
			: encodeFunctionData({ abi: adxCollectionAbi, functionName: 'acceptDefaultAdminTransfer' });
	const proceeds = kind === 'drop' ? ' What is sold from then on is paid to it; the royalty stays where it is.' : '';
	return { data, sender, effect: `${pendingAdmin} becomes the admin in place of ${admin}.${proceeds}` };
}

function requireSale({ sale, kind }: ContractFacts) {
	if (sale === null) {
		throw refuse(`${kindNames[kind]} sells nothing that could be paused or ended; revoke-signer ends all minting.`);
	}
	if (sale.hasEnded) throw refuse('the sale has ended.');
	return sale;
}

function planPause({ facts }: Planning, isPaused: boolean): PlannedCall {
	const sale = requireSale(facts);
	if (sale.isPaused === isPaused) throw refuse(isPaused ? 'the sale is paused already.' : 'the sale is not paused.');
	const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'setPaused', args: [isPaused] });
	const effect = isPaused
		? 'Nothing is sold until the sale is resumed; what was signed before can be redeemed then, within its deadline.'
		: 'The sale goes on.';
	return { data, sender: 'admin', effect };
}

function planEnd({ facts }: Planning): PlannedCall {
	const { minted, cap } = requireSale(facts);
	const data = encodeFunctionData({ abi: adxDropAbi, functionName: 'endSale' });
	const effect = `The sale ends for good: ${minted} of ${cap} items exist, and no other will, not for the creator either.`;
	return { data, sender: 'admin', effect };
}
