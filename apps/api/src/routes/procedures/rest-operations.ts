import { budgetOfProcedure, type RequestBudget } from '@adx/api-router/budget';
import { accessRuleOf, type ProcedureMeta, type RestRoute } from '@adx/api-router/rest-meta';
import { appRouter } from '@adx/api-router/root';
import type { AccessRule } from '@adx/core/auth/authorize';
import { z } from 'zod';

/** A procedure that also answers on a documented path. */
export interface RestOperation {
	/** Dotted name in the router, e.g. `generation.start`. */
	readonly name: string;
	readonly rest: RestRoute;
	readonly rule: AccessRule;
	readonly budget: RequestBudget;
	readonly summary: string;
	/** Null when the call takes nothing. */
	readonly input: z.ZodType | null;
	readonly output: z.ZodType | null;
}

/** Every procedure with a REST path, in the router's order. */
export function restOperations(): readonly RestOperation[] {
	return Object.entries(appRouter._def.procedures).flatMap(([name, procedure]) => {
		const { meta, type, inputs, output } = definitionOf(procedure);
		if (meta?.rest === undefined) return [];
		const { rest, summary = name } = meta;
		const rule = accessRuleOf(meta, type);
		const budget = budgetOfProcedure(meta.budget, output);
		return [{ name, rest, rule, budget, summary, input: schemaOf(inputs[0]), output: schemaOf(output) }];
	});
}

interface Definition {
	readonly meta?: ProcedureMeta;
	readonly type: string;
	readonly inputs: readonly unknown[];
	readonly output?: unknown;
}

/** tRPC keeps the parsers of a built procedure here without typing them on its public face. */
const definitionOf = (procedure: object) => (procedure as unknown as { readonly _def: Definition })._def;

const schemaOf = (parser: unknown) => (parser instanceof z.ZodType ? parser : null);
