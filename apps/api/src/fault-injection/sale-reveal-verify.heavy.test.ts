import { spawn } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once } from 'node:events';
import { writeFileSync } from 'node:fs';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { join } from 'node:path';
import { fileURLToPath } from 'node:url';
import { filesOf } from '@adx/core/merge/merge-testing';
import { type EvmTestNode, hasAnvil, startEvmTestNode } from '@adx/core/sale/evm/evm-node-testing';
import { readSmallCar } from '@adx/core/sale/reveal/small-car-testing';
import { hasSaleChain, type SaleChainTest, signAll, sol, startSaleChain } from '@adx/core/sale/sale-testing';
import type { RevealProof } from '@adx/validators/sale/reveal';
import type { Reservation } from '@adx/validators/sale/sales';
import { afterAll, afterEach, beforeAll, describe, expect, it } from 'vitest';
import { ProcessPool } from '../testing/process-testing.ts';
import { beginDrop, beginSale, createKillableServer, type KillableServer } from './sale-kills-testing.ts';
import { followReveal } from './sale-reveal-kills-testing.ts';

const commandLine = fileURLToPath(new URL('../../../cli/src/main.ts', import.meta.url));
const supply = 4;

const processes = new ProcessPool();
const closers: (() => void)[] = [];
afterEach(() => {
	processes.killAll();
	for (const close of closers.splice(0)) close();
});
afterAll(() => processes.removeFolder());

/** Runs `npm run verify-collection -- …` as somebody does who has the source code and an address. */
async function verify(...args: readonly string[]) {
	const { PATH } = process.env;
	const child = spawn(process.execPath, ['--liftoff-only', commandLine, 'verify-collection', ...args], {
		cwd: processes.folder,
		env: { PATH },
	});
	let out = '';
	for (const stream of [child.stdout, child.stderr]) stream.on('data', (chunk: Buffer) => (out += chunk));
	const [status] = (await once(child, 'close')) as [number];
	// No stack, and nothing but lines that somebody can read.
	expect(out).not.toMatch(/\n\s+at |node:internal|\[object|undefined/);
	return { status, out };
}

/** A gateway of IPFS that has what the seller published, and may be made to have something else. */
async function startGateway(server: KillableServer, { metadataUri }: RevealProof) {
	const zip = await filesOf(await server.download(`/api/mint-collection/${server.jobId}/car`));
	const [metadata, images] = [await readSmallCar(zip.get('metadata.car')!), await readSmallCar(zip.get('images.car')!)];
	const roots = JSON.parse(zip.get('roots.json')!.toString()) as Record<'metadata' | 'images', { root: string }>;
	expect(metadataUri).toBe(`ipfs://${roots.metadata.root}/`);
	const published = new Map<string, Buffer>();
	for (const [root, files] of [
		[roots.metadata.root, metadata],
		[roots.images.root, images],
	] as const) {
		for (const [name, bytes] of files) published.set(`/ipfs/${root}/${name}`, bytes);
	}
	let served: ReadonlyMap<string, Buffer> = published;
	const gateway = createServer((request, response) => {
		const bytes = served.get(request.url ?? '');
		if (bytes === undefined) response.writeHead(404).end();
		else response.end(bytes);
	});
	await once(gateway.listen(0, '127.0.0.1'), 'listening');
	closers.push(() => gateway.close());
	const pathOf = (item: number) => `/ipfs/${roots.metadata.root}/${item}.json`;
	const imageOf = (item: number) => {
		const { image } = JSON.parse(published.get(pathOf(item))!.toString()) as { image: string };
		return `/ipfs/${image.slice('ipfs://'.length)}`;
	};
	return {
		url: `http://127.0.0.1:${(gateway.address() as AddressInfo).port}`,
		/** Serves other files in the place of some; null for none. */
		serve: (changes: Readonly<Record<string, Buffer | null>>) => {
			const changed = new Map(published);
			for (const [path, bytes] of Object.entries(changes)) {
				if (bytes === null) changed.delete(path);
				else changed.set(path, bytes);
			}
			served = changed;
		},
		published,
		pathOf,
		imageOf,
	};
}

/** What a stranger who has nothing but the page's address finds, once the reveal is done. */
async function checkAsStranger(server: KillableServer, saleId: string, rpc: string, other: string) {
	const sale = `${server.origin()}/sale/${saleId}`;
	const proof = await server.anonymous<RevealProof>('203.0.113.1', 'GET', `/api/sales/${saleId}/reveal`);
	const gateway = await startGateway(server, proof);
	const run = (...args: readonly string[]) => verify('--sale', sale, ...args);
	const whole = ['--rpc', rpc, '--gateway', gateway.url] as const;

	const right = await run(...whole);
	expect(right.out).toMatch(/: the reveal is exactly what was committed to before the sale\.\n$/);
	expect(right.out).not.toMatch(/FAILED|unknown/);
	expect(right.status).toBe(0);
	expect((await run('--rpc', rpc, '--gateway', `${gateway.url}/ipfs/`)).status).toBe(0);

	const picture = gateway.published.get(gateway.imageOf(2))!;
	const tampered = Buffer.from(picture);
	tampered[tampered.length - 1]! ^= 1;
	const named = (item: number) => gateway.published.get(gateway.pathOf(item))!;
	const renamed = (item: number, change: (text: string) => string) => Buffer.from(change(named(item).toString()));
	for (const changes of [
		{ [gateway.imageOf(2)]: tampered },
		{ [gateway.pathOf(1)]: named(2), [gateway.pathOf(2)]: named(1) },
		{ [gateway.pathOf(2)]: renamed(2, (text) => text.replace('"value": "', '"value": "1')) },
		{ [gateway.pathOf(2)]: renamed(2, (text) => text.replace('{', '{"animation_url":"https://other.example/2.mp4",')) },
	]) {
		gateway.serve(changes);
		const { status, out } = await run(...whole);
		expect(out).toMatch(/^FAILED {2}item 2: its picture or metadata is not what was committed to for it$/m);
		expect(out).toMatch(/: the reveal is NOT what was committed to\.$/m);
		expect(status).toBe(1);
	}
	gateway.serve({ [gateway.pathOf(2)]: null });
	const missing = await run(...whole);
	expect(missing.out).toMatch(/^unknown items: the files of 1 could not be read, first those of 2$/m);
	expect(missing.status).toBe(3);
	gateway.serve({});

	for (const [args, line] of [
		[[], /^unknown chain: not asked; name a node of \w+ with --rpc$/m],
		[['--rpc', rpc], /^unknown items: not compared with their files; name a gateway/m],
		[['--rpc', 'http://127.0.0.1:1', '--gateway', gateway.url], /^unknown chain: \S/m],
	] as const) {
		const { status, out } = await run(...args);
		expect(out).toMatch(line);
		expect(out).toMatch(/: the reveal agrees as far as it was looked at\.$/m);
		expect(status).toBe(3);
	}

	const claim = async (change: Partial<RevealProof>) => {
		const path = join(processes.folder, 'claim.json');
		writeFileSync(path, JSON.stringify({ ...proof, ...change }));
		return verify('--sale', path, ...whole);
	};
	expect((await claim({})).status).toBe(0);
	const turned = '12'.repeat(32);
	for (const [change, line] of [
		[{ drawHash: turned }, /^FAILED {2}block: the chain draws \d+ with the hash /m],
		[{ drawBlock: (proof.drawBlock ?? 0) + 1 }, /^FAILED {2}block: /m],
		[{ seed: turned }, /^FAILED {2}seed: its Keccak-256 is /m],
		[{ shuffle: turned }, /^FAILED {2}order: seed and block make the shuffle /m],
		[{ itemHashes: proof.itemHashes.toReversed() }, /^FAILED {2}provenance: the hashes of the items make /m],
		[{ provenance: turned }, /^FAILED {2}provenance: /m],
		[{ metadataUri: 'ipfs://elsewhere/' }, /^FAILED {2}metadata: item \d+ names /m],
	] as const) {
		const { status, out } = await claim(change);
		expect(out).toMatch(line);
		expect(status).toBe(1);
	}
	const elsewhere = await claim({ address: other });
	expect(elsewhere.out).toMatch(/^(?:FAILED|unknown) {1,2}(?:contract|chain): /m);
	expect(elsewhere.status).not.toBe(0);
	return { run, claim, proof };
}

/** What it says of a sale whose items are covered, of none, and of what is not a sale. */
async function checkBefore(server: KillableServer, saleId: string) {
	const origin = server.origin();
	const covered = await verify('--sale', `${origin}/sale/${saleId}`);
	expect(covered.out).toMatch(/^Killed Court: not revealed\. Its sale has not ended, and every item is covered\.$/m);
	expect(covered.status).toBe(3);
	const none = await verify('--sale', `${origin}/sale/${randomUUID()}`);
	expect(none.out).toMatch(/: there is no such sale\.$/m);
	expect(none.status).toBe(2);
	for (const [sale, line] of [
		[`${origin}/gallery`, /: this is not the address of a sale's page, …\/sale\/\{id\}\.$/m],
		[`${origin.replace(/\d+$/, '1')}/sale/${saleId}`, /: the server does not answer\.$/m],
		['nowhere.json', /^nowhere\.json: /m],
	] as const) {
		const { status, out } = await verify('--sale', sale);
		expect(out).toMatch(line);
		expect(status).toBe(2);
	}
}

describe.skipIf(!hasAnvil)('a stranger checks a reveal on an EVM chain', () => {
	let node: EvmTestNode;
	beforeAll(async () => {
		node = await startEvmTestNode();
	});
	afterAll(() => node.stop());

	it('and is told in plain sentences what is right, wrong and not known', async () => {
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_CLUSTER: '', ...node.variables });
		await server.start();
		const rpc = node.variables.POLYGON_RPC_URL ?? '';
		const { saleId } = await beginDrop(server, node.creator, { supply, price: 0.1, reveal: 'delayed' });
		await checkBefore(server, saleId);
		const buyer = await node.createBuyer();
		const followed = followReveal(server, saleId);
		const order = { walletAddress: buyer.address, count: supply };
		await buyer.send(await server.anonymous<Reservation>('203.0.113.9', 'POST', `/api/sales/${saleId}/reserve`, order));
		// A buyer can take it as far as the reveal itself, which needs the creator's go-ahead.
		for (const step of ['end', 'draw']) await buyer.send({ call: await followed.next(step) });
		await followed.reaches('drawn');
		const drawn = await verify('--sale', `${server.origin()}/sale/${saleId}`);
		expect(drawn.out).toMatch(/: not revealed yet\. Its sale has ended; until the reveal the seed is secret/);
		expect(drawn.status).toBe(3);
		await followed.begin();
		await followed.reaches('unpublished');
		await followed.publish();
		await buyer.send({ call: await followed.next('reveal') });
		await followed.reaches('revealed');
		const { claim } = await checkAsStranger(server, saleId, rpc, '0x4e59b44847b379578588920cA78FbF26c0B4956C');
		const deployer = await claim({ address: '0x4e59b44847b379578588920cA78FbF26c0B4956C' });
		expect(deployer.out).toMatch(
			/^FAILED {2}contract: the code of the contract 0x4e59\w+ on Polygon is not that of AdxDrop/m,
		);
		expect((await claim({ address: buyer.address })).out).toMatch(/^unknown chain: There is no contract 0x/m);
		expect((await claim({ cluster: 'ethereum', network: 'ethereum' })).out).toMatch(
			/^unknown chain: The node belongs to chain 137/m,
		);
		expect(await server.stop()).toBe(0);
	});
});

describe.skipIf(!hasSaleChain)('a stranger checks a reveal on Solana', () => {
	let chainTest: SaleChainTest;
	beforeAll(async () => {
		chainTest = await startSaleChain({ blockMs: 100 });
	});
	afterAll(() => chainTest.stop());

	it('and is told in plain sentences what is right, wrong and not known', async () => {
		const { chain } = chainTest;
		const dataDir = join(processes.folder, randomUUID());
		const server = createKillableServer(processes, { DATA_DIR: dataDir, SOLANA_RPC_URL: chain.rpcUrl });
		await server.start();
		const creator = await chainTest.wallet('creator', 10n * sol);
		const { saleId } = await beginSale(server, creator, { supply, price: 0.1, reveal: 'delayed' });
		await checkBefore(server, saleId);
		const followed = followReveal(server, saleId);
		const own = `/api/mint-collection/${server.jobId}/own`;
		const reserved = await server.owner<Reservation>('POST', own, { count: supply });
		const { reservationId } = reserved;
		const transactions = await signAll(reserved, creator);
		await server.anonymous('203.0.113.9', 'POST', `/api/sales/${saleId}/submit`, { reservationId, transactions });
		await followed.reaches('drawn');
		await followed.begin();
		await followed.reaches('unpublished');
		await followed.publish();
		await followed.reaches('revealed');
		const { claim, proof } = await checkAsStranger(server, saleId, chain.rpcUrl, creator.address);
		const [first, second, ...rest] = proof.items;
		for (const [items, line] of [
			[
				[{ ...first!, address: second!.address }, { ...second!, address: first!.address }, ...rest],
				/calls itself number \d on the chain$/m,
			],
			[
				[first!, ...rest],
				new RegExp(`has ${supply} items, and ${supply - 1} of those that are claimed are there$`, 'm'),
			],
		] as const) {
			const { status, out } = await claim({ items: [...items] });
			expect(out).toMatch(line);
			expect(status).toBe(1);
		}
		expect(await server.stop()).toBe(0);
	});
});
