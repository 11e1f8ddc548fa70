import { type Address, encodeDeployData, maxUint256, parseAbi, parseEther, zeroAddress, zeroHash } from 'viem';
import { generatePrivateKey, privateKeyToAccount } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAnvil, testAccounts } from '../anvil-testing.ts';
import { compileThirdweb, deployCode, deployProxy } from '../compile/thirdweb-testing.ts';
import { dropOnAnvil } from './drop-testing.ts';

const singleMaxGas = 101_500n;
const firstMaxGas = 105_000n;
const furtherMaxGas = 35_000n;

/** What both of thirdweb's have; they differ in how many phases a sale has. */
const claimAbi = parseAbi([
	'struct AllowlistProof { bytes32[] proof; uint256 quantityLimitPerWallet; uint256 pricePerToken; address currency; }',
	'function lazyMint(uint256 amount, string baseURI, bytes data) returns (uint256)',
	'function claim(address receiver, uint256 quantity, address currency, uint256 pricePerToken, AllowlistProof proof, bytes data) payable',
	'function transferFrom(address from, address to, uint256 tokenId)',
]);
const phasesAbi = parseAbi([
	'struct ClaimCondition { uint256 startTimestamp; uint256 maxClaimableSupply; uint256 supplyClaimed; uint256 quantityLimitPerWallet; bytes32 merkleRoot; uint256 pricePerToken; address currency; string metadata; }',
	'function initialize(address admin, string name, string symbol, string contractURI, address[] forwarders, address saleRecipient, address royaltyRecipient, uint128 royaltyBps, uint128 feeBps, address feeRecipient)',
	'function setClaimConditions(ClaimCondition[] conditions, bool resetEligibility)',
]);
const singlePhaseAbi = parseAbi([
	'struct ClaimCondition { uint256 startTimestamp; uint256 maxClaimableSupply; uint256 supplyClaimed; uint256 quantityLimitPerWallet; bytes32 merkleRoot; uint256 pricePerToken; address currency; string metadata; }',
	'constructor(address admin, string name, string symbol, address royaltyRecipient, uint128 royaltyBps, address saleRecipient)',
	'function setClaimConditions(ClaimCondition condition, bool resetEligibility)',
]);

/** By which thirdweb's contracts mean the chain's own coin. */
const nativeCoin: Address = '0xEeeeeEeeeEeEeeEeEeEeeEEEeeeeEeeeeeeeEEeE';
const baseUri = 'ipfs://bafybeigdyrzt5sfp7udm7hu76uh7y26nf3efuylqabf3oclgtqy55fbzdi/';
const itemPrice = parseEther('0.01');
const cap = 100n;
// One phase that everybody may buy in: the least that a claim checks.
const phase = {
	startTimestamp: 0n,
	maxClaimableSupply: cap,
	supplyClaimed: 0n,
	quantityLimitPerWallet: cap,
	merkleRoot: zeroHash,
	pricePerToken: itemPrice,
	currency: nativeCoin,
	metadata: '',
} as const;

/** What one contract takes: `sale` for that many items to a new owner who pays for them, `transfer` for a later sale. */
interface Peer {
	sale(count: number): Promise<{ readonly gas: bigint; readonly owner: Address; readonly firstId: bigint }>;
	readonly address: Address;
}

describe.skipIf(!hasAnvil)('gas of a drop beside thirdweb’s DropERC721 and ERC721Drop', () => {
	let drop: Awaited<ReturnType<typeof dropOnAnvil>>;
	let peers: Readonly<Record<string, Peer>>;

	beforeAll(async () => {
		drop = await dropOnAnvil();
		peers = {
			AdxDrop: ours(),
			'thirdweb DropERC721 (proxy)': claims(await deployPhases()),
			'thirdweb ERC721Drop (ERC721A)': claims(await deploySinglePhase()),
		};
	});
	afterAll(() => drop.anvil.stop());

	const { admin } = testAccounts;
	const wait = async (hash: `0x${string}`) => {
		const receipt = await drop.client.waitForTransactionReceipt({ hash });
		expect(receipt.status).toBe('success');
		return receipt;
	};

	async function newBuyer() {
		const account = privateKeyToAccount(generatePrivateKey());
		await drop.client.setBalance({ address: account.address, value: parseEther('10') });
		return account;
	}

	function ours(): Peer {
		let next = 1;
		return {
			address: drop.contract.address,
			sale: async (count) => {
				const { address: owner } = await newBuyer();
				const items = Array.from({ length: count }, (_, index) => next + index);
				next += count;
				const price = itemPrice * BigInt(count);
				// As long as the number of a reservation can be.
				const reservation = 2n ** 63n + 12_345_678_901_234_567n;
				const { gasUsed } = await drop.sell(items, { price, buyer: owner, reservation });
				return { gas: gasUsed, owner, firstId: BigInt(items[0]!) };
			},
		};
	}

	function claims(address: Address): Peer {
		let next = 0n;
		return {
			address,
			sale: async (count) => {
				const account = await newBuyer();
				const proof = { proof: [], quantityLimitPerWallet: 0n, pricePerToken: maxUint256, currency: zeroAddress };
				const args = [account.address, BigInt(count), nativeCoin, itemPrice, proof, '0x'] as const;
				const value = itemPrice * BigInt(count);
				const call = { abi: claimAbi, address, account, functionName: 'claim', args, value } as const;
				const { gasUsed } = await wait(await drop.client.writeContract(call));
				const firstId = next;
				next += BigInt(count);
				return { gas: gasUsed, owner: account.address, firstId };
			},
		};
	}

	async function openClaims(address: Address) {
		const args = [cap, baseUri, '0x'] as const;
		await wait(
			await drop.client.writeContract({ abi: claimAbi, address, account: admin, functionName: 'lazyMint', args }),
		);
		return address;
	}

	async function deployPhases() {
		const { client } = drop;
		const address = await deployProxy(
			client,
			await deployCode(client, await compileThirdweb('prebuilts/drop/DropERC721.sol')),
		);
		const call = { abi: phasesAbi, address, account: admin } as const;
		const payees = [admin.address, admin.address, 500n, 0n, admin.address] as const;
		const args = [admin.address, 'Usual', 'USU', baseUri, [], ...payees] as const;
		await wait(await client.writeContract({ ...call, functionName: 'initialize', args }));
		await wait(await client.writeContract({ ...call, functionName: 'setClaimConditions', args: [[phase], false] }));
		return openClaims(address);
	}

	async function deploySinglePhase() {
		const { client } = drop;
		const bytecode = await compileThirdweb('base/ERC721Drop.sol');
		const args = [admin.address, 'Usual', 'USU', admin.address, 500n, admin.address] as const;
		const address = await deployCode(client, encodeDeployData({ abi: singlePhaseAbi, bytecode, args }));
		const call = { abi: singlePhaseAbi, address, account: admin, functionName: 'setClaimConditions' } as const;
		await wait(await client.writeContract({ ...call, args: [phase, false] }));
		return openClaims(address);
	}

	/** What it takes to hand the item in the middle of a batch on to a new owner. */
	async function transferGas({ address }: Peer, from: Address, tokenId: bigint) {
		const { address: to } = await newBuyer();
		await drop.client.impersonateAccount({ address: from });
		const args = [from, to, tokenId] as const;
		const call = { abi: claimAbi, address, account: from, functionName: 'transferFrom', args } as const;
		return (await wait(await drop.client.writeContract(call))).gasUsed;
	}

	it('stays within its limits, whatever the others take', async () => {
		const measured: Record<string, Record<string, number>> = {};
		const gas: Record<string, { single: bigint; first: bigint; further: bigint }> = {};
		for (const [name, peer] of Object.entries(peers)) {
			// The first sale of a contract takes other gas than all that follow.
			await peer.sale(1);
			const single = await peer.sale(1);
			const two = await peer.sale(2);
			const twenty = await peer.sale(20);
			const further = (twenty.gas - two.gas) / 18n;
			const first = twenty.gas - further * 19n;
			gas[name] = { single: single.gas, first, further };
			measured[name] = {
				'one item, new owner': Number(single.gas),
				'twenty items': Number(twenty.gas),
				'first of a batch': Number(first),
				'each further item': Number(further),
				'later transfer of the tenth': Number(await transferGas(peer, twenty.owner, twenty.firstId + 9n)),
			};
		}
		console.log(`gas of a sale:\n${JSON.stringify(measured, null, '\t')}`);
		const { single, first, further } = gas.AdxDrop!;
		expect(single).toBeLessThanOrEqual(singleMaxGas);
		expect(first).toBeLessThanOrEqual(firstMaxGas);
		expect(further).toBeLessThanOrEqual(furtherMaxGas);
	});
});
