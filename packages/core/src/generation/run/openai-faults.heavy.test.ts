import { createHash } from 'node:crypto';
import { crc32 } from 'node:zlib';
import { listImages } from '@adx/db/repositories/generation/generated-images';
import { type FakeOpenAi, type FakeOpenAiAnswer, startFakeOpenAi } from '@adx/fakes/openai';
import { startGenerationInput } from '@adx/validators/generation/generation-order';
import { afterAll, beforeAll, expect, it } from 'vitest';
import { createAddressGuard } from '../../engines/addresses/address-guard.ts';
import { parsePlainAddress } from '../../engines/addresses/engine-address.ts';
import { createOpenAiEngine } from '../../engines/openai/openai-engine.ts';
import { createTestServices, type TestServices } from '../../platform/services-testing.ts';
import { resumeGeneration, retryGeneration } from '../control/control-job.ts';
import { createRequest, driveJob } from '../generation-testing.ts';
import { getGeneration } from '../queries/generations.ts';
import { startGeneration } from '../start/start-generation.ts';

// A job of 1,000 that meets every fault that the service can have: what it says it has cost, beside what was billed.

const imageCount = 1_000;
const apiKey = 'sk-faults-0123456789';
const price = { picture: 55_000, textInput: 5, imageInput: 8, output: 30 };
const prices = {
	pricedAt: '2026-11-05',
	usdPerImage: { 'gpt-image-2': price.picture / 1e6 },
	usdPerMillionTokens: {
		'gpt-image-2': { input: price.textInput, imageInput: price.imageInput, output: price.output },
	},
};

/** Each of them a few times among the thousand. */
const faults: readonly FakeOpenAiAnswer[] = [
	{ kind: 'image', format: 'jpeg' },
	{ kind: 'image', format: 'webp' },
	{ kind: 'image', count: 2 },
	{ kind: 'image', as: 'url' },
	{ kind: 'image', as: 'data_url' },
	{ kind: 'image', usage: false },
	{ kind: 'lost_picture', times: 1 },
	{ kind: 'empty_picture' },
	{ kind: 'no_data' },
	{ kind: 'corrupt_image' },
	{ kind: 'pixel_bomb' },
	{ kind: 'wrong_json' },
	{ kind: 'reset' },
	{ kind: 'truncated' },
	{ kind: 'html' },
	{ kind: 'slow_drip', everyMs: 2 },
	{ kind: 'rate_limit', retryAfterS: 2 },
	{ kind: 'moderation', stage: 'input' },
	{ kind: 'moderation', stage: 'output' },
	{ kind: 'content_policy' },
	{ kind: 'unprocessable' },
	{ kind: 'bad_request' },
	{ kind: 'server_error', status: 500 },
	{ kind: 'server_error', status: 503 },
	{ kind: 'bad_gateway_html' },
	{ kind: 'redirect' },
	{ kind: 'error_in_answer' },
	{ kind: 'echo_key', status: 429 },
	{ kind: 'echo_key', status: 500 },
];
/** After these the job stands still until somebody lets it go on, or rests. */
const stops: readonly FakeOpenAiAnswer[] = [
	{ kind: 'invalid_key' },
	{ kind: 'insufficient_quota' },
	{ kind: 'billing_hard_limit' },
	{ kind: 'payment_required' },
];
/** Rare, since each of them takes its time or its megabytes. */
const slow: readonly FakeOpenAiAnswer[] = [{ kind: 'hang' }, { kind: 'oversized_image' }, { kind: 'huge_answer' }];

let fake: FakeOpenAi;
let test: TestServices;
beforeAll(async () => {
	fake = await startFakeOpenAi({ sizePx: 8 });
	const guard = createAddressGuard({ allowed: [parsePlainAddress(fake.address)!] });
	test = await createTestServices({ openai: createOpenAiEngine({ guard, prices, timeoutMs: 3_000 }) });
});
afterAll(async () => {
	await test.close();
	await fake.close();
});

/** The pictures are not looked at here, and waiting for the disk would take most of the time. */
const put = async (bytes: Uint8Array) => ({
	sha256: createHash('sha256').update(bytes).digest('hex'),
	sizeBytes: bytes.byteLength,
	crc32: crc32(bytes),
});

it('draws all of them, pays for no picture twice, and says what was billed', async () => {
	for (const [place, answer] of faults.entries()) {
		fake.script({ answer, call: (call) => call % 11 === 0 && (call / 11) % faults.length === place });
	}
	for (const [place, answer] of stops.entries()) fake.script({ answer, call: (call) => call === 97 + place * 150 });
	for (const [place, answer] of slow.entries()) fake.script({ answer, call: (call) => call === 130 + place * 200 });
	const caller = await test.contextOf({ role: 'developer' });
	const { services } = caller.config;
	const openai = { ...services.openai, addresses: [parsePlainAddress(fake.address)!] };
	const ctx = { ...caller, config: { ...caller.config, services: { ...services, openai } } };
	const order = { ...createRequest(imageCount), engine: 'openai', apiKey, engineAddress: fake.address };
	const { jobId } = await startGeneration(ctx, startGenerationInput.parse(order));
	const read = () => getGeneration(ctx, { jobId, scope: 'own' });
	let stands = 0;
	for (; stands < 20; stands += 1) {
		await driveJob(ctx, jobId, { storage: { ...ctx.storage, put } }, 20_000);
		const { phase } = await read();
		if (phase === 'done') break;
		if (phase === 'paused') await resumeGeneration(ctx, { jobId, apiKey });
		else await retryGeneration(ctx, { jobId, apiKey });
	}
	const [job, images] = [await read(), await listImages(ctx.db, jobId)];
	expect(job).toMatchObject({ phase: 'done', progress: imageCount, failedImages: 0 });
	expect(stands).toBeGreaterThan(0);
	expect(images.every(({ versionCount }) => versionCount === 1)).toBe(true);
	expect(fake.peakConcurrency()).toBeLessThanOrEqual(2);
	const used = new Set(fake.requests.map(({ answer }) => answer));
	for (const { kind } of [...faults, ...stops, ...slow]) expect(used).toContain(kind);
	// Every picture that could be used was: what was painted beyond that was cut, broken, or a second one of its answer.
	const unusable = [
		'empty_picture',
		'corrupt_image',
		'pixel_bomb',
		'oversized_image',
		'huge_answer',
		'truncated',
		'hang',
	];
	const usable = fake.requests.filter(({ answer }) => ['image', 'slow_drip', 'lost_picture'].includes(answer));
	expect(usable).toHaveLength(imageCount);
	const billedUsd = fake.billedMicroUsd(price) / 1e6;
	const estimates = fake.requests.filter(({ answer }) => unusable.includes(answer)).length;
	// Where the service does not say what it took, the price of a picture stands for it, which the sum says.
	expect(Math.abs(job.costUsd - billedUsd)).toBeLessThanOrEqual(job.estimatedUsd);
	expect(job.estimatedUsd).toBeLessThan(((estimates + 60) * price.picture) / 1e6);
	expect(job.costUsd - job.estimatedUsd).toBeLessThanOrEqual(billedUsd + 1e-9);
});
