import { type Address, BaseError, decodeErrorResult, formatEther, isHex, type PrivateKeyAccount } from 'viem';
import { adxCollectionAbi, adxDropAbi } from '../abi.ts';
import { CommandError } from '../deploy/command-error.ts';
import { readKey } from '../deploy/option-values.ts';
import {
	type CommandContext,
	connectRpc,
	describeCost,
	orCommandError,
	type RpcClient,
	readTransactionTerms,
	requireServedChain,
	sendSigned,
} from '../deploy/send-signed.ts';
import { type ContractOptions, readContractOptions } from './contract-options.ts';
import { describeStatus } from './describe-status.ts';
import { type PlannedCall, planCall } from './plan-call.ts';
import {
	adminRole,
	type ContractFacts,
	hasRole,
	kindNames,
	readContractFacts,
	signerRole,
	type UnknownContract,
} from './read-contract.ts';

const outcome = 'Nothing was sent';

/**
 * `npm run contract`: tells how a contract stands, or says what a call of it does and costs at most, asks, sends it and
 * waits for its block. CONTRACT_ADMIN_KEY is taken out of `env` as it is read.
 * @throws {CommandError} with what went wrong, and, once a transaction was sent, with its hash
 */
export async function runContract(args: readonly string[], environment: CommandContext): Promise<void> {
	const { env, terminal, print } = environment;
	const envKey = env.CONTRACT_ADMIN_KEY;
	delete env.CONTRACT_ADMIN_KEY;
	const options = readContractOptions(args, env);
	const { command, chain, rpcUrl, address, isDryRun, isConfirmed } = options;
	if (command !== 'status' && !isDryRun && !isConfirmed && !terminal.isInteractive) {
		throw new CommandError('Nobody can be asked here: add --yes to send without being asked.');
	}
	const client = connectRpc(options);
	const attempt = <Answer>(call: Promise<Answer>) => orCommandError(call, outcome, rpcUrl);
	await requireServedChain(client, options, outcome);
	const facts = requireKnown(await attempt(readContractFacts(client, address)), options);
	if (command === 'status') {
		for (const line of await attempt(describeStatus(client, options, facts))) print(line);
		return;
	}
	const call = await attempt(planCall(command, { client, options, facts }));
	const key = await readSenderKey(options, envKey, environment);
	const account = key?.address ?? options.as ?? findSender(facts, call);
	await attempt(requireSender(client, options, { facts, call, account }));
	const simulated = readTransactionTerms(client, { account, to: address, data: call.data });
	const terms = await attempt(simulated.catch((error: unknown) => Promise.reject(toRefusal(error) ?? error)));
	terminal.say(
		[
			`Chain     ${chain.name} (${chain.id}) through ${new URL(rpcUrl).host}`,
			`Contract  ${facts.name} (${facts.symbol}) at ${address}: ${kindNames[facts.kind]}`,
			`Does      ${call.effect}`,
			`Sender    ${account} with ${formatEther(terms.balance)} ${chain.coin}`,
			`Cost      ${describeCost(chain, terms)}`,
		].join('\n'),
	);
	if (terms.balance < terms.maxCost) {
		throw new CommandError(`${outcome}: ${account} cannot pay that much; send it some ${chain.coin} first.`);
	}
	if (isDryRun || key === null) return terminal.say('Dry run   The node would carry this out. Nothing was sent.');
	if (!isConfirmed && !(await terminal.confirm('Send?'))) throw new CommandError(`${outcome}.`);

	const { nonce, gas, fees } = terms;
	const transaction = await key.signTransaction({
		chainId: chain.id,
		to: address,
		data: call.data,
		nonce,
		gas,
		...fees,
	});
	const receipt = await sendSigned(client, rpcUrl, environment, { what: 'transaction', transaction });
	terminal.say(`Done      in block ${receipt.blockNumber} for ${receipt.gasUsed} gas.`);
	if (call.next !== undefined) terminal.say(`Next      ${call.next}`);
}

/** @throws {CommandError} where the contract at the address is none that this can operate */
function requireKnown(found: ContractFacts | UnknownContract, { address, chain }: ContractOptions): ContractFacts {
	if (!('unknown' in found)) return found;
	if (found.unknown === 'nothing')
		throw new CommandError(`${outcome}: there is no contract at ${address} on ${chain.name}.`);
	const what =
		found.unknown === 'newer'
			? `of version ${found.version}, which is unknown here`
			: 'neither an AdxCollection nor an AdxDrop';
	throw new CommandError(`${outcome}: the contract at ${address} is ${what}.`);
}

/** The key that signs; null for a dry run, which needs none and looks at what is there for the account alone. */
async function readSenderKey(
	{ isDryRun, as }: ContractOptions,
	envKey: string | undefined,
	{ terminal }: CommandContext,
): Promise<PrivateKeyAccount | null> {
	if (as !== undefined) return null;
	if (envKey) return readKey('CONTRACT_ADMIN_KEY', envKey);
	if (isDryRun) return null;
	return readKey('What was entered', await terminal.readSecret('Private key of the account that sends (not shown)'));
}

/** Whom a dry run is made for when nobody is named. */
function findSender({ admin, pendingAdmin }: ContractFacts, { sender }: PlannedCall): Address {
	const account = sender === 'next admin' ? pendingAdmin : admin;
	if (account !== null) return account;
	throw new CommandError(`${outcome}: the contract does not tell who may send this; name the account with --as.`);
}

/** @throws {CommandError} where the contract would refuse the account */
async function requireSender(
	client: RpcClient,
	{ address }: ContractOptions,
	{ facts, call, account }: { readonly facts: ContractFacts; readonly call: PlannedCall; readonly account: Address },
): Promise<void> {
	const { kind, admin, pendingAdmin } = facts;
	if (account === call.replaced) {
		throw new CommandError(
			`${outcome}: ${account} is the admin to be replaced; send this from the one that takes over.`,
		);
	}
	if (call.sender === 'next admin' && kind !== 'collection1') {
		if (account === pendingAdmin) return;
		throw new CommandError(`${outcome}: ${account} is not the next admin; ${pendingAdmin} is.`);
	}
	// Several accounts may be admins of a first version, which tells one of them at most.
	const isAdmin = kind === 'collection1' ? await hasRole(client, address, adminRole, account) : account === admin;
	if (isAdmin) return;
	const maySign = call.sender === 'admin or signer';
	if (maySign && (await hasRole(client, address, signerRole, account))) return;
	const known = admin === null ? '' : `; ${admin} is`;
	throw new CommandError(
		`${outcome}: ${account} is not the admin of the contract${maySign ? ', nor a signer' : ''}${known}.`,
	);
}

/** The sentence for a call that the contract refused, whatever its error's name; undefined for any other failure. */
function toRefusal(error: unknown): CommandError | undefined {
	const cause: unknown = error instanceof BaseError ? error.walk() : undefined;
	const found = typeof cause === 'object' && cause !== null && 'data' in cause ? cause.data : undefined;
	const data = typeof found === 'object' && found !== null && 'data' in found ? found.data : found;
	if (!isHex(data) || data === '0x') return undefined;
	try {
		const { errorName } = decodeErrorResult({ abi: [...adxCollectionAbi, ...adxDropAbi], data });
		return new CommandError(`${outcome}: ${refusals[errorName] ?? `the contract refuses it with ${errorName}.`}`);
	} catch {
		return undefined;
	}
}

/** What is not known before the node carries a call out. */
const refusals: Readonly<Record<string, string>> = {
	WithdrawalFailed: 'the receiver takes no money; name another account.',
	AccessControlEnforcedDefaultAdminDelay: 'the next admin was named in the newest block; try again in some seconds.',
};
