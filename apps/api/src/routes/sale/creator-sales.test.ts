import { addFinishedMerge } from '@adx/core/merge/merge-testing';
import { hasSaleChain } from '@adx/core/sale/sale-testing';
import type { CollectionTransaction, CreatorSale } from '@adx/validators/sale/sales';
import { beforeAll, describe, expect, it } from 'vitest';
import { useSaleServer } from '../../testing/sale-server-testing.ts';
import { type Browser, signedIn, type TestResponse } from '../../testing/server-testing.ts';

const { chain, test } = useSaleServer({ blockMs: 20, secretPath: '/v2/key-of-the-operator', LOCKED_PAGES: '' });
let browser: Browser;
let wallet: Awaited<ReturnType<typeof chain.wallet>>;
beforeAll(async () => {
	if (!hasSaleChain) return;
	browser = await signedIn(test.origin, 'community');
	wallet = await chain.wallet('creator');
});

async function userIdOf(caller: Browser): Promise<string> {
	const { json } = await caller.call('/api/auth/check');
	return (json as { user: { id: string } }).user.id;
}

const listing = {
	collectionName: 'Winter Court',
	collectionSymbol: 'WIN',
	collectionDescription: 'Two courts.',
	mintPrice: '0.1',
	royaltyPercentage: 5,
};

async function addMerge(caller = browser): Promise<string> {
	return addFinishedMerge(test.server.services, await userIdOf(caller));
}

const patch = (jobId: string, body: object) =>
	browser.call(`/api/merge-jobs/${jobId}`, { method: 'PATCH', headers: {}, body });
const start = (jobId: string, change: object = {}) =>
	browser.post('/api/mint-collection', { jobId, walletAddress: wallet.address, network: 'solana', ...change });
const saleOf = async (jobId: string) => (await browser.call(`/api/mint-collection/${jobId}`)).json as CreatorSale;
const inHours = (hours: number) => new Date(Date.now() + hours * 3_600_000).toISOString();
const phaseOf = async (jobId: string) => (await saleOf(jobId)).phase;

describe.skipIf(!hasSaleChain)('a collection over REST', () => {
	it('goes from its listing to its sale (API-16, API-17, MLST-06)', async () => {
		const jobId = await addMerge();
		const sent = { ...listing, isMinting: true, walletAddress: wallet.address };
		expect((await patch(jobId, sent)).json).toMatchObject({ isMinting: false, mintPrice: 0.1, salePhase: null });
		expect((await browser.call(`/api/mint-collection/${jobId}`)).status).toBe(404);
		const started = await start(jobId);
		expect([started.status, started.json]).toMatchObject([200, { jobId, phase: 'preparing', price: 0.1, supply: 2 }]);
		await expect.poll(() => phaseOf(jobId), { timeout: 20_000 }).toBe('unsigned');
		const files = await browser.call(`/api/mint-collection/${jobId}/car`);
		expect(files.headers['content-disposition']).toContain('Winter_Court-car.zip');
		expect(['roots.json', 'metadata.car', 'images.car'].map((name) => files.bytes.includes(name))).toEqual([
			true,
			true,
			true,
		]);
		const { transaction } = (await browser.post(`/api/mint-collection/${jobId}/transaction`))
			.json as CollectionTransaction;
		const signed = Buffer.from(await wallet.sign(transaction)).toString('base64');
		const submitted = await browser.post(`/api/mint-collection/${jobId}/submit`, { transaction: signed });
		expect(submitted.json).toMatchObject({ phase: 'confirming', mintAddress: null });
		await expect.poll(() => phaseOf(jobId), { timeout: 30_000 }).toBe('unpublished');
		const refused = await patch(jobId, { mintPrice: 1 });
		expect([refused.status, refused.json]).toMatchObject([
			409,
			{ reason: 'mint_under_way', fields: { mintPrice: expect.any(String) } },
		]);
		await browser.post(`/api/mint-collection/${jobId}/published`);
		const sale = await saleOf(jobId);
		expect(sale).toMatchObject({ phase: 'selling', published: true });
		const list = (await browser.call('/api/merge-jobs')).json as object[];
		expect(list).toContainEqual(
			expect.objectContaining({ id: jobId, isMinting: true, salePhase: 'selling', contractAddress: sale.mintAddress }),
		);
		const cards = (await browser.call('/api/gallery')).json as object[];
		expect(cards).toContainEqual(expect.objectContaining({ id: jobId, featured: true, saleUrl: sale.saleUrl }));
		expect((await browser.call(`/api/collections/${jobId}`)).json).toMatchObject({
			contractAddress: sale.mintAddress,
			explorerUrl: `https://explorer.example/address/${sale.mintAddress}?cluster=localnet`,
		});
	});

	it('tells pages which cluster it is, and nobody how it is reached', async () => {
		const config = (await browser.call('/api/config')).json as { solana: unknown };
		expect(config.solana).toEqual({ cluster: 'localnet' });
		expect(JSON.stringify(config)).not.toContain(chain.chain.rpcUrl);
		await chain.chain.down();
		try {
			const jobId = await addMerge();
			await patch(jobId, listing);
			const started = await start(jobId);
			expect(started.status).toBe(200);
			await expect.poll(() => phaseOf(jobId), { timeout: 20_000 }).toBe('unsigned');
			const asked = await browser.post(`/api/mint-collection/${jobId}/transaction`);
			expect([asked.status, asked.json]).toMatchObject([409, { reason: 'chain_unavailable' }]);
			expect(JSON.stringify(asked.json)).not.toContain('key-of-the-operator');
		} finally {
			await chain.chain.up();
		}
		expect(test.log()).not.toContain('key-of-the-operator');
	});

	it('rejects another creator’s merge like one that does not exist', async () => {
		const theirs = await addMerge(await signedIn(test.origin, 'developer'));
		for (const jobId of [theirs, 'nothing']) {
			const path = `/api/mint-collection/${jobId}`;
			const answers = await Promise.all([
				start(jobId),
				browser.call(path),
				browser.call(`${path}/car`),
				browser.post(`${path}/transaction`),
				browser.post(`${path}/submit`, { transaction: 'AQID' }),
				browser.post(`${path}/published`),
				browser.post(`${path}/own`, { count: 1 }),
			]);
			expect(answers.map(({ status }) => status)).toEqual(Array(7).fill(404));
		}
	});
});

describe.skipIf(!hasSaleChain)('bad input about a collection', () => {
	let jobId: string;
	beforeAll(async () => {
		jobId = await addMerge();
	});

	it('is timed and parted into phases before it runs, and refuses nonsense with a sentence at its field', async () => {
		const jobId = await addMerge();
		await patch(jobId, listing);
		await start(jobId);
		const path = `/api/mint-collection/${jobId}`;
		const change = (body: object) => browser.call(path, { method: 'PATCH', headers: {}, body });
		const setPhases = (phases: readonly object[], phasesTag?: string) =>
			browser.post(`${path}/phases`, { phases, phasesTag });
		const terms = { name: 'Early', price: 0.05, startsAt: inHours(2), endsAt: inHours(3) };
		const phase = { ...terms, hasAllowlist: true };
		const times = { startsAt: inHours(1), endsAt: inHours(9) };
		expect((await change(times)).json).toMatchObject({ ...times, closedAt: null });
		const set = (await setPhases([phase])).json as CreatorSale;
		expect(set.phases).toMatchObject([{ ...terms, allowlistCount: 0 }]);
		const list = `/phases/${set.phases[0]!.id}/allowlist`;
		expect((await browser.post(path + list, { wallets: [wallet.address] })).json).toMatchObject({
			phases: [{ allowlistCount: 1 }],
		});

		const ofOtherChain = `0x${'1'.repeat(40)}`;
		const bad: readonly (readonly [send: Promise<TestResponse>, field: string])[] = [
			[change({ startsAt: 'tomorrow' }), 'startsAt'],
			[change({ startsAt: 1_796_000_000_000 }), 'startsAt'],
			[change({ endsAt: inHours(4).slice(0, -1) }), 'endsAt'],
			[change({ endsAt: inHours(-1) }), 'endsAt'],
			[change({ startsAt: inHours(10) }), 'endsAt'],
			[change({ startsAt: inHours(2.5) }), 'startsAt'],
			[change({ price: -1 }), 'price'],
			[change({ price: '1e309' }), 'price'],
			[change({ price: '0,1' }), 'price'],
			[change({ paused: 'yes' }), 'paused'],
			[setPhases([{ ...phase, endsAt: inHours(-1), startsAt: null }]), 'phases.0.endsAt'],
			[setPhases([{ ...phase, endsAt: phase.startsAt }]), 'phases.0.endsAt'],
			[setPhases([{ ...phase, startsAt: inHours(0.5) }]), 'phases.0.startsAt'],
			[setPhases([phase, { ...phase, startsAt: inHours(2.5), endsAt: null }]), 'phases.1.startsAt'],
			[setPhases([{ ...phase, walletLimit: 0 }]), 'phases.0.walletLimit'],
			[setPhases([{ ...phase, totalLimit: 1.5 }]), 'phases.0.totalLimit'],
			[setPhases([{ ...phase, price: null }]), 'phases.0.price'],
			[browser.post(path + list, { wallets: [wallet.address, ofOtherChain] }), 'wallets.1'],
			[browser.post(path + list, { wallets: ['vitalik.eth'] }), 'wallets.0'],
			[browser.post(path + list, { wallets: Array.from({ length: 20_001 }, () => wallet.address) }), 'wallets'],
		];
		for (const [sent, field] of bad) {
			const { status, json } = await sent;
			expect([status, json], field).toMatchObject([
				400,
				{ reason: 'bad_input', error: expect.stringMatching(/\w+/), fields: { [field]: expect.stringMatching(/\w+/) } },
			]);
		}
		const { phasesTag, ...sale } = await saleOf(jobId);
		expect(sale).toMatchObject({ ...times, phases: [{ name: 'Early', allowlistCount: 1 }] });
		expect(await setPhases([], set.phasesTag)).toMatchObject({ status: 409, json: { reason: 'phases_changed' } });
		expect(await setPhases([], phasesTag)).toMatchObject({ status: 200, json: { phases: [] } });
	});

	it.each<[string, object | string]>([
		['62 a price of -1', { mintPrice: -1 }],
		['62 a price of 1e309', '{"mintPrice":1e309}'],
		['62 a price of 1e309 as text', { mintPrice: '1e309' }],
		['62 a royalty of 10.01', { royaltyPercentage: 10.01 }],
		['62 a symbol of 11', { collectionSymbol: 'ABCDEFGHIJK' }],
		['a symbol of lone surrogates', '{"collectionSymbol":"\\ud800"}'],
		['a name of lone surrogates', '{"collectionName":"a\\udfff"}'],
		['a description of lone surrogates', '{"collectionDescription":"\\ud83d"}'],
		['a name that hides characters', { collectionName: 'Elf\u202eraziw' }],
		['a phase of its own', { isMinted: true }],
		['a contract of its own', { contractAddress: '1'.repeat(44) }],
	])('rejects %s in a listing', async (_, change) => {
		const headers = { 'content-type': 'application/json' };
		const body = typeof change === 'string' ? change : JSON.stringify(change);
		const { status, json } = await browser.call(`/api/merge-jobs/${jobId}`, { method: 'PATCH', headers, body });
		expect([status, json]).toMatchObject([400, { reason: 'bad_input', error: expect.stringMatching(/\w+/) }]);
	});

	it.each<[string, object, string]>([
		['nothing set', {}, 'collectionName'],
		['a name over 32 bytes', { ...listing, collectionName: 'Wïnter Cöurt of the Northern Elves' }, 'collectionName'],
		['a symbol of 10 characters and 20 bytes', { ...listing, collectionSymbol: 'ÄÖÜÄÖÜÄÖÜÄ' }, 'collectionSymbol'],
		['a price of a part of a lamport', { ...listing, mintPrice: '0.1234567891' }, 'mintPrice'],
	])('rejects a sale with %s, with a sentence for the field (AMB-49, AMB-58)', async (_, change, field) => {
		expect((await patch(jobId, change)).status).toBe(200);
		const { status, json } = await start(jobId);
		expect([status, json]).toMatchObject([400, { reason: 'bad_input', fields: { [field]: expect.any(String) } }]);
	});

	it.each<[string, object]>([
		['the zero address', { walletAddress: '1'.repeat(32) }],
		['an address that is none', { walletAddress: 'vitalik.eth' }],
		['an address of more than 32 bytes', { walletAddress: 'z'.repeat(44) }],
		['another network', { network: 'ethereum' }],
		['no network', { network: undefined }],
		['a price of its own', { mintPrice: 0 }],
		['a job that is a list', { jobId: ['x'] }],
	])('rejects %s', async (_, change) => {
		await patch(jobId, listing);
		const { status, json } = await start(jobId, change);
		expect([status, json]).toMatchObject([400, { reason: 'bad_input', error: expect.stringMatching(/\w+/) }]);
	});

	it.each([
		['no base64', 'ä'],
		['more than a transaction holds', 'A'.repeat(1_648)],
		['nothing', ''],
		['a number', 7],
	])('rejects %s as a signed transaction', async (_, transaction) => {
		const { status } = await browser.post('/api/mint-collection/x/submit', { transaction });
		expect(status).toBe(400);
	});

	it.each([0, 26, 1.5, '1', 1e9])('rejects %s as the number of own items', async (count) => {
		expect((await browser.post('/api/mint-collection/x/own', { count })).status).toBe(400);
	});
});
