import { type Address, formatEther, getContractAddress, isAddressEqual, type PrivateKeyAccount } from 'viem';
import { CommandError } from './command-error.ts';
import { type DeployOptions, readDeployOptions } from './deploy-options.ts';
import { deploymentData } from './deployment-data.ts';
import { readKey } from './option-values.ts';
import {
	type CommandContext,
	connectRpc,
	describeCost,
	orCommandError,
	readTransactionTerms,
	requireServedChain,
	sendSigned,
	type Terms,
} from './send-signed.ts';
import { describeVerification } from './verification.ts';

/**
 * `npm run deploy-contract`: says what deploying will cost at most, asks, deploys, waits for the receipt and prints the
 * line for the environment. DEPLOYER_KEY is taken out of `env` as it is read.
 * @throws {CommandError} with what went wrong, and, once a transaction was sent, with its hash
 */
export async function deployContract(args: readonly string[], environment: CommandContext): Promise<void> {
	const { env, terminal } = environment;
	const options = readDeployOptions(args, env);
	if (!options.isConfirmed && !terminal.isInteractive) {
		throw new CommandError('Nobody can be asked here: add --yes to deploy without being asked.');
	}
	const client = connectRpc(options);
	const attempt = <Answer>(call: Promise<Answer>) => orCommandError(call, 'Nothing was deployed', options.rpcUrl);
	await requireServedChain(client, options, 'Nothing was deployed');
	const account = await readDeployer(environment, options.settings.signer);
	const { address: deployer } = account;
	const data = deploymentData(options.settings);
	const terms = await attempt(readTransactionTerms(client, { account: deployer, data }));
	terminal.say(describeDeployment(options, deployer, terms));
	if (terms.balance < terms.maxCost) {
		throw new CommandError('Nothing was deployed: the deployer cannot pay that much; send it some coins first.');
	}
	if (!options.isConfirmed && !(await terminal.confirm('Deploy?'))) throw new CommandError('Nothing was deployed.');

	const { nonce, gas, fees } = terms;
	const transaction = await account.signTransaction({ chainId: options.chain.id, data, nonce, gas, ...fees });
	const address = getContractAddress({ from: deployer, nonce: BigInt(nonce) });
	const line = `${options.chain.variables}_CONTRACT_ADDRESS=${address}`;
	const receipt = await sendSigned(client, options.rpcUrl, environment, {
		what: 'deployment',
		transaction,
		checkFirst: `; if it was mined, set ${line}`,
	});
	if (!receipt.contractAddress || !isAddressEqual(receipt.contractAddress, address)) {
		throw new CommandError(`Another transaction, ${receipt.transactionHash}, took the place of the deployment.`);
	}
	terminal.say(`Deployed  ${address} in block ${receipt.blockNumber} for ${receipt.gasUsed} gas. Set for the server:`);
	environment.print(line);
	terminal.say(describeVerification(data));
}

async function readDeployer({ env, terminal }: CommandContext, signer: Address): Promise<PrivateKeyAccount> {
	const envKey = env.DEPLOYER_KEY;
	delete env.DEPLOYER_KEY;
	const account = envKey
		? readKey('DEPLOYER_KEY', envKey)
		: readKey('What was entered', await terminal.readSecret('Private key of the account that pays (not shown)'));
	if (account.address === signer) {
		throw new CommandError('This is the key of the signer, which the server holds: deploy from another account.');
	}
	return account;
}

function describeDeployment({ chain, rpcUrl, settings }: DeployOptions, deployer: Address, terms: Terms): string {
	const { name, symbol, royaltyBps, contractUri, admin, signer } = settings;
	return [
		`Chain     ${chain.name} (${chain.id}) through ${new URL(rpcUrl).host}`,
		`Contract  ${name} (${symbol}), royalty ${royaltyBps / 100} %, ${contractUri || 'without metadata of its own'}`,
		`Admin     ${admin}`,
		`Signer    ${signer}`,
		`Deployer  ${deployer} with ${formatEther(terms.balance)} ${chain.coin}`,
		`Cost      ${describeCost(chain, terms)}`,
	].join('\n');
}
