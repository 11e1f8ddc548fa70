import { type Address, keccak256, parseAbi, stringToBytes, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { hasAnvil, testAccounts } from './anvil-testing.ts';
import { type CollectionOnAnvil, collectionOnAnvil } from './collection-testing.ts';
import { compileThirdweb, deployCode, deployProxy } from './compile/thirdweb-testing.ts';

const abi = parseAbi([
	'function initialize(address admin, string name, string symbol, string contractURI, address[] forwarders, address saleRecipient, address royaltyRecipient, uint128 royaltyBps, uint128 feeBps, address feeRecipient)',
	'struct MintRequest { address to; address royaltyRecipient; uint256 royaltyBps; address primarySaleRecipient; string uri; uint256 price; address currency; uint128 validityStartTimestamp; uint128 validityEndTimestamp; bytes32 uid; }',
	'function mintWithSignature(MintRequest request, bytes signature) payable returns (uint256)',
]);
const types = {
	MintRequest: [
		{ name: 'to', type: 'address' },
		{ name: 'royaltyRecipient', type: 'address' },
		{ name: 'royaltyBps', type: 'uint256' },
		{ name: 'primarySaleRecipient', type: 'address' },
		{ name: 'uri', type: 'string' },
		{ name: 'price', type: 'uint256' },
		{ name: 'currency', type: 'address' },
		{ name: 'validityStartTimestamp', type: 'uint128' },
		{ name: 'validityEndTimestamp', type: 'uint128' },
		{ name: 'uid', type: 'bytes32' },
	],
} as const;
const uri = 'ipfs://bafkreihdwdcefgh4dqkjv67uzcmw7ojee6xedzdetojuzjevtenxquvyku';

describe.skipIf(!hasAnvil)('gas beside the usual voucher contract, thirdweb’s TokenERC721', () => {
	let chain: CollectionOnAnvil;
	let token: Address;
	beforeAll(async () => {
		chain = await collectionOnAnvil();
		token = await deployUsual();
	});
	afterAll(() => chain.anvil.stop());

	async function deployUsual(): Promise<Address> {
		const logic = await deployCode(chain.client, await compileThirdweb('prebuilts/token/TokenERC721.sol'));
		const address = await deployProxy(chain.client, logic);
		const { admin, signer } = testAccounts;
		const settings = [admin.address, admin.address, 500n, 0n, admin.address] as const;
		const args = [signer.address, 'Usual', 'USU', uri, [], ...settings] as const;
		const hash = await chain.client.writeContract({ abi, address, account: admin, functionName: 'initialize', args });
		expect((await chain.client.waitForTransactionReceipt({ hash })).status).toBe('success');
		return address;
	}

	async function redeemUsual(to: Address, name: string): Promise<number> {
		const { deadline } = await chain.newVoucher();
		const nobody = { royaltyRecipient: zeroAddress, primarySaleRecipient: zeroAddress, currency: zeroAddress };
		const times = { validityStartTimestamp: 0n, validityEndTimestamp: deadline };
		const request = { to, ...nobody, ...times, royaltyBps: 0n, uri, price: 0n, uid: keccak256(stringToBytes(name)) };
		const domain = { name: 'TokenERC721', version: '1', chainId: chain.anvil.chainId, verifyingContract: token };
		const typed = { domain, types, primaryType: 'MintRequest', message: request } as const;
		const signature = await testAccounts.signer.signTypedData(typed);
		const call = { abi, address: token, account: testAccounts.buyer, functionName: 'mintWithSignature' } as const;
		const hash = await chain.client.writeContract({ ...call, args: [request, signature] });
		const { status, gasUsed } = await chain.client.waitForTransactionReceipt({ hash });
		expect(status).toBe('success');
		return Number(gasUsed);
	}

	it('is about a third of it for a new owner, and less for one that has a token', async () => {
		const { buyer, stranger } = testAccounts;
		// The first token of a collection takes other gas than all that follow.
		await redeemUsual(buyer.address, 'first');
		await chain.mint();
		for (const [owner, to, share] of [
			['an owner of another', buyer.address, 0.285],
			['a new owner', stranger.address, 0.34],
		] as const) {
			const [ours, theirs] = [Number((await chain.mint({ to })).receipt.gasUsed), await redeemUsual(to, owner)];
			console.log(`redeem to ${owner}: ${ours} gas, in the usual contract ${theirs}: ${(ours / theirs).toFixed(3)}`);
			expect(ours / theirs).toBeLessThanOrEqual(share);
		}
	});
});
