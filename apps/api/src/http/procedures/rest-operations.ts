import { type ProcedureMeta, type RestRoute, toAccessRule } from '@adx/api-router/procedure-access';
import { getProcedureBudget, type RequestBudget } from '@adx/api-router/procedure-budget';
import { appRouter } from '@adx/api-router/root';
import type { AccessRule } from '@adx/core/auth/authorize-call';
import { z } from 'zod';

/** A procedure that also answers on a documented path. */
export interface RestOperation {
	/** Dotted name in the router, e.g. `generation.start`. */
	readonly name: string;
	readonly rest: RestRoute;
	readonly rule: AccessRule;
	readonly budget: RequestBudget;
	readonly summary: string;
	readonly description?: string | undefined;
	/** Null when the call takes nothing. */
	readonly input: z.ZodType | null;
	readonly output: z.ZodType | null;
}

/** Every procedure with a REST path, in the router's order. */
export function restOperations(): readonly RestOperation[] {
	return Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
		const { meta, type, inputs, output } = getDefinition(procedure);
		if (meta?.rest === undefined) return [];
		const { rest, summary = name, description } = meta;
		const rule = toAccessRule(meta, type);
		const budget = getProcedureBudget(meta.budget, output);
		const schemas = { input: toZodSchema(inputs[0]), output: toZodSchema(output) };
		return [{ name, rest, rule, budget, summary, description, ...schemas }];
	});
}

interface Definition {
	readonly meta?: ProcedureMeta;
	readonly type: string;
	readonly inputs: readonly unknown[];
	readonly output?: unknown;
}

/** tRPC keeps the parsers of a built procedure here without typing them on its public face. */
const getDefinition = (procedure: object) => (procedure as unknown as { readonly _def: Definition })._def;

const toZodSchema = (parser: unknown) => (parser instanceof z.ZodType ? parser : null);
