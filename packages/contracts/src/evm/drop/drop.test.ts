import { decodeFunctionData, encodeAbiParameters, type Hex, keccak256, parseEther, zeroAddress, zeroHash } from 'viem';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { type Anvil, hasAnvil, startAnvil, testAccounts } from '../anvil-testing.ts';
import { refusal } from '../refusal-testing.ts';
import { isDropCode } from './drop-code.ts';
import { type DropSettings, toDropDeployment } from './drop-deployment.ts';
import { type Drop, deployDrop, dropSettings, forgetBlockHashes } from './drop-testing.ts';
import { dropBatchMax, dropVoucherMaxSeconds } from './drop-voucher.ts';
import { encodeReveal, encodeSignedEnd } from './reveal-call.ts';

const { admin, signer, buyer, stranger } = testAccounts;

describe.skipIf(!hasAnvil)('a drop', () => {
	let anvil: Anvil;
	let drop: Drop;
	beforeAll(async () => {
		anvil = await startAnvil();
		drop = await deployDrop(anvil);
	});
	afterAll(() => anvil.stop());

	const deploy = (settings: Partial<DropSettings>) => deployDrop(anvil, settings);
	const ownerOf = (item: number, { client, contract } = drop) =>
		client.readContract({ ...contract, functionName: 'ownerOf', args: [BigInt(item)] });
	const supply = ({ client, contract } = drop) => client.readContract({ ...contract, functionName: 'totalSupply' });
	const nameUri = ({ client, contract }: Drop, item: number) =>
		client.readContract({ ...contract, functionName: 'tokenURI', args: [BigInt(item)] });
	/** What the owner does, or somebody else. */
	const call = async (
		{ client, contract }: Drop,
		functionName:
			| 'setPaused'
			| 'setSigner'
			| 'endSale'
			| 'draw'
			| 'setRoyalty'
			| 'transferOwnership'
			| 'acceptOwnership',
		args: readonly unknown[] = [],
		account = admin,
	) => {
		const { request } = await client.simulateContract({ ...contract, account, functionName, args } as never);
		return client.waitForTransactionReceipt({ hash: await client.writeContract(request as never) });
	};

	it('sells the items of a voucher to its buyer, and pays the owner in the same transaction', async () => {
		const price = parseEther('0.5');
		const before = await drop.client.getBalance({ address: admin.address });
		const sold = await supply();
		const receipt = await drop.sell([3, 1, 2], { price, buyer: stranger.address });
		expect(await Promise.all([1, 2, 3].map((item) => ownerOf(item)))).toEqual(Array(3).fill(stranger.address));
		expect((await drop.client.getBalance({ address: admin.address })) - before).toBe(price);
		expect(await drop.client.getBalance({ address: drop.contract.address })).toBe(0n);
		expect((await supply()) - sold).toBe(3n);
		const events = await drop.client.getContractEvents({
			...drop.contract,
			eventName: 'Sold',
			blockHash: receipt.blockHash,
		});
		expect(events.map(({ args }) => args)).toMatchObject([{ buyer: stranger.address, price }]);
	});

	it('sells no item twice, not by the same voucher and not by another, and then none of a batch', async () => {
		const voucher = await drop.newVoucher([5]);
		await drop.redeem(voucher, await drop.sign(voucher));
		expect(await refusal(drop.redeem(voucher, await drop.sign(voucher)))).toBe('ItemSold');
		expect(await refusal(drop.sell([6, 5]))).toBe('ItemSold');
		expect(await refusal(drop.sell([7, 7]))).toBe('ItemSold');
		expect(await refusal(ownerOf(6))).toBe('ERC721NonexistentToken');
	});

	it.each([
		['number 0', [0]],
		['a number above the cap', [101]],
	])('rejects %s', async (_name, items) => {
		expect(await refusal(drop.sell(items))).toBe('UnknownItem');
	});

	it('rejects no items and more than 20, and takes 20', async () => {
		const items = Array.from({ length: dropBatchMax + 1 }, (_, index) => 30 + index);
		expect(await refusal(drop.sell([]))).toBe('WrongBatch');
		expect(await refusal(drop.sell(items))).toBe('WrongBatch');
		expect((await drop.sell(items.slice(1))).status).toBe('success');
	});

	it('rejects a voucher after its deadline, and one that holds for more than an hour', async () => {
		const { timestamp } = await drop.client.getBlock();
		expect(await refusal(drop.sell([60], { deadline: timestamp - 1n }))).toBe('VoucherExpired');
		expect(await refusal(drop.sell([60], { deadline: timestamp + BigInt(dropVoucherMaxSeconds) + 100n }))).toBe(
			'DeadlineTooFar',
		);
	});

	it('rejects less and more than the price', async () => {
		const voucher = await drop.newVoucher([60], { price: 1_000n });
		const signature = await drop.sign(voucher);
		for (const value of [0n, 999n, 1_001n])
			expect(await refusal(drop.redeem(voucher, signature, value))).toBe('WrongPrice');
	});

	it.each([
		['buyer', { buyer: stranger.address }],
		['price', { price: 0n }],
		['reservation', { reservation: 1n }],
		['deadline', { deadline: 1_000_000n }],
		['items', { items: [61, 62] }],
		['order of the items', { items: [62, 61, 63] }],
	])('rejects a changed %s', async (_name, change) => {
		const { timestamp } = await drop.client.getBlock();
		const voucher = await drop.newVoucher([61, 62, 63], { price: 5n });
		const moved = 'deadline' in change ? { deadline: timestamp + change.deadline / 1_000n } : change;
		expect(await refusal(drop.redeem({ ...voucher, ...moved }, await drop.sign(voucher)))).toBe('WrongSigner');
	});

	it('rejects the signature of anybody but the signer, the owner included, and one for another drop', async () => {
		const other = await deploy({});
		const voucher = await drop.newVoucher([64]);
		for (const account of [admin, stranger])
			expect(await refusal(drop.redeem(voucher, await drop.sign(voucher, account)))).toBe('WrongSigner');
		expect(await refusal(drop.redeem(voucher, await other.sign(voucher)))).toBe('WrongSigner');
	});

	it('without a signer takes no signature, not even one that recovers to nobody', async () => {
		const closed = await deploy({ signer: zeroAddress });
		const voucher = await closed.newVoucher([1]);
		expect(await refusal(closed.redeem(voucher, await closed.sign(voucher)))).toBe('WrongSigner');
		expect(await refusal(closed.redeem(voucher, { r: zeroHash, vs: zeroHash }))).toBe('WrongSigner');
	});

	it('a leaked signer sells no more than the cap', async () => {
		const small = await deploy({ cap: 2 });
		await small.sell([1, 2]);
		expect(await refusal(small.sell([3]))).toBe('UnknownItem');
		expect(await refusal(small.sell([1]))).toBe('ItemSold');
		expect(await supply(small)).toBe(2n);
	});

	it('the owner pauses it, names another signer, and hands it on in two steps', async () => {
		const own = await deploy({});
		await call(own, 'setPaused', [true]);
		expect(await refusal(own.sell([1]))).toBe('SalePaused');
		await call(own, 'setPaused', [false]);
		const voucher = await own.newVoucher([1]);
		await call(own, 'setSigner', [stranger.address]);
		expect(await refusal(own.redeem(voucher, await own.sign(voucher)))).toBe('WrongSigner');
		await own.redeem(voucher, await own.sign(voucher, stranger));
		await call(own, 'transferOwnership', [buyer.address]);
		const readOwner = () => own.client.readContract({ ...own.contract, functionName: 'owner' });
		expect(await readOwner()).toBe(admin.address);
		await call(own, 'acceptOwnership', [], buyer);
		expect(await readOwner()).toBe(buyer.address);
		expect(await refusal(call(own, 'setPaused', [true]))).toBe('OwnableUnauthorizedAccount');
	});

	it.each([
		['setPaused', [true]],
		['setSigner', [stranger.address]],
		['endSale', []],
		['setRoyalty', [stranger.address, 1_000n]],
		['transferOwnership', [stranger.address]],
	] as const)('lets nobody but the owner call %s', async (functionName, args) => {
		for (const account of [signer, stranger])
			expect(await refusal(call(drop, functionName, args, account))).toBe('OwnableUnauthorizedAccount');
	});

	it('sells nothing any more once the owner has ended it, and anybody ends it once all is sold', async () => {
		const ended = await deploy({});
		await call(ended, 'endSale');
		expect(await refusal(ended.sell([1]))).toBe('SaleOver');
		expect(await refusal(call(ended, 'endSale'))).toBe('SaleOver');
		const soldOut = await deploy({ cap: 1 });
		await soldOut.sell([1]);
		expect((await call(soldOut, 'endSale', [], stranger)).status).toBe('success');
	});

	it('undoes a purchase whose money the owner does not take', async () => {
		// A contract that has no function that takes money.
		const { client, contract } = await deploy({ owner: drop.contract.address });
		const own = { ...(await deploy({ owner: contract.address })), client };
		expect(await refusal(own.sell([1], { price: 5n }))).toBe('PaymentFailed');
		expect((await own.sell([1])).status).toBe('success');
	});

	it('royalties go to the owner, as far as 10 %', async () => {
		const info = () => drop.client.readContract({ ...drop.contract, functionName: 'royaltyInfo', args: [1n, 10_000n] });
		expect(await info()).toEqual([admin.address, 500n]);
		expect(await refusal(call(drop, 'setRoyalty', [stranger.address, 1_001n]))).toBe('RoyaltyTooHigh');
		await call(drop, 'setRoyalty', [stranger.address, 1_000n]);
		expect(await info()).toEqual([stranger.address, 1_000n]);
	});

	it.each([
		['ERC-165', '0x01ffc9a7', true],
		['ERC-721', '0x80ac58cd', true],
		['ERC-721 metadata', '0x5b5e139f', true],
		['ERC-2981', '0x2a55205a', true],
		['ERC-4906', '0x49064906', true],
		['nothing', '0xffffffff', false],
	] as const)('says whether it is %s', async (_name, id, expected) => {
		const call = { ...drop.contract, functionName: 'supportsInterface', args: [id] } as const;
		expect(await drop.client.readContract(call)).toBe(expected);
	});

	it('shows the metadata of what is sold', async () => {
		await drop.sell([70]);
		expect(await nameUri(drop, 70)).toBe(`${dropSettings.baseUri}70.json`);
		expect(await refusal(nameUri(drop, 71))).toBe('ERC721NonexistentToken');
	});

	it('lies where its settings say, whoever deploys it, and is not deployed twice', async () => {
		const { address, to, data } = toDropDeployment(dropSettings, `0x${'12'.repeat(32)}`);
		const send = async () => {
			const transaction = await drop.client.sendTransaction({ account: stranger, to, data, gas: 4_000_000n });
			return drop.client.waitForTransactionReceipt({ hash: transaction });
		};
		expect((await send()).status).toBe('success');
		const owner = await drop.client.readContract({ ...drop.contract, address, functionName: 'owner' });
		expect(owner).toBe(dropSettings.owner);
		expect((await send()).status).toBe('reverted');
	});

	describe('with a delayed reveal', () => {
		const seed = `0x${'5e'.repeat(32)}` as const;
		const hash = (...values: readonly `0x${string}`[]) =>
			keccak256(
				encodeAbiParameters(
					values.map(() => ({ type: 'bytes32' })),
					values,
				),
			);
		const revealer = buyer;
		const covered = { seedCommitment: hash(seed), baseUri: 'ipfs://covered', revealer: revealer.address };
		const read = ({ client, contract }: Drop, functionName: 'drawn' | 'shuffle' | 'drawBlock' | 'forgottenDraws') =>
			client.readContract({ ...contract, functionName });
		const signerOf = ({ contract }: Drop, account = revealer) => ({
			revealer: account,
			chainId: anvil.chainId,
			contract: contract.address,
		});
		/** Sends a call as it is handed out, as a stranger does. */
		const send = async ({ client, contract }: Drop, data: Hex) => {
			const call = { ...contract, account: stranger, ...decodeFunctionData({ abi: contract.abi, data }) };
			const { request } = await client.simulateContract(call as never);
			return client.waitForTransactionReceipt({ hash: await client.writeContract(request as never) });
		};
		const reveal = async (own: Drop, { as = seed, baseUri = 'ipfs://shown/', account = revealer } = {}) => {
			const shuffle = hash(as, (await read(own, 'drawn')) as Hex);
			return send(own, await encodeReveal(signerOf(own, account), { seed: as, shuffle, baseUri }));
		};

		it('shows one file for all, until seed and a block after its end decide on the order', async () => {
			const own = await deploy(covered);
			await own.sell([1]);
			expect(await nameUri(own, 1)).toBe('ipfs://covered');
			expect(await refusal(call(own, 'draw'))).toBe('TooEarlyOrTooLate');
			expect(await refusal(reveal(own))).toBe('TooEarlyOrTooLate');
			await call(own, 'endSale');
			expect(await refusal(call(own, 'draw'))).toBe('TooEarlyOrTooLate');
			await own.client.mine({ blocks: 6 });
			await call(own, 'draw', [], stranger);
			const { hash: drawn } = await own.client.getBlock({ blockNumber: (await read(own, 'drawBlock')) as bigint });
			expect(await read(own, 'drawn')).toBe(drawn);
			expect(await refusal(call(own, 'draw'))).toBe('TooEarlyOrTooLate');
			expect(await refusal(reveal(own, { as: zeroHash }))).toBe('WrongSeed');
			// Neither the owner nor who signs vouchers shows other files.
			for (const account of [admin, signer]) expect(await refusal(reveal(own, { account }))).toBe('WrongSigner');
			expect((await reveal(own)).status).toBe('success');
			expect(await nameUri(own, 1)).toBe('ipfs://shown/1.json');
			expect(await read(own, 'shuffle')).toBe(hash(seed, drawn));
			expect(await refusal(reveal(own, { baseUri: 'ipfs://changed/' }))).toBe('TooEarlyOrTooLate');
			expect(await read(own, 'forgottenDraws')).toBe(0);
		});

		it('is ended by anybody whom the revealer gave its word', async () => {
			const [own, other] = [await deploy(covered), await deploy(covered)];
			expect(await refusal(send(own, await encodeSignedEnd(signerOf(own, signer))))).toBe('WrongSigner');
			expect(await refusal(send(own, await encodeSignedEnd(signerOf(other))))).toBe('WrongSigner');
			const data = await encodeSignedEnd(signerOf(own));
			expect((await send(own, data)).status).toBe('success');
			expect(await refusal(own.sell([1]))).toBe('SaleOver');
			expect(await refusal(send(own, data))).toBe('SaleOver');
			expect(await refusal(send(drop, await encodeSignedEnd(signerOf(drop))))).toBe('WrongSigner');
		});

		it('draws a block that is long past, as long as the chain keeps its hash', async () => {
			const own = await deploy(covered);
			await call(own, 'endSale');
			await own.client.mine({ blocks: 300 });
			await call(own, 'draw', [], stranger);
			const { hash: drawn } = await own.client.getBlock({ blockNumber: (await read(own, 'drawBlock')) as bigint });
			expect([await read(own, 'drawn'), await read(own, 'forgottenDraws')]).toEqual([drawn, 0]);
		});

		it('is known by its code, whatever it was made with, and nothing else is', async () => {
			const own = await deploy(covered);
			const code = (await own.client.getCode({ address: own.contract.address })) ?? '0x';
			expect(isDropCode(code)).toBe(true);
			expect(isDropCode((await drop.client.getCode({ address: drop.contract.address })) ?? '0x')).toBe(true);
			// One byte in the middle of it, which is not a value that the constructor sets.
			const changed = `${code.slice(0, 10_000)}${code[10_000] === '0' ? '1' : '0'}${code.slice(10_001)}` as Hex;
			for (const other of ['0x', `${code}00`, changed] as const) expect(isDropCode(other)).toBe(false);
		});

		it('lets a later block decide where nobody drew while the chain remembered, and counts that', async () => {
			const own = await deploy(covered);
			await forgetBlockHashes(own.client);
			await call(own, 'endSale');
			const first = (await read(own, 'drawBlock')) as bigint;
			await own.client.mine({ blocks: 300 });
			await call(own, 'draw');
			expect([await read(own, 'drawn'), await read(own, 'forgottenDraws')]).toEqual([zeroHash, 1]);
			expect((await read(own, 'drawBlock')) as bigint).toBeGreaterThan(first + 256n);
			await own.client.mine({ blocks: 6 });
			await call(own, 'draw');
			expect(await read(own, 'drawn')).not.toBe(zeroHash);
		});
	});
});
