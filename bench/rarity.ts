import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { readAttributes } from '@adx/collection/metadata/token-attributes';
import { rankTokens } from '@adx/collection/rarity/rarity';
import { reportCsv, reportRarity } from '@adx/collection/rarity/rarity-report';
import { prepareDeveloper, runAttributes } from './data/attribute-orders.ts';
import { createMetadata } from './data/merge-data.ts';
import { idleMemoryMb, startProduct } from './processes/product-server.ts';
import { watchServer } from './processes/watched-server.ts';
import { report } from './report.ts';

const size = 10_000;
const rounds = 5;

/**
 * 10,000 tokens of nine traits: ranks, all that the rarity page shows, and the CSV; then the same collection as the server
 * answers for it from its database and files, the first time and again, and how much memory over the idle server's.
 */
export async function run(): Promise<boolean> {
	const tokens = Array.from({ length: size }, (_, index) => ({
		tokenNumber: index + 1,
		attributes: readAttributes(createMetadata(index + 1)),
	}));
	const ranks = worstSeconds(() => rankTokens(tokens.map(({ attributes }) => attributes)));
	const page = worstSeconds(() => reportRarity(tokens));
	const ranked = reportRarity(tokens).tokens;
	const csv = worstSeconds(() => reportCsv(ranked));
	const response = await measureServer();
	const atMost = 0.5;
	return report([
		{
			name: `ranks of ${size.toLocaleString('en')} tokens with nine traits`,
			value: ranks,
			unit: 's',
			target: { atMost },
		},
		{ name: 'ranks, tiers and distribution of all traits', value: page, unit: 's', target: { atMost } },
		{ name: 'rarity.csv', value: csv, unit: 's' },
		{ name: 'the first page of a server that was just started', value: response.firstSeconds, unit: 's' },
		{ name: 'the next page', value: response.nextSeconds, unit: 's', target: { atMost } },
		{ name: 'memory over idle at most', value: response.grownMb, unit: 'MB', target: { atMost: 300 } },
	]);
}

/** The first round, before anything is compiled, counts as well. */
function worstSeconds(work: () => unknown): number {
	let worst = 0;
	for (let round = 0; round < rounds; round += 1) {
		const startedAt = performance.now();
		work();
		worst = Math.max(worst, (performance.now() - startedAt) / 1_000);
	}
	return worst;
}

/** On a server that was restarted after the collection was made, so that it has nothing of it cached. */
async function measureServer() {
	const directory = await mkdtemp(join(process.env.BENCH_DIR ?? tmpdir(), 'adx-bench-rarity-'));
	try {
		const cookie = await prepareDeveloper(directory);
		const attributes = await startProduct(directory);
		const { id } = await runAttributes(attributes.origin, cookie, nineTraits());
		await attributes.stop();
		const product = await startProduct(directory);
		const { origin, running } = product;
		const idleMb = await idleMemoryMb(product);
		const watch = watchServer(`${origin}/healthz`, () => running.memoryMb());
		const read = async (offset: number) => {
			const startedAt = performance.now();
			const path = `/api/collections/${id}/rarity?limit=200&offset=${offset}`;
			const response = await fetch(`${origin}${path}`, { headers: { cookie } });
			const { tokens } = (await response.json()) as { readonly tokens: readonly unknown[] };
			if (tokens.length !== 200) throw new Error(`The server told of ${tokens.length} tokens.`);
			return (performance.now() - startedAt) / 1_000;
		};
		const [firstSeconds, nextSeconds] = [await read(0), await read(200)];
		const { peakMb } = await watch.stop();
		await product.stop();
		return { firstSeconds, nextSeconds, grownMb: peakMb - idleMb };
	} finally {
		await rm(directory, { recursive: true, force: true });
	}
}

/** Four traits of their own, and the five that are planned. */
function nineTraits(): object {
	const metadata = Array.from({ length: size }, (_, index) => createMetadata(index + 1));
	const own = new Set(['Race', 'Background', 'Mood', 'Weather']);
	return {
		folderSize: size,
		existingMetadata: metadata.map((each) => ({
			...each,
			attributes: (each.attributes as { trait_type: string }[]).filter(({ trait_type }) => own.has(trait_type)),
		})),
	};
}
