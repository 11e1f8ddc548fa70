import { spawn } from 'node:child_process';
import { createServer, type RequestListener, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { type Address, getAddress } from 'viem';
import { generatePrivateKey } from 'viem/accounts';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { adxCollectionAbi } from '../abi.ts';
import { type Anvil, chainClient, hasAnvil, startAnvil, testAccounts, testKeys } from '../anvil-testing.ts';
import { deployContract } from './deploy-contract.ts';

const { admin, signer, stranger } = testAccounts;

describe.skipIf(!hasAnvil)('deployContract', () => {
	let anvil: Anvil;
	const servers: Server[] = [];

	beforeAll(async () => {
		anvil = await startAnvil({ chainId: 137 });
	});
	afterAll(() => anvil.stop());
	afterEach(() => {
		for (const server of servers.splice(0)) server.close();
	});

	/** Address of a server that answers in place of the chain. */
	const serve = async (listener: RequestListener) => {
		const server = createServer(listener);
		servers.push(server);
		await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve));
		return `http://127.0.0.1:${(server.address() as AddressInfo).port}/key-in-path`;
	};
	const argumentsFor = (rpcUrl: string) => [
		...['--chain', 'polygon', '--rpc-url', rpcUrl, '--name', 'ADX Realm', '--symbol', 'ADX', '--royalty', '2.5'],
		...['--admin', stranger.address, '--signer', signer.address, '--contract-uri', 'ipfs://bafy'],
	];

	interface Run {
		readonly rpcUrl?: string;
		readonly key?: string | undefined;
		readonly extra?: readonly string[];
		readonly secret?: string;
		readonly answer?: boolean;
		readonly isInteractive?: boolean;
		readonly waitMs?: number;
	}

	/** Runs the command with an operator who gives the answers; the result holds all that was shown, and the error. */
	const run = async (options: Run = {}) => {
		const {
			rpcUrl = anvil.rpcUrl,
			extra = ['--yes'],
			secret = '',
			answer = false,
			isInteractive = true,
			waitMs,
		} = options;
		const env: NodeJS.ProcessEnv = 'key' in options ? { DEPLOYER_KEY: options.key } : { DEPLOYER_KEY: testKeys.admin };
		const shown: string[] = [];
		const printed: string[] = [];
		const terminal = {
			isInteractive,
			say: (line: string) => void shown.push(line),
			readSecret: async () => secret,
			confirm: async (question: string) => {
				shown.push(question);
				return answer;
			},
		};
		const error: unknown = await deployContract([...argumentsFor(rpcUrl), ...extra], {
			env,
			terminal,
			print: (line) => void printed.push(line),
			pollMs: 20,
			...(waitMs === undefined ? {} : { waitMs }),
		}).then(
			() => undefined,
			(reason: unknown) => reason,
		);
		const message = error instanceof Error ? `${error.name}: ${error.message}` : undefined;
		return { message, shown: shown.join('\n'), printed, env };
	};
	const sentBy = (address: Address) => chainClient(anvil).getTransactionCount({ address });

	it('deploys what was asked for and prints the line for the environment', async () => {
		const { message, shown, printed, env } = await run();
		expect(message).toBeUndefined();
		const address = getAddress(/^POLYGON_CONTRACT_ADDRESS=(0x\w{40})$/.exec(printed.join('\n'))?.[1] ?? '');
		const client = chainClient(anvil);
		const read = { abi: adxCollectionAbi, address } as const;
		expect(await client.readContract({ ...read, functionName: 'name' })).toBe('ADX Realm');
		expect(await client.readContract({ ...read, functionName: 'contractURI' })).toBe('ipfs://bafy');
		expect(await client.readContract({ ...read, functionName: 'owner' })).toBe(stranger.address);
		expect(await client.readContract({ ...read, functionName: 'royaltyBps' })).toBe(250n);
		const role = await client.readContract({ ...read, functionName: 'SIGNER_ROLE' });
		const hasRole = { ...read, functionName: 'hasRole' } as const;
		expect(await client.readContract({ ...hasRole, args: [role, signer.address] })).toBe(true);
		expect(await client.readContract({ ...hasRole, args: [role, admin.address] })).toBe(false);
		expect(shown).toContain(`Deployed  ${address}`);
		expect(shown).toMatch(/Verify {4}with solc [\d.]+ [\s\S]*constructor arguments [0-9a-f]{512,}$/);
		expect(shown).not.toContain(testKeys.admin.slice(2));
		expect(env.DEPLOYER_KEY).toBeUndefined();
	});

	it('asks for the key and shows the cost before it asks whether to go on', async () => {
		const before = await sentBy(admin.address);
		const { message, shown, printed } = await run({ key: undefined, secret: testKeys.admin, extra: [], answer: true });
		expect(message).toBeUndefined();
		expect(shown).toMatch(/Cost {6}at most [\d.]+ MATIC: \d+ gas[\s\S]*Deploy\?[\s\S]*Sent/);
		expect(printed).toHaveLength(1);
		expect(await sentBy(admin.address)).toBe(before + 1);
	});

	it('rejects to go on without a yes, and sends nothing', async () => {
		const before = await sentBy(admin.address);
		expect(await run({ extra: [] })).toMatchObject({ message: 'CommandError: Nothing was deployed.', printed: [] });
		const unasked = await run({ extra: [], isInteractive: false });
		expect(unasked.message).toContain('add --yes');
		expect(await sentBy(admin.address)).toBe(before);
	});

	it('rejects what is not a key, without repeating it', async () => {
		const wrong = `${testKeys.admin.slice(0, -1)}g`;
		for (const { message, shown } of [await run({ key: wrong }), await run({ key: undefined, secret: wrong })]) {
			expect(message).toMatch(/^CommandError: (DEPLOYER_KEY|What was entered) is not a private key/);
			expect(`${message}${shown}`).not.toContain(wrong.slice(2, 20));
		}
	});

	it("rejects the signer's own key", async () => {
		expect((await run({ key: testKeys.signer })).message).toContain('deploy from another account');
	});

	it('rejects an account that cannot pay, after saying what it holds and what is needed', async () => {
		const { message, shown } = await run({ key: generatePrivateKey() });
		expect(message).toContain('cannot pay that much');
		expect(shown).toMatch(/Deployer {2}0x\w{40} with 0 MATIC/);
	});

	it('rejects the RPC of another chain', async () => {
		const other = await startAnvil({ chainId: 1 });
		try {
			expect((await run({ rpcUrl: other.rpcUrl })).message).toContain('the RPC serves chain 1, and Polygon is 137');
		} finally {
			await other.stop();
		}
	});

	it('rejects an RPC that is down, refuses or talks nonsense, naming its host alone', async () => {
		const down = await serve((request) => request.socket.destroy());
		const refusing = await serve((_request, response) => response.writeHead(401).end('no'));
		const nonsense = await serve((_request, response) => response.end('<html>'));
		expect((await run({ rpcUrl: down })).message).toBe(
			`CommandError: Nothing was deployed: ${new URL(down).host} does not answer.`,
		);
		expect((await run({ rpcUrl: refusing })).message).toContain('answers with status 401');
		for (const rpcUrl of [refusing, nonsense]) {
			const { message, shown } = await run({ rpcUrl });
			expect(message).toContain(`Nothing was deployed: ${new URL(rpcUrl).host}`);
			expect(`${message}${shown}`).not.toContain('key-in-path');
		}
	});

	it('says where to look when the RPC is lost just as it sends', async () => {
		const proxy = await serve(async (request, response) => {
			const body = Buffer.concat(await request.toArray()).toString();
			if (body.includes('eth_sendRawTransaction')) return void request.socket.destroy();
			const answer = await fetch(anvil.rpcUrl, {
				method: 'POST',
				headers: { 'content-type': 'application/json' },
				body,
			});
			response.setHeader('content-type', 'application/json').end(await answer.text());
		});
		const { message, printed } = await run({ rpcUrl: proxy });
		expect(message).toMatch(
			/It is not known whether the deployment was sent: 127\.0\.0\.1:\d+ does not answer\. Look for transaction 0x\w{64} .*POLYGON_CONTRACT_ADDRESS=0x\w{40}$/,
		);
		expect(printed).toEqual([]);
	});

	it('says where to look when the transaction is not mined in time', async () => {
		const client = chainClient(anvil);
		await client.setAutomine(false);
		try {
			const { message, printed } = await run({ waitMs: 300 });
			expect(message).toMatch(/The deployment was sent, but it was not mined yet\. Look for transaction 0x\w{64}/);
			expect(printed).toEqual([]);
		} finally {
			await client.setAutomine(true);
			await client.mine({ blocks: 1 });
		}
	});

	it('runs as a program: key from standard input, the line alone on standard output', async () => {
		const entry = fileURLToPath(new URL('./deploy-main.ts', import.meta.url));
		const env = { ...process.env, NODE_OPTIONS: '' };
		const child = spawn(process.execPath, [entry, ...argumentsFor(anvil.rpcUrl), '--yes'], { env });
		child.stdin.end(`${testKeys.admin}\n`);
		const [output, errors] = await Promise.all([child.stdout.toArray(), child.stderr.toArray()]);
		expect(Buffer.concat(output).toString()).toMatch(/^POLYGON_CONTRACT_ADDRESS=0x\w{40}\n$/);
		expect(Buffer.concat([...output, ...errors]).toString()).not.toContain(testKeys.admin.slice(2));
		expect(child.exitCode ?? (await new Promise((resolve) => child.once('close', resolve)))).toBe(0);
	});
});
