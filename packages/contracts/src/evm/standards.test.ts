import { CID } from 'multiformats/cid';
import * as raw from 'multiformats/codecs/raw';
import { sha256 } from 'multiformats/hashes/sha2';
import { type Address, type Hex, parseEther, toHex, zeroAddress } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adxCollectionAbi, voucherDomain } from './abi.ts';
import { deployForTest, hasAnvil, testAccounts } from './anvil-testing.ts';
import { type CollectionOnAnvil, collectionOnAnvil } from './collection-testing.ts';

const { admin, signer, buyer, stranger } = testAccounts;
const abi = adxCollectionAbi;

describe.skipIf(!hasAnvil)('the collection as others see it', () => {
	let chain: CollectionOnAnvil;
	let address: Address;

	beforeAll(async () => {
		chain = await collectionOnAnvil();
		address = chain.address;
	});
	afterAll(() => chain.anvil.stop());

	const mined = async (hash: Promise<Hex>) => chain.client.waitForTransactionReceipt({ hash: await hash });

	it('gives as token URI the CID of the metadata as IPFS computes it', async () => {
		for (const metadata of ['{}', '{"name":"Sylvan","description":"ł → 漢字"}', `{"x":"${'a'.repeat(5000)}"}`]) {
			const bytes = new TextEncoder().encode(metadata);
			const hash = await sha256.digest(bytes);
			const { voucher } = await chain.mint({ digest: toHex(hash.digest) });
			const uri = await chain.client.readContract({ abi, address, functionName: 'tokenURI', args: [voucher.nonce] });
			expect(uri).toBe(`ipfs://${CID.createV1(raw.code, hash)}`);
		}
	});

	it('rejects the token URI of a token that was never minted, or was burnt', async () => {
		const read = (nonce: bigint) =>
			chain.client.readContract({ abi, address, functionName: 'tokenURI', args: [nonce] });
		await expect(read(1n)).rejects.toThrow('ERC721NonexistentToken');
		const { voucher } = await chain.mint();
		await expect(read(voucher.nonce + 2n ** 64n)).rejects.toThrow('ERC721NonexistentToken');
		await mined(
			chain.client.writeContract({ abi, address, account: buyer, functionName: 'burn', args: [voucher.nonce] }),
		);
		await expect(read(voucher.nonce)).rejects.toThrow('ERC721NonexistentToken');
	});

	it.each([
		['ERC-165', '0x01ffc9a7', true],
		['ERC-721', '0x80ac58cd', true],
		['ERC-721 metadata', '0x5b5e139f', true],
		['ERC-2981', '0x2a55205a', true],
		['AccessControl', '0x7965db0b', true],
		['the invalid interface', '0xffffffff', false],
	] as const)('says rightly whether it has the interface of %s', async (_name, id, expected) => {
		const answer = await chain.client.readContract({ abi, address, functionName: 'supportsInterface', args: [id] });
		expect(answer).toBe(expected);
	});

	it('declares the royalty of ERC-2981 for a token’s first owner, wherever the token is', async () => {
		const { voucher } = await chain.mint();
		const readRoyalty = (price: bigint) =>
			chain.client.readContract({ abi, address, functionName: 'royaltyInfo', args: [voucher.nonce, price] });
		const move = (account: typeof buyer, to: Address) =>
			chain.client.writeContract({
				abi,
				address,
				account,
				functionName: 'transferFrom',
				args: [account.address, to, voucher.nonce],
			});
		expect(await readRoyalty(10_000n)).toEqual([buyer.address, 500n]);
		await mined(move(buyer, stranger.address));
		expect(await readRoyalty(10_000n)).toEqual([buyer.address, 500n]);
		await mined(move(stranger, admin.address));
		expect(await readRoyalty(20_000n)).toEqual([buyer.address, 1_000n]);
		await mined(
			chain.client.writeContract({ abi, address, account: admin, functionName: 'burn', args: [voucher.nonce] }),
		);
		expect(await readRoyalty(10_000n)).toEqual([buyer.address, 500n]);
	});

	it('says its royalty and version, and rejects to be deployed with a royalty above ten percent', async () => {
		expect(await chain.client.readContract({ abi, address, functionName: 'royaltyBps' })).toBe(500n);
		expect(await chain.client.readContract({ abi, address, functionName: 'version' })).toBe(2n);
		await expect(deployForTest(chain.anvil, { royaltyBps: 1000 })).resolves.toBeDefined();
		await expect(deployForTest(chain.anvil, { royaltyBps: 1001 })).rejects.toThrow();
	});

	it('tells of a new contract URI (ERC-7572), which only an admin sets', async () => {
		const setUri = (account: typeof admin) =>
			chain.client.simulateContract({ abi, address, account, functionName: 'setContractURI', args: ['ipfs://new'] });
		await expect(setUri(stranger)).rejects.toThrow('AccessControlUnauthorizedAccount');
		const { blockHash } = await mined(chain.client.writeContract((await setUri(admin)).request));
		expect(await chain.client.readContract({ abi, address, functionName: 'contractURI' })).toBe('ipfs://new');
		const events = await chain.client.getContractEvents({ abi, address, eventName: 'ContractURIUpdated', blockHash });
		expect(events).toHaveLength(1);
	});

	it('tells its EIP-712 domain, which is the one that vouchers are signed for (ERC-5267)', async () => {
		const [, name, version, chainId, verifyingContract] = await chain.client.readContract({
			abi,
			address,
			functionName: 'eip712Domain',
		});
		const expected = voucherDomain(chain.anvil.chainId, address);
		expect({ name, version, chainId: Number(chainId), verifyingContract: verifyingContract.toLowerCase() }).toEqual({
			...expected,
			verifyingContract: address.toLowerCase(),
		});
	});

	it('has its admin as owner (ERC-173), and as another once that one was named and has taken it', async () => {
		const { address: own } = await deployForTest(chain.anvil);
		const owner = () => chain.client.readContract({ abi, address: own, functionName: 'owner' });
		const accept = (account: typeof admin) =>
			chain.client.simulateContract({ abi, address: own, account, functionName: 'acceptDefaultAdminTransfer' });
		expect(await owner()).toBe(admin.address);
		await mined(
			chain.client.writeContract({
				abi,
				address: own,
				account: admin,
				functionName: 'beginDefaultAdminTransfer',
				args: [stranger.address],
			}),
		);
		expect(await owner()).toBe(admin.address);
		await expect(accept(buyer)).rejects.toThrow('AccessControlInvalidDefaultAdmin');
		await chain.client.mine({ blocks: 1, interval: 1 });
		await mined(chain.client.writeContract((await accept(stranger)).request));
		expect(await owner()).toBe(stranger.address);
		const role = `0x${'0'.repeat(64)}` as const;
		const grant = { abi, address: own, functionName: 'grantRole', args: [role, buyer.address] } as const;
		await expect(chain.client.simulateContract({ ...grant, account: stranger })).rejects.toThrow(
			'AccessControlEnforcedDefaultAdminRules',
		);
	});

	it('lets an admin name and dismiss signers, and nobody else', async () => {
		const role = await chain.client.readContract({ abi, address, functionName: 'SIGNER_ROLE' });
		const isSigner = (account: Address) =>
			chain.client.readContract({ abi, address, functionName: 'hasRole', args: [role, account] });
		const change = (account: typeof admin, functionName: 'grantRole' | 'revokeRole') =>
			chain.client.simulateContract({ abi, address, account, functionName, args: [role, stranger.address] });
		expect(await isSigner(signer.address)).toBe(true);
		expect(await isSigner(admin.address)).toBe(false);
		for (const account of [signer, stranger]) {
			await expect(change(account, 'grantRole')).rejects.toThrow('AccessControlUnauthorizedAccount');
		}
		await mined(chain.client.writeContract((await change(admin, 'grantRole')).request));
		expect(await isSigner(stranger.address)).toBe(true);
		await mined(chain.client.writeContract((await change(admin, 'revokeRole')).request));
		expect(await isSigner(stranger.address)).toBe(false);
	});

	describe('withdrawing', () => {
		const receiver = '0x00000000000000000000000000000000000adb01';
		const withdraw = (account: typeof admin, to: Address) =>
			chain.client.simulateContract({ abi, address, account, functionName: 'withdraw', args: [to] });

		it('sends an admin everything that was paid, and tells of it', async () => {
			const before = await chain.client.getBalance({ address });
			await chain.mint({ price: parseEther('1') });
			await chain.mint({ price: parseEther('2') });
			const { blockHash } = await mined(chain.client.writeContract((await withdraw(admin, receiver)).request));
			const amount = before + parseEther('3');
			expect(await chain.client.getBalance({ address: receiver })).toBe(amount);
			expect(await chain.client.getBalance({ address })).toBe(0n);
			const events = await chain.client.getContractEvents({ abi, address, eventName: 'Withdrawn', blockHash });
			expect(events.map(({ args }) => args.amount)).toEqual([amount]);
		});

		it('rejects anybody else, the signer too', async () => {
			for (const account of [signer, buyer, stranger]) {
				await expect(withdraw(account, receiver)).rejects.toThrow('AccessControlUnauthorizedAccount');
			}
		});

		it('rejects the zero address and a receiver that takes nothing', async () => {
			await expect(withdraw(admin, zeroAddress)).rejects.toThrow('WithdrawalFailed');
			await chain.mint({ price: 1n });
			await expect(withdraw(admin, address)).rejects.toThrow('WithdrawalFailed');
		});

		it('rejects money that comes without a voucher', async () => {
			const sent = chain.client.call({ account: buyer, to: address, value: 1n });
			await expect(sent).rejects.toThrow();
		});
	});
});
