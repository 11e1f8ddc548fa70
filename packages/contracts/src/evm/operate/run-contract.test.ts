import { spawn } from 'node:child_process';
import { fileURLToPath } from 'node:url';
import { type Address, getAddress, parseEther } from 'viem';
import { generatePrivateKey, privateKeyToAddress } from 'viem/accounts';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { adxCollectionAbi } from '../abi.ts';
import { type Anvil, chainClient, hasAnvil, startAnvil, testAccounts, testKeys } from '../anvil-testing.ts';
import { type ContractRun, deployKind, runForTest } from './contract-testing.ts';
import { signerRole } from './read-contract.ts';

const { admin, signer, buyer, stranger } = testAccounts;
const collections = ['collection1', 'collection2'] as const;
const kinds = [...collections, 'drop'] as const;

describe.skipIf(!hasAnvil)('runContract', () => {
	let anvil: Anvil;
	beforeAll(async () => {
		anvil = await startAnvil({ chainId: 137 });
	});
	afterAll(() => anvil.stop());

	const run = (address: Address, args: readonly string[], options?: ContractRun) =>
		runForTest(anvil, [...args, '--contract', address], options);
	/** What `status` prints for an address, where `signer` is the server's. */
	const status = async (address: Address) =>
		(await run(address, ['status'], { key: null, serverSigner: testKeys.signer })).printed;
	/** A run that has to come to its end; the answer is what was shown. */
	const done = async (address: Address, args: readonly string[], options?: ContractRun) => {
		const { message, shown } = await run(address, args, options);
		expect(message).toBeUndefined();
		expect(shown).toMatch(/Done {6}in block \d+ for \d+ gas\./);
		return shown;
	};
	const refused = async (address: Address, args: readonly string[], options?: ContractRun) => {
		const before = await sentBy(admin.address);
		const { message } = await run(address, args, options);
		expect(await sentBy(admin.address)).toBe(before);
		return message;
	};
	const sentBy = (address: Address) => chainClient(anvil).getTransactionCount({ address });

	describe('status', () => {
		it('tells a collection of version 2', async () => {
			const address = await deployKind(anvil, 'collection2');
			await chainClient(anvil).setBalance({ address, value: parseEther('1.5') });
			expect(await status(address)).toBe(
				[
					`Contract  ADX Realm (ADX) at ${getAddress(address)}`,
					'Kind      AdxCollection, version 2 (single images)',
					`Chain     Polygon (137) through 127.0.0.1:${anvil.port}`,
					`Admin     ${admin.address}`,
					`Signer    ${signer.address}, the account of VOUCHER_SIGNER_KEY: may sign`,
					'Sale      single images alone; nothing to pause',
					'Minted    not counted by the contract, and without a cap',
					"Royalty   2.5 % to each token's first owner, for good",
					'Balance   1.5 MATIC',
				].join('\n'),
			);
		});

		it('tells a collection of version 1, and of signers what is asked about', async () => {
			const address = await deployKind(anvil, 'collection1');
			const { printed } = await run(address, ['status', '--signer', stranger.address], { key: null });
			expect(printed).toContain('Kind      AdxCollection, version 1 (single images)');
			expect(printed).toContain(`Admin     ${admin.address}`);
			expect(printed).toContain(`Signer    ${stranger.address}: may not sign`);
			expect(printed).toContain(`Royalty   2.5 % to ${admin.address}`);
			expect((await run(address, ['status'], { key: null })).printed).toContain('Signer    not asked');
		});

		it('tells a drop', async () => {
			const printed = await status(await deployKind(anvil, 'drop'));
			expect(printed).toContain('Contract  Frost Court (FROST)');
			expect(printed).toContain('Kind      AdxDrop (a sale)');
			expect(printed).toContain(`Signer    ${signer.address}, the account of VOUCHER_SIGNER_KEY\n`);
			expect(printed).toContain('Sale      open\nMinted    0 of 100\n');
			expect(printed).toContain(`Royalty   5 % to ${admin.address}`);
		});
	});

	describe.each(collections)('on a %s', (kind) => {
		it('revokes the signer and grants it again', async () => {
			const address = await deployKind(anvil, kind);
			const isSigner = () => {
				const call = { abi: adxCollectionAbi, address, functionName: 'hasRole' } as const;
				return chainClient(anvil).readContract({ ...call, args: [signerRole, signer.address] });
			};
			const server = { serverSigner: testKeys.signer };
			expect(await refused(address, ['grant-signer'], server)).toContain('is a signer already');
			expect(await done(address, ['revoke-signer'], server)).toContain(`Does      ${signer.address} signs no more`);
			expect(await isSigner()).toBe(false);
			expect(await status(address)).toContain(': may not sign');
			expect(await refused(address, ['revoke-signer'], server)).toContain('is not a signer of this contract');
			expect(await refused(address, ['revoke-signer'])).toContain('Name it with --signer');
			expect(await refused(address, ['grant-signer', '--signer', admin.address])).toContain('is the admin');
			await done(address, ['grant-signer', '--signer', signer.address]);
			expect(await isSigner()).toBe(true);
		});

		it('cancels a nonce once, as the admin or a signer', async () => {
			const address = await deployKind(anvil, kind);
			await done(address, ['cancel', '18446744073709551615']);
			expect(await refused(address, ['cancel', '18446744073709551615'])).toContain('was cancelled before');
			await done(address, ['cancel', '7'], { key: testKeys.signer });
			expect(await refused(address, ['cancel', '8'], { key: testKeys.stranger })).toBe(
				`Nothing was sent: ${stranger.address} is not the admin of the contract, nor a signer; ${admin.address} is.`,
			);
		});

		it('withdraws what was paid, to whoever takes it', async () => {
			const address = await deployKind(anvil, kind);
			const to = getAddress('0x00000000000000000000000000000000000a11ce');
			expect(await refused(address, ['withdraw', '--to', to])).toContain('there is nothing in the contract');
			await chainClient(anvil).setBalance({ address, value: 12_345n });
			expect(await refused(address, ['withdraw', '--to', address])).toBe(
				'Nothing was sent: the receiver takes no money; name another account.',
			);
			await done(address, ['withdraw', '--to', to]);
			expect(await chainClient(anvil).getBalance({ address: to })).toBe(12_345n);
			await chainClient(anvil).setBalance({ address: to, value: 0n });
		});

		it('has no sale to pause', async () => {
			const address = await deployKind(anvil, kind);
			for (const command of ['pause', 'resume', 'end'])
				expect(await refused(address, [command])).toContain('sells nothing that could be paused or ended');
		});
	});

	it('sets the royalty of a first version and of a drop, and says that of a second for good', async () => {
		for (const kind of ['collection1', 'drop'] as const) {
			const address = await deployKind(anvil, kind);
			await done(address, ['royalty', '7.25']);
			expect(await status(address)).toContain(`Royalty   7.25 % to ${admin.address}`);
			expect(await refused(address, ['royalty', '7.25'])).toContain('already');
			await done(address, ['royalty', '10', '--to', stranger.address]);
			expect(await status(address)).toContain(`Royalty   10 % to ${stranger.address}`);
		}
		const message = await refused(await deployKind(anvil, 'collection2'), ['royalty', '5']);
		expect(message).toContain("is 2.5 % to each token's first owner, for good");
	});

	describe.each(['collection2', 'drop'] as const)('the admin of a %s', (kind) => {
		it('hands over in two steps', async () => {
			const address = await deployKind(anvil, kind);
			const accept = (options: ContractRun) => refused(address, ['accept'], options);
			expect(await accept({ key: testKeys.stranger })).toContain('nobody is named');
			expect(await refused(address, ['transfer-admin', '--to', admin.address])).toContain('is the admin already');
			expect(await refused(address, ['transfer-admin', '--to', signer.address])).toContain('is a signer');
			const shown = await done(address, ['transfer-admin', '--to', stranger.address]);
			expect(shown).toContain('Next      With its key, npm run contract -- accept takes over.');
			expect(await status(address)).toContain(
				`Admin     ${admin.address}\nNext      ${stranger.address}, once it accepts`,
			);
			expect(await accept({ key: testKeys.buyer })).toBe(
				`Nothing was sent: ${buyer.address} is not the next admin; ${stranger.address} is.`,
			);
			await chainClient(anvil).increaseTime({ seconds: 5 });
			await chainClient(anvil).mine({ blocks: 1 });
			await done(address, ['accept'], { key: testKeys.stranger });
			const after = await status(address);
			expect(after).toContain(`Admin     ${stranger.address}`);
			expect(after).not.toContain('Next');
			expect(await refused(address, ['transfer-admin', '--to', buyer.address])).toBe(
				`Nothing was sent: ${admin.address} is not the admin of the contract; ${stranger.address} is.`,
			);
		});
	});

	it('the next admin of a second version has to wait for another second', async () => {
		const address = await deployKind(anvil, 'collection2');
		const client = chainClient(anvil);
		// Else the block that the node thinks of has a later time than the newest.
		await client.setBlockTimestampInterval({ interval: 0 });
		try {
			await done(address, ['transfer-admin', '--to', stranger.address]);
			expect(await refused(address, ['accept'], { key: testKeys.stranger })).toBe(
				'Nothing was sent: the next admin was named in the newest block; try again in some seconds.',
			);
		} finally {
			await client.removeBlockTimestampInterval();
		}
	});

	it('the admin of a first version is one of two until the new one takes the role away', async () => {
		const address = await deployKind(anvil, 'collection1');
		const shown = await done(address, ['transfer-admin', '--to', stranger.address]);
		expect(shown).toContain('becomes an admin at once, beside the one before');
		expect(await refused(address, ['transfer-admin', '--to', stranger.address])).toContain('is an admin already');
		expect(await refused(address, ['accept'])).toContain('is the admin to be replaced');
		expect(await refused(address, ['accept'], { key: testKeys.buyer })).toContain('is not the admin');
		await done(address, ['accept'], { key: testKeys.stranger });
		expect(await status(address)).toContain('Admin     not told: the first one is none any more');
		expect(await refused(address, ['cancel', '1'])).toBe(
			`Nothing was sent: ${admin.address} is not the admin of the contract, nor a signer.`,
		);
		// The next ones after that are told by nobody but their operators.
		await done(address, ['transfer-admin', '--to', buyer.address], { key: testKeys.stranger });
		expect(await refused(address, ['accept'], { key: testKeys.buyer })).toContain('--replaces');
		await done(address, ['accept', '--replaces', stranger.address], { key: testKeys.buyer });
		await done(address, ['cancel', '1'], { key: testKeys.buyer });
	});

	describe('on a drop', () => {
		it('revokes the signer, whoever that is, and names another', async () => {
			const address = await deployKind(anvil, 'drop');
			const server = { serverSigner: testKeys.buyer };
			expect(await refused(address, ['revoke-signer', '--signer', buyer.address])).toContain(
				`${signer.address} signs for this sale, not ${buyer.address}`,
			);
			await done(address, ['revoke-signer'], server);
			expect(await status(address)).toContain('Signer    nobody');
			expect(await refused(address, ['revoke-signer'])).toContain('nobody signs for this sale');
			await done(address, ['grant-signer'], server);
			expect(await status(address)).toContain(`Signer    ${buyer.address}\n`);
		});

		it('pauses, resumes and ends the sale', async () => {
			const address = await deployKind(anvil, 'drop');
			expect(await refused(address, ['resume'])).toContain('the sale is not paused');
			await done(address, ['pause']);
			expect(await status(address)).toContain('Sale      paused');
			expect(await refused(address, ['pause'])).toContain('the sale is paused already');
			await done(address, ['resume']);
			expect(await status(address)).toContain('Sale      open');
			expect(await done(address, ['end'])).toContain('ends for good: 0 of 100 items exist');
			expect(await status(address)).toContain('Sale      ended');
			for (const command of ['pause', 'end']) expect(await refused(address, [command])).toContain('the sale has ended');
		});

		it('says that there is no money and no single voucher', async () => {
			const address = await deployKind(anvil, 'drop');
			expect(await refused(address, ['withdraw', '--to', admin.address])).toContain('AdxDrop never holds money');
			expect(await refused(address, ['cancel', '1'])).toContain('AdxDrop cancels no single voucher');
		});
	});

	describe.each(kinds)('a dry run on a %s', (kind) => {
		it('needs no key, says what it costs, and sends nothing', async () => {
			const address = await deployKind(anvil, kind);
			const before = await sentBy(admin.address);
			const args = ['transfer-admin', '--to', stranger.address, '--dry-run'];
			const { message, shown } = await run(address, args, { key: null, answer: true, isInteractive: false });
			expect(message).toBeUndefined();
			expect(shown).toMatch(
				/^Chain {5}Polygon[\s\S]*Sender {4}0xf39F\w+ with [\d.]+ MATIC\nCost {6}at most [\d.]+ MATIC/,
			);
			expect(shown).toContain('Dry run   The node would carry this out. Nothing was sent.');
			expect(await sentBy(admin.address)).toBe(before);
			expect((await run(address, [...args, '--as', buyer.address])).message).toContain('is not the admin');
			expect((await run(address, args, { key: testKeys.buyer })).message).toContain('is not the admin');
		});
	});

	it('takes the key out of the environment, shows it nowhere, and asks before it sends', async () => {
		const address = await deployKind(anvil, 'collection2');
		const asked = await run(address, ['cancel', '3'], { key: null, secret: testKeys.admin, answer: true });
		expect(asked.message).toBeUndefined();
		expect(asked.shown).toMatch(/Cost {6}at most [\s\S]*Send\?[\s\S]*Sent[\s\S]*Done/);
		const given = await run(address, ['cancel', '4'], { answer: false });
		expect(given.message).toBe('Nothing was sent.');
		expect(given.env.CONTRACT_ADMIN_KEY).toBeUndefined();
		expect(`${asked.shown}${given.shown}`).not.toContain(testKeys.admin.slice(2));
		const nobody = await run(address, ['cancel', '4'], { answer: false, isInteractive: false });
		expect(nobody.message).toContain('add --yes');
		const wrong = await run(address, ['cancel', '4'], { key: `${testKeys.admin.slice(0, -1)}g` });
		expect(wrong.message).toMatch(/^CONTRACT_ADMIN_KEY is not a private key/);
		expect(wrong.message).not.toContain(testKeys.admin.slice(2, 20));
	});

	it('rejects another chain, what is not a contract of ours, and an account that cannot pay, with a sentence each', async () => {
		const address = await deployKind(anvil, 'collection1');
		const other = await startAnvil({ chainId: 1 });
		try {
			expect(await refused(address, ['status'], { rpcUrl: other.rpcUrl })).toBe(
				'Nothing was sent: the RPC serves chain 1, and Polygon is 137.',
			);
		} finally {
			await other.stop();
		}
		expect(await refused(address, ['status'], { rpcUrl: other.rpcUrl })).toBe(
			`Nothing was sent: 127.0.0.1:${other.port} does not answer.`,
		);
		expect(await refused(stranger.address, ['status'])).toBe(
			`Nothing was sent: there is no contract at ${stranger.address} on Polygon.`,
		);
		// What anvil has at this address deploys others, and answers nothing.
		const foreign = getAddress('0x4e59b44847b379578588920ca78fbf26c0b4956c');
		expect(await refused(foreign, ['status'])).toBe(
			`Nothing was sent: the contract at ${foreign} is neither an AdxCollection nor an AdxDrop.`,
		);
		const key = generatePrivateKey();
		await done(address, ['grant-signer', '--signer', privateKeyToAddress(key)]);
		expect(await refused(address, ['cancel', '5'], { key })).toContain(
			'cannot pay that much; send it some MATIC first',
		);
	});

	it('runs as a program: key from standard input, the result alone on standard output', async () => {
		const address = await deployKind(anvil, 'collection2');
		const entry = fileURLToPath(new URL('./contract-main.ts', import.meta.url));
		const start = async (args: readonly string[], input: string) => {
			const where = ['--chain', 'polygon', '--rpc-url', anvil.rpcUrl, '--contract', address];
			const child = spawn(process.execPath, [entry, ...args, ...where], { env: { ...process.env, NODE_OPTIONS: '' } });
			child.stdin.end(input);
			const closed = new Promise((resolve) => child.once('close', resolve));
			const [output, errors] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
			return { output: Buffer.concat(output).toString(), errors: Buffer.concat(errors).toString(), code: await closed };
		};
		const sent = await start(['cancel', '9', '--yes'], `${testKeys.admin}\n`);
		expect(sent).toMatchObject({ output: '', code: 0 });
		expect(sent.errors).toContain('Done');
		expect(sent.errors).not.toContain(testKeys.admin.slice(2));
		const told = await start(['status'], '');
		expect(told).toMatchObject({ errors: '', code: 0 });
		expect(told.output).toContain('AdxCollection, version 2');
		const failed = await start(['cancel', '9', '--yes'], `${testKeys.admin}\n`);
		expect(failed).toEqual({ output: '', errors: 'Nothing was sent: 9 was cancelled before.\n', code: 1 });
	});
});
