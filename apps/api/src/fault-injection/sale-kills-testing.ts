import { createHash } from 'node:crypto';
import { setTimeout as sleep } from 'node:timers/promises';
import { createPng } from '@adx/core/merge/merge-testing';
import type { EvmTestWallet } from '@adx/core/sale/evm/evm-node-testing';
import type { SaleChainTest } from '@adx/core/sale/sale-testing';
import type { MergeJob, ReceivedMerge } from '@adx/validators/merge';
import type { RevealChoice } from '@adx/validators/sale/reveal';
import type { CollectionTransaction, CreatorSale, Purchase } from '@adx/validators/sale/sales';
import { expect } from 'vitest';
import type { ProcessPool, SpawnedServer } from '../testing/process-testing.ts';
import { Browser, sendRequest, type TestResponse } from '../testing/server-testing.ts';

/** A server that is killed while others go on asking it: their calls wait until it is there again. */
export interface KillableServer {
	/** The merge that is sold; empty before there is one. */
	jobId: string;
	start(): Promise<void>;
	/** Kills the process as a power cut would. */
	kill(): Promise<void>;
	/** How many calls a kill has left without an answer so far. */
	cutOffCount(): number;
	/** Stops the process as an operator would; returns the exit code. */
	stop(): Promise<number | null>;
	/** Calls as the owner, signed in; answers the body. */
	owner<T>(method: 'GET' | 'POST' | 'PATCH' | 'PUT', path: string, body?: object | Buffer): Promise<T>;
	/** Where it listens now. */
	origin(): string;
	/** What the owner downloads there. */
	download(path: string): Promise<Buffer>;
	/** Calls as the owner, once; rejects where a kill leaves the call without an answer. */
	ownerOnce(method: 'POST', path: string, body: object): Promise<void>;
	/** Calls as somebody at that address who is not signed in; answers the body, of a refusal too. */
	anonymous<T>(address: string, method: 'GET' | 'POST', path: string, body?: object): Promise<T>;
}

export function createKillableServer(
	processes: ProcessPool,
	variables: Readonly<Record<string, string>>,
): KillableServer {
	let server: SpawnedServer | undefined;
	let origin = '';
	let cutOffs = 0;
	const cookies = new Map<string, string>();
	/** Repeats what met a server that just ended; every call of the test may be repeated. */
	const retryUntilAnswered = async (call: () => Promise<TestResponse>): Promise<TestResponse> => {
		for (;;) {
			const answer = await call().catch((error: NodeJS.ErrnoException) => {
				// A caller that arrives while nobody listens gets no answer.
				if (error.code !== 'ECONNREFUSED') cutOffs += 1;
				return null;
			});
			if (answer !== null && answer.status < 500) return answer;
			await sleep(100);
		}
	};
	const toCookie = () => [...cookies].map(([name, value]) => `${name}=${value}`).join('; ');
	return {
		jobId: '',
		start: async () => {
			server = processes.start({
				DEVELOPER_PASSWORDS: 'test',
				LOCKED_PAGES: '',
				SOLANA_CLUSTER: 'localnet',
				SALE_WALLET_PROOF: 'off',
				TRUSTED_PROXIES: '127.0.0.1',
				...variables,
			});
			origin = await server.origin();
			if (cookies.size > 0) return;
			const browser = new Browser(origin);
			await browser.signIn('developer', 'test');
			for (const [name, value] of browser.cookies) cookies.set(name, value);
		},
		kill: async () => {
			server?.child.kill('SIGKILL');
			await server?.ended;
		},
		cutOffCount: () => cutOffs,
		stop: async () => {
			server?.child.kill('SIGTERM');
			return (await server?.ended) ?? null;
		},
		origin: () => origin,
		download: async (path) => (await sendRequest(origin, path, { headers: { cookie: toCookie() } })).bytes,
		ownerOnce: async (method, path, body) => {
			await sendRequest(origin, path, { method, headers: { cookie: toCookie() }, body });
		},
		owner: async <T>(method: string, path: string, body?: object | Buffer) => {
			const headers = { cookie: toCookie() };
			const { json } = await retryUntilAnswered(() =>
				sendRequest(origin, path, { method, headers, ...(body ? { body } : {}) }),
			);
			return json as T;
		},
		anonymous: async <T>(address: string, method: string, path: string, body?: object) => {
			const headers = { 'x-forwarded-for': address };
			const { json } = await retryUntilAnswered(() =>
				sendRequest(origin, path, { method, headers, ...(body ? { body } : {}) }),
			);
			return json as T;
		},
	};
}

const sha256 = (bytes: Buffer) => createHash('sha256').update(bytes).digest('hex');

/** A finished merge of that many pictures, listed at that price in SOL; its id is the server's `jobId` from then on. */
export async function addListedMerge(
	server: KillableServer,
	{ supply, price }: { readonly supply: number; readonly price: number },
): Promise<string> {
	const picture = await createPng(1);
	const images = Array.from({ length: supply }, (_, index) => ({
		filename: `${index}.png`,
		sha256: sha256(picture),
		metadata: { name: `Old #${index}`, attributes: [{ trait_type: 'Number', value: String(index) }] },
	}));
	const list = Buffer.from(JSON.stringify({ format: 'adx-upload-1', images }));
	await server.owner('PUT', `/api/uploads/${sha256(picture)}?as=image`, picture);
	await server.owner('PUT', `/api/uploads/${sha256(list)}?as=manifest`, list);
	const uploadedAt = '2026-11-21T10:00:00.000Z';
	const collection = { id: 'c', name: 'Court', imageCount: supply, uploadedAt, manifest: sha256(list) };
	const { jobId } = await server.owner<ReceivedMerge>('POST', '/api/merge-jobs', {
		projectName: 'Killed',
		inputCollections: [collection],
	});
	const path = `/api/merge-jobs/${jobId}`;
	for (let job: MergeJob | null = null; job?.status !== 'completed'; await sleep(100)) {
		job = await server.owner<MergeJob>('GET', path);
		if (job.status === 'failed') throw new Error('The merge failed.');
	}
	await server.owner('PATCH', path, {
		collectionName: 'Killed Court',
		collectionSymbol: 'KILL',
		mintPrice: price,
		royaltyPercentage: 5,
	});
	server.jobId = jobId;
	return jobId;
}

/** Deploys a merge's contract on an EVM chain and publishes it; returns the sale as its creator sees it. */
export async function beginDrop(
	server: KillableServer,
	creator: EvmTestWallet,
	{
		reveal = 'at_once',
		...listing
	}: { readonly supply: number; readonly price: number; readonly reveal?: RevealChoice },
): Promise<CreatorSale> {
	const jobId = await addListedMerge(server, listing);
	const path = `/api/mint-collection/${jobId}`;
	const body = { jobId, walletAddress: creator.address, network: 'polygon', reveal };
	await server.owner('POST', '/api/mint-collection', body);
	const phase = async () => (await server.owner<CreatorSale>('GET', path)).phase;
	await expect.poll(phase, { timeout: 60_000, interval: 200 }).toBe('unsigned');
	const built = await server.owner<CollectionTransaction>('POST', `${path}/transaction`, {});
	await server.owner('POST', `${path}/submit`, { transaction: await creator.send(built) });
	await expect.poll(phase, { timeout: 60_000, interval: 200 }).toBe('unpublished');
	return server.owner<CreatorSale>('POST', `${path}/published`, {});
}

/** A wallet of the chain on which a sale is tried. */
export type Wallet = Awaited<ReturnType<SaleChainTest['wallet']>>;

/**
 * Lists a merge, signs its collection and publishes it, where the server does not; returns the sale's id and what the
 * creator paid for it.
 */
export async function beginSale(
	server: KillableServer,
	creator: Wallet,
	{
		reveal = 'at_once',
		...listing
	}: { readonly supply: number; readonly price: number; readonly reveal?: RevealChoice },
): Promise<{ saleId: string; collectionLamports: bigint }> {
	const jobId = await addListedMerge(server, listing);
	const path = `/api/mint-collection/${jobId}`;
	const body = { jobId, walletAddress: creator.address, network: 'solana', reveal };
	const { saleId } = await server.owner<CreatorSale>('POST', '/api/mint-collection', body);
	const phase = async () => (await server.owner<CreatorSale>('GET', path)).phase;
	await expect.poll(phase, { timeout: 60_000, interval: 200 }).toBe('unsigned');
	const built = await server.owner<CollectionTransaction>('POST', `${path}/transaction`, {});
	const transaction = Buffer.from(await creator.sign(built.transaction)).toString('base64');
	await server.owner('POST', `${path}/submit`, { transaction });
	await expect.poll(phase, { timeout: 60_000, interval: 200 }).toMatch(/^(?:unpublished|selling)$/);
	await server.owner('POST', `${path}/published`, {});
	expect(await phase()).toBe('selling');
	return { saleId, collectionLamports: BigInt(built.costLamports) };
}

/** Of the transaction by which a sale's key gives up its power: one signature, and 10,000 units at the usual price. */
export const giveUpFee = 5_100n;

/** Whether nothing more will become of a purchase. */
export const isOver = ({ status }: Pick<Purchase, 'status'>): boolean => status !== 'reserved' && status !== 'sent';
