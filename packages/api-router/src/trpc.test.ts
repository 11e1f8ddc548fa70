import { type AccessRule, accessLevels } from '@adx/core/auth/authorize-call';
import { AppError } from '@adx/core/platform/errors';
import { createTestServices, type TestServices } from '@adx/core/platform/services-testing';
import { errorStatus } from '@adx/validators/errors';
import { installZodMessages } from '@adx/validators/zod-messages';
import { type AnyTRPCProcedure, TRPCError } from '@trpc/server';
import { fetchRequestHandler } from '@trpc/server/adapters/fetch';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { appRouter } from './root.ts';
import { createCallerFactory, procedure, router, toPublicError } from './trpc.ts';

const secret = 'postgres://adx:hunter2@db';
const open = procedure.meta({ access: 'public' });
const broken = router({
	refused: open.query(() => {
		const meta = { retryAfterSeconds: 7, fields: { projectName: 'Taken' } };
		throw new AppError('LIMIT', { reason: 'rate_limited', message: 'Too fast.', meta, cause: new Error(secret) });
	}),
	input: open.input(z.strictObject({ count: z.number(), name: z.string() })).query(() => null),
	output: open.output(z.object({ count: z.number() })).query(() => ({ count: secret as unknown as number })),
	parsing: open.query(() => z.object({ count: z.number() }).parse({ count: secret })),
	full: open.mutation(() => {
		throw Object.assign(new Error('could not extend file'), { code: '53100' });
	}),
	defect: open.query(() => {
		throw new Error(secret);
	}),
});

let test: TestServices;
beforeAll(async () => {
	installZodMessages();
	test = await createTestServices({});
});
afterAll(() => test.close());

async function errorOf(call: (caller: ReturnType<typeof callBroken>) => Promise<unknown>): Promise<TRPCError> {
	const ctx = await test.contextOf(null);
	const error = await call(callBroken(ctx)).catch((thrown: unknown) => thrown);
	if (error instanceof TRPCError) return error;
	throw new Error('the call did not end with a TRPCError', { cause: error });
}
const callBroken = createCallerFactory(broken);

describe('toPublicError', () => {
	it('tells what a verb refused, with its status, reason, fields and waiting time', async () => {
		expect(toPublicError(await errorOf((caller) => caller.refused()))).toEqual({
			status: 429,
			message: 'Too fast.',
			reason: 'rate_limited',
			fields: { projectName: 'Taken' },
			retryAfterSeconds: 7,
			confirmations: null,
		});
	});

	it.each(Object.entries(errorStatus))(
		'gives %s its status %i, with or without the middleware',
		async (code, status) => {
			const cause = new AppError(code as keyof typeof errorStatus, { reason: 'not_allowed', message: 'No.' });
			const failing = router({
				fail: open.query(() => {
					throw cause;
				}),
			});
			const thrown = await createCallerFactory(failing)(await test.contextOf(null))
				.fail()
				.catch((error: unknown) => error);
			expect(thrown).toBeInstanceOf(TRPCError);
			expect(toPublicError(thrown as TRPCError)).toMatchObject({ status, message: 'No.' });
			expect(toPublicError(new TRPCError({ code: 'INTERNAL_SERVER_ERROR', cause }))).toMatchObject({ status });
		},
	);

	it('tells that the disk is full where that kept a verb from writing', async () => {
		const error = await errorOf((caller) => caller.full());
		expect(error.code).toBe('CONFLICT');
		expect(toPublicError(error)).toMatchObject({
			status: 409,
			reason: 'storage_full',
			message: 'The disk of this installation is full. Free some space, then try again.',
		});
	});

	it('tells the first sentence of a failed input and one per field', async () => {
		const wrong = { count: 'three' } as unknown as { count: number; name: string };
		expect(toPublicError(await errorOf((caller) => caller.input(wrong)))).toEqual({
			status: 400,
			message: 'Expected number, received string',
			reason: 'bad_input',
			fields: { count: 'Expected number, received string', name: 'Required' },
			retryAfterSeconds: null,
			confirmations: null,
		});
	});

	it.each(['output', 'parsing', 'defect'] as const)('shows nothing of a failure of kind "%s"', async (name) => {
		expect(toPublicError(await errorOf((caller) => caller[name]()))).toEqual({
			status: 500,
			message: 'Something went wrong.',
			reason: 'internal',
			fields: {},
			retryAfterSeconds: null,
			confirmations: null,
		});
	});

	it('words what the transport refused, and answers 500 for a code it does not know', () => {
		expect(toPublicError(new TRPCError({ code: 'PARSE_ERROR', message: secret }))).toMatchObject({
			status: 400,
			message: 'The request could not be read.',
		});
		expect(toPublicError(new TRPCError({ code: 'TEAPOT' as 'NOT_FOUND', message: secret }))).toMatchObject({
			status: 500,
			message: 'Something went wrong.',
		});
	});
});

describe('an answer of tRPC', () => {
	it.each(['refused', 'output', 'parsing', 'defect'])('to "%s" carries neither a cause nor a stack', async (name) => {
		const ctx = await test.contextOf(null);
		const req = new Request(`http://localhost/trpc/${name}`);
		const answer = await fetchRequestHandler({ endpoint: '/trpc', req, router: broken, createContext: () => ctx });
		const text = await answer.text();
		expect(answer.status).toBe(name === 'refused' ? 429 : 500);
		expect(text).toContain(ctx.requestId);
		expect(text).not.toMatch(/hunter2|stack|\.ts:\d/);
	});
});

describe('access levels', () => {
	let inputsRead = 0;
	const input = z.unknown().transform(() => ++inputsRead);
	const answering = (rule: Partial<AccessRule> & Pick<AccessRule, 'access'>) => procedure.meta(rule).input(input);
	const guarded = router({
		public: answering({ access: 'public' }).query(() => 'answer'),
		limited: answering({ access: 'limited' }).query(() => 'answer'),
		member: answering({ access: 'member' }).query(() => 'answer'),
		writing: answering({ access: 'member' }).mutation(() => 'answer'),
		reading: answering({ access: 'member', scope: 'read' }).mutation(() => 'answer'),
		page: answering({ access: 'member', page: 'gallery' }).query(() => 'answer'),
		session: answering({ access: 'session' }).query(() => 'answer'),
		developer: answering({ access: 'developer' }).query(() => 'answer'),
		undeclared: procedure
			.meta(undefined as never)
			.input(input)
			.query(() => 'answer'),
	});
	const names = Object.keys(guarded._def.procedures) as (keyof (typeof guarded)['_def']['procedures'])[];
	const forMembers = ['public', 'limited', 'member', 'writing', 'reading'] as const;

	it.each([
		['nobody', null, ['public', 'limited']],
		['a creator', { role: 'creator' }, [...forMembers, 'session']],
		['a creator with premium', { premium: true }, [...forMembers, 'page', 'session']],
		['a developer', { role: 'developer' }, [...forMembers, 'session', 'developer']],
		['a token that reads', { tokenScopes: ['read'] }, ['public', 'limited', 'member', 'reading']],
		['a token that writes', { tokenScopes: ['write'] }, ['public', 'limited', 'writing']],
		['an account without a role', { hasAccess: false }, ['public', 'limited']],
	] as const)(
		'let %s call what they may, by name and by a query or mutation’s default scope',
		async (_, who, allowed) => {
			const ctx = await test.contextOf(who);
			const caller = createCallerFactory(guarded)({ ...ctx, config: { ...ctx.config, lockedPages: ['gallery'] } });
			const answered: string[] = [];
			for (const name of names) {
				const outcome = await caller[name](null).catch((error: unknown) => error);
				if (outcome === 'answer') answered.push(name);
				else if (name === 'undeclared') expect(outcome).toMatchObject({ code: 'FORBIDDEN' });
				else expect(outcome).toMatchObject({ code: who === null ? 'UNAUTHORIZED' : 'FORBIDDEN' });
			}
			expect(answered).toEqual(allowed);
		},
	);

	it('rejects before the input is looked at', async () => {
		const caller = createCallerFactory(guarded)(await test.contextOf(null));
		inputsRead = 0;
		await expect(caller.member(null)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
		expect(inputsRead).toBe(0);
	});

	it('rejects strangers at every procedure of the API that is not public', async () => {
		const ctx = await test.contextOf(null);
		for (const [path, each] of procedures) {
			if (each.access === 'public' || each.access === 'limited') continue;
			const req = new Request(`http://localhost/trpc/${path}`, each.type === 'mutation' ? jsonPost : {});
			const answer = await fetchRequestHandler({ endpoint: '/trpc', req, router: appRouter, createContext: () => ctx });
			// tRPC's own adapter refuses in the stream.
			if (each.type === 'subscription')
				expect([path, await answer.text()]).toEqual([path, expect.stringContaining('"httpStatus":401')]);
			else expect([path, answer.status]).toEqual([path, 401]);
		}
	});
});

const jsonPost = { method: 'POST', headers: { 'content-type': 'application/json' }, body: '{}' };
/** By dotted path; the declared type is the nested one. */
const flatProcedures = appRouter._def.procedures as object as Record<string, AnyTRPCProcedure>;
const procedures = Object.entries(flatProcedures).map(([path, { _def }]) => {
	const meta = _def.meta as { access?: string; rest?: { method: string; path: string }; summary?: string } | undefined;
	return [path, { type: _def.type, access: meta?.access, rest: meta?.rest, summary: meta?.summary }] as const;
});

describe('every procedure of the API', () => {
	it('declares who may call it', () => {
		expect(procedures.length).toBeGreaterThan(0);
		for (const [path, { access }] of procedures) {
			expect([path, accessLevels]).toEqual([path, expect.arrayContaining([access])]);
		}
	});

	it('answers on a REST path of its own, with a method that fits and a summary', () => {
		const taken = new Map<string, string>();
		for (const [name, { rest, type, summary }] of procedures) {
			if (rest === undefined) continue;
			const key = `${rest.method} ${rest.path.replaceAll(/\{\w+\}/g, '{}')}`;
			expect([key, taken.get(key)]).toEqual([key, undefined]);
			taken.set(key, name);
			expect([name, rest.method === 'GET']).toEqual([name, type === 'query']);
			expect([name, summary]).toEqual([name, expect.stringMatching(/\S/)]);
		}
	});
});
