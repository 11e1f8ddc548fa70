import {
	type Address,
	createPublicClient,
	defineChain,
	formatEther,
	formatGwei,
	getContractAddress,
	type Hex,
	http,
	isAddressEqual,
	keccak256,
	type PrivateKeyAccount,
	WaitForTransactionReceiptTimeoutError,
} from 'viem';
import { DeployError, describeFailure } from './deploy-error.ts';
import { type DeployOptions, readDeployOptions, readKey } from './deploy-options.ts';
import { deploymentData } from './deployment-data.ts';
import type { Terminal } from './terminal.ts';
import { describeVerification } from './verification.ts';

/** What of the outside a run may use; `waitMs` and `pollMs` say how long and how often to look for the receipt. */
export interface DeployEnvironment {
	readonly env: NodeJS.ProcessEnv;
	readonly terminal: Terminal;
	/** Gets the lines for the environment, one at a time. */
	readonly print: (line: string) => void;
	readonly waitMs?: number;
	readonly pollMs?: number;
}

const defaultWaitMs = 10 * 60_000;
const rpcTimeoutMs = 20_000;
/** Between the estimate and its block, storage that is no longer empty or the like may cost a little more. */
const gasMarginPercent = 10n;

/**
 * `npm run deploy-contract`: says what deploying will cost at most, asks, deploys, waits for the receipt and prints the
 * line for the environment. DEPLOYER_KEY is taken out of `env` as it is read.
 * @throws {DeployError} with what went wrong, and, once a transaction was sent, with its hash
 */
export async function deployContract(args: readonly string[], environment: DeployEnvironment): Promise<void> {
	const { env, terminal } = environment;
	const options = readDeployOptions(args, env);
	if (!options.isConfirmed && !terminal.isInteractive) {
		throw new DeployError('Nobody can be asked here: add --yes to deploy without being asked.');
	}
	const client = connect(options);
	const attempt = withDeployError(options.rpcUrl);
	const chainId = await attempt(client.getChainId());
	if (chainId !== options.chain.id) {
		const { name, id } = options.chain;
		throw new DeployError(`Nothing was deployed: the RPC serves chain ${chainId}, and ${name} is ${id}.`);
	}
	const account = await readDeployer(environment, options.settings.signer);
	const { address: deployer } = account;
	const data = deploymentData(options.settings);
	const [balance, nonce, estimate, fees] = await attempt(
		Promise.all([
			client.getBalance({ address: deployer }),
			client.getTransactionCount({ address: deployer, blockTag: 'pending' }),
			client.estimateGas({ account: deployer, data }),
			client.estimateFeesPerGas(),
		]),
	);
	const gas = (estimate * (100n + gasMarginPercent)) / 100n;
	terminal.say(describeTerms(options, { deployer, balance, gas, maxFeePerGas: fees.maxFeePerGas }));
	if (balance < gas * fees.maxFeePerGas) {
		throw new DeployError('Nothing was deployed: the deployer cannot pay that much; send it some coins first.');
	}
	if (!options.isConfirmed && !(await terminal.confirm('Deploy?'))) throw new DeployError('Nothing was deployed.');

	const transaction = await account.signTransaction({ chainId: options.chain.id, data, nonce, gas, ...fees });
	const address = getContractAddress({ from: account.address, nonce: BigInt(nonce) });
	await send(client, options, environment, { hash: keccak256(transaction), transaction, address });
	terminal.say(describeVerification(data));
}

type RpcClient = ReturnType<typeof connect>;

/** A signed deployment, and where the contract will be once it is mined. */
interface Deployment {
	readonly hash: Hex;
	readonly transaction: Hex;
	readonly address: Address;
}

function connect({ chain, rpcUrl }: DeployOptions) {
	return createPublicClient({
		chain: defineChain({
			id: chain.id,
			name: chain.name,
			nativeCurrency: { name: chain.coin, symbol: chain.coin, decimals: 18 },
			rpcUrls: { default: { http: [rpcUrl] } },
		}),
		transport: http(rpcUrl, { timeout: rpcTimeoutMs, retryCount: 2 }),
		cacheTime: 0,
	});
}

/** Turns the failure of a call before anything was sent into a sentence. */
function withDeployError(rpcUrl: string) {
	return async <Answer>(call: Promise<Answer>): Promise<Answer> => {
		try {
			return await call;
		} catch (error) {
			throw new DeployError(`Nothing was deployed: ${describeFailure(error, rpcUrl)}`);
		}
	};
}

async function readDeployer({ env, terminal }: DeployEnvironment, signer: Address): Promise<PrivateKeyAccount> {
	const envKey = env.DEPLOYER_KEY;
	delete env.DEPLOYER_KEY;
	const account = envKey
		? readKey('DEPLOYER_KEY', envKey)
		: readKey('What was entered', await terminal.readSecret('Private key of the account that pays (not shown)'));
	if (account.address === signer) {
		throw new DeployError('This is the key of the signer, which the server holds: deploy from another account.');
	}
	return account;
}

interface Terms {
	readonly deployer: Address;
	readonly balance: bigint;
	readonly gas: bigint;
	readonly maxFeePerGas: bigint;
}

function describeTerms({ chain, rpcUrl, settings }: DeployOptions, terms: Terms): string {
	const { name, symbol, royaltyBps, contractUri, admin, signer } = settings;
	const amount = (wei: bigint) => `${formatEther(wei)} ${chain.coin}`;
	return [
		`Chain     ${chain.name} (${chain.id}) through ${new URL(rpcUrl).host}`,
		`Contract  ${name} (${symbol}), royalty ${royaltyBps / 100} %, ${contractUri || 'without metadata of its own'}`,
		`Admin     ${admin}`,
		`Signer    ${signer}`,
		`Deployer  ${terms.deployer} with ${amount(terms.balance)}`,
		`Cost      at most ${amount(terms.gas * terms.maxFeePerGas)}: ${terms.gas} gas at up to ${formatGwei(terms.maxFeePerGas)} gwei`,
	].join('\n');
}

async function send(
	client: RpcClient,
	{ chain, rpcUrl }: DeployOptions,
	{ terminal, print, waitMs = defaultWaitMs, pollMs }: DeployEnvironment,
	{ hash, transaction, address }: Deployment,
): Promise<void> {
	const line = `${chain.variables}_CONTRACT_ADDRESS=${address}`;
	const checkFirst = `Look for transaction ${hash} before you try again; if it was mined, set ${line}`;
	try {
		await client.sendRawTransaction({ serializedTransaction: transaction });
	} catch (error) {
		const failure = describeFailure(error, rpcUrl);
		throw new DeployError(`It is not known whether the deployment was sent: ${failure} ${checkFirst}`);
	}
	terminal.say(`Sent      ${hash}, waiting for its block`);
	const receipt = await client
		.waitForTransactionReceipt({ hash, timeout: waitMs, ...(pollMs === undefined ? {} : { pollingInterval: pollMs }) })
		.catch((error: unknown) => {
			const isLate = error instanceof WaitForTransactionReceiptTimeoutError;
			const failure = isLate ? 'it was not mined yet.' : describeFailure(error, rpcUrl);
			throw new DeployError(`The deployment was sent, but ${failure} ${checkFirst}`);
		});
	if (receipt.status !== 'success') {
		throw new DeployError(`The deployment ${receipt.transactionHash} was mined and failed.`);
	}
	if (!receipt.contractAddress || !isAddressEqual(receipt.contractAddress, address)) {
		throw new DeployError(`Another transaction, ${receipt.transactionHash}, took the place of the deployment.`);
	}
	terminal.say(`Deployed  ${address} in block ${receipt.blockNumber} for ${receipt.gasUsed} gas. Set for the server:`);
	print(line);
}
