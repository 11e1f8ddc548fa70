import { passDatabaseTime } from '@adx/db/testing/time-testing';
import type { StartGenerationInput } from '@adx/validators/generation/generation-order';
import type { EngineRequest, ImageEngine, RemoteCall } from '../engines/types.ts';
import type { RequestContext, Services } from '../platform/context.ts';
import { createPixelEngine } from '../platform/services-testing.ts';
import { storePending } from './remote/paid-image-storer.ts';
import { runGeneration } from './run/run-generation.ts';

/** What every call of the scripted painter costs, in millionths of a USD. */
export const callCostMicroUsd = 40_000;

/** What the scripted painter says about a call. */
export const createPaidCall = (request: EngineRequest, finishReason = 'STOP'): RemoteCall => ({
	model: request.remote?.model ?? '',
	prompt: `${request.remote?.isSoftened ? 'softly ' : ''}paint ${request.imageSeed}`,
	promptHash: 'hash',
	finishReason,
	costMicroUsd: callCostMicroUsd,
	costRestNanoUsd: 0,
	isEstimated: false,
});

export interface ScriptedEngine {
	readonly engine: ImageEngine;
	/** Every call so far. */
	readonly calls: EngineRequest[];
	/** Calls under way at once, at most. */
	mostAtOnce(): number;
	/** Forgets the calls and sets what is done before each picture; `number` counts calls from 1. */
	script(before: (request: EngineRequest, number: number) => void | Promise<void>): void;
}

/** The engine of a service that does what a test says; its pictures are one pixel each. */
export function createScriptedEngine(): ScriptedEngine {
	const calls: EngineRequest[] = [];
	let before: Parameters<ScriptedEngine['script']>[0] = () => {};
	let [atOnce, mostAtOnce] = [0, 0];
	const pixels = createPixelEngine(async (request) => {
		calls.push(request);
		mostAtOnce = Math.max(mostAtOnce, ++atOnce);
		try {
			await before(request, calls.length);
		} finally {
			atOnce -= 1;
		}
	});
	return {
		engine: {
			...pixels,
			draw: async (request) => ({ ...(await pixels.draw(request)), call: createPaidCall(request) }),
		},
		calls,
		mostAtOnce: () => mostAtOnce,
		script: (next) => {
			calls.length = 0;
			mostAtOnce = 0;
			before = next;
		},
	};
}

/** A body of `POST /api/generate` for the forge, or with a key for the painter. */
export const createRequest = (batchSize: number, geminiApiKey?: string): StartGenerationInput => ({
	races: ['elf', 'dwarf'],
	classes: ['wizard'],
	artStyle: 'bold-classic',
	backgroundType: 'forest-glade',
	batchSize,
	...(geminiApiKey === undefined ? { engine: 'forge' } : { engine: 'gemini', geminiApiKey }),
});

/**
 * Works on a job as the queue would have it worked on, until nothing is sent any more; what is sent with a delay is
 * delivered at once, on a clock that was put forward by as much. What waits in scratch is stored meanwhile, as the
 * storer does it. Answers by how many seconds.
 */
export async function driveJob(
	ctx: RequestContext,
	jobId: string,
	change: Partial<Services> = {},
	messagesMax = 500,
): Promise<number> {
	let passedMs = 0;
	let waiting: number | null = 0;
	const queue = {
		...ctx.queue,
		send: async (_name: string, _message: object, { delaySeconds = 0 }: { delaySeconds?: number } = {}) => {
			waiting = delaySeconds;
		},
	};
	const services = { ...ctx, queue, clock: () => new Date(Date.now() + passedMs), ...change };
	for (let messages = 0; waiting !== null; messages += 1) {
		if (messages > messagesMax) throw new Error('The job goes on forever.');
		passedMs += waiting * 1_000;
		if (waiting > 0) await passDatabaseTime(ctx.db, waiting * 1_000);
		waiting = null;
		await storePending(services);
		await runGeneration(services, { jobId, slot: 0 }, new AbortController().signal);
	}
	return passedMs / 1_000;
}
