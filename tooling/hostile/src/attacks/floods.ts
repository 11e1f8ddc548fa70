import { exportTargets } from '@adx/validators/exports';
import type { Attack, Target } from '../attack-runner.ts';
import { geminiKey } from '../attacked-server.ts';
import type { Caller } from '../callers.ts';
import { png } from '../hostile-files.ts';
import { type HostileResponse, inParallel } from '../sender.ts';

const headers = { 'content-type': 'application/json' };

const post = ({ send }: Target, caller: Caller, path: string, body: object) =>
	send(caller, { method: 'POST', path, headers, body: JSON.stringify(body) });

const times = <T>(count: number, make: (index: number) => T) =>
	Array.from({ length: count }, (_, index) => make(index));

const order = {
	races: ['elf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	engine: 'forge',
	seed: 'hostile',
};

/** What leaves no room for ten thousand different tokens. */
const impossible = {
	...order,
	batchSize: 10_000,
	counts: { divinity: { none: 10_000 }, magicalStone: { none: 10_000 } },
	rules: times(100, () => ({
		kind: 'never',
		left: { trait: 'race', value: 'elf' },
		right: { trait: 'class', value: 'wizard' },
	})),
};

const presets: Attack = {
	name: '100 presets of 0.8 MB, listed eight at a time',
	run: async (target) => {
		const { community } = target.callers;
		const background = Object.fromEntries(times(30_000, (index) => [`background number ${index}`, 1]));
		await inParallel(times(100, String), 4, (name) =>
			post(target, community, '/api/presets', { name, traitWeights: { background } }),
		);
		await inParallel(times(16, String), 8, () => target.send(community, { path: '/api/presets' }));
	},
};

const plans: Attack = {
	name: 'plans of 10,000 rows and impossible ones, sixteen at a time',
	run: async (target) => {
		const { developer, premium, admin } = target.callers;
		const orders = times(8, (index) => ({ ...order, races: ['elf', 'orc'], batchSize: 10_000, seed: `s${index}` }));
		await inParallel([...orders, ...times(8, () => impossible)].toReversed(), 16, async (body) => {
			await post(target, developer, '/api/generate/plan', body);
			await post(target, premium, '/api/generate/plan', body);
			await post(target, admin, '/api/generate/plan', body);
		});
	},
};

const largeJob: Attack = {
	name: 'a job of 10,000 and its lists, eight at a time',
	run: async (target) => {
		const { developer } = target.callers;
		const started = await post(target, developer, '/api/generate', {
			...order,
			races: ['elf', 'orc'],
			batchSize: 10_000,
		});
		const jobId = readId(started, 'jobId');
		if (jobId === null) return target.report(`the job was not started: ${started?.text.slice(0, 200)}`);
		const paths = [`/api/images/${jobId}`, '/api/jobs', `/api/collections/${jobId}/preflight`, '/api/stats'];
		await inParallel(times(6, () => paths).flat(), 8, (path) => target.send(developer, { path }));
		await post(target, developer, `/api/generate/${jobId}/cancel`, {});
	},
};

const paid: Attack = {
	name: 'orders of paid pictures that nobody paints',
	run: async (target) => {
		const body = { ...order, engine: 'gemini', geminiApiKey: geminiKey, batchSize: 5 };
		const { premium } = target.callers;
		const started = await Promise.all(times(10, () => post(target, premium, '/api/generate', body)));
		for (const answer of started) {
			const jobId = readId(answer, 'jobId');
			if (jobId !== null) await post(target, premium, `/api/generate/${jobId}/cancel`, {});
		}
	},
};

/** A collection as `POST /api/merge-jobs` accepts it. */
export const toCollection = (images: readonly object[]) => ({
	id: 'north',
	name: 'North',
	imageCount: images.length,
	uploadedAt: '2026-01-01T00:00:00.000Z',
	images,
});

export const imageUrl = `data:image/png;base64,${png().toString('base64')}`;

const largeMerge: Attack = {
	name: 'a merge of 300 tokens with 20 kB of metadata each: exports and ranks, eight at a time',
	run: async (target) => {
		const { premium } = target.callers;
		const attributes = times(150, (index) => ({ trait_type: `trait ${index}`, value: 'x'.repeat(100) }));
		const images = times(300, (index) => ({
			filename: `${index}.png`,
			imageData: imageUrl,
			metadata: { name: `Token ${index}`, attributes },
		}));
		const body = { projectName: 'Hostile', inputCollections: [toCollection(images)] };
		const started = await post(target, premium, '/api/merge-jobs', body);
		const id = readId(started, 'jobId') ?? readId(started, 'id');
		if (id === null) return target.report(`the merge was not started: ${started?.text.slice(0, 200)}`);
		await completed(target, premium, `/api/merge-jobs/${id}`);
		const paths = [
			...exportTargets.map((name) => `/api/collections/${id}/export?target=${name}`),
			`/api/collections/${id}/rarity`,
			`/api/collections/${id}/preflight`,
			`/api/collections/${id}/tokens`,
			`/api/merge-jobs/${id}`,
			'/api/merge-jobs',
		];
		await inParallel(times(3, () => paths).flat(), 8, (path) => target.send(premium, { path }));
	},
};

async function completed({ send, report }: Target, caller: Caller, path: string): Promise<void> {
	for (const deadline = Date.now() + 60_000; Date.now() < deadline; ) {
		const answer = await send(caller, { path });
		if (answer === null || !answer.text.includes('"processing"')) return;
		await new Promise((resolve) => setTimeout(resolve, 200));
	}
	report(`${path} did not end`);
}

function readId(answer: HostileResponse | null, field: string): string | null {
	return new RegExp(`"${field}":"([^"]+)"`).exec(answer?.text ?? '')?.[1] ?? null;
}

/** What members may do, done much at once. */
export const floods: readonly Attack[] = [presets, plans, largeJob, paid, largeMerge];
